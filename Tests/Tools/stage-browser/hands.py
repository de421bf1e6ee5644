# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries what else hands and lights do on a stage: hands.py ADDRESS

Every check writes one line of JSON: {"check": NAME, "ok": true or false, ...}. Where a key of a MIDI keyboard or
a cable to the tuner is needed it writes {"ask": "down", "up" or "plug", "note": NOTE} and waits for a line.
"""

import json
import sys

from browser import Browser, key_points
from check import SPY, Check


def ask(key, note):
    print(json.dumps({"ask": key, "note": note}), flush=True)
    sys.stdin.readline()


def newcomer(check, page):
    """From the empty page to a beat that is heard: one button, and some squares."""
    page.until("document.querySelector('#view .starts')")
    start = check.status("frame")
    names = page.run("[...document.querySelectorAll('.starts button')].map((button) => button.firstChild.textContent)")
    page.tap(".starts button", names.index("Beat"))
    page.until("document.querySelectorAll('.cells button').length === 64")
    for row, column in ((0, 0), (0, 4), (1, 2), (1, 6), (3, 1), (3, 3)):
        page.tap(".cells button", 8 * row + column)
    page.until("Number(getComputedStyle(document.querySelector('#meter i')).getPropertyValue('--level')) > 0.3", 30)
    seconds = (check.status("frame") - start) / 48_000
    # Quick taps are all there in the end.
    page.until("stage.instruments()[0].p.slice(0, 4).join('|') === 'x...x...|..x...x.||.x.x....'")
    check.line("stop")
    check.tell("a beat is made and heard from the empty page", seconds < 30, seconds=round(seconds, 1))


def frame_bar(check, page):
    check.put_up("loop@beat 100 steps=8 p=x...x...", "loop")
    page.tap("#play")
    page.until("document.querySelector('#play').getAttribute('aria-pressed') === 'true' && stage.instruments()[0].playing")
    page.until("Number(getComputedStyle(document.querySelector('#meter i')).getPropertyValue('--level')) > 0.3")
    page.tap("#record")
    page.until("document.querySelector('#record').getAttribute('aria-pressed') === 'true' && stage.told.some((event) => event.event === 'take')")
    x, y = page.middle("#faster")
    page.touch("touchStart", [(1, x, y)])
    page.until("stage.instruments()[0].bpm >= 108")
    page.touch("touchEnd", [])
    tempo = page.run("stage.instruments()[0].bpm")
    # A take has half a second at least.
    check.pass_frames(36_000)
    page.tap("#record")
    page.until("document.querySelector('#said').textContent.startsWith('Recorded ')")
    page.tap("#play")
    page.until("!stage.instruments()[0].playing && document.querySelector('#record').getAttribute('aria-pressed') === 'false'")
    check.tell("the bar plays, records, shows the level, and runs the tempo while it is held",
               page.run("stage.instruments()[0].bpm") <= tempo + 4, tempo=tempo)
    page.tap("#light")
    page.until("!document.querySelector('#machine').hidden && /output latency [\\d.]+ ms, \\d+ xrun/.test(document.querySelector('#machine').textContent)")
    page.tap("#light")
    check.tell("the light tells of the machine", page.run("document.querySelector('#light span').textContent").endswith(" ms"))


def pages(check, page):
    check.line("clear")
    for line in ("loop@a 96", "keys@b C", ">3 drums@c 2x2"):
        check.line(line)
    page.until("document.querySelectorAll('#tabs button').length === 3")
    names = page.run("[...document.querySelectorAll('#tabs button')].map((tab) => tab.textContent)")
    index = names.index("Page 3") if "Page 3" in names else -1
    if index >= 0:
        page.tap("#tabs button", index)
        page.until("document.querySelectorAll('.player').length === 1 && document.querySelector('.pads')")
    check.tell("what is up is on its page", index >= 0 and len(names) == 3, tabs=names)
    page.tap("#more")
    page.until("document.querySelector('#shelf').open")
    page.tap("#shelf header button")
    page.until("!stage.instruments().length && document.querySelector('#view .starts') && !document.querySelector('#shelf').open")
    check.tell("all is put away", True)


def loop(check, page):
    check.put_up("loop@beat 96 steps=16 rows=kick|snare", "loop")
    page.tap(".player > .tools > .tools:last-child button", 1)
    page.tap(".cells button", 0)
    page.until("stage.instruments()[0].p[0] === '........x.......'")
    page.tap(".names button", 1)
    page.until("document.querySelector('#shelf').open")
    chosen = page.run("[...document.querySelectorAll('.words button')].findIndex((button) => button.textContent === 'cow')")
    page.tap(".words button", chosen)
    page.until("stage.instruments()[0].rows[1] === 'cow'")
    check.line("~beat bpm=133.7")
    page.until("document.querySelector('.player .spin output').textContent === '133.7'")
    kept = page.run("stage.instruments()[0].p[0]")
    page.run("[...document.querySelectorAll('.tools button')].find((button) => button.textContent === 'Clear').click()")
    page.until("stage.instruments()[0].p.every((row) => !row.includes('x'))")
    check.line(f"~beat steps=32 p={'.' * 31}x")
    page.until("document.querySelectorAll('.player > .tools > .tools:last-child button').length === 4")
    page.tap(".player > .tools > .tools:last-child button", 3)
    check.tell("the last of 32 steps is shown", page.run("document.querySelectorAll('.cells button')[7].getAttribute('aria-pressed')") == "true")
    check.tell("a loop has banks, a picker for its rows, and keeps what hands did when it is patched", kept == "........x.......")


def two_hands(check, page):
    check.put_up("loop@beat 96 steps=8 rows=kick|snare", "loop")
    (x, y), (further, _) = page.middle(".cells button", 0), page.middle(".cells button", 2)
    page.touch("touchStart", [(1, x, y)])
    page.until("stage.instruments()[0].p[0] === 'x.......'")
    check.line("edit beat p=x...x...|x.......")
    page.until("stage.instruments()[0].p[1] === 'x.......'")
    page.touch("touchMove", [(1, further, y)])
    page.until("stage.instruments()[0].p.join('|') === 'x.x.x...|x.......'")
    page.touch("touchEnd", [])
    page.tap(".cells button", 4)
    page.until("stage.instruments()[0].p.join('|') === 'x.x.....|x.......'")
    check.tell("what others change stays while a finger paints", True)
    # Another's pattern, which does not know of the stroke, comes right behind it.
    check.line("edit beat p=........|x.......")
    page.until("stage.instruments()[0].p.join('|') === '|x.......'")
    page.run("""(() => {
      const send = stage.send;
      stage.send = (line) => {
        if (!line.startsWith('edit ')) return send(line);
        stage.send = send;
        stage.connection.send(`${line}\\nedit beat p=........|xx......`);
      };
    })()""")
    page.tap(".cells button", 3)
    page.until("stage.instruments()[0].p.join('|') === '...x....|xx......'")
    check.tell("a stroke that another's pattern undid at once comes back with both", True)


def drums(check, page):
    check.put_up("drums@pads 2x2 bpm=240", "drums")
    x, y, width, height = page.box(".pads button", 0)
    for share in (0.5, 0.95):
        page.touch("touchStart", [(1, x + width * share, y + height * 0.5)])
        page.touch("touchEnd", [])
    hits = [float(line.split("=")[1]) for line in check.sent() if line.startswith("hit ")]
    check.tell("a pad is louder in its middle", len(hits) == 2 and hits[0] == 1 and 0.3 < hits[1] < 0.7, velocities=hits)
    page.run("""(() => {
      stage.counts = [];
      const count = document.querySelector('.count');
      new MutationObserver(() => stage.counts.push(count.textContent)).observe(count, { childList: true, characterData: true, subtree: true });
    })()""")
    page.tap(".player .tools button", 0)
    page.until("stage.counts.includes('● 1 of 8')")
    page.tap(".pads button", 1)
    page.until("stage.told.some((event) => event.take === true)", 20)
    counts = page.run("stage.counts")
    take = page.run("stage.told.find((event) => event.take === true)")
    shown = [count for count in counts if count]
    check.tell("a take is counted in and counted, and comes back", shown[:5] == ["4", "3", "2", "1", "● 1 of 8"] and take["rows"] == ["snare"],
               counts=counts, take=take)


def keys(check, page):
    check.put_up("keys@k C chromatic sound=pad", "keys")
    labels = []
    for style in ("letters", "solfege", "none"):
        page.run(f"(() => {{ const list = document.querySelectorAll('select')[0]; list.value = '{style}'; list.dispatchEvent(new Event('change')); }})()")
        labels.append(page.run("document.querySelector('.key[data-note=\"62\"]').textContent + document.querySelector('.key[data-note=\"61\"]').textContent"))
    check.tell("keys are named by letters, by syllables, or not", labels == ["DC♯", "ReDo♯", ""], labels=labels)
    page.run("[...document.querySelectorAll('.tools button')].find((button) => button.textContent === 'Hold').click()")
    for _ in range(2):
        page.touch("touchStart", key_points(page, [2]))
        page.touch("touchEnd", [])
        held = check.until_voices(1)
        page.touch("touchStart", key_points(page, [4]))
        page.touch("touchEnd", [])
        both = check.until_voices(2)
        page.run("[...document.querySelectorAll('.tools button')].find((button) => button.textContent === 'Hold').click()")
        page.run("[...document.querySelectorAll('.tools button')].find((button) => button.textContent === 'Hold').click()")
        none = check.until_voices(0)
    check.tell("Hold keeps keys down until it ends", (held, both, none) == (1, 2, 0), voices=(held, both, none))
    ask("down", 84)
    page.until("document.querySelector('.key.down')?.dataset.note === '84'")
    shown = page.run("document.querySelector('.player .tools > small').textContent")
    ask("up", 84)
    page.until("!document.querySelector('.key.down')")
    check.tell("a MIDI keyboard lights its keys, its octave is shown, and its name", "keyboard" in shown, shown=shown)


def chords(check, page):
    check.put_up("chords@jam C I-V-vi-IV", "chords")
    page.run("(() => { const list = document.querySelector('select'); list.value = 'D'; list.dispatchEvent(new Event('change')); })()")
    page.until("document.querySelector('.chord .up').firstChild.textContent === 'D'")
    names = page.run("[...document.querySelectorAll('.chord .up')].map((button) => button.firstChild.textContent)")
    check.tell("one control moves all chords to another key", names == ["D", "A", "Bm", "G"], names=names)


def tuner(check, page):
    check.put_up("tuner@t guitar", "tuner")
    page.until("document.querySelector('.dial p').textContent.startsWith('Nothing is plugged in')")
    ask("plug", 0)
    page.until("document.querySelector('.dial p').textContent.startsWith('Play a string')")
    page.tap(".strings button", 1)
    # The output is joined to the tuner's input, so that it hears the tone that it plays.
    page.until("/ 110(\\.\\d+)? Hz/.test(document.querySelector('.dial').textContent) && document.querySelector('.dial.true')")
    lit = page.run("document.querySelector('.strings button.lit')?.textContent")
    needle = page.run("document.querySelector('.needle').style.transform")
    check.tell("the tuner hears a string, lights it, and points", lit == "A2", lit=lit, needle=needle)
    page.until("!document.querySelector('.strings button.lit') && document.querySelector('.dial .note').textContent === '–'", 20)
    check.tell("the needle rests when nothing sounds", "NaN" not in page.run("document.querySelector('.dial').textContent"))


def metronome(check, page):
    check.put_up("metronome@m 100 beats=4", "metronome")
    x, y = page.middle(".big")
    page.touch("touchStart", [(1, x, y)])
    page.touch("touchMove", [(1, x, y - 60)])
    page.until("stage.instruments()[0].bpm === 120")
    page.touch("touchEnd", [])
    page.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-100)
    page.until("stage.instruments()[0].bpm === 121")
    page.run("[...document.querySelectorAll('[role=radio]')].find((button) => button.textContent === '3').click()")
    page.until("stage.instruments()[0].sub === 3")
    for _ in range(4):
        page.tap(".tap")
        check.pass_frames(9_600)
    page.until("stage.instruments()[0].bpm > 130")
    page.run("[...document.querySelectorAll('.click button')].find((button) => button.textContent === 'Start').click()")
    page.until("document.querySelector('.click output:last-child').textContent === 'Practised 0:02'")
    check.line("stop")
    check.tell("a metronome is dragged, wheeled, tapped and divided, and counts the practice", True)


def main():
    with Browser() as browser:
        page = browser.page()
        check = Check(page)
        page.open(sys.argv[1])
        page.run(SPY)
        check.line("engine room=0")
        for part in (newcomer, frame_bar, pages, loop, two_hands, drums, keys, chords, tuner, metronome):
            part(check, page)
        check.tell("the page has no error of its own", not page.wrongs(), errors=page.wrongs())


main()
