# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares 'yui-jack tune' with aubio's methods on one corpus and writes a table.

Usage: compare.py YUI_JACK SOUNDFONT [--keep FOLDER]
"""

import concurrent.futures
import csv
import os
import resource
import subprocess
import sys
import tempfile

import numpy as np

import corpus

SETTLED = 0.15  # seconds after the onset before which errors are not judged
END = 1.3  # seconds after the onset
RIGHT = 5  # cents
OCTAVES = [1200 * np.log2(ratio) for ratio in (2, 3, 4, 5, 6, 8)]
PEERS = [("yinfast", 2048), ("yinfast", 4096), ("yinfft", 2048), ("yinfft", 4096), ("mcomb", 2048), ("mcomb", 4096)]


def ours(program, path, instrument):
    """Seconds and hertz of every reading; hertz is 0 where there is none."""
    text = subprocess.run(
        [program, "tune", "--instrument", instrument, path], check=True, capture_output=True, text=True).stdout
    return [(float(row["seconds"]), float(row["hertz"] or 0)) for row in csv.DictReader(text.splitlines())]


def aubio_readings(method, window, recording):
    import aubio

    pitch = aubio.pitch(method, window, window // 4, recording.rate)
    pitch.set_unit("Hz")
    hop = window // 4
    samples = (np.clip(recording.samples, -1, 1) * 32767).astype(np.int16).astype(np.float32) / 32768
    return [
        ((start + hop) / recording.rate, float(pitch(samples[start : start + hop])[0]))
        for start in range(0, len(samples) - hop + 1, hop)
    ]


def cents(hertz, truth):
    return 1200 * np.log2(hertz / truth) if hertz > 0 else np.inf


def is_octave(error):
    return any(abs(abs(error) - octave) < 60 for octave in OCTAVES)


class Score:
    """Figures of one method over recordings."""

    def __init__(self):
        self.errors, self.firsts, self.seconds = [], [], []
        self.judged = self.octaves = self.gross = self.right = self.notes = self.empty = 0

    def add(self, recording, readings):
        after = [(time - recording.onset, cents(hertz, recording.truth)) for time, hertz in readings]
        after = [(time, error) for time, error in after if time > 0]
        settled = [error for time, error in after if SETTLED < time < END and np.isfinite(error)]
        self.notes += 1
        self.empty += not settled
        self.judged += len(settled)
        octaves = sum(map(is_octave, settled))
        self.octaves += octaves
        self.gross += sum(abs(error) > 50 for error in settled) - octaves
        self.right += bool(settled) and abs(np.median(settled)) <= RIGHT
        if not recording.glides:
            self.errors += [abs(error) for error in settled if abs(error) <= 50]
        near = [abs(error) <= RIGHT for _, error in after]
        self.firsts.append(next((after[i][0] for i in range(len(after)) if near[i]), np.inf))
        pairs = (after[i][0] for i in range(1, len(after)) if near[i] and near[i - 1])
        self.seconds.append(next(pairs, np.inf))

    def cells(self):
        error = lambda share: f"{np.percentile(self.errors, share):.3f}" if self.errors else ""
        time = lambda values: f"{1000 * np.median(values):.0f}" if np.isfinite(np.median(values)) else "never"
        return [
            error(50), error(95), f"{100 * self.octaves / max(1, self.judged):.2f}",
            f"{100 * self.gross / max(1, self.judged):.2f}", f"{100 * self.right / self.notes:.1f}", time(self.firsts),
            time(self.seconds),
        ]


def table(title, scores):
    print(f"\n{title}\n")
    print("| method | median, cents | 95 %, cents | octave errors, % | other gross errors, % | notes right, % "
          "| first right, ms | second in a row, ms |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, score in scores.items():
        print("| " + " | ".join([name] + score.cells()) + " |")


def main():
    program, font = sys.argv[1:3]
    recordings = corpus.corpus(font)
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        folder = sys.argv[sys.argv.index("--keep") + 1] if "--keep" in sys.argv else folder
        os.makedirs(folder, exist_ok=True)
        paths = {}
        for recording in recordings:
            paths[recording.name] = os.path.join(folder, recording.name + ".wav")
            corpus.write(recording, paths[recording.name])
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        results["yui-jack, chromatic"] = [ours(program, paths[r.name], "chromatic") for r in recordings]
        spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        results["yui-jack, instrument"] = [ours(program, paths[r.name], r.instrument) for r in recordings]
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for method, window in PEERS:
            jobs = [pool.submit(aubio_readings, method, window, recording) for recording in recordings]
            results[f"aubio {method} {window}"] = [job.result() for job in jobs]
    kinds = list(dict.fromkeys(recording.kind for recording in recordings))
    for kind in [None] + kinds:
        scores = {}
        for name, readings in results.items():
            scores[name] = Score()
            for recording, heard in zip(recordings, readings):
                if kind in (None, recording.kind):
                    scores[name].add(recording, heard)
        count = sum(kind in (None, recording.kind) for recording in recordings)
        table(f"{kind or 'All'}: {count} recordings", scores)
    low = {"B0": Score(), "E1": Score(), "E2 and above": Score()}
    for recording, heard in zip(recordings, results["yui-jack, chromatic"]):
        string = recording.name.rsplit("-", 1)[1]
        group = string if string in low else "E2 and above" if corpus.number(string) >= corpus.number("E2") else None
        if group:
            low[group].add(recording, heard)
    table("yui-jack, chromatic, by string", low)
    sound = sum(len(recording.samples) / recording.rate for recording in recordings)
    print(f"\nyui-jack spends {100 * spent / sound:.2f} % of a core on this sound, program start and text included.")


main()
