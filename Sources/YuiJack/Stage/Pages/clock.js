// SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The engine's frame clock, as far as round trips tell of it.
 *
 * Of the last trips those count that were not slower than the middle one; the middle of what they say is taken, so that
 * one answer that was held up on its way moves nothing.
 */
export class FrameClock {
  #sent = new Map();
  #trips = [];
  #count = 0;
  #origin = null;
  rate = 48000;
  latency = 0;

  constructor(send) { this.send = send; }

  /** Asks for the time. */
  ask() {
    this.#count += 1;
    this.#sent.set(String(this.#count), performance.now());
    if (this.#sent.size > 32) this.#sent.clear();
    this.send(`ping ${this.#count}`);
  }

  /** Takes an answer. */
  hear(pong, now = performance.now()) {
    const sent = this.#sent.get(pong.n);
    if (sent === undefined) return;
    this.#sent.delete(pong.n);
    const trip = now - sent;
    if (pong.rate !== this.rate) this.#trips = [];
    this.rate = pong.rate;
    this.latency = pong.latency;
    const origin = pong.frame - (sent + trip / 2) * this.rate / 1000;
    // A trip is off by half its length at most, so what is further away is another time: cycles were lost, or the server came back.
    if (this.#origin !== null && Math.abs(origin - this.#origin) > (trip / 2 + 5) * this.rate / 1000) this.#trips = [];
    this.#trips.push({ trip, origin });
    if (this.#trips.length > 9) this.#trips.shift();
    const slow = middle(this.#trips.map((item) => item.trip));
    this.#origin = middle(this.#trips.filter((item) => item.trip <= slow).map((item) => item.origin));
  }

  /** Cycles were lost, so the engine stood still for a while: what was learnt before says nothing any more. */
  doubt() {
    this.#trips = [];
    for (let count = 0; count < 3; count++) this.ask();
  }

  /** Forgets what it knows: the connection is another one. */
  reset() { this.#trips = []; this.#sent.clear(); this.#origin = null; }

  /** Whether it knows anything. */
  get isSet() { return this.#origin !== null; }

  /** The engine's frame now; events say at which frame they are `heard`. */
  frame(now = performance.now()) { return this.#origin === null ? NaN : this.#origin + now * this.rate / 1000; }
}

function middle(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/**
 * Where a pattern is that is heard now: the last step that was told, and those that have to follow it by tempo and swing until
 * the next is told.
 */
export class Playhead {
  #last = null;

  /** A step was told. */
  hear(step) { this.#last = step; }

  /** Nothing plays. */
  stop() { this.#last = null; }

  /**
   * The step that is heard at a frame, or -1.
   *
   * @param length frames of a step without swing
   * @param late frames by which odd steps are late
   */
  at(frame, steps, length, late) {
    const last = this.#last;
    if (!last || !Number.isFinite(frame)) return -1;
    const start = last.heard - (last.step % 2 ? late : 0);
    let found = -1;
    for (let ahead = -2; ahead <= 2; ahead++) {
      const step = (last.step + ahead + steps) % steps;
      if (start + ahead * length + (step % 2 ? late : 0) <= frame) found = step;
    }
    return found;
  }
}
