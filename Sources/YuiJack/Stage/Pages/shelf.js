// SPDX-License-Identifier: GPL-3.0-or-later
import { make } from "./parts.js";

const starts = [
  ["Beat", "tap the squares", "loop steps=8 +play"],
  ["Pads", "drum with fingers", "drums 4x4"],
  ["Keys", "no wrong notes", "keys C pentatonic"],
  ["Chords", "one button each", "chords C I-V-vi-IV"],
  ["Tuner", "six strings", "tuner guitar"],
  ["Metronome", "keep time", "metronome 100"],
];

const title = "Play something";

/** What can be put up: the six instruments, and the ready-made screens. */
export function shelf(screens, send, heading) {
  return make("div", {},
    heading ?? make("h2", { textContent: title }),
    make("div", { className: "starts" }, ...starts.map(([name, words, line]) =>
      make("button", { onclick: () => send(line) }, name, make("small", { textContent: words })))),
    make("h2", { textContent: "Ready-made" }),
    make("div", { className: "ready" }, ...screens.map((screen) =>
      make("button", { onclick: () => send(`show ${screen.name}`) }, screen.name.replaceAll("-", " "),
        make("small", { textContent: screen.summary })))));
}

/** Lets one of some words be picked in a dialog. */
export function pickFrom(dialog, title, words, current, choose) {
  dialog.replaceChildren(headOf(dialog, title), make("div", { className: "words" }, ...words.map((word) =>
    make("button", { textContent: word, "aria-pressed": String(word === current), onclick: () => { dialog.close(); choose(word); } }))));
  dialog.showModal();
}

/** What a dialog is about, and the way out of it. */
function headOf(dialog, title) {
  dialog.setAttribute("aria-label", title);
  return make("header", {}, make("h2", { textContent: title }), make("button", { textContent: "✕", "aria-label": "Close", onclick: () => dialog.close() }));
}

/** Lets something more be put up, or all be put away. */
export function openShelf(dialog, screens, states, send) {
  const act = (line) => { dialog.close(); send(line); };
  const head = headOf(dialog, title);
  // A clear is for one screen.
  const away = [...new Set(states.map((state) => state.screen))].map((screen) => `>${screen} clear`);
  if (away.length) head.lastElementChild.before(make("button", { textContent: "Put all away", onclick: () => away.forEach(act) }));
  dialog.replaceChildren(shelf(screens, act, head));
  dialog.showModal();
}
