// SPDX-License-Identifier: GPL-3.0-or-later
import { make, picker, pitchName, voices } from "./parts.js";

const roots = ["C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"];

/** One big button a chord: the upper part strums it, the lower plays its bass. */
export class Chords {
  constructor(id, stage) {
    this.id = id;
    this.stage = stage;
    const patch = (key) => (value) => stage.send(`~${id} ${key}=${value}`);
    this.root = picker("Key", roots.flatMap((root) => [[root, root], [`${root}m`, `${root} minor`]]), patch("key"));
    this.strum = picker("Strum", [["down", "Strum down"], ["up", "Strum up"], ["off", "All at once"]], patch("strum"));
    this.voicing = picker("Voicing", [["root", "Root position"], ["near", "Nearest"]], patch("voicing"));
    this.sound = picker("Sound", voices, patch("sound"));
    this.buttons = make("div", { className: "chords" });
    this.element = make("section", { className: "player", "aria-label": "Chords" },
      make("div", { className: "tools" }, this.root.element, this.strum.element, this.voicing.element, this.sound.element,
        make("button", { textContent: "Send", onclick: () => stage.send(`send ${id}`) })), this.buttons);
    this.held = new Map();
    this.buttons.addEventListener("pointerdown", (event) => {
      const button = event.target.closest("button");
      if (!button || event.button) return;
      event.preventDefault();
      this.#play(button);
      this.held.set(event.pointerId, button);
      button.classList.add("down");
    });
    // A tap of the keyboard or of a screen reader comes as a click without a pointer.
    this.buttons.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button && event.detail === 0) this.#play(button);
    });
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, this.up);
  }

  up = (event) => {
    this.held.get(event.pointerId)?.classList.remove("down");
    this.held.delete(event.pointerId);
  };

  update(state) {
    const before = this.state;
    this.state = state;
    this.root.set(state.key);
    this.strum.set(state.strum);
    this.voicing.set(state.voicing);
    this.sound.set(state.sound);
    if (before && JSON.stringify(before.buttons) === JSON.stringify(state.buttons)) return;
    this.buttons.replaceChildren(...state.buttons.map((chord, index) => make("div", { className: "chord" },
      make("button", { className: "up", "data-line": `strum ${index + 1} ${this.id}` }, chord.name,
        chord.numeral && chord.numeral !== chord.name ? make("small", { textContent: chord.numeral }) : undefined),
      make("button", { className: "low", "data-line": `strum ${index + 1} ${this.id} +bass`, "aria-label": `Bass of ${chord.name}` },
        chord.notes.length ? `bass ${pitchName(chord.notes[0], chord.name.includes("b"), "letters")}` : "bass"))));
  }

  release() {
    for (const button of this.held.values()) button.classList.remove("down");
    this.held.clear();
  }

  dispose() { for (const kind of ["pointerup", "pointercancel"]) removeEventListener(kind, this.up); }

  #play(button) { this.stage.send(button.dataset.line); }
}
