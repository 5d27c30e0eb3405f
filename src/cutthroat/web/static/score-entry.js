// The forms for the next line: each is free again as soon as its line is kept, and sent then.

import { ask } from "./score-asked.js";
import { recount } from "./score-count.js";
import { Draft, fieldsOf, fill, isUntouched } from "./score-draft.js";
import { post } from "./score-post.js";
import { Queue } from "./score-queue.js";
import { rest } from "./score-rest.js";
import { filled, textOf, whyOf } from "./score-texts.js";
import { Waiting } from "./score-waiting.js";

const SHOWN_AFTER = 500; // milliseconds after which a line that is being sent is listed
const BARE = new Set(["thrown_in", "misdeal"]); // they say nothing of what is filled in
const BARE_FIELDS = new Set(["at", "key", "do"]);

const freshKey = () =>
  [...crypto.getRandomValues(new Uint8Array(9))].map((one) => one.toString(16)).join("");
const hidden = (form, name) => form.elements.namedItem(name);
const isBare = (fields) => BARE.has(Object.fromEntries(fields).do);

export class Entry {
  #words;
  #page;
  #drafts;
  #queue;
  #waiting;
  #own = new Set(); // lines that whoever fills in these forms has entered, in this tab
  #fresh = new Set(); // lines that come back into their form if they are refused
  #quiet = new Set(); // lines that are not listed yet
  #isBusy = false;

  // page has its path and version, shows what the server says, and tells what there is to say.
  constructor(sheet, words, page) {
    this.#words = words;
    this.#page = page;
    const forms = [...document.querySelectorAll("form[data-send]")];
    this.#drafts = new Map(forms.map((form) => [form, new Draft(`${sheet}-${form.id}`, form)]));
    this.#queue = new Queue(sheet, page.path, {
      changed: () => this.#list(),
      taken: (line, at, told) => this.#taken(line, at, told),
      refused: (line, told) => this.#refused(line, told),
      away: (refused) => this.#away(refused),
    });
    this.#waiting = new Waiting(words, {
      insist: (line) => this.#queue.insist(line.key, page.version),
      another: () => this.#open(document.getElementById("next")),
      again: () => this.#queue.send(),
      leave: (line) => this.#leave(line),
      correct: (line) => this.#correct(line),
      forget: (line) => this.#queue.forget(line.key),
    });
    document.addEventListener("submit", (event) => this.#submitted(event));
  }

  // Go on where the browser was left. What came back from the server to be mended is newer.
  begin(isMended) {
    for (const draft of this.#drafts.values()) {
      if (!isMended) draft.restore();
      draft.follow();
    }
    const replaced = this.#forms.map((form) => hidden(form, "replaces").value);
    for (const { key, held } of this.#queue.lines) {
      this.#own.add(key);
      if (held && !replaced.includes(key)) this.#queue.release(key);
    }
    this.#list();
    this.send();
  }

  send() {
    this.#queue.send();
  }

  // Whether there are lines that the server does not know.
  get isBehind() {
    return this.#queue.lines.length > 0;
  }

  get #forms() {
    return [...this.#drafts.keys()];
  }

  // A form is upon what was shown when it began to be filled in: who wrote since is asked about.
  settle(version) {
    for (const form of this.#forms) if (isUntouched(form)) hidden(form, "at").value = version;
  }

  // What this page wrote itself needs no asking.
  #advance(at) {
    for (const form of this.#forms) {
      if (at && hidden(form, "at").value === at) hidden(form, "at").value = Number(at) + 1;
    }
  }

  // --- What is pressed

  #submitted(event) {
    const form = event.target;
    if (!form.matches("form[data-send], form[data-now]")) return;
    event.preventDefault();
    const fields = fieldsOf(form, event.submitter);
    if (form.matches("[data-now]")) this.#once(() => this.#sendNow(form, fields));
    else if (Object.fromEntries(fields).do === "count") this.#once(() => this.#count(form, fields));
    else this.#enter(form, fields);
  }

  async #once(work) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    await work().finally(() => (this.#isBusy = false));
  }

  // Undo and redo are of what is on the server, so that they cannot wait.
  async #sendNow(form, fields) {
    rest();
    const answer = await post(form.action, fields);
    rest();
    if (!this.#isDone(answer)) return;
    const { at } = Object.fromEntries(fields);
    this.#queue.advance(at);
    this.#advance(at);
    this.#page.tell("");
    this.#page.show(answer.told);
  }

  async #count(form, fields) {
    const answer = await post(this.#page.path, fields);
    // Who goes on meanwhile is not to be disturbed.
    const isSame = JSON.stringify(fieldsOf(form)) === JSON.stringify(fields.slice(0, -1));
    if (!this.#isDone(answer) || !isSame) return;
    this.#page.tell("");
    recount(form);
    if (answer.told.game !== null) form.elements.namedItem("game").value = answer.told.game;
    this.#drafts.get(form).keep();
    form.querySelector("[name=game]:checked")?.focus();
  }

  #isDone(answer) {
    if (answer?.ok) return true;
    if (answer?.told.html) this.#page.show(answer.told);
    const [why] = answer ? whyOf({ ...answer.told, status: answer.status }, this.#words) : [];
    this.#page.tell(why ?? this.#words.offline, true);
    return false;
  }

  // A line is kept before it is sent, and the form is free for the next one.
  #enter(form, given) {
    const replaces = hidden(form, "replaces").value;
    if (replaces && !this.#queue.find(replaces)) return this.#gone(form);
    const key = freshKey();
    const isNext = Object.fromEntries(given).do === "next"; // nothing goes before it
    const fields = given
      .filter(([name]) => (isBare(given) ? BARE_FIELDS.has(name) : name !== "replaces"))
      .map(([name, value]) => [name, name === "key" ? key : value]);
    const line = { form: form.id, fields, key, text: textOf(form, given, this.#words) };
    this.#own.add(key);
    if (!this.#queue.isStuck || isNext) this.#beQuiet(key);
    if (!isBare(given) || replaces) this.#clear(form);
    rest(() => this.#seeResult(form));
    this.#queue.add(line, replaces);
    this.#queue.send();
  }

  #beQuiet(key) {
    this.#fresh.add(key);
    this.#quiet.add(key);
    setTimeout(() => this.#quiet.delete(key) && this.#list(), SHOWN_AFTER);
  }

  #clear(form) {
    form.reset();
    hidden(form, "replaces").value = "";
    form.querySelector(".counter")?.removeAttribute("open");
    ask(form);
    this.#drafts.get(form).forget();
    this.settle(this.#page.version);
    if (form.id === "deal") focusFirst(form);
  }

  #seeResult(form) {
    if (!isUntouched(form)) return;
    if (this.isBehind) document.getElementById("entry").scrollIntoView();
    else this.#page.scroll();
  }

  // --- What comes of it

  #taken(line, at, told) {
    this.#drop(line.key);
    if (this.#own.delete(line.key)) this.#advance(at);
    if (!line.held) this.#page.tell("");
    this.#page.show(told);
  }

  #drop(key) {
    this.#quiet.delete(key);
    return this.#fresh.delete(key);
  }

  // A line that nothing waits for is mended in its form, if that is still free.
  #refused(line, told) {
    const form = document.getElementById(line.form);
    const isFresh = this.#drop(line.key) && this.#queue.lines.length === 1;
    if (told.html) this.#page.show(told);
    if (isFresh && (isBare(line.fields) || isUntouched(form))) this.#mend(form, line);
    else this.#list();
  }

  #mend(form, line) {
    rest();
    this.#queue.forget(line.key);
    if (!isBare(line.fields)) fill(form, line.fields);
    this.#keep(form, line);
    this.#page.tell(line.refused.message ?? "", true);
    ask(form, line.refused);
  }

  #away(refused) {
    const lines = this.#queue.lines;
    const newest = lines.filter(({ key }) => this.#fresh.has(key)).at(-1);
    for (const { key } of lines) this.#drop(key);
    this.#list();
    if (refused || !newest) return;
    const text = this.#queue.isKept ? this.#words.kept : this.#words.unkept;
    this.#page.tell(filled(text, { what: newest.text }), !this.#queue.isKept);
  }

  // --- What waits

  #list() {
    for (const form of this.#forms) {
      const { value } = hidden(form, "replaces");
      if (value && !this.#queue.find(value)) this.#gone(form);
    }
    const lines = this.#queue.lines.filter(({ key }) => !this.#quiet.has(key));
    this.#waiting.show(lines, this.#queue.isKept);
    this.#page.arrange();
  }

  // The line that was being corrected is on the sheet, or was forgotten.
  #gone(form) {
    this.#clear(form);
    this.#page.tell(this.#words.gone, true);
  }

  // Back into the form: what is sent from there takes the place of this line.
  #correct(line) {
    const form = document.getElementById(line.form);
    const former = hidden(form, "replaces").value;
    hidden(form, "replaces").value = "";
    fill(form, line.fields);
    hidden(form, "replaces").value = line.key;
    this.#keep(form, line);
    if (former && former !== line.key) this.#queue.release(former);
    this.#queue.hold(line.key);
    this.#open(form);
  }

  #leave(line) {
    for (const form of this.#forms) {
      if (hidden(form, "replaces").value === line.key) this.#clear(form);
    }
    this.#queue.release(line.key);
  }

  // Who was told that somebody wrote meanwhile has seen what.
  #keep(form, line) {
    const isStale = line.refused?.reason === "sheet_stale";
    const { at } = Object.fromEntries(line.fields);
    hidden(form, "at").value = isStale ? this.#page.version : at;
    this.#drafts.get(form).keep();
  }

  #open(form) {
    form.closest("[data-while]").hidden = false;
    form.closest("details")?.setAttribute("open", "");
    form.scrollIntoView({ block: "start" });
    (form.querySelector("input:checked") ?? form.querySelector("input:not([type=hidden])")).focus({
      preventScroll: true,
    });
  }
}

export function focusFirst(form) {
  form?.querySelector("input:not([type=hidden])")?.focus({ preventScroll: true });
}
