// SPDX-License-Identifier: GPL-3.0-or-later
import { choice, make, noteName, noteNumber, picker, pitchName, voices } from "./parts.js";

const whites = [0, 2, 4, 5, 7, 9, 11, 12, 14, 16];
/** Of each black key: the white key on whose left edge it sits, and its semitone. */
const blacks = [[1, 1], [2, 3], [4, 6], [5, 8], [6, 10], [8, 13], [9, 15]];
const blackWidth = 0.064;
const blackHeight = 0.6;
/** Keys of a computer by position, whatever the layout. */
const codes = {
  KeyA: 0, KeyS: 2, KeyD: 4, KeyF: 5, KeyG: 7, KeyH: 9, KeyJ: 11, KeyK: 12, KeyL: 14, Semicolon: 16,
  KeyW: 1, KeyE: 3, KeyT: 6, KeyY: 8, KeyU: 10, KeyO: 13, KeyP: 15,
};

/** The semitone above the base that a point is on; x and y from 0 to 1. Black keys first. */
export function keyAt(x, y) {
  if (x < 0 || x >= 1 || y < 0 || y >= 1) return null;
  if (y < blackHeight) {
    for (const [edge, semitone] of blacks) if (Math.abs(x - edge / 10) < blackWidth / 2) return semitone;
  }
  return whites[Math.min(9, Math.floor(x * 10))];
}

/** A keyboard of ten white keys. */
export class Keys {
  /** What each pointer, or key of the computer, holds. */
  #held = new Map();
  #latched = new Set();
  #midi = new Map();
  #later = [];
  #octave = null;
  #names = localStorage.getItem("names") ?? "letters";

  constructor(id, stage) {
    this.id = id;
    this.stage = stage;
    this.board = make("div", { className: "keys", role: "group", tabIndex: 0, "aria-label": "Keyboard: play with the keys A to ; and W to P, or the arrow keys for octaves" });
    this.sound = choice("Sound", voices, (value) => stage.send(`~${id} sound=${value}`));
    this.hold = make("button", { textContent: "Hold", "aria-pressed": "false", onclick: () => this.#toggleHold() });
    this.naming = picker("Names of notes", [["letters", "C D E"], ["solfege", "Do Re Mi"], ["none", "No names"]], (value) => {
      this.#names = value;
      localStorage.setItem("names", value);
      this.#draw();
    });
    this.where = make("output", { "aria-live": "polite" });
    this.keyboard = make("small");
    this.element = make("section", { className: "player", "aria-label": "Keys" },
      make("div", { className: "tools" },
        make("button", { textContent: "◀", "aria-label": "An octave down", onclick: () => this.#shift(-1) }), this.where,
        make("button", { textContent: "▶", "aria-label": "An octave up", onclick: () => this.#shift(1) }),
        this.sound.element, this.hold, this.naming.element,
        make("button", { textContent: "Send", onclick: () => stage.send(`send ${id}`) }), this.keyboard), this.board);
    this.board.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault();
      this.board.focus({ preventScroll: true });
      this.board.setPointerCapture(event.pointerId);
      this.#touch(event.pointerId, event, true);
    });
    this.board.addEventListener("pointermove", (event) => {
      if (!this.#held.has(event.pointerId)) return;
      for (const part of event.getCoalescedEvents?.() ?? [event]) this.#touch(event.pointerId, part);
    });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) {
      this.board.addEventListener(kind, (event) => this.#drop(event.pointerId));
    }
    this.naming.set(this.#names);
  }

  update(state) {
    if (this.state && this.state.octave !== state.octave) this.#octave = null;
    this.state = state;
    this.sound.set(state.sound);
    this.#draw();
  }

  /** A key of the computer's keyboard. */
  key(event, down) {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      if (down && document.activeElement === this.board) this.#shift(event.key === "ArrowLeft" ? -1 : 1);
      return;
    }
    const semitone = codes[event.code];
    if (semitone === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!down) return this.#drop(event.code);
    if (!event.repeat) this.#press(event.code, this.#base + semitone, 0.8);
    event.preventDefault();
  }

  /** Cables came or went: the keyboards that play are named. */
  cables() { this.keyboard.textContent = this.stage.midiNames.length ? `MIDI: ${this.stage.midiNames.join(", ")}` : ""; }

  /** A key of a MIDI keyboard moved. */
  note(event) { this.#later.push(event); }

  frame(frame) {
    if (!this.#later.length) return;
    const due = this.#later.filter((event) => event.frame + this.stage.clock.latency <= frame || !Number.isFinite(frame));
    if (!due.length) return;
    this.#later = this.#later.filter((event) => !due.includes(event));
    for (const event of due) {
      const note = noteNumber(event.note);
      if (event.velocity > 0) this.#midi.set(note, event); else this.#midi.delete(note);
      if (event.velocity > 0 && (note < this.#base || note > this.#base + 16)) {
        this.#octave = Math.min(7, Math.max(1, Math.floor(note / 12) - 1));
        this.#draw();
      }
    }
    this.#light();
  }

  release() {
    for (const pointer of [...this.#held.keys()]) this.#drop(pointer);
    for (const note of this.#latched) this.stage.send(`note ${noteName(note)} +off`);
    this.#latched.clear();
    this.#light();
  }

  dispose() { this.release(); }

  get #base() { return 12 * ((this.#octave ?? this.state.octave) + 1); }
  #isOpen(note) { return this.state.open.includes(note % 12); }

  #shift(by) {
    this.#octave = null;
    this.stage.send(`~${this.id} octave=${Math.min(7, Math.max(1, this.state.octave + by))}`);
  }

  #toggleHold() {
    const on = this.hold.getAttribute("aria-pressed") !== "true";
    this.hold.setAttribute("aria-pressed", on);
    if (!on) {
      for (const note of this.#latched) if (!this.#isHeld(note)) this.stage.send(`note ${noteName(note)} +off`);
      this.#latched.clear();
      this.#light();
    }
  }

  #touch(pointer, event, isNew) {
    const box = this.board.getBoundingClientRect();
    const y = (event.clientY - box.top) / box.height;
    const semitone = keyAt((event.clientX - box.left) / box.width, y);
    const note = semitone === null ? null : this.#base + semitone;
    if (!isNew && this.#held.get(pointer) === note) return;
    this.#press(pointer, note, event.pointerType === "pen" ? Math.max(0.2, event.pressure) : 0.55 + 0.4 * Math.min(1, Math.max(0, y)));
  }

  /** A pointer goes to a key, or to none: what it held is let go. */
  #press(pointer, note, velocity) {
    this.#letGo(pointer);
    const sounds = note !== null && this.#isOpen(note) && note <= 127;
    this.#held.set(pointer, note);
    if (sounds) {
      if (this.hold.getAttribute("aria-pressed") === "true" && this.#latched.delete(note)) {
        this.stage.send(`note ${noteName(note)} +off`);
        this.#held.set(pointer, null);
      } else {
        if (this.hold.getAttribute("aria-pressed") === "true") this.#latched.add(note);
        this.stage.send(`note ${noteName(note)} velocity=${velocity.toFixed(2)} +on`);
      }
    }
    this.#light();
  }

  #drop(pointer) {
    if (!this.#held.has(pointer)) return;
    this.#letGo(pointer);
    this.#held.delete(pointer);
    this.#light();
  }

  #letGo(pointer) {
    const note = this.#held.get(pointer);
    this.#held.set(pointer, null);
    if (note === null || note === undefined || !this.#isOpen(note) || this.#latched.has(note) || this.#isHeld(note)) return;
    this.stage.send(`note ${noteName(note)} +off`);
  }

  #isHeld(note) { return [...this.#held.values()].includes(note); }

  #draw() {
    if (!this.state) return;
    const base = this.#base;
    this.where.textContent = `${noteName(base)}–${noteName(base + 16)}`;
    this.cables();
    const place = (semitone, kind, left, width) => {
      const key = make("div", { className: `key ${kind}`, "aria-hidden": "true" }, pitchName(base + semitone, this.state.flats, this.#names));
      key.style.left = `${left * 100}%`;
      key.style.width = `${width * 100}%`;
      key.dataset.note = base + semitone;
      key.classList.toggle("dim", !this.#isOpen(base + semitone) || base + semitone > 127);
      return key;
    };
    this.board.replaceChildren(...whites.map((semitone, index) => place(semitone, "w", index / 10, 0.1)),
      ...blacks.map(([edge, semitone]) => place(semitone, "b", edge / 10 - blackWidth / 2, blackWidth)));
    this.#light();
  }

  #light() {
    for (const key of this.board.children) {
      const note = Number(key.dataset.note);
      const own = (this.#isHeld(note) || this.#latched.has(note)) && this.#isOpen(note);
      key.classList.toggle("down", own || this.#midi.has(note));
    }
  }
}
