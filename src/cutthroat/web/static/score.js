// The page of a sheet: it follows what is written, and sends what is entered, now or later.
// The parts that change come from the server as they are shown; the form stays where it is.

import { recount } from "./score-count.js";
import { Draft, fieldsOf, fill } from "./score-draft.js";
import { post, Queue } from "./score-queue.js";
import { Stream } from "./stream.js";

const path = new URL(location.href).pathname;
const sheet = path.split("/").at(-1);
const words = document.getElementById("words")?.dataset;
const notice = document.getElementById("notice");
const speech = document.getElementById("speech");
const banner = document.getElementById("banner");
const now = () => document.getElementById("now");

// --- What the server shows

function show(version, html) {
  if (version <= Number(now().dataset.version)) return;
  const { setup } = now().dataset;
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const focused = signOf(document.activeElement);
  for (const part of fresh.content.querySelectorAll("[data-part]")) {
    document.querySelector(`[data-part="${part.dataset.part}"]`).replaceChildren(...part.childNodes);
  }
  // Names or rules are others now, and so the form has to be.
  if (now().dataset.setup !== setup && words) return location.reload();
  if (focused) refocus(focused);
  settle(version);
  speak();
}

// By what a button or link of a part is found again.
function signOf(element) {
  if (!element?.closest("[data-part]")) return null;
  const [what, address] = element.form
    ? ["form[action", element.form.getAttribute("action")]
    : ["a[href", element.getAttribute("href")];
  return `[data-part] ${what}="${address}"]${element.form ? " button" : ""}`;
}

function refocus(sign) {
  const same = document.querySelector(sign) ?? document.querySelector("[data-part] button");
  same?.focus({ preventScroll: true });
}

// The form writes upon what is shown.
function settle(version) {
  const isOver = Boolean(now().dataset.over);
  for (const part of document.querySelectorAll("[data-while]")) {
    part.hidden = (part.dataset.while === "over") !== isOver;
  }
  for (const field of document.querySelectorAll("#entry [name=at]")) field.value = version;
}

function speak() {
  const scores = [...now().querySelectorAll("th")].map(
    (one, place) => `${one.textContent} ${now().querySelectorAll(".score")[place].textContent}`,
  );
  const parts = [...now().querySelectorAll("#told p"), now().querySelector("h1")];
  speech.textContent = [...parts.map((one) => one.textContent), scores.join(", ")].join(" ");
}

new Stream(
  `${path}/stream?as=html`,
  show,
  (isUp) => {
    banner.hidden = isUp;
    if (isUp) queue?.send();
  },
  "sheet",
);

// --- What is entered

const forms = [...document.querySelectorAll("form[data-send]")];
const drafts = new Map(forms.map((form) => [form, new Draft(sheet, form)]));
const queue = words && new Queue(sheet, path, list, entered);

function tell(text, isAlert = false) {
  notice.hidden = !text;
  notice.classList.toggle("alert", isAlert);
  notice.setAttribute("role", isAlert ? "alert" : "status");
  notice.textContent = text;
}

function entered(told) {
  tell("");
  show(told.version, told.html);
}

const freshKey = () =>
  [...crypto.getRandomValues(new Uint8Array(9))].map((one) => one.toString(16)).join("");

function clear(form) {
  form.reset();
  form.elements.namedItem("replaces").value = "";
  form.querySelector(".counter")?.removeAttribute("open");
  ask(form, []);
  drafts.get(form).forget();
}

let isSending = false;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-send], form[data-now]")) return;
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  const fields = fieldsOf(form, event.submitter);
  doIt(form, fields).finally(() => (isSending = false));
});

function doIt(form, fields) {
  if (form.matches("[data-now]")) return sendNow(form, fields);
  return Object.fromEntries(fields).do === "count" ? count(form, fields) : enter(form, fields);
}

// Undo and redo are of what is on the server, so that they cannot wait.
async function sendNow(form, fields) {
  const answer = await post(form.action, fields);
  if (!answer) tell(words.offline, true);
  else if (answer.ok) entered(answer.told);
  else tell(answer.told.message, true);
}

async function count(form, fields) {
  const answer = await post(path, fields);
  if (!answer) return tell(words.offline, true);
  if (!answer.ok) return tell(answer.told.message, true);
  tell("");
  recount(form);
  if (answer.told.game !== null) form.elements.namedItem("game").value = answer.told.game;
  drafts.get(form).keep();
  form.querySelector("[name=game]:checked")?.focus();
}

// A line is kept before it is sent. Only one that is answered at once never shows among those
// that wait.
async function enter(form, given) {
  const key = freshKey();
  const fields = given.map(([name, value]) => [name, name === "key" ? key : value]);
  const isAtOnce = !queue.lines.length;
  const text = textOf(form, fields);
  drafts.get(form).forget();
  queue.add({ form: form.id, fields, key, text, isAtOnce }, Object.fromEntries(fields).replaces);
  await queue.send();
  const left = queue.find(key);
  if (left?.refused && isAtOnce) return mend(form, left);
  clear(form);
  if (!left) return now().scrollIntoView();
  queue.change(key, { isAtOnce: false });
  if (!left.refused) tell(words.kept.replace("{what}", text));
}

// What is wrong, beside the form that still has it.
function mend(form, line) {
  queue.forget(line.key);
  drafts.get(form).keep();
  tell(line.refused.message ?? "", true);
  ask(form, line.refused.doubts ?? []);
}

// Ask about what is unlikely, or no longer.
function ask(form, doubts) {
  const box = form.querySelector(".asked");
  if (!box) return;
  box.hidden = !doubts.length;
  box.querySelector("ul").replaceChildren(...doubts.map((text) => element("li", text)));
  if (!doubts.length) return;
  box.scrollIntoView({ block: "center" });
  box.querySelector("button").focus({ preventScroll: true });
}

// --- What waits

function textOf(form, fields) {
  const given = Object.fromEntries(fields);
  const named = (name) =>
    form.querySelector(`[name="${name}"][value="${given[name]}"]`)?.closest("label").textContent ?? "";
  switch (given.do) {
    case "thrown_in":
      return words.thrown;
    case "misdeal":
      return words.misdeal;
    case "stop":
      return filled(words.stop, { reason: given.reason });
    case "next":
      return filled(words.next, { name: named("dealer") });
  }
  const owners = Object.fromEntries(["high", "low", "jack", "game"].map((one) => [one, named(one)]));
  const points = filled(words.points, owners);
  return filled(words.deal, { name: named("bidder"), bid: given.bid, points });
}

const filled = (text, places) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => places[name]?.trim() ?? whole);

function element(tag, text, properties = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, ...properties });
}

function list() {
  const waiting = document.getElementById("waiting");
  const lines = queue.lines.filter((one) => !one.isAtOnce);
  waiting.hidden = !lines.length;
  waiting.querySelector("ol").replaceChildren(...lines.map(listed));
}

function listed(line) {
  const item = element("li", "");
  const said = (line.refused ? words.refused : words.waiting).replace("{what}", line.text);
  item.append(element("p", said));
  const button = (text, onclick) => item.append(element("button", text, { type: "button", onclick }));
  const { message, doubts = [], reason } = line.refused ?? {};
  for (const why of message ? [message] : doubts) {
    item.append(element("p", why, { className: "alert" }));
  }
  if (["unlikely", "sheet_stale"].includes(reason)) {
    button(words.sure, () => queue.insist(line.key, now().dataset.version));
  }
  button(words.correct, () => correct(line));
  button(words.forget, () => queue.forget(line.key));
  return item;
}

// Back into the form: what is sent from there takes the place of this line.
function correct(line) {
  const form = document.getElementById(line.form);
  fill(form, line.fields);
  form.elements.namedItem("replaces").value = line.key;
  form.closest("details")?.setAttribute("open", "");
  form.scrollIntoView({ block: "start" });
  form.querySelector("input:checked, input:not([type=hidden])")?.focus({ preventScroll: true });
}

// --- Links

document.addEventListener("click", (event) => {
  const copied = event.target.closest("[data-copy]");
  if (copied) copy(document.getElementById(copied.dataset.copy));
  const link = event.target.closest("a[href]");
  if (link && !banner.hidden && words) leave(event, link);
});

async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // on a plain address there is no clipboard but this
  }
  tell(words.copied);
}

// While the server is away a link would lead to nothing, and the way back too.
async function leave(event, link) {
  if (new URL(link.href).pathname === path) return;
  event.preventDefault();
  const answer = await fetch(link.href, { method: "HEAD" }).catch(() => null);
  if (answer) location.assign(link.href);
  else tell(words.offline, true);
}

// --- Beginning

document.querySelectorAll("[data-copy]").forEach((button) => (button.hidden = false));
// What came back from the server to be mended is newer than what was kept.
const isMended = !notice?.hidden || document.querySelector(".asked:not([hidden])");
if (!isMended) drafts.forEach((draft) => draft.restore());
if (queue) {
  for (const line of queue.lines) queue.change(line.key, { isAtOnce: false });
  list();
  queue.send();
}
