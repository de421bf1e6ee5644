// SPDX-License-Identifier: GPL-3.0-or-later
import { choice, holdToRun, make, number, press } from "./parts.js";

/** A dot a beat. */
export class Metronome {
  #last = null;
  #shown = -1;
  #began = null;
  #told = "";

  constructor(id, stage) {
    this.id = id;
    this.stage = stage;
    this.dots = make("div", { className: "dots", "aria-hidden": "true" });
    this.tempo = make("button", { className: "big", role: "spinbutton", "aria-label": "Tempo", "aria-valuemin": "30", "aria-valuemax": "300" });
    this.play = make("button", { textContent: "Start", "aria-pressed": "false" });
    press(this.play, () => stage.send(`${this.state.playing ? "stop" : "start"} ${id}`));
    this.sub = choice("Clicks in a beat", [[1, "1"], [2, "2"], [3, "3"], [4, "4"]], (value) => stage.send(`~${id} sub=${value}`));
    this.sub.element.prepend(make("small", { textContent: "clicks a beat" }));
    this.time = make("output", {});
    const slower = make("button", { textContent: "−", "aria-label": "Slower by 1" });
    const faster = make("button", { textContent: "+", "aria-label": "Faster by 1" });
    const tap = make("button", { className: "tap", textContent: "Tap" });
    holdToRun(slower, () => this.#set(this.state.bpm - 1));
    holdToRun(faster, () => this.#set(this.state.bpm + 1));
    press(tap, () => stage.send("tap"));
    this.element = make("section", { className: "player", "aria-label": "Metronome" },
      make("div", { className: "click" }, this.dots, make("div", { className: "tools" }, slower, this.tempo, faster),
        make("div", { className: "tools" }, this.play, tap), this.sub.element, this.time));
    this.tempo.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.#set(Math.round(this.state.bpm) - Math.sign(event.deltaY));
    }, { passive: false });
    this.tempo.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1, ArrowRight: 1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.#set(this.state.bpm + by);
    });
    let drag = null;
    this.tempo.addEventListener("pointerdown", (event) => {
      this.tempo.setPointerCapture(event.pointerId);
      drag = { y: event.clientY, bpm: this.state.bpm };
    });
    this.tempo.addEventListener("pointermove", (event) => { if (drag) this.#set(Math.round(drag.bpm + (drag.y - event.clientY) / 3)); });
    for (const kind of ["pointerup", "pointercancel"]) this.tempo.addEventListener(kind, () => { drag = null; });
  }

  update(state) {
    this.state = state;
    this.tempo.textContent = number(state.bpm);
    this.tempo.setAttribute("aria-valuenow", state.bpm);
    this.play.textContent = state.playing ? "Stop" : "Start";
    this.play.setAttribute("aria-pressed", state.playing);
    this.sub.set(state.sub);
    if (this.dots.children.length !== state.beats) this.dots.replaceChildren(...Array.from({ length: state.beats }, () => make("i")));
    if (!state.playing) { this.#last = null; this.#began = null; }
  }

  step(event) {
    this.#last = event;
    this.#began ??= event.heard;
  }

  frame(frame) {
    const { beats, sub, bpm, playing } = this.state;
    let beat = -1;
    if (playing && this.#last && Number.isFinite(frame)) {
      const click = this.stage.clock.rate * 60 / bpm / sub;
      const ahead = Math.min(2 * sub, Math.max(-1, Math.floor((frame - this.#last.heard) / click)));
      beat = Math.floor((((this.#last.step + ahead) % (beats * sub)) + beats * sub) % (beats * sub) / sub);
    }
    const seconds = this.#began === null ? 0 : Math.max(0, Math.floor((frame - this.#began) / this.stage.clock.rate));
    const time = seconds ? `Practised ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
    if (time !== this.#told) this.time.textContent = this.#told = time;
    if (beat === this.#shown) return;
    this.#shown = beat;
    [...this.dots.children].forEach((dot, index) => dot.classList.toggle("lit", index === beat));
    this.element.dataset.step = beat;
  }

  #set(bpm) {
    const wanted = Math.min(300, Math.max(30, bpm));
    if (wanted !== this.state.bpm) this.stage.send(`~${this.id} bpm=${number(wanted)}`);
  }
}
