// SPDX-License-Identifier: GPL-3.0-or-later
import { choice, holdToRun, kit, make, noteNumber, noteName, number, picker, press, quote, voices } from "./parts.js";
import { Playhead } from "./clock.js";

/** Rows by steps: tap and drag to paint. */
export class Loop {
  #playhead = new Playhead();
  #pattern = [];
  #told = [];
  #cells = [];
  #bank = 0;
  #shown = -1;
  #painting = null;
  #edited = false;
  /** For each row the steps that hands changed and that have not come back yet. */
  #touched = [];
  /** The pattern that was sent and has not come back yet, until when it is waited for, and whether it was sent again. */
  #awaited = null;
  #awaitedUntil = 0;
  #again = false;
  #focus = [0, 0];

  constructor(id, stage) {
    this.id = id;
    this.stage = stage;
    this.names = make("div", { className: "names" });
    this.cells = make("div", { className: "cells", role: "group", "aria-label": "Steps" });
    this.head = make("div", { className: "head", hidden: true });
    this.play = make("button", { textContent: "Play", "aria-pressed": "false" });
    press(this.play, () => stage.send(`${this.state.playing ? "stop" : "start"} ${id}`));
    const slower = make("button", { textContent: "−", "aria-label": "This loop slower by 2" });
    const faster = make("button", { textContent: "+", "aria-label": "This loop faster by 2" });
    this.bpm = make("output", {}, "–");
    holdToRun(slower, () => this.#tempo(-2));
    holdToRun(faster, () => this.#tempo(2));
    this.swing = choice("Swing", [[0, "0"], [25, "25"], [50, "50"], [75, "75"]], (value) => stage.send(`edit ${id} swing=${value}`));
    this.swinging = make("small");
    this.swing.element.prepend(this.swinging);
    this.steps = picker("Steps", [["8", "8 steps"], ["16", "16 steps"], ["32", "32 steps"]], (value) => stage.send(`edit ${id} steps=${value}`));
    this.sound = picker("Sound of notes", voices, (value) => stage.send(`~${id} sound=${value}`));
    this.banks = make("div", { className: "tools", role: "group", "aria-label": "Part of the pattern" });
    this.element = make("section", { className: "player", "aria-label": "Loop" },
      make("div", { className: "tools" }, this.play,
        make("div", { className: "spin", role: "group", "aria-label": "Tempo" }, slower, this.bpm, faster),
        make("button", { textContent: "Clear", onclick: () => { this.#touched = this.#pattern.map(() => -1); this.#pattern = this.#pattern.map(() => 0); this.#edited = true; this.#paint(); } }),
        make("button", { textContent: "Send", onclick: () => stage.send(`send ${id}`) }),
        this.swing.element, this.steps.element, this.sound.element, this.banks),
      make("div", { className: "grid" }, this.names, this.cells));
    this.cells.addEventListener("pointerdown", (event) => this.#down(event));
    this.cells.addEventListener("pointermove", (event) => this.#move(event));
    for (const kind of ["pointerup", "pointercancel"]) this.cells.addEventListener(kind, () => { this.#painting = null; });
    this.cells.addEventListener("keydown", (event) => this.#key(event));
    this.sizes = new ResizeObserver(() => this.#lay());
    this.sizes.observe(this.element);
  }

  update(state) {
    const before = this.state;
    const same = before && before.steps === state.steps && before.rows.join("|") === state.rows.join("|");
    this.state = state;
    this.#told = state.p.map((text) => [...text].reduce((mask, mark, step) => mask + (mark === "x" ? 2 ** step : 0), 0));
    // Steps of other rows, or of another length, are not those that hands changed.
    if (!same) this.#forget();
    if (this.#awaited?.every((mask, row) => !((mask ^ (this.#told[row] ?? 0)) & (this.#touched[row] ?? 0)))) this.#awaited = null;
    this.#adopt();
    if (!state.playing) { this.#playhead.stop(); }
    this.play.textContent = state.playing ? "Stop" : "Play";
    this.play.setAttribute("aria-pressed", state.playing);
    this.bpm.replaceChildren(make("b", { textContent: number(state.bpm) }));
    this.swing.set(state.swing);
    this.swinging.textContent = [0, 25, 50, 75].includes(state.swing) ? "swing" : `swing ${number(state.swing)}`;
    this.steps.set(String(state.steps));
    this.sound.set(state.sound);
    this.sound.element.hidden = !state.rows.some((row) => noteNumber(row) !== null);
    if (!same) this.#lay(true);
    this.#paint();
  }

  step(event) { this.#playhead.hear(event); }

  frame(frame) {
    if (this.#awaited && !this.#edited && performance.now() > this.#awaitedUntil) {
      // Another's pattern was on its way when this one was sent, and has undone it: once more, with both.
      if (!this.#again) this.#again = this.#edited = true;
      else this.#forget();
      this.#adopt();
      this.#paint();
    }
    if (this.#edited) {
      this.#edited = false;
      this.#awaited = this.#pattern.slice();
      this.#awaitedUntil = performance.now() + 500;
      this.stage.send(`edit ${this.id} p=${this.#pattern.map((mask) => this.#text(mask)).join("|") || "."}`);
    }
    const state = this.state;
    const length = this.stage.clock.rate * (state.steps <= 8 ? 30 : 15) / state.bpm;
    const step = state.playing ? this.#playhead.at(frame, state.steps, length, length / 2 * state.swing / 100) : -1;
    if (step === this.#shown) return;
    this.#shown = step;
    const column = step - this.#first;
    this.head.hidden = column < 0 || column >= this.#columns;
    this.head.style.transform = `translateX(calc(${column} * (100% + 3px)))`;
    [...this.banks.children].forEach((button, bank) => button.classList.toggle("here", step >= 8 * bank && step < 8 * bank + 8));
    this.element.dataset.step = step;
  }

  dispose() { this.sizes.disconnect(); }

  get #narrow() { return this.state.steps > 8 && this.element.clientWidth < 560; }
  get #first() { return this.#narrow ? 8 * this.#bank : 0; }
  get #columns() { return this.#narrow ? Math.min(8, this.state.steps - this.#first) : this.state.steps; }

  #text(mask) { return Array.from({ length: this.state.steps }, (_, step) => Math.floor(mask / 2 ** step) % 2 ? "x" : ".").join(""); }
  #isOn(row, step) { return Math.floor((this.#pattern[row] ?? 0) / 2 ** step) % 2 === 1; }
  #tempo(by) { this.stage.send(`edit ${this.id} bpm=${number(Math.min(240, Math.max(40, this.state.bpm + by)))}`); }

  #lay(all) {
    if (!this.state) return;
    const banks = this.#narrow ? Math.ceil(this.state.steps / 8) : 1;
    this.#bank = Math.min(this.#bank, banks - 1);
    const key = [this.state.rows.join("|"), this.#first, this.#columns, banks].join();
    if (!all && key === this.laid) return;
    this.laid = key;
    this.#shown = -2;
    this.banks.hidden = banks === 1;
    this.banks.replaceChildren(...Array.from({ length: banks }, (_, bank) => make("button", {
      textContent: `${8 * bank + 1}–${Math.min(8 * bank + 8, this.state.steps)}`, "aria-pressed": String(bank === this.#bank),
      onclick: () => { this.#bank = bank; this.#lay(true); this.#paint(); },
    })));
    this.names.replaceChildren(...this.state.rows.map((name, row) => make("button", {
      textContent: name || "·", "aria-label": `Sound of row ${row + 1}: ${name}`, onclick: () => this.#pick(row),
    })));
    const perBeat = this.state.steps <= 8 ? 2 : 4;
    this.#cells = this.state.rows.map((name, row) => Array.from({ length: this.#columns }, (_, column) => make("button", {
      tabIndex: -1, className: (this.#first + column) % perBeat ? "" : "beat",
      "aria-label": `${name}, step ${this.#first + column + 1}`,
    })));
    this.cells.style.gridTemplateColumns = `repeat(${this.#columns}, 1fr)`;
    this.head.style.width = `calc((100% - ${3 * (this.#columns - 1)}px) / ${this.#columns})`;
    this.cells.replaceChildren(...this.#cells.flat(), this.head);
    this.#place(0, 0, false);
    this.#paint();
  }

  /** Takes the pattern that was told, except where hands are ahead of it: what they did after it was sent would be lost. */
  #adopt() {
    if (!this.#edited && !this.#awaited) this.#forget();
    this.#pattern = this.#told.map((mask, row) => {
      const mine = this.#touched[row] ?? 0;
      return (mask & ~mine | (this.#pattern[row] ?? 0) & mine) >>> 0;
    });
  }

  /** Gives up what hands did and what has not come back. */
  #forget() {
    this.#touched = [];
    this.#awaited = null;
    this.#edited = this.#again = false;
  }

  #paint() {
    this.#cells.forEach((cells, row) => cells.forEach((cell, column) => cell.setAttribute("aria-pressed", this.#isOn(row, this.#first + column))));
  }

  #cellAt(event) {
    const box = this.cells.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / box.width * this.#columns);
    const row = Math.floor((event.clientY - box.top) / box.height * this.state.rows.length);
    return column >= 0 && column < this.#columns && row >= 0 && row < this.state.rows.length ? [row, column] : null;
  }

  #set(row, column, on) {
    const step = this.#first + column;
    if (this.#isOn(row, step) === on) return;
    this.#pattern[row] = (this.#pattern[row] ?? 0) + (on ? 1 : -1) * 2 ** step;
    this.#touched[row] |= 1 << step;
    this.#cells[row][column].setAttribute("aria-pressed", on);
    this.#edited = true;
    if (on && !this.state.playing) this.#sound(row);
  }

  #sound(row) {
    const name = this.state.rows[row];
    if (noteNumber(name) !== null) this.stage.send(`note ${name} for=0.3`);
    else if (name) this.stage.send(`hit ${quote(name)}`);
  }

  #down(event) {
    const at = this.#cellAt(event);
    if (!at || event.button) return;
    event.preventDefault();
    this.cells.setPointerCapture(event.pointerId);
    this.#painting = !this.#isOn(at[0], this.#first + at[1]) ? "on" : "off";
    this.#set(...at, this.#painting === "on");
    this.#place(...at, false);
  }

  #move(event) {
    if (!this.#painting) return;
    for (const part of event.getCoalescedEvents?.() ?? [event]) {
      const at = this.#cellAt(part);
      if (at) this.#set(...at, this.#painting === "on");
    }
  }

  #place(row, column, focus = true) {
    this.#cells[this.#focus[0]]?.[this.#focus[1]]?.setAttribute("tabindex", -1);
    this.#focus = [row, column];
    const cell = this.#cells[row]?.[column];
    if (!cell) return;
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }

  #key(event) {
    const [row, column] = this.#focus;
    const move = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
    if (move) {
      const next = [row + move[0], column + move[1]];
      if (this.#cells[next[0]]?.[next[1]]) this.#place(...next);
    } else if (event.key === " " || event.key === "Enter") {
      this.#set(row, column, !this.#isOn(row, this.#first + column));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #pick(row) {
    this.#sound(row);
    const name = this.state.rows[row];
    const note = noteNumber(name);
    const choices = note === null ? kit : Array.from({ length: 25 }, (_, index) => noteName(note - 12 + index)).reverse();
    this.stage.pick(`Sound of row ${row + 1}`, choices, name, (chosen) => {
      const rows = this.state.rows.with?.(row, chosen) ?? this.state.rows.map((other, index) => index === row ? chosen : other);
      this.stage.send(`edit ${this.id} rows=${rows.map((row) => row.includes(" ") ? quote(row) : row).join("|")}`);
      this.stage.send(noteNumber(chosen) === null ? `hit ${chosen}` : `note ${chosen} for=0.3`);
    });
  }
}
