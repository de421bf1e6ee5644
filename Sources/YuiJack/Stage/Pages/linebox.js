// SPDX-License-Identifier: GPL-3.0-or-later
import { make } from "./parts.js";

/** Where lines are typed: with a history, and with errors shown where they are. */
export class LineBox {
  #history = JSON.parse(localStorage.getItem("lines") ?? "[]");
  #place = this.#history.length;

  constructor(form, said, send) {
    this.input = form.querySelector("input");
    this.said = said;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const line = this.input.value;
      if (!line.trim()) return;
      this.tell("");
      send(line);
      this.#history = [...this.#history.filter((other) => other !== line), line].slice(-100);
      this.#place = this.#history.length;
      localStorage.setItem("lines", JSON.stringify(this.#history));
      this.input.value = "";
    });
    this.input.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.#place = Math.min(this.#history.length, Math.max(0, this.#place + by));
      this.input.value = this.#history[this.#place] ?? "";
    });
  }

  /** Says a sentence. */
  tell(sentence, isWrong = false) {
    this.said.classList.toggle("wrong", isWrong);
    this.said.textContent = sentence;
  }

  /** Shows an error where it is, and what was probably meant. */
  fault(event) {
    const { text, column, message, suggest } = event;
    this.said.classList.toggle("wrong", event.event === "error");
    const parts = [];
    if (column && text) {
      const letters = [...text];
      const end = letters.findIndex((letter, index) => index >= column - 1 && /\s/.test(letter));
      const wrong = letters.slice(column - 1, end < 0 ? undefined : end).join("") || " ";
      parts.push(make("code", {}, letters.slice(0, column - 1).join(""), make("mark", { textContent: wrong }), end < 0 ? "" : letters.slice(end).join("")));
    }
    parts.push(message);
    if (suggest) {
      parts.push(make("button", { type: "button", textContent: `${suggest}?`, "aria-label": `Write ${suggest} instead`, onclick: () => {
        const letters = [...text];
        const end = letters.findIndex((letter, index) => index >= column - 1 && /\s/.test(letter));
        this.input.value = column ? letters.slice(0, column - 1).join("") + suggest + (end < 0 ? "" : letters.slice(end).join("")) : text;
        this.input.focus();
      } }));
    }
    this.said.replaceChildren(...parts);
  }
}
