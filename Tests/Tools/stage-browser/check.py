# SPDX-License-Identifier: GPL-3.0-or-later
"""What the programs share that play on a page and say what came of it."""

import json
import time

SPY = """(() => {
  stage.sent = []; stage.told = [];
  const send = stage.send.bind(stage), hear = stage.hear.bind(stage);
  stage.send = (line) => { stage.sent.push(line); send(line); };
  stage.hear = (event) => { if (!['meters', 'pong'].includes(event.event)) stage.told.push({ ...event, at: performance.now() }); hear(event); };
})()"""


def tell(name, ok, **more):
    print(json.dumps({"check": name, "ok": bool(ok), **more}), flush=True)


class Check:
    def __init__(self, browser):
        self.browser = browser

    def tell(self, name, ok, **more):
        tell(name, ok, **more)

    def line(self, line):
        self.browser.run(f"stage.connection.send({json.dumps(line)})")

    def put_up(self, line, preset):
        self.line("clear")
        self.browser.until("!stage.instruments().length && document.querySelector('.starts')")
        self.line(line)
        self.browser.until(f"stage.instruments().length === 1 && stage.instruments()[0].preset === '{preset}' && document.querySelector('.player')")
        self.browser.run("stage.sent.length = 0")

    def sent(self):
        """What hands have sent; the page asks for a status by itself where the server loses cycles."""
        return self.browser.run("stage.sent.filter((line) => line !== 'status')")

    def until_sent(self, line):
        self.browser.until(f"stage.sent.includes({json.dumps(line)})")

    def status(self, key):
        """A figure of a status that is asked for now."""
        self.browser.run("stage.told = stage.told.filter((event) => event.event !== 'status')")
        self.line("status")
        self.browser.until("stage.told.some((event) => event.event === 'status')")
        return self.browser.run(f"stage.told.findLast((event) => event.event === 'status').{key}")

    def voices(self):
        """Voices that sound."""
        return self.status("voices")

    def pass_frames(self, count, seconds=20):
        """Waits until the engine has rendered so many frames more."""
        end = self.status("frame") + count
        deadline = time.monotonic() + seconds
        while self.status("frame") < end:
            if time.monotonic() > deadline:
                raise RuntimeError(f"The engine did not render {count} frames in {seconds} s.")

    def until_voices(self, count, seconds=5):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            voices = self.voices()
            if voices == count:
                return voices
        return voices
