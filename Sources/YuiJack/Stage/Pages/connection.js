// SPDX-License-Identifier: GPL-3.0-or-later

/** The way to the instrument: lines out, events in. It comes back by itself. */
export class Connection {
  #socket = null;
  #pause = 300;

  constructor({ event, open, closed }) {
    Object.assign(this, { event, opened: open, closed });
    this.#join();
  }

  /** Sends a line; what is sent while there is no connection is lost, as a key without a piano. */
  send(line) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(line);
  }

  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }

  #join() {
    const address = new URL("lines", location.href);
    address.protocol = "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => { this.#pause = 300; this.opened(); };
    socket.onmessage = ({ data }) => {
      for (const line of data.split("\n")) if (line) this.event(JSON.parse(line));
    };
    socket.onclose = ({ reason }) => {
      this.closed(reason);
      this.#pause = Math.min(3000, this.#pause * 1.6);
      setTimeout(() => this.#join(), this.#pause);
    };
  }
}
