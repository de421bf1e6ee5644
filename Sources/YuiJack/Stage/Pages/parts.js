// SPDX-License-Identifier: GPL-3.0-or-later

/** Makes an element: properties, then children. `on...` are listeners, names with a dash or `role` are attributes. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key.includes("-") || key === "role") element.setAttribute(key, value);
    else if (value !== undefined) element[key] = value;
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

/** A group of choices, of which one holds; `choose` is told the value. */
export function choice(label, options, choose) {
  const buttons = options.map(([value, text]) =>
    make("button", { role: "radio", type: "button", textContent: text, onclick: () => choose(value) }));
  const element = make("div", { className: "tools", role: "radiogroup", "aria-label": label }, ...buttons);
  element.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const next = buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length];
    next.focus();
    next.click();
    event.preventDefault();
  });
  return {
    element,
    set(value) {
      options.forEach(([option], index) => {
        buttons[index].setAttribute("aria-checked", option === value);
        buttons[index].tabIndex = option === value ? 0 : -1;
      });
      if (!options.some(([option]) => option === value)) buttons[0].tabIndex = 0;
    },
  };
}

/** A list to pick from, with its name in front for screen readers. */
export function picker(label, options, choose) {
  const element = make("select", { "aria-label": label, onchange: () => choose(element.value) },
    ...options.map(([value, text]) => make("option", { value, textContent: text })));
  return {
    element,
    set(value) {
      if (![...element.options].some((option) => option.value === value)) element.append(make("option", { value, textContent: value }));
      element.value = value;
    },
  };
}

/** Does something when a button goes down, not when it comes up; keyboards and screen readers press it, too. */
export function press(button, act) {
  button.addEventListener("pointerdown", (event) => { if (!event.button) act(); });
  button.addEventListener("click", (event) => { if (event.detail === 0) act(); });
}

/** Does something when a button goes down, and again and again, faster and faster, until it is let go. */
export function holdToRun(button, act) {
  let timer = 0;
  const stop = () => { clearTimeout(timer); timer = 0; };
  const run = (pause) => { act(); timer = setTimeout(() => run(Math.max(40, pause * 0.82)), pause); };
  button.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    stop();
    button.setPointerCapture(event.pointerId);
    run(420);
  });
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(kind, stop);
  button.addEventListener("click", (event) => { if (event.detail === 0) act(); });
}

/** How hard something was struck, 0 to 1: by pressure where there is one, else louder towards the middle. */
export function strength(event, box) {
  const measured = event.pointerType === "pen" || event.pointerType === "touch" && ![0, 0.5, 1].includes(event.pressure);
  if (measured) return Math.max(0.2, Math.min(1, event.pressure * 1.2));
  const x = (event.clientX - box.left) / box.width - 0.5;
  const y = (event.clientY - box.top) / box.height - 0.5;
  return Math.max(0.4, 1 - 0.9 * Math.hypot(x, y));
}

/** A number as lines take it. */
export const number = (value) => String(Math.round(value * 100) / 100);

/** A text as one word of a line. */
export const quote = (text) => `"${text.replace(/[\\"]/g, "\\$&")}"`;

const sharps = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];
const flats = ["C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"];
const solfege = { C: "Do", D: "Re", E: "Mi", F: "Fa", G: "Sol", A: "La", B: "Si" };

/** The name of a MIDI note. */
export const noteName = (note, useFlats) => (useFlats ? flats : sharps)[note % 12] + (Math.floor(note / 12) - 1);

/** The name of its pitch for people: "letters", "solfege" or "none". */
export function pitchName(note, useFlats, style) {
  if (style === "none") return "";
  const name = (useFlats ? flats : sharps)[note % 12];
  const sign = { "#": "♯", b: "♭" }[name[1]] ?? "";
  return (style === "solfege" ? solfege[name[0]] : name[0]) + sign;
}

/** The MIDI note of a name such as C#4. */
export function noteNumber(name) {
  const [, letter, sign, octave] = /^([A-G])([#b]?)(-?\d+)$/.exec(name) ?? [];
  if (!letter) return null;
  return sharps.indexOf(letter) + (sign === "#" ? 1 : sign === "b" ? -1 : 0) + 12 * (Number(octave) + 1);
}

/** The words of the kit. */
export const kit = ["kick", "snare", "clap", "hat", "open", "rim", "tom", "shaker", "crash", "cow", "snap", "conga", "pop", "sweep", "tick", "bell"];

/** The voices that play notes. */
export const voices = [["keys", "Keys"], ["pluck", "Pluck"], ["bell", "Bell"], ["pad", "Pad"], ["bass", "Bass"], ["lead", "Lead"]];
