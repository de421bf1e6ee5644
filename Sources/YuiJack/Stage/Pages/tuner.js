// SPDX-License-Identifier: GPL-3.0-or-later
import { make, number, picker } from "./parts.js";

const silence = "Play a string to see how far it is off, or tap one to tune by ear.";
const missing = "Nothing is plugged in: connect a microphone or an instrument to 'tuner_in', or tap a string to tune by ear.";

/** A needle, and the strings of an instrument. */
export class Tuner {
  #until = 0;

  constructor(id, stage) {
    this.id = id;
    this.stage = stage;
    this.instrument = picker("Instrument", [["guitar", "Guitar"], ["ukulele", "Ukulele"], ["bass", "Bass"], ["chromatic", "Any note"]],
      (value) => stage.send(`~${id} instrument=${value} tuning=standard`));
    this.a4 = make("small");
    this.name = make("div", { className: "note", textContent: "–" });
    this.figures = make("div", { textContent: " " });
    this.sentence = make("p", { role: "status" });
    this.dial = make("div", { className: "dial", role: "img", "aria-label": "Needle" }, dialPicture(), this.name, this.figures, this.sentence);
    this.needle = this.dial.querySelector(".needle");
    this.strings = make("div", { className: "strings", role: "group", "aria-label": "Strings" });
    this.element = make("section", { className: "player", "aria-label": "Tuner" },
      make("div", { className: "tools" }, this.instrument.element, this.a4), make("div", { className: "tuner" }, this.dial, this.strings));
    this.strings.addEventListener("pointerdown", (event) => {
      const button = event.target.closest("button");
      if (button && !event.button) this.#tone(button);
    });
    this.strings.addEventListener("click", (event) => {
      if (event.detail === 0) this.#tone(event.target.closest("button"));
    });
    this.#point(null);
  }

  update(state) {
    this.state = state;
    this.cables();
    this.instrument.set(state.instrument);
    this.a4.textContent = `A4 = ${number(state.a4)} Hz · ${state.tuning}`;
    this.strings.hidden = !state.strings.length;
    this.strings.replaceChildren(...state.strings.map((string, index) => {
      const button = make("button", { textContent: string.name, "aria-label": `String ${index + 1}, ${string.name}: tap for its tone` });
      button.style.setProperty("--gauge", `${Math.max(1.5, 8 - string.note / 10)}px`);
      return button;
    }));
  }

  reading(event) {
    if (event.note === null) return this.#clear();
    this.#until = performance.now() + 400;
    this.sentence.textContent = "";
    this.name.textContent = event.note;
    this.figures.textContent = `${event.cents > 0 ? "+" : ""}${number(event.cents)} cents · ${number(event.hertz)} Hz`;
    this.#point(event.cents);
    this.#light((event.string ?? 0) - 1);
  }

  /** Cables came or went: what can be done about silence is said. */
  cables() { this.sentence.textContent = this.stage.tunerNames.length ? silence : missing; }

  frame() {
    if (this.#until && performance.now() >= this.#until) this.#clear();
  }

  #clear() {
    this.#until = 0;
    this.cables();
    this.name.textContent = "–";
    this.figures.textContent = " ";
    this.#point(null);
    this.#light(-1);
  }

  #tone(button) {
    const index = [...this.strings.children].indexOf(button);
    if (index < 0) return;
    this.stage.send(`tone ${index + 1} ${this.id}`);
    this.#light(index);
    this.#until = performance.now() + 2500;
  }

  #point(cents) {
    this.needle.style.opacity = cents === null ? 0.25 : 1;
    this.needle.style.transform = `rotate(${Math.max(-50, Math.min(50, cents ?? 0)) * 1.2}deg)`;
    this.dial.classList.toggle("true", cents !== null && Math.abs(cents) <= 3);
  }

  #light(index) { [...this.strings.children].forEach((button, at) => button.classList.toggle("lit", at === index)); }
}

function dialPicture() {
  const space = "http://www.w3.org/2000/svg";
  const shape = (name, attributes) => {
    const element = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const picture = shape("svg", { viewBox: "0 0 200 112", "aria-hidden": "true" });
  for (let cents = -50; cents <= 50; cents += 10) {
    const far = cents % 50 === 0 ? 20 : 12;
    picture.append(shape("rect", { x: 99, y: 8, width: cents === 0 ? 3 : 2, height: far, transform: `rotate(${cents * 1.2} 100 100)` }));
  }
  picture.append(shape("path", { class: "needle", d: "M98 100 L100 20 L102 100 Z" }), shape("circle", { cx: 100, cy: 100, r: 6 }));
  return picture;
}
