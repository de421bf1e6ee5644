// SPDX-License-Identifier: GPL-3.0-or-later
import { holdToRun, number, press } from "./parts.js";

const find = (id) => document.getElementById(id);

/** The transport, the meter, and the light that tells about the machine. */
export class Bar {
  #xruns = 0;
  #server = "lost";
  #machine = {};
  #lateUntil = 0;
  #levels = [0, 0];

  constructor(stage) {
    this.stage = stage;
    press(find("play"), () => stage.send(this.#plays ? "stop" : "start"));
    press(find("record"), () => {
      const on = find("record").getAttribute("aria-pressed") !== "true";
      find("record").setAttribute("aria-pressed", on);
      stage.send(on ? "record" : "record stop");
    });
    holdToRun(find("slower"), () => this.#tempo(-2));
    holdToRun(find("faster"), () => this.#tempo(2));
    find("light").onclick = () => {
      const opens = find("machine").hidden;
      find("machine").hidden = !opens;
      find("light").setAttribute("aria-expanded", opens);
      if (opens) stage.send("status");
    };
  }

  /** Recording could not begin. */
  recordingFailed() { find("record").setAttribute("aria-pressed", "false"); }

  /** A take of everything began or ended, whoever wanted it. */
  take(event) { find("record").setAttribute("aria-pressed", event.state !== "over"); }

  update() {
    find("play").setAttribute("aria-pressed", this.#plays);
    find("play").setAttribute("aria-label", this.#plays ? "Stop everything" : "Play everything");
    find("play").disabled = !this.#players.length;
    const source = this.#source;
    find("bpm").firstElementChild.textContent = source ? number(source.bpm) : "–";
  }

  hear(event) {
    switch (event.event) {
      case "status":
        if (event.waiting) { this.#server = "waiting"; break; }
        this.#server = "back";
        this.#machine = event;
        this.#xruns = event.witnesses?.xruns ?? this.#xruns;
        break;
      case "server": this.#server = event.state; break;
      case "ready": this.#server = "back"; this.stage.send("status"); break;
      case "latency": this.#machine = { ...this.#machine, latency: event }; break;
      case "xrun":
        this.#xruns += event.count;
        this.#lateUntil = performance.now() + 3000;
        break;
      case "meters": {
        this.#levels = [event.left, event.right].map((level) => Math.max(0, Math.min(1, 1 + level / 60)));
        find("meter").classList.toggle("hot", Math.max(event.peak_left, event.peak_right) > -0.3);
        [...find("meter").children].forEach((bar, index) => bar.style.setProperty("--level", this.#levels[index].toFixed(3)));
        return;
      }
    }
    this.light();
  }

  /** Says how the machine is. */
  light() {
    const { rate, period, latency, server } = this.#machine;
    const online = this.#server === "back" && this.stage.isConnected;
    const milliseconds = online && rate ? (latency?.audio ?? 0) / rate * 1000 : null;
    const late = performance.now() < this.#lateUntil;
    find("light").dataset.state = !online ? "off" : late ? "late" : "good";
    find("light").lastElementChild.textContent = !this.stage.isConnected ? "gone" : !online ? "no server" : `${Math.round(milliseconds)} ms`;
    const xruns = `${this.#xruns} ${this.#xruns === 1 ? "xrun" : "xruns"}`;
    find("light").setAttribute("aria-label", online ? `The JACK server runs; latency ${Math.round(milliseconds)} ms, ${xruns}` : "No JACK server");
    find("machine").textContent = online
      ? `JACK server '${server}', ${rate} Hz, ${period} frames a cycle, output latency ${number(milliseconds)} ms, ${xruns}.`
      : "No JACK server runs: what is played is not heard.";
  }

  get #players() { return this.stage.instruments().filter((item) => item.bpm && item.preset !== "drums"); }
  get #plays() { return this.stage.instruments().some((item) => item.playing); }
  get #source() { return this.#players.find((item) => item.playing) ?? this.#players.at(-1); }

  #tempo(by) {
    const source = this.#source;
    if (!source) return;
    for (const player of this.#players.filter((item) => item.bpm === source.bpm)) {
      const bpm = number(Math.min(player.preset === "loop" ? 240 : 300, Math.max(40, player.bpm + by)));
      this.stage.send(player.preset === "loop" ? `edit ${player.id} bpm=${bpm}` : `~${player.id} bpm=${bpm}`);
    }
  }
}
