# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a recording of clicks and MIDI clocks, and says whether they are where the grid puts them.

Usage: analyse.py FOLDER [OTHER]
       analyse.py --touches FOLDER NAME

It shares no code with what it judges. FOLDER holds what the recorder wrote: take.txt, audio.f32, midi.txt, and
set-aside.txt, the frames that the machine kept from the player. Tables of errors and two pictures are written beside
them; OTHER is a folder judged before, which is drawn behind in another colour. Ends with 0 where the run is tight, with
1 where it is not, and with 2 where it cannot be judged. With --touches, touches.txt in FOLDER holds when each touch was
made, by frame or by microsecond, and how long each waited for its sound is printed.
"""

import math
import sys
from pathlib import Path

import numpy as np

GAP = 0.005  # seconds of silence between one click and the next
NEAR = 0.1  # seconds within which two clients see the same loss
SILENCE = 1e-7  # of the loudest sample: what rounding leaves where a ramp begins is no sound
HALF = 0.5 + 1e-6  # a place between two frames cannot be nearer to one of them than this
BLUE, ORANGE, GREY = "#1f6feb", "#e8760a", "#8b949e"


class Unreadable(Exception):
    pass


class Take:
    """What the recorder wrote. Places are frames of the server from the take's first, less those set aside."""

    def __init__(self, folder):
        self.values, self.segments, self.times = {}, [], []
        for line in (folder / "take.txt").read_text().splitlines():
            key, *words = line.split(" ")
            if key == "segment":
                self.segments.append((int(words[0]), int(words[1])))
                self.times.append(int(words[2]))
            else:
                self.values[key] = " ".join(words)
        self.rate = float(self.values["rate"])
        channels = int(self.values["channels"])
        if self.number("unkept") > 0:
            raise Unreadable("The recorder had no room for all that it heard.")
        samples = np.fromfile(folder / "audio.f32", dtype="<f4").reshape(-1, channels) if channels else np.zeros((0, 1))
        self.left = samples[:, 0]
        if channels > 1 and not np.array_equal(samples[:, 0], samples[:, 1]):
            raise Unreadable("The two channels differ.")
        events = [line.split(" ") for line in (folder / "midi.txt").read_text().splitlines()]
        self.midi = [(int(words[0]), int(words[1], 16)) for words in events]
        aside = folder / "set-aside.txt"
        lines = aside.read_text().splitlines() if aside.exists() else []
        self.match([tuple(map(int, line.split())) for line in lines])

    def match(self, aside):
        """Finds the losses that are set aside among those that the recorder saw.

        Two clients that are late look at the server's clock at different moments, so they may see the same loss a cycle
        apart, or in other portions, or there and back. Losses close together that come to the same sum are the same, and
        then the recorder's own view of them counts: what it recorded is what was played, without a hole.
        """
        jumps = [
            (frame, frame - before[1] - (index - before[0]), number)
            for number, (before, (index, frame)) in enumerate(zip(self.segments, self.segments[1:]), 1)
        ]
        events = [(frame, lost, number) for frame, lost, number in jumps if lost != 0]
        events = sorted(events + [(frame, lost, 0) for frame, lost in aside])
        groups = []
        for event in events:
            if not groups or event[0] - groups[-1][-1][0] > NEAR * self.rate:
                groups.append([])
            groups[-1].append(event)
        # Frames to take off from a frame on, and from a segment on.
        self.aside, by_segment = [], np.zeros(len(self.segments), dtype=np.int64)
        for group in groups:
            played = [event for event in group if event[2] == 0]
            recorded = [event for event in group if event[2] != 0]
            if sum(event[1] for event in played) == sum(event[1] for event in recorded):
                for _, lost, number in recorded:
                    by_segment[number] += lost
            else:
                self.aside += [(frame, lost) for frame, lost, _ in played]
        self.corrections = np.cumsum(by_segment)

    def number(self, key):
        return float(self.values[key])

    def places(self, indices):
        """The frames on which recorded indices fall."""
        indices = np.asarray(indices, dtype=np.int64)
        starts = np.array([start for start, _ in self.segments], dtype=np.int64)
        frames = np.array([frame for _, frame in self.segments], dtype=np.int64)
        which = np.searchsorted(starts, indices, side="right") - 1
        frames = frames[which] + indices - starts[which]
        result = frames - self.corrections[which]
        for frame, lost in self.aside:
            result[frames >= frame] -= lost
        return result

    def gaps(self):
        """Places that were played but not recorded: from, up to, and the index that was recorded then."""
        indices = np.array([index for index, _ in self.segments[1:]], dtype=np.int64)
        before, after = self.places(indices - 1), self.places(indices)
        jumps = np.flatnonzero(after > before + 1)
        return [(int(before[jump]) + 1, int(after[jump]), int(indices[jump])) for jump in jumps]

    def frame_at(self, microseconds):
        """The frame of the server at a moment, from the last cycle that the recorder looked at before."""
        which = max(0, np.searchsorted(self.times, microseconds, side="right") - 1)
        return self.segments[which][1] + (microseconds - self.times[which]) * self.rate / 1e6


def clicks(samples, rate, silence=SILENCE, gap=GAP):
    """Where sound begins after a stretch of silence: the first sample of each click."""
    level = np.abs(samples)
    sounding = np.flatnonzero(level > silence * np.max(level, initial=1e-9))
    if len(sounding) == 0:
        return sounding
    starts = sounding[np.diff(sounding, prepend=-(10**9)) > gap * rate]
    # What sounds from the first sample on may have begun before.
    return starts[starts > GAP * rate]


def pitch(samples, rate, starts):
    """The strongest frequency of what is common to all clicks, in hertz."""
    length = int(0.02 * rate)
    whole = [samples[start : start + length] for start in starts if start + length <= len(samples)]
    if not whole:
        return 0.0
    spectrum = np.abs(np.fft.rfft(np.mean(whole, axis=0), 1 << 16))
    return float(np.argmax(spectrum) * rate / (1 << 16))


def aligned(places, anchor, length, last, gaps):
    """For each place its number on the grid and where that lies exactly; how many numbers have no place; and for how many
    of them the recorder is to blame."""
    numbers = np.floor((places - anchor) / length + 0.5).astype(np.int64)
    absent = np.setdiff1d(np.arange(last + 1), numbers)
    unheard = sum(any(start - 1 <= anchor + number * length <= end for start, end, _ in gaps) for number in absent)
    if unheard:
        print(f"  {unheard} fell into cycles that the recorder lost: set aside")
    return numbers, anchor + numbers * length, len(absent), int(unheard)


def fitted(errors):
    """Errors against the grid that fits best: the one in their middle."""
    return errors - (np.max(errors) + np.min(errors)) / 2


def describe(name, found, expected, errors, rate, numbers):
    worst = float(np.max(np.abs(errors)))
    ordered = np.sort(np.abs(errors))
    most = float(ordered[min(len(ordered) - 1, math.ceil(0.99 * len(ordered)) - 1)])
    drift = float(np.polyfit(numbers, errors, 1)[0] * (numbers[-1] - numbers[0])) if len(errors) > 2 else 0.0
    spread = float(np.std(errors))

    def both(frames):
        return f"{frames + 0.0:.3f} frames ({frames / rate * 1000 + 0.0:.4f} ms)"

    print(f"{name}: {found} of {expected}.")
    print(f"  worst error {both(worst)}, 99 in 100 within {both(most)}")
    print(f"  spread {both(spread)}, drift {both(0.0 if abs(drift) < 5e-4 else drift)} over the run")
    return worst, drift


def ends_early(take, anchor, length, last):
    """Whether another place than the last one would have been recorded."""
    end = float(take.places([int(take.number("frames")) - 1])[0])
    return (end - anchor) / length > last + 1.1


def judge(take, folder):
    """Prints the figures, keeps the errors, and returns them with what is wrong."""
    wrong = []
    rate = take.rate
    if take.number("channels") == 0:
        return judge_clock(take, folder, 0.0, rate * 60 / take.number("bpm") / 24)
    starts = clicks(take.left, rate)
    gaps = take.gaps()
    # The first frame after a gap may be the middle of a click.
    starts = starts[~np.isin(starts, [index for _, _, index in gaps])]
    if len(starts) < 2:
        raise Unreadable(f"{len(starts)} clicks were recorded: there is nothing to compare.")
    places = take.places(starts).astype(float)
    length = rate * 60 / take.number("bpm") / take.number("division")
    # Every place is counted from the first click; the number of the last tells how many there should be.
    anchor = places[0]
    last = int(round((places[-1] - anchor) / length))
    numbers, exact, missing, unheard = aligned(places, anchor, length, last, gaps)
    # The rule: the number times the exact length, rounded once, halves upward. Another program's first click need not
    # lie on a whole frame of its own count: there the errors are those of the grid that fits best.
    is_peer = take.values["anchor"] == "clock"
    errors = fitted(places - exact) if is_peer else places - np.floor(exact + 0.5)
    worst, _ = describe("Clicks", len(places), last + 1, errors, rate, numbers)
    print(f"  the strongest tone is {pitch(take.left, rate, starts):.0f} Hz, a step {length:.4f} frames")
    if worst > HALF if is_peer else worst >= 1:
        wrong.append(f"a click is {worst:.3g} frames from its place")
    if missing > unheard:
        wrong.append(f"{missing - unheard} clicks are missing")
    if len(places) > last + 1 - missing:
        wrong.append(f"{len(places) - (last + 1 - missing)} clicks are too many")
    if ends_early(take, anchor, length, last):
        wrong.append("the clicks end before the recording")
    np.savetxt(folder / "clicks.csv", np.column_stack([(places - anchor) / rate, errors]), fmt="%.9f")
    if take.midi:
        # The click rises from nothing: its first frames are silent, and the beat is on the first of them.
        beat = anchor - take.number("silent-frames")
        wrong += judge_clock(take, folder, beat, length * take.number("division") / 24)[1]
    return np.column_stack([(places - anchor) / rate, errors]), wrong


def judge_clock(take, folder, anchor, length):
    """Compares each F8 with its beat, which leaves as much later as JACK says that the sound is heard."""
    wrong = []
    ticks = take.places([index for index, byte in take.midi if byte == 0xF8]).astype(float)
    begins = take.places([index for index, byte in take.midi if byte == 0xFA]).astype(float)
    shift = take.number("audio-latency") - take.number("clock-latency")
    if len(ticks) < 2:
        raise Unreadable(f"{len(ticks)} clocks were recorded: there is nothing to compare.")
    if take.values["anchor"] == "clock":
        anchor, shift = ticks[0], 0.0
    last = int(round((ticks[-1] - anchor - shift) / length))
    numbers, exact, missing, unheard = aligned(ticks, anchor + shift, length, last, take.gaps())
    errors = fitted(ticks - exact) if take.values["anchor"] == "clock" else ticks - exact
    worst, _ = describe("Clocks", len(ticks), last + 1, errors, take.rate, numbers)
    print(f"  compared with the beat and {shift:.0f} frames of latency")
    if ends_early(take, anchor + shift, length, last):
        wrong.append("the clocks end before the recording")
    table = np.column_stack([(ticks - anchor) / take.rate, errors])
    np.savetxt(folder / "clocks.csv", table, fmt="%.9f")
    if worst > HALF:
        wrong.append(f"a clock is {worst:.3f} frames from its beat")
    if missing > unheard:
        wrong.append(f"{missing - unheard} clocks are missing")
    if len(ticks) > last + 1 - missing:
        wrong.append(f"{len(ticks) - (last + 1 - missing)} clocks are too many")
    if take.values["anchor"] != "clock" and (len(begins) != 1 or begins[0] != ticks[0]):
        wrong.append("Start does not leave once, with the first clock")
    return table, wrong


def touches(folder, name):
    """Prints how long each touch waited for the first frame of its sound."""
    take = Take(folder)
    lines = [line.split(" ") for line in (folder / "touches.txt").read_text().splitlines()]
    made = [float(word) if kind == "frame" else take.frame_at(int(word)) for kind, word in lines]
    silence, gap = float(take.values.get("silence", SILENCE)), float(take.values.get("gap", GAP))
    heard = take.places(clicks(take.left, take.rate, silence, gap)) - take.number("silent-frames")
    if len(heard) != len(made):
        print(f"{name}: {len(made)} touches, but {len(heard)} sounds.")
        return 1
    waits = np.sort(np.array(heard) - np.array(made))
    np.savetxt(folder / f"touches-{name.split(' ')[0]}.csv", waits, fmt="%.3f")

    def both(frames):
        return f"{frames:.0f} frames ({frames / take.rate * 1000:.2f} ms)"

    most = waits[min(len(waits) - 1, math.ceil(0.99 * len(waits)) - 1)]
    print(f"{name}: median {both(np.median(waits))}, 99 in 100 within {both(most)}, worst {both(waits[-1])}, of {len(waits)}.")
    print(f"  spread {waits[-1] - waits[0]:.0f} frames from the first to the last")
    return 0


# Pictures


def svg(title, body, across, up):
    """A picture of 800 by 400 with a frame, a title and what its axes are."""
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 400" font-family="sans-serif" font-size="13">',
            '<rect width="800" height="400" fill="white"/>',
            f'<text x="70" y="24" font-size="16">{title}</text>',
            '<rect x="70" y="40" width="700" height="300" fill="none" stroke="#444"/>',
            *body,
            f'<text x="420" y="388" text-anchor="middle">{across}</text>',
            f'<text x="18" y="190" text-anchor="middle" transform="rotate(-90 18 190)">{up}</text>',
            "</svg>",
        ]
    )


def marks(low, high, down):
    """Numbers at an axis: five of them, downward at the left or along the foot."""
    lines = []
    for part in range(5):
        text = f"{low + (high - low) * part / 4:.4g}"
        if down:
            lines.append(f'<text x="64" y="{344 - 75 * part}" text-anchor="end">{text}</text>')
        else:
            lines.append(f'<text x="{70 + 175 * part}" y="360" text-anchor="middle">{text}</text>')
    return lines


def legend(series):
    return [
        f'<text x="{500 + 140 * place}" y="24" fill="{colour}">{name}</text>'
        for place, (name, colour, _) in enumerate(series)
    ]


def draw_errors(series):
    end = max(float(table[-1, 0]) for _, _, table in series) or 1
    most = max(1.0, max(float(np.max(np.abs(table[:, 1]))) for _, _, table in series))
    body = marks(-most, most, True) + marks(0, end, False) + legend(series)
    body.append(f'<line x1="70" y1="190" x2="770" y2="190" stroke="{GREY}" stroke-dasharray="4"/>')
    for _, colour, table in reversed(series):
        points = " ".join(f"{70 + 700 * time / end:.1f},{190 - 150 * error / most:.1f}" for time, error in table)
        body.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
    return svg("Errors, in frames", body, "seconds", "frames")


def draw_histogram(series):
    most = max(1.0, max(float(np.max(np.abs(table[:, 1]))) for _, _, table in series))
    edges = np.linspace(-most, most, 62)
    body = marks(-most, most, False) + legend(series)
    counts = [np.histogram(table[:, 1], edges)[0] / len(table) * 100 for _, _, table in series]
    body += marks(0, 100, True)
    for (_, colour, _), shares in reversed(list(zip(series, counts))):
        for place, share in enumerate(shares):
            if share > 0:
                height = max(1.5, 3 * share)
                x = 70 + 700 * place / 61
                body.append(
                    f'<rect x="{x:.1f}" y="{340 - height:.1f}" width="10.5" height="{height:.1f}" '
                    f'fill="{colour}" fill-opacity="0.8"/>'
                )
    return svg("How many are how far from their place", body, "frames", "of 100")


def main(words):
    folder = Path(words[1] if words[0] == "--touches" else words[0])
    try:
        if words[0] == "--touches":
            return touches(folder, words[2])
        take = Take(folder)
        table, wrong = judge(take, folder)
        fault = take.values.get("fault", "")
        series = [(f"fault: {fault}" if fault else "this run", ORANGE if fault else BLUE, table)]
        if len(words) > 1:
            other = Path(words[1])
            planted = Take(other).values.get("fault", "")
            name, colour = (f"fault: {planted}", ORANGE) if planted else ("the run before", GREY if not fault else BLUE)
            series.append((name, colour, np.loadtxt(other / "clicks.csv", ndmin=2)))
        (folder / "errors.svg").write_text(draw_errors(series))
        (folder / "histogram.svg").write_text(draw_histogram(series))
    except Unreadable as problem:
        print(f"Wrong: {problem}")
        return 1
    except (OSError, KeyError, ValueError) as problem:
        print(f"The recording in '{folder}' cannot be read: {problem!r}.", file=sys.stderr)
        return 2
    for sentence in wrong:
        print(f"Wrong: {sentence}.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
