// SPDX-License-Identifier: GPL-3.0-or-later
import { make } from "./parts.js";

const starts = [
  ["Beat", "paint a pattern", "loop steps=8"],
  ["Pads", "drum with fingers", "drums 4x4"],
  ["Keys", "no wrong notes", "keys C pentatonic"],
  ["Chords", "one button each", "chords C I-V-vi-IV"],
  ["Tuner", "six strings", "tuner guitar"],
  ["Metronome", "keep time", "metronome 100"],
];

/** What can be put up: the six instruments, and the ready-made screens. */
export function shelf(screens, send) {
  return make("div", {},
    make("h2", { textContent: "Play something" }),
    make("div", { className: "starts" }, ...starts.map(([name, words, line]) =>
      make("button", { onclick: () => send(line) }, name, make("small", { textContent: words })))),
    make("h2", { textContent: "Ready-made" }),
    make("div", { className: "ready" }, ...screens.map((screen) =>
      make("button", { onclick: () => send(`show ${screen.name}`) }, screen.name.replaceAll("-", " "),
        make("small", { textContent: screen.summary })))));
}

/** Lets one of some words be picked in a dialog. */
export function pickFrom(dialog, title, words, current, choose) {
  dialog.replaceChildren(make("h2", { textContent: title }), make("div", { className: "ready" }, ...words.map((word) =>
    make("button", { textContent: word, "aria-pressed": String(word === current), onclick: () => { dialog.close(); choose(word); } }))));
  dialog.showModal();
}
