# SPDX-License-Identifier: GPL-3.0-or-later
"""Synthetic recordings of strings whose pitch is known, the same in every run."""

import os
import subprocess
import tempfile
import wave
from dataclasses import dataclass

import numpy as np

LEAD = 0.25  # seconds of silence, or of noise, before the note
LENGTH = 1.6  # seconds of the note
RATES = (44100, 48000, 96000)
STRINGS = {
    "bass": ["B0", "E1", "A1", "D2", "G2"],
    "guitar": ["E2", "A2", "D3", "G3", "B3", "E4"],
    "ukulele": ["G4", "C4", "E4", "A4"],
    "violin": ["G3", "D4", "A4", "E5"],
}
CLASSES = {"D": 2, "C": 0, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


@dataclass
class Recording:
    name: str
    kind: str
    instrument: str
    rate: int
    truth: float  # hertz of the first partial
    onset: float  # seconds
    samples: np.ndarray
    glides: bool = False  # a recorded instrument, whose pitch is not its nominal one all the time


def number(name):
    return CLASSES[name[0]] + 12 * (int(name[1:]) + 1)


def hertz(name, cents=0.0):
    return 440 * 2 ** ((number(name) - 69) / 12 + cents / 1200)


def stiffness(frequency, random):
    """Thick strings are stiff for their length: a bass string up to 3e-4, a ukulele's about 2e-5."""
    return random.uniform(0.4, 1.5) * 2e-4 * (30.87 / frequency) ** 0.7


def additive(frequency, rate, random, stiff=0.0, weak=0.0, decays=True, bright=1.0):
    """Partials with the place and the width of a plectrum, each with a decay of its own."""
    time = np.arange(int(LENGTH * rate)) / rate
    sound = np.zeros(len(time))
    place = random.uniform(0.1, 0.35)
    slow = random.uniform(1.5, 4) if frequency < 200 else random.uniform(0.6, 2)
    for k in range(1, 60):
        pitch = k * frequency * np.sqrt((1 + stiff * k * k) / (1 + stiff))
        if pitch > min(0.45 * rate, 9000):
            break
        level = abs(np.sin(np.pi * k * place)) / k**bright + 1e-4
        if k == 1:
            level *= 10 ** (weak / 20)
        decay = np.exp(-time * (1 / slow + 0.15 * k) * 1.5) if decays else 1
        sound += level * decay * np.sin(2 * np.pi * pitch * time + random.uniform(0, 2 * np.pi))
    attack = np.minimum(time / 0.002, 1) if decays else np.minimum(time / 0.01, 1)
    return sound * attack


def karplus_strong(frequency, rate, random):
    """A delay line with a symmetric low-pass and a band-limited fraction: every partial is in tune."""
    sharp = random.uniform(0.02, 0.12)
    period = rate / frequency
    taps = 24
    middle = taps // 2
    whole = int(period) - middle - 1
    fraction = period - whole - middle - 1
    reach = np.arange(taps) - middle - fraction
    spread = np.sinc(reach) * (0.5 + 0.5 * np.cos(np.pi * np.clip(reach / (middle + 1), -1, 1)))
    loop = np.convolve(spread / spread.sum(), [sharp, 1 - 2 * sharp, sharp])
    loop *= 10 ** (-3 / (frequency * random.uniform(2, 5)))
    count = int(LENGTH * rate)
    out = np.zeros(count + int(period) + 1)
    burst = random.standard_normal(int(period))
    burst = np.convolve(burst, np.ones(5) / 5, "same")
    burst -= burst.mean()
    pick = max(1, int(period * random.uniform(0.1, 0.4)))
    out[: len(burst)] = burst - np.roll(burst, pick)
    start = len(burst)
    # Within one block nothing depends on what the block itself makes.
    block = whole
    while start < len(out):
        end = min(start + block, len(out))
        for index, tap in enumerate(loop):
            source = start - whole - index
            low = max(source, 0)
            high = end - whole - index
            if high > low:
                out[start + low - source : end] += tap * out[low:high]
        start = end
    return out[:count]


def noise(count, random, level):
    return random.standard_normal(count) * level


def hum(count, rate, random, mains, level):
    time = np.arange(count) / rate
    sound = np.zeros(count)
    for k, share in ((1, 1.0), (2, 0.4), (3, 0.6), (4, 0.15), (5, 0.3), (7, 0.15)):
        sound += share * np.sin(2 * np.pi * mains * k * time + random.uniform(0, 2 * np.pi))
    return sound * level / np.sqrt(np.mean(sound**2))


def soundfont(path, program, note, rate):
    """One note of a General MIDI program through FluidSynth, without reverb and chorus."""
    with tempfile.TemporaryDirectory() as folder:
        midi, out = os.path.join(folder, "note.mid"), os.path.join(folder, "note.wav")
        ticks = int(480 * 2 * LENGTH)
        delay = [0x80 | ticks >> 7, ticks & 0x7F]
        track = bytes([0, 0xC0, program, 0, 0x90, note, 100] + delay + [0x80, note, 0, 0, 0xFF, 0x2F, 0])
        header = b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0])
        with open(midi, "wb") as file:
            file.write(header + b"MTrk" + len(track).to_bytes(4, "big") + track)
        command = ["fluidsynth", "-ni", "-q", "-R", "0", "-C", "0", "-g", "1", "-r", str(rate), "-F", out, path, midi]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with wave.open(out) as file:
            data = np.frombuffer(file.readframes(file.getnframes()), np.int16).reshape(-1, 2)
    return data.mean(axis=1) / 32768


def place(sound, rate, random, peak=0.5, background=None):
    lead = int(LEAD * rate) + int(random.integers(0, rate // 50))
    out = np.concatenate([np.zeros(lead), sound / np.max(np.abs(sound)) * peak])
    if background is not None:
        loud = np.sqrt(np.mean(out[lead : lead + rate // 4] ** 2))
        out += background(len(out), loud)
    return out, lead / rate


def corpus(font):
    """All recordings."""
    random = np.random.default_rng(1864)
    recordings = []

    def add(kind, instrument, string, rate, sound, truth, background=None, glides=False):
        samples, onset = place(sound, rate, random, background=background)
        recordings.append(
            Recording(f"{len(recordings):03}-{kind}-{string}", kind, instrument, rate, truth, onset, samples, glides))

    every = [(instrument, string) for instrument, strings in STRINGS.items() for string in strings]
    quiet = lambda count, loud: noise(count, random, loud * 10 ** (-34 / 20))
    for index, (instrument, string) in enumerate(every):
        for turn in range(2):
            truth = hertz(string, random.uniform(-45, 45))
            rate = RATES[(index + turn) % 3]
            add("karplus", instrument, string, rate, karplus_strong(truth, rate, random), truth)
            truth = hertz(string, random.uniform(-45, 45))
            add("stiff", instrument, string, rate, additive(truth, rate, random, stiffness(truth, random)), truth, quiet)
            truth = hertz(string, random.uniform(-45, 45))
            sound = additive(truth, rate, random, stiffness(truth, random), weak=-12)
            add("weak", instrument, string, rate, sound, truth, quiet)
            truth = hertz(string, random.uniform(-45, 45))
            sound = additive(truth, rate, random, decays=False, bright=(2.5, 0.7)[turn])
            add("steady", instrument, string, rate, sound, truth, quiet)
        for turn, mains in enumerate((50, 60, 50)):
            truth = hertz(string, random.uniform(-45, 45))
            rate = RATES[turn % 2]
            depth = (-20, -20, -14)[turn]
            disturbed = lambda count, loud: noise(count, random, loud * 10 ** (depth / 20)) + hum(
                count, rate, random, mains, loud * 10 ** (depth / 20))
            sound = additive(truth, rate, random, stiffness(truth, random))
            add("noise-hum", instrument, string, rate, sound, truth, disturbed)
    programs = {"bass": [32, 33, 34], "guitar": [24, 25, 27], "ukulele": [24, 25], "violin": [40, 45]}
    for instrument, string in every:
        for program in programs[instrument]:
            sound = soundfont(font, program, number(string), 48000)
            add("soundfont", instrument, string, 48000, sound, hertz(string), glides=True)
    return recordings


def write(recording, path):
    """A WAV file of 16 bits."""
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(recording.rate)
        file.writeframes((np.clip(recording.samples, -1, 1) * 32767).astype("<i2").tobytes())
