// Lines that are entered and not yet on the server: kept by this browser, sent in their order.
// Each has a key of its own, so that one which is sent twice is entered once.

const AWAY = new Set([408, 429, 502, 503, 504]);
const RETRY = 2000;
const PATIENCE = 8000; // milliseconds after which an answer will not come

// What the server says to a form; null while it is away.
export async function post(address, fields) {
  const headers = { Accept: "application/json" };
  const body = new URLSearchParams(fields);
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const answer = await fetch(address, { method: "POST", body, headers, signal });
    return AWAY.has(answer.status) ? null : { ok: answer.ok, told: await answer.json() };
  } catch {
    return null;
  }
}

const withField = (fields, name, value) => [
  ...fields.filter(([one]) => one !== name),
  [name, String(value)],
];

export class Queue {
  #kept;
  #address;
  #onChange;
  #onEntered;
  #timer = 0;
  #sending = null;
  #unkept = null;

  // onChange hears that the list is another, onEntered what the server says to a line it took.
  constructor(sheet, address, onChange, onEntered) {
    this.#kept = `cutthroat-queue-${sheet}`;
    this.#address = address;
    this.#onChange = onChange;
    this.#onEntered = onEntered;
    addEventListener("online", () => this.send());
    addEventListener("storage", (event) => event.key === this.#kept && onChange());
  }

  // Each has its form, fields, key and text; refused says why, and what could be insisted on.
  get lines() {
    if (this.#unkept) return this.#unkept;
    try {
      return JSON.parse(localStorage.getItem(this.#kept)) ?? [];
    } catch {
      return [];
    }
  }

  // Where the browser keeps nothing, the page does as long as it is open.
  #save(lines) {
    try {
      if (lines.length) localStorage.setItem(this.#kept, JSON.stringify(lines));
      else localStorage.removeItem(this.#kept);
    } catch {
      this.#unkept = lines;
    }
    if (this.#unkept) this.#unkept = lines;
    this.#onChange();
  }

  find(key) {
    return this.lines.find((one) => one.key === key);
  }

  // Put a line at the end, or in the place of one that is corrected.
  add(line, replaces) {
    const lines = this.lines;
    const place = lines.findIndex((one) => one.key === replaces);
    if (place < 0) lines.push(line);
    else lines[place] = line;
    this.#save(lines);
  }

  change(key, how) {
    this.#save(this.lines.map((one) => (one.key === key ? { ...one, ...how } : one)));
  }

  forget(key) {
    this.#save(this.lines.filter((one) => one.key !== key));
    this.send();
  }

  // Enter a refused line although it is unlikely, or although somebody wrote meanwhile.
  insist(key, version) {
    const { fields } = this.find(key);
    const isDeal = ["enter", "sure"].includes(Object.fromEntries(fields).do);
    const sure = isDeal ? withField(fields, "do", "sure") : fields;
    this.change(key, { fields: withField(sure, "at", version), refused: null });
    this.send();
  }

  // Send what waits, until the server is away or refuses a line; those after it wait for that one.
  send() {
    clearTimeout(this.#timer);
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #sendAll() {
    for (let line; (line = this.lines[0]) && !line.refused; ) {
      const answer = await post(this.#address, line.fields);
      if (!answer) {
        this.#timer = setTimeout(() => this.send(), RETRY);
        return;
      }
      if (answer.ok) this.#taken(line, answer.told);
      else this.change(line.key, { refused: answer.told });
    }
  }

  #taken(line, told) {
    const rest = this.lines.filter((one) => one.key !== line.key);
    // The next one was entered upon this one.
    if (rest[0]) rest[0].fields = withField(rest[0].fields, "at", told.version);
    this.#save(rest);
    this.#onEntered(told);
  }
}
