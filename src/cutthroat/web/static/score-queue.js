// Lines that are entered and not yet on the server: kept by this browser, sent in their order.
// Each has a key of its own, so that one which is sent twice is entered once.

import { post } from "./score-post.js";

const RETRY = 2000;
const FAULTS = [2000, 5000, 15_000, 60_000]; // between tries while the server does not work

const field = (fields, name) => fields.find(([one]) => one === name)?.[1] ?? "";
const withField = (fields, name, value) => [
  ...fields.filter(([one]) => one !== name),
  [name, String(value)],
];

// A line upon another version of the sheet, if it was written upon a certain one.
const moved = (line, from, to) =>
  field(line.fields, "at") === from ? { ...line, fields: withField(line.fields, "at", to) } : line;

const isFree = (line) => !line.held && (!line.refused || line.refused.isFault);

export class Queue {
  #kept;
  #address;
  #hears;
  #timer = 0;
  #faults = 0;
  #sending = null;
  #unkept = null;

  // hears is told: changed, that the list is another; taken, with a line, the version that it
  // was written upon and what the server says; refused, with the line and that; away, with what went
  // wrong if anything answered.
  constructor(sheet, address, hears) {
    this.#kept = `cutthroat-queue-${sheet}`;
    this.#address = address;
    this.#hears = hears;
    addEventListener("online", () => this.send());
    addEventListener("storage", (event) => event.key === this.#kept && hears.changed());
    addEventListener("beforeunload", (event) => this.isKept || event.preventDefault());
  }

  // Each has its form, fields, key and text. held: it is being corrected. refused: why. isTried:
  // the server was away.
  get lines() {
    if (this.#unkept) return this.#unkept;
    try {
      return JSON.parse(localStorage.getItem(this.#kept)) ?? [];
    } catch {
      return [];
    }
  }

  // Whether the lines outlive this page.
  get isKept() {
    return !this.#unkept?.length;
  }

  // Whether something has to be done before the next line is sent.
  get isStuck() {
    return !this.lines.every(isFree);
  }

  // Where the browser keeps nothing, the page does as long as it is open.
  #save(lines) {
    try {
      if (lines.length) localStorage.setItem(this.#kept, JSON.stringify(lines));
      else localStorage.removeItem(this.#kept);
      this.#unkept = null;
    } catch {
      this.#unkept = lines;
    }
    this.#hears.changed();
  }

  find(key) {
    return this.lines.find((one) => one.key === key);
  }

  // Put a line at the end, or in the place of one that is corrected. What begins another match comes
  // before a line that was refused because none was on.
  add(line, replaces = "") {
    const lines = this.lines;
    const place = lines.findIndex((one) => one.key === replaces);
    const isMissing = lines[0]?.refused?.reason === "match_over";
    if (place >= 0) lines[place] = instead(line, lines[place]);
    else if (isMissing && field(line.fields, "do") === "next") {
      lines.unshift(line);
      delete lines[1].refused;
    } else lines.push(line);
    this.#save(lines);
  }

  change(key, how) {
    this.#save(this.lines.map((one) => (one.key === key ? { ...one, ...how } : one)));
  }

  // Do not send a line, nor those after it, while it is being corrected.
  hold(key) {
    this.change(key, { held: true });
  }

  release(key) {
    this.change(key, { held: false });
    this.send();
  }

  forget(key) {
    this.#save(this.lines.filter((one) => one.key !== key));
    this.send();
  }

  // Enter a refused line although it is unlikely, or although somebody wrote meanwhile. What was
  // entered upon the same version was entered just as knowingly.
  insist(key, version) {
    const { fields, refused } = this.find(key);
    const isStale = refused.reason === "sheet_stale";
    const sure = withField(withField(fields, "do", "sure"), "answered", refused.answered);
    const how = { fields: isStale ? fields : sure, refused: null };
    const lines = this.lines.map((one) => (one.key === key ? { ...one, ...how } : one));
    const at = field(fields, "at");
    this.#save(isStale ? lines.map((one) => moved(one, at, version)) : lines);
    this.send();
  }

  // This page wrote upon a version, and so what it has entered upon that is upon the next one.
  advance(at) {
    const next = Number(at) + 1;
    if (at && this.lines.length) this.#save(this.lines.map((one) => moved(one, at, next)));
  }

  // Send what waits, until the server is away or refuses a line; those after it wait for that one.
  send() {
    clearTimeout(this.#timer);
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #sendAll() {
    for (let line; (line = this.lines[0]) && isFree(line); ) {
      const answer = await post(this.#address, line.fields);
      if (!answer || answer.isFault) return this.#later(line, answer);
      this.#faults = 0;
      if (answer.ok) this.#taken(line, answer.told);
      else this.#refused(line, answer.told);
    }
  }

  // A fault is shown, and tried again less and less often.
  #later(line, answer) {
    const last = FAULTS.length - 1;
    const wait = answer ? FAULTS[Math.min(this.#faults++, last)] : RETRY;
    this.#timer = setTimeout(() => this.send(), wait);
    const refused = answer && { message: answer.told.message, status: answer.status, isFault: true };
    const now = this.find(line.key);
    if (now && (!now.isTried || now.refused?.status !== refused?.status)) {
      this.change(line.key, { isTried: true, refused });
    }
    this.#hears.away(refused);
  }

  #taken(line, told) {
    const at = field(line.fields, "at");
    const now = this.find(line.key);
    if (now) {
      this.#save(this.lines.filter((one) => one.key !== line.key));
      this.advance(at);
    }
    // Another one may be in its place by now, which is to ask.
    this.#hears.taken(now ?? line, now ? at : "", told);
  }

  #refused(line, told) {
    const now = this.find(line.key);
    if (!now) return;
    const { html, version, ...why } = told;
    this.change(line.key, { refused: why });
    if (!now.held) this.#hears.refused(this.find(line.key), told);
  }
}

// A line in the place of another. If nobody knows whether that one arrived, this one asks, for it
// is written upon the same version.
function instead(line, former) {
  const isKnown = former.refused && !former.refused.isFault;
  const at = field(former.fields, "at");
  return isKnown ? line : { ...line, fields: withField(line.fields, "at", at) };
}
