// SPDX-License-Identifier: GPL-3.0-or-later
import { Bar } from "./bar.js";
import { Chords } from "./chords.js";
import { Connection } from "./connection.js";
import { Drums } from "./drums.js";
import { FrameClock } from "./clock.js";
import { Keys } from "./keys.js";
import { LineBox } from "./linebox.js";
import { Loop } from "./loop.js";
import { make } from "./parts.js";
import { Metronome } from "./metronome.js";
import { openShelf, pickFrom, shelf } from "./shelf.js";
import { Tuner } from "./tuner.js";

const kinds = { loop: Loop, drums: Drums, keys: Keys, chords: Chords, tuner: Tuner, metronome: Metronome };
const view = document.getElementById("view");
const tabs = document.getElementById("tabs");
const dialog = document.getElementById("shelf");

/** Everything that is up, and the way to it. */
class Stage {
  #states = new Map();
  #views = new Map();
  #place = null;
  #name = null;
  #screens = [];
  #drawn = "";
  #settled = false;
  midiNames = [];
  tunerNames = [];

  constructor() {
    this.clock = new FrameClock((line) => this.connection.send(line));
    this.bar = new Bar(this);
    this.box = new LineBox(document.getElementById("box"), document.getElementById("said"), (line) => this.send(line));
    this.connection = new Connection({
      event: (event) => this.hear(event), open: () => this.#opened(), closed: (reason) => this.#closed(reason),
    });
    document.getElementById("more").onclick = () => this.#openShelf();
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    addEventListener("keydown", (event) => this.#key(event, true));
    addEventListener("keyup", (event) => this.#key(event, false));
    for (const kind of ["blur", "pagehide"]) addEventListener(kind, () => this.letGo());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.letGo(); });
    addEventListener("contextmenu", (event) => { if (!event.target.closest("input, #said, #machine")) event.preventDefault(); });
    setInterval(() => { if (this.connection.isOpen) this.clock.ask(); }, 500);
    const draw = () => { this.#frame(); requestAnimationFrame(draw); };
    requestAnimationFrame(draw);
    this.#draw();
  }

  send(line) { this.connection.send(line); }
  get isConnected() { return Boolean(this.connection?.isOpen); }
  instruments() { return [...this.#states.values()].sort((a, b) => a.number - b.number); }

  /** Whether host lines without a target mean this one. */
  isNewest(id) {
    const preset = this.#states.get(id)?.preset;
    return this.instruments().filter((item) => item.preset === preset).at(-1)?.id === id;
  }

  pick(title, words, current, choose) { pickFrom(dialog, title, words, current, choose); }

  /** Lets go of everything that this page holds. */
  letGo() {
    for (const item of this.#views.values()) item.release?.();
    this.send("note off");
  }

  hear(event) {
    switch (event.event) {
      case "client":
        this.#name = event.name;
        this.#screens = event.screens;
        this.#draw(true);
        break;
      case "pong": return this.clock.hear(event);
      case "state": return this.#put(event);
      case "gone": return this.#remove(event.id);
      case "step": return this.#views.get(event.id)?.step?.(event);
      case "note": for (const item of this.#views.values()) item.note?.(event); return;
      case "take": return event.id ? this.#views.get(event.id)?.take?.(event) : this.bar.take(event);
      case "recorded": return this.box.tell(`Recorded ${event.seconds} s: ${decodeURI(event.audio).replace(/^file:\/\//, "")}`);
      case "reading": this.#views.get(event.id)?.reading?.(event); return;
      case "error": case "warning":
        if (event.source && event.source !== this.#name) return;
        this.box.fault(event);
        if (event.text?.startsWith("record")) this.bar.recordingFailed();
        return;
      case "xrun": this.clock.doubt(); break;
      case "saved": return this.box.tell(`Saved as '${event.name}'.`);
      case "dropped": if (event.name === this.#name) this.box.tell(event.reason, true); return;
      case "status": {
        const peers = (start) => Object.entries(event.ports ?? {}).filter(([name]) => name.startsWith(start)).flatMap(([, names]) => names).map((peer) => peer.split(":").at(-1));
        this.midiNames = peers("midi_in");
        this.tunerNames = peers("tuner_in");
        for (const item of this.#views.values()) item.cables?.();
        break;
      }
      case "connected": case "disconnected":
        if (/\b(midi|tuner)_in/.test(`${event.port} ${event.peer}`)) this.send("status");
        break;
      case undefined:
        if (event.id) this.box.tell(`Sent: ${JSON.stringify(event)}`);
        return;
    }
    this.bar.hear(event);
  }

  #opened() {
    this.clock.reset();
    this.#settled = false;
    this.send("events +steps +notes +meters +readings +state");
    this.send("status");
    for (let count = 0; count < 5; count++) setTimeout(() => this.clock.ask(), 40 * count);
    setTimeout(() => { this.#settled = true; }, 500);
    this.box.tell("");
  }

  #closed() {
    for (const id of [...this.#states.keys()]) this.#remove(id);
    this.bar.light();
    this.box.tell("The connection is gone: trying again. If yui-jack was started anew, open the address that it printed then.", true);
  }

  #put(state) {
    const isNew = this.#states.get(state.id)?.number !== state.number;
    if (isNew) this.#remove(state.id);
    this.#states.set(state.id, state);
    if (isNew && kinds[state.preset]) {
      const item = new kinds[state.preset](state.id, this);
      item.element.prepend(make("h3", { textContent: state.title || state.preset }));
      this.#views.set(state.id, item);
    }
    const item = this.#views.get(state.id);
    if (item) {
      item.update(state);
      item.element.querySelector("h3").textContent = state.title || state.preset;
    }
    if (isNew && (this.#settled || this.#place === null)) this.#place = placeOf(state);
    this.#draw();
  }

  #remove(id) {
    if (!this.#states.delete(id)) return;
    this.#views.get(id)?.dispose?.();
    this.#views.get(id)?.element.remove();
    this.#views.delete(id);
    this.#draw();
  }

  /** Draws the tabs and what the chosen one shows. */
  #draw(anew = false) {
    const places = new Map();
    for (const state of this.instruments()) {
      const place = placeOf(state);
      if (!places.has(place)) places.set(place, []);
      places.get(place).push(state);
    }
    if (!places.has(this.#place)) this.#place = [...places.keys()].at(-1) ?? null;
    this.bar.update();
    const key = JSON.stringify([this.#place, [...places].map(([place, states]) => [place, states.map((state) => [state.id, state.number, state.text, state.title])])]);
    if (key === this.#drawn && !anew) return;
    this.#drawn = key;
    const order = [...places.keys()].sort((a, b) => (Number(a) || 0) - (Number(b) || 0));
    tabs.replaceChildren(...order.map((place) => make("button", {
      role: "tab", "aria-selected": String(place === this.#place), "aria-controls": "view",
      textContent: labelOf(place, places.get(place)[0]), onclick: () => { this.letGo(); this.#place = place; this.#draw(); },
    })));
    if (order.length < 2) tabs.replaceChildren();
    tabs.querySelector("[aria-selected=true]")?.scrollIntoView({ inline: "nearest", block: "nearest" });
    const shown = places.get(this.#place) ?? [];
    view.classList.toggle("paged", shown.length > 1);
    view.replaceChildren(...shown.map((state) => this.#views.get(state.id)?.element ?? make("p", { className: "say", textContent: state.text ?? "" })));
    if (!shown.length) view.append(shelf(this.#screens, (line) => this.send(line)));
    for (const state of shown) this.#views.get(state.id)?.update(state);
  }

  #frame() {
    // A picture stands until the next one: it is drawn for the middle of that time.
    const frame = this.clock.frame(performance.now() + 1000 / 60 / 2);
    for (const [id, item] of this.#views) if (item.element.isConnected) item.frame?.(frame, id);
  }

  #openShelf() { openShelf(dialog, this.#screens, this.instruments(), (line) => this.send(line)); }

  #key(event, down) {
    // A key that was down before something else had the keyboard still has to come up.
    if (down && (event.target.matches("input, select") || dialog.open)) return;
    const shown = [...this.#views.values()].filter((item) => item.element.isConnected && item.key);
    shown.at(-1)?.key(event, down);
  }
}

/** Where an instrument is shown: by itself where it opens full screen, else on its page. */
function placeOf(state) { return state.full ? `full:${state.id}` : String(state.page); }

function labelOf(place, first) { return first.full ? first.title || first.preset : `Page ${place}`; }

window.stage = new Stage();
