# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes pictures of each instrument on a stage: pictures.py ADDRESS FOLDER"""

import json
import os
import sys

from browser import Browser

SIZES = [(390, 844), (844, 390), (1280, 800)]
SCREENS = {
    "start": [],
    "loop": ['loop@beat 92 "Boom bap" steps=16 swing=40 rows=kick|snare|hat|open|clap|C3|G2|A2 '
             'p=x......x..x.....|....x.......x...|x.x.x.x.x.x.x.x.|..............x.|............x...|x.......x.......|...x......x.....|......x......x.. +play'],
    "drums": ["drums 4x4"],
    "keys": ["keys Am pentatonic sound=pad +send"],
    "chords": ["chords@jam Am prog=i-bVI-bIII-bVII-iv-V7"],
    "tuner": ["tuner guitar"],
    "metronome": ["metronome@click 97 beats=4 sub=2 +play"],
}


def main():
    address, folder = sys.argv[1:]
    with Browser() as chromium:
        browser = chromium.page()
        browser.open(address)
        for name, lines in SCREENS.items():
            for line in ["stop", "clear"] + lines:
                browser.run(f"stage.connection.send({json.dumps(line)})")
            browser.until(f"stage.instruments().length === {len(lines)}")
            for width, height in SIZES:
                browser.resize(width, height, touch=width < 1000)
                for dark in (False, True):
                    browser.theme(dark)
                    browser.settle()
                    theme = "dark" if dark else "light"
                    browser.picture(os.path.join(folder, f"{name}-{width}x{height}-{theme}.png"))
                wide = browser.run("document.documentElement.scrollWidth")
                if wide > width:
                    raise SystemExit(f"Error: '{name}' is {wide} pixels wide at {width}.")


main()
