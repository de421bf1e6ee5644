// SPDX-License-Identifier: GPL-3.0-or-later
import { make, press, quote, strength } from "./parts.js";

/** Pads that sound when they are touched. */
export class Drums {
  #take = null;
  #told = "";

  constructor(id, stage) {
    this.id = id;
    this.stage = stage;
    this.pads = make("div", { className: "pads", role: "group", "aria-label": "Pads" });
    this.count = make("output", { className: "count", "aria-live": "polite" });
    this.record = make("button", { textContent: "Record", "aria-pressed": "false" });
    press(this.record, () => stage.send(`~${id} record=${this.#take ? "off" : "on"}`));
    this.element = make("section", { className: "player", "aria-label": "Drums" },
      make("div", { className: "tools" }, this.record,
        make("button", { textContent: "Send", onclick: () => stage.send(`send ${id}`) }), this.count), this.pads);
    this.pads.addEventListener("pointerdown", (event) => this.#down(event));
    this.pads.addEventListener("keydown", (event) => {
      const pad = [...this.pads.children].indexOf(event.target);
      if (pad < 0 || event.repeat || event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      this.hit(pad, 0.9);
    });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) {
      this.pads.addEventListener(kind, (event) => this.#up(event.pointerId));
    }
    this.held = new Map();
  }

  update(state) {
    const before = this.state;
    this.state = state;
    if (before && JSON.stringify(before.pads) === JSON.stringify(state.pads) && before.columns === state.columns) return;
    this.pads.style.gridTemplate = `repeat(${state.rows}, 1fr) / repeat(${state.columns}, minmax(0, 1fr))`;
    this.pads.replaceChildren(...state.pads.map((pad) => make("button", { textContent: pad.name })));
  }

  /** Strikes a pad, counted from 0. */
  hit(pad, velocity) {
    const number = velocity.toFixed(2);
    if (this.stage.isNewest(this.id)) this.stage.send(`hit ${pad + 1} velocity=${number}`);
    else this.stage.send(`hit ${quote(this.state.pads[pad].word)} velocity=${number}`);
  }

  take(event) {
    // A take of the sound alone has no bars to count.
    if (!event.bpm && event.state !== "over") return;
    this.#take = event.state === "over" ? null : event;
    this.record.setAttribute("aria-pressed", Boolean(this.#take));
    this.record.textContent = this.#take ? "Stop" : "Record";
    if (!this.#take) this.#tell("");
  }

  frame(frame) {
    const take = this.#take;
    if (!take) return;
    const beat = Math.floor((frame - take.frame - this.stage.clock.latency) / (this.stage.clock.rate * 60 / take.bpm));
    if (take.state === "count_in") this.#tell(`${Math.min(4, Math.max(1, 4 - beat))}`, false);
    else this.#tell(`● ${Math.min(8, Math.max(1, beat + 1))} of 8`, true);
  }

  release() { for (const id of [...this.held.keys()]) this.#up(id); }

  #tell(text, live) {
    if (text === this.#told) return;
    this.#told = text;
    this.count.textContent = text;
    this.count.classList.toggle("live", Boolean(live));
  }

  #down(event) {
    const button = event.target.closest("button");
    const pad = [...this.pads.children].indexOf(button);
    if (pad < 0 || event.button) return;
    event.preventDefault();
    this.hit(pad, strength(event, button.getBoundingClientRect()));
    this.held.set(event.pointerId, button);
    button.classList.add("down");
  }

  #up(pointer) {
    const button = this.held.get(pointer);
    this.held.delete(pointer);
    if (button && ![...this.held.values()].includes(button)) button.classList.remove("down");
  }
}
