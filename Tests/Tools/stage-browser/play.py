# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays each instrument of a stage with touches, and says what came of it: play.py ADDRESS

Every check writes one line of JSON: {"check": NAME, "ok": true or false, ...}.
"""

import sys

from browser import Browser, key_points
from check import SPY, Check

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


def main():
    with Browser() as browser:
        page = browser.page()
        check = Check(page)
        page.open(sys.argv[1])
        page.run(SPY)
        play_loop(check, page)
        play_drums(check, page)
        play_keys(check, page)
        play_rest(check, page)
        check.tell("the page has no error of its own", not page.wrongs(), errors=page.wrongs())


main()
