# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays each instrument of a stage with touches, and says what came of it: play.py ADDRESS

Every check writes one line of JSON: {"check": NAME, "ok": true or false, ...}. Before the last one, whose sound is recorded, it
writes {"check": "ready"} and waits for a line.
"""

import json
import sys
import time

from browser import Browser

SPY = """(() => {
  stage.sent = []; stage.told = [];
  const send = stage.send.bind(stage), hear = stage.hear.bind(stage);
  stage.send = (line) => { stage.sent.push(line); send(line); };
  stage.hear = (event) => { if (!['meters', 'pong'].includes(event.event)) stage.told.push({ ...event, at: performance.now() }); hear(event); };
})()"""


class Check:
    def __init__(self, browser):
        self.browser = browser

    def tell(self, name, ok, **more):
        print(json.dumps({"check": name, "ok": bool(ok), **more}), flush=True)

    def line(self, line):
        self.browser.run(f"stage.connection.send({json.dumps(line)})")

    def put_up(self, line, preset):
        self.line("clear")
        self.line(line)
        self.browser.until(f"stage.instruments().length === 1 && stage.instruments()[0].preset === '{preset}' && document.querySelector('.player')")
        self.browser.run("stage.sent.length = 0")

    def sent(self):
        return self.browser.run("stage.sent.slice()")

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

    def pass_frames(self, count, seconds=10):
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


def key_points(browser, indices):
    x, y, width, height = browser.box(".keys")
    return [(index + 1, x + width * (index + 0.5) / 10, y + height * 0.85) for index in indices]


def play_loop(check, browser):
    check.put_up("loop@beat 96 steps=8", "loop")
    browser.tap(".cells button", 0)
    browser.until("stage.instruments()[0].p[0] === 'x.......'")
    points = [browser.middle(".cells button", 8 * 2 + column) for column in range(2, 6)]
    browser.touch("touchStart", [(1, *points[0])])
    for point in points[1:]:
        browser.touch("touchMove", [(1, *point)])
    browser.touch("touchEnd", [])
    browser.until("stage.instruments()[0].p[2] === '..xxxx..'")
    browser.tap("#play")
    browser.until("stage.instruments()[0].playing && document.querySelector('.player').dataset.step >= 0")
    check.tell("a loop is painted and played", True)


def lights(check, browser, seconds):
    """How far the light is from the step that is heard, by an estimate of the engine's time of its own."""
    check.line("~beat bpm=120 steps=16 swing=30")
    browser.until("stage.instruments()[0].steps === 16 && stage.instruments()[0].swing === 30")
    # What was on its way when the grid changed is not judged.
    check.pass_frames(24_000)
    errors = browser.run(f"""(async () => {{
      const player = document.querySelector('.player'), seen = [];
      let last = player.dataset.step;
      const end = performance.now() + {seconds * 1000};
      const trips = [];
      const hear = stage.hear;
      const asked = new Map();
      stage.hear = (event) => {{
        if (event.event === 'pong' && asked.has(event.n)) {{
          const now = performance.now(), sent = asked.get(event.n);
          trips.push({{ trip: now - sent, origin: event.frame - (sent + now) / 2 * event.rate / 1000 }});
        }} else hear(event);
      }};
      stage.told = [];
      let count = 100000;
      const timer = setInterval(() => {{ count++; asked.set(String(count), performance.now()); stage.connection.send(`ping ${{count}}`); }}, 50);
      await new Promise((done) => {{
        const watch = () => {{
          const now = performance.now();
          if (player.dataset.step !== last) {{ last = player.dataset.step; seen.push({{ step: Number(last), at: now }}); }}
          if (now < end) requestAnimationFrame(watch); else done();
        }};
        requestAnimationFrame(watch);
      }});
      clearInterval(timer);
      stage.hear = hear;
      trips.sort((a, b) => a.trip - b.trip);
      const best = trips.slice(0, Math.ceil(trips.length / 4)).map((item) => item.origin).sort((a, b) => a - b);
      const origin = best[best.length >> 1], rate = stage.clock.rate;
      const steps = stage.told.filter((event) => event.event === 'step').map((event) => ({{ step: event.step, at: (event.heard - origin) / rate * 1000 }}));
      return seen.slice(2).map((light) => {{
        const near = steps.filter((step) => step.step === light.step).map((step) => light.at - step.at).sort((a, b) => Math.abs(a) - Math.abs(b));
        return near[0];
      }}).filter((error) => error !== undefined);
    }})()""")
    # A machine that loses cycles shifts the engine's time by each of them, so the limit is wide; the figures are told.
    sizes = sorted(abs(error) for error in errors)
    check.tell("the light follows what is heard", len(sizes) > 6 * seconds and sizes[len(sizes) // 2] < 60,
               steps=len(sizes), median=round(sizes[len(sizes) // 2], 2), worst=round(sizes[-1], 2),
               latency=browser.run("stage.clock.latency / stage.clock.rate * 1000"))
    check.line("stop")


def play_drums(check, browser):
    check.put_up("drums 4x4", "drums")
    points = [(index + 1, *browser.middle(".pads button", index)) for index in range(10)]
    browser.touch("touchStart", points)
    browser.touch("touchEnd", [])
    hits = [line for line in check.sent() if line.startswith("hit ")]
    check.tell("ten pads are struck at once", [line.split()[1] for line in hits] == [str(n) for n in range(1, 11)], sent=hits)


def play_keys(check, browser):
    check.put_up("keys C chromatic sound=pad", "keys")
    browser.touch("touchStart", key_points(browser, range(10)))
    held = check.until_voices(10)
    browser.touch("touchEnd", [])
    check.tell("ten fingers hold ten keys", held == 10 and check.until_voices(0) == 0, held=held)
    browser.touch("touchStart", key_points(browser, [0, 3, 6]))
    held = check.until_voices(3)
    browser.touch("touchCancel", [])
    check.tell("a cancelled touch lets go", held == 3 and check.until_voices(0) == 0, held=held)
    browser.run("stage.sent.length = 0")
    for octave in (4, 5):
        check.line(f"~keys octave={octave}")
        browser.until(f"stage.instruments()[0].octave === {octave} && document.querySelector('.key').dataset.note === '{12 * (octave + 1)}'")
        points = key_points(browser, range(8 if octave == 4 else 7))
        browser.touch("touchStart", [(1, *points[0][1:])])
        for _, x, y in points[1:]:
            browser.touch("touchMove", [(1, x, y)])
        browser.touch("touchEnd", [])
    notes = [line.split()[1] for line in check.sent() if line.endswith("+on")]
    scale = [f"{name}{octave}" for octave in (4, 5) for name in "CDEFGAB"]
    scale.insert(7, "C5")
    check.tell("a glide over two octaves plays each key once", notes == scale and check.until_voices(0) == 0, notes=notes)
    browser.touch("touchStart", key_points(browser, [1, 2]))
    held = check.until_voices(2)
    browser.run("dispatchEvent(new Event('pagehide'))")
    check.tell("a page that is hidden lets go", held == 2 and check.until_voices(0) == 0, held=held)
    browser.touch("touchEnd", [])
    check.line("~keys scale=major")
    browser.until("document.querySelectorAll('.key.b.dim').length === 7")
    browser.run("stage.sent.length = 0")
    browser.call("Input.dispatchKeyEvent", type="keyDown", code="KeyA", key="q")
    browser.call("Input.dispatchKeyEvent", type="keyDown", code="KeyW", key="z")
    held = check.until_voices(1)
    browser.call("Input.dispatchKeyEvent", type="keyUp", code="KeyW", key="z")
    browser.call("Input.dispatchKeyEvent", type="keyUp", code="KeyA", key="q")
    check.tell("the computer's keys play by position, dim ones not", held == 1 and check.until_voices(0) == 0, held=held)


def play_rest(check, browser):
    check.put_up("chords@jam C I-V-vi-IV", "chords")
    browser.tap(".chord .up", 1)
    browser.tap(".chord .low", 2)
    check.tell("chords are strummed above and play their bass below",
               check.sent() == ["strum 2 jam", "strum 3 jam +bass"], sent=check.sent())
    check.put_up("tuner@t bass", "tuner")
    browser.tap(".strings button", 0)
    browser.until("document.querySelector('.strings button.lit')?.textContent === 'E1'")
    check.tell("a string gives its tone", check.sent() == ["tone 1 t"], sent=check.sent())
    check.put_up("metronome@m 240 beats=3", "metronome")
    browser.run("[...document.querySelectorAll('.click button')].find((button) => button.textContent === 'Start').click()")
    for beat in (0, 1, 2):
        browser.until(f"document.querySelector('.player').dataset.step === '{beat}'")
    check.tell("a dot is lit a beat", True)
    check.line("stop")
    check.line("clear")
    browser.until("!stage.instruments().length")
    browser.run("document.querySelector('#line').value = 'lop 96'; document.querySelector('#box').requestSubmit()")
    browser.until("document.querySelector('#said.wrong mark')?.textContent === 'lop'")
    browser.run("document.querySelector('#said button').click()")
    line = browser.run("document.querySelector('#line').value")
    check.tell("an error is shown where it is, and what was meant is offered", line == "loop 96", line=line)


def play_recorded(check, browser):
    check.put_up("keys C chromatic sound=keys", "keys")
    check.until_voices(0)
    print(json.dumps({"check": "ready", "ok": True}), flush=True)
    sys.stdin.readline()
    for index in (0, 2, 4, 7, 8):
        browser.touch("touchStart", [(1, *key_points(browser, [index])[0][1:])])
        check.pass_frames(14_400)
        browser.touch("touchEnd", [])
        check.pass_frames(19_200)
    check.tell("five keys were touched", True)


def main():
    browser = Browser()
    try:
        check = Check(browser)
        browser.open(sys.argv[1])
        browser.run(SPY)
        play_loop(check, browser)
        lights(check, browser, 8)
        play_drums(check, browser)
        play_keys(check, browser)
        play_rest(check, browser)
        play_recorded(check, browser)
        wrong = [event.get("exceptionDetails", event.get("entry", {})).get("text", "?") for event in browser.events]
        check.tell("the page has no error of its own", not wrong, errors=wrong)
    finally:
        browser.close()


main()
