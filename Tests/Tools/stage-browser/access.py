# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges a stage for those who see little, hear it read out, or play without a pointer: access.py ADDRESS

Every check writes one line of JSON: {"check": NAME, "ok": true or false, ...}.
"""

import json
import sys

from browser import Browser
from check import SPY, tell
from lines import Lines

SCREENS = {
    "start": [],
    "loop": ["loop@beat 92 steps=16 rows=kick|snare|hat|C3 p=x...x...|....x...|x.x.x.x.|x......."],
    "drums": ["drums 2x4"],
    "keys": ["keys C major sound=pad"],
    "chords": ["chords@jam C I-V-vi-IV"],
    "tuner": ["tuner@t guitar"],
    "metronome": ["metronome@click 97 beats=4"],
}

# Roles that hands act on.
CONTROLS = {"button", "textbox", "combobox", "radio", "tab", "spinbutton", "checkbox", "slider", "link"}

# Every text that can be seen against what lies behind it, and every edge of a control against what is around it.
CONTRAST = """(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  const read = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const own = getComputedStyle(at), colour = read(own.backgroundColor);
      layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
  };
  const light = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((m, n) => n - m); return (x + 0.05) / (y + 0.05); };
  const opacity = (element) => { let all = 1; for (let at = element; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity); return all; };
  const name = (element) => `${element.tagName.toLowerCase()}${element.id ? '#' + element.id : ''}.${element.className?.baseVal ?? element.className} '${element.textContent.trim().slice(0, 24)}'`;
  const found = [];
  let count = 0;
  for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = getComputedStyle(element), back = behind(element), alpha = opacity(element);
    const texts = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const judge = (colour, least, what, against = back) => {
      const front = read(colour);
      front[3] *= alpha;
      if (front[3] === 0) return;
      count++;
      const value = ratio(over(front, against), against);
      if (value < least) found.push(`${name(element)}: ${what} ${value.toFixed(2)} and not ${least}`);
    };
    if (texts && !element.disabled) {
      const size = parseFloat(style.fontSize), isLarge = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
      judge(style.color, isLarge ? 3 : 4.5, 'text');
    }
    if (element.placeholder) judge(getComputedStyle(element, '::placeholder').color, 4.5, 'placeholder');
    // The edge of a control is what it is seen by, unless its ground is.
    if (element.matches('button, select, input') && !element.disabled && parseFloat(style.borderTopWidth) > 0) {
      const around = behind(element.parentElement);
      if (ratio(back, around) < 3) judge(style.borderTopColor, 3, 'edge', around);
    }
    if (element.matches('svg path, svg circle, svg rect')) {
      if (style.display !== 'none' && !element.closest('[hidden]') && alpha > 0.5) judge(style.fill === 'none' ? style.stroke : style.fill, 3, 'picture');
    }
  }
  for (const [cell, least] of [['.cells button[aria-pressed=true]', 3], ['.head', 3], ['.dots i.lit', 3]]) {
    const element = document.querySelector(cell);
    if (!element) continue;
    const style = getComputedStyle(element), colour = cell === '.head' ? style.borderTopColor : style.backgroundColor;
    count++;
    const value = ratio(read(colour), behind(element.parentElement));
    if (value < least) found.push(`${cell}: ${value.toFixed(2)} and not ${least}`);
    if (cell.startsWith('.cells')) {
      const rests = [...document.querySelectorAll('.cells button[aria-pressed=false]')].map((rest) => ratio(read(colour), behind(rest)));
      if (Math.min(...rests) < 3) found.push(`a cell that is on against one that is off: ${Math.min(...rests).toFixed(2)} and not 3`);
    }
  }
  return { count, found };
})()"""


def up(page, lines, name):
    """Puts up a screen by itself."""
    lines.send("stop", "clear")
    page.until("!stage.instruments().length && document.querySelector('.starts')")
    if SCREENS[name]:
        lines.send(*SCREENS[name])
        page.until(f"stage.instruments()[0]?.preset === '{name}' && document.querySelector('.player')")


def nodes(page):
    """What a screen reader is told of."""
    return [node for node in page.call("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]


def names(page, screen):
    """Every control has a name, and no two that stand side by side have the same one."""
    controls = [(node["role"]["value"], node.get("name", {}).get("value", "").strip())
                for node in nodes(page) if node.get("role", {}).get("value") in CONTROLS]
    nameless = [role for role, name in controls if not any(letter.isalnum() for letter in name)]
    twice = sorted({name for role, name in controls if controls.count((role, name)) > 1})
    tell(f"{screen}: every control has a name of its own", len(controls) > 5 and not nameless and not twice,
         controls=len(controls), nameless=nameless, twice=twice)


def reached(page, screen):
    """Every control that is seen is reached by Tab, or by arrows from one that is; and it is seen that it is."""
    page.run("document.activeElement.blur()")
    page.run("stage.met = new Set(); stage.dull = []")
    for _ in range(200):
        page.press("Tab")
        place = page.run("""(() => {
          const at = document.activeElement;
          if (at === document.body) return null;
          const style = getComputedStyle(at);
          if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2) stage.dull.push(at.outerHTML.slice(0, 80));
          const known = stage.met.has(at);
          stage.met.add(at);
          return known ? 'known' : 'new';
        })()""")
        if place in (None, "known"):
            break
    missed = page.run("""[...document.querySelectorAll('button, input, select, [tabindex]')].filter((element) => {
      if (element.disabled || !element.checkVisibility() || stage.met.has(element)) return false;
      // Arrows move inside a group of which one is reached.
      const group = element.closest('[role=radiogroup], .cells');
      return !(group && [...stage.met].some((met) => group.contains(met)));
    }).map((element) => element.outerHTML.slice(0, 80))""")
    count, dull = page.run("stage.met.size"), page.run("stage.dull")
    tell(f"{screen}: every control is reached by Tab, and shows it", count > 5 and not missed and not dull,
         reached=count, missed=missed, dull=dull)


def contrast(page, screen):
    for dark in (False, True):
        page.theme(dark)
        page.settle()
        result = page.run(CONTRAST)
        tell(f"{screen}: contrast in the {'dark' if dark else 'light'}", result["count"] > 20 and not result["found"],
             looked_at=result["count"], found=result["found"][:12])


def focus(page, selector, index=0):
    page.run(f"document.querySelectorAll({json.dumps(selector)})[{index}].focus()")


def hands(page, lines):
    """Each instrument is played without a pointer."""
    up(page, lines, "start")
    focus(page, ".starts button")
    page.press("Enter")
    page.until("stage.instruments()[0]?.preset === 'loop' && stage.instruments()[0].playing")
    focus(page, ".cells button")
    page.press(" ")
    page.until("stage.instruments()[0].p[0].startsWith('x')")
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.press(key)
    page.until("stage.instruments()[0].p[1].startsWith('.x')")
    page.run("document.querySelector('[role=radio][aria-checked=true]').focus()")
    page.press("ArrowRight")
    page.until("stage.instruments()[0].swing === 25")
    focus(page, ".names button")
    page.press("Enter")
    page.until("document.querySelector('#shelf').open && document.querySelector('#shelf').contains(document.activeElement)")
    page.press("Escape")
    page.until("!document.querySelector('#shelf').open && document.activeElement.closest('.names')")
    focus(page, "#faster")
    page.press("Enter")
    page.until("stage.instruments()[0].bpm === 98")
    focus(page, "#play")
    page.press(" ")
    page.until("!stage.instruments()[0].playing")
    tell("a loop is made and played by keys alone", True)

    page.run(SPY)
    up(page, lines, "drums")
    focus(page, ".pads button", 1)
    page.press(" ")
    sent = page.run("stage.sent.splice(0)")
    tell("a pad is struck by a key", sent == ["hit 2 velocity=0.90"], sent=sent)

    lines.send("engine room=0")
    up(page, lines, "keys")
    lines.until_voices(0)
    focus(page, ".keys")
    page.press("ArrowRight")
    page.until("stage.instruments()[0].octave === 5")
    page.call("Input.dispatchKeyEvent", type="keyDown", key="a", code="KeyA")
    lines.until_voices(1)
    page.run("document.querySelector('#line').focus()")
    page.call("Input.dispatchKeyEvent", type="keyUp", key="a", code="KeyA")
    lines.until_voices(0)
    tell("a key that goes up elsewhere is let go", True)

    up(page, lines, "chords")
    focus(page, ".chord .up", 2)
    page.run("stage.sent.length = 0")
    page.press("Enter")
    sent = page.run("stage.sent.splice(0)")
    tell("a chord is strummed by a key", sent == ["strum 3 jam"], sent=sent)

    up(page, lines, "metronome")
    focus(page, ".big")
    page.press("ArrowUp")
    page.until("stage.instruments()[0].bpm === 98")
    tell("a tempo is set by a key", True)

    page.run("document.querySelector('#line').focus()")
    page.call("Input.insertText", text="~click bpm=120")
    page.press("Enter")
    page.until("stage.instruments()[0].bpm === 120")
    page.press("ArrowUp")
    tell("a line is typed, and comes back", page.run("document.querySelector('#line').value") == "~click bpm=120")


def motion(page, lines):
    """Who wants less motion gets none that tells nothing."""
    up(page, lines, "tuner")
    lengths = []
    for wish in ("no-preference", "reduce"):
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": wish}])
        lengths.append(page.run("""Math.max(...[...document.querySelectorAll('body, body *')].flatMap((element) => {
          const style = getComputedStyle(element);
          return (style.transitionDuration + ',' + style.animationDuration).split(',').map((text) => parseFloat(text) || 0);
        }))"""))
    tell("reduced motion is respected", lengths[0] > 0 and lengths[1] == 0, seconds=lengths)


def main():
    address = sys.argv[1]
    lines = Lines(address)
    with Browser() as browser:
        page = browser.page()
        page.open(address)
        page.call("Accessibility.enable")
        for screen in SCREENS:
            up(page, lines, screen)
            names(page, screen)
            reached(page, screen)
            contrast(page, screen)
        hands(page, lines)
        motion(page, lines)
        tell("the page has no error of its own", not page.wrongs(), errors=page.wrongs())


main()
