# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays scenes on a stage that are found again in what is recorded of its ports: sounds.py ADDRESS

It writes {"scene": "ready"} and waits for a line, then one line of JSON a scene, with its notes and, where that matters, with the
frames that it lasted at least. Between two scenes nothing sounds.
"""

import json
import sys

from browser import Browser, key_points, wait_until
from lines import Lines

HOLD = 38_400
STEP = 9_600
REST = 9_600
CHORD = [60, 64, 67]
# White keys by their place, then the black ones of the same octave by that of their left edge.
TEN = [0, 1, 2, 3, 4, 5, 6], [1, 2, 4]
TEN_NOTES = [60, 61, 62, 63, 64, 65, 66, 67, 69, 71]


class Scenes:
    def __init__(self, browser, address):
        self.browser = browser
        self.address = address
        self.lines = Lines(address)
        # Of one oscillator, so that no note beats with itself, and soon over, so that one is heard after the other.
        self.lines.send("engine room=0", "keys C chromatic sound=lead")
        self.page = self.another()

    def another(self, browser=None):
        """One more page, on which keys are up."""
        page = (browser or self.browser).page()
        page.open(self.address)
        page.until("document.querySelectorAll('.key').length === 17")
        return page

    def patch(self, line, condition):
        self.lines.send(line)
        self.page.until(condition)

    def over(self, name, notes, **more):
        """What was played must end; then a scene is told."""
        self.lines.until_voices(0)
        self.lines.pass_frames(REST)
        print(json.dumps({"scene": name, "notes": notes, **more}), flush=True)

    def chord(self, page):
        """Three fingers hold keys."""
        sounding = self.lines.status("voices")
        page.touch("touchStart", key_points(page, [0, 2, 4]))
        self.lines.until_voices(sounding + 3)
        self.lines.pass_frames(HOLD)

    def ten_fingers(self):
        white, black = TEN
        x, y, width, height = self.page.box(".keys")
        points = key_points(self.page, white)
        points += [(8 + index, x + width * edge / 10, y + height * 0.3) for index, edge in enumerate(black)]
        self.page.touch("touchStart", points)
        self.lines.until_voices(10)
        self.lines.pass_frames(HOLD)
        self.page.touch("touchEnd", [])
        self.over("ten fingers at once", TEN_NOTES)

    def glide(self, octave, count, notes):
        self.patch(f"~keys octave={octave}", f"document.querySelector('.key').dataset.note === '{12 * (octave + 1)}'")
        points = key_points(self.page, range(count))
        for kind, (_, x, y) in zip(["touchStart"] + ["touchMove"] * count, points):
            self.page.touch(kind, [(1, x, y)])
            self.lines.pass_frames(STEP)
        self.page.touch("touchEnd", [])
        self.over(f"a glide over octave {octave}", notes, follows=True)

    def cancelled(self):
        self.chord(self.page)
        self.page.touch("touchCancel", [])
        self.over("cancelled touches", CHORD)

    def hidden(self):
        self.chord(self.page)
        other = self.browser.page()
        self.browser.show(other)
        self.over("a page behind another", CHORD)
        hidden = self.page.run("document.hidden")
        other.send("Page.close")
        self.browser.show(self.page)
        self.page.touch("touchCancel", [])
        if not hidden:
            raise RuntimeError("The page was never hidden.")

    def closed(self):
        page = self.another()
        self.chord(page)
        page.send("Page.close")
        self.over("a closed tab", CHORD)

    def crashed(self):
        page = self.another()
        self.chord(page)
        page.send("Page.crash")
        self.over("a connection that broke", CHORD)
        page.send("Page.close")

    def two_phones(self):
        with Browser() as phone:
            other = self.another(phone)
            other.touch("touchStart", key_points(other, [0]))
            self.lines.until_voices(1)
            self.chord(self.page)
            other.touch("touchEnd", [])
            self.lines.until_voices(3)
            self.lines.pass_frames(HOLD)
        self.page.touch("touchEnd", [])
        self.over("two phones on the same key", CHORD, frames=2 * HOLD)

    def silent(self):
        self.chord(self.page)
        self.browser.stand_still(True)
        self.over("a browser that stands still", CHORD)
        self.browser.stand_still(False)


def main():
    with Browser() as browser:
        scenes = Scenes(browser, sys.argv[1])
        print(json.dumps({"scene": "ready"}), flush=True)
        sys.stdin.readline()
        scenes.ten_fingers()
        for octave, count, notes in ((4, 8, [60, 62, 64, 65, 67, 69, 71, 72]), (5, 8, [72, 74, 76, 77, 79, 81, 83, 84])):
            scenes.glide(octave, count, notes)
        scenes.patch("~keys octave=4", "document.querySelector('.key').dataset.note === '60'")
        scenes.cancelled()
        scenes.hidden()
        scenes.closed()
        scenes.crashed()
        scenes.two_phones()
        scenes.silent()
        print(json.dumps({"scene": "over", "errors": scenes.page.wrongs()}), flush=True)


main()
