// The table in the browser: shows what the stream brings, one card after another, and sends forms.
// It holds no state of the match: every picture came from the server as it is shown.

import { watch } from "./clock.js";
import { listen } from "./keys.js";
import { addNonce, nonceOf } from "./nonce.js";
import { isAtOnce, Pace } from "./pace.js";
import { due, mark, toggle } from "./queue.js";
import { myTurn, notMyTurn } from "./signals.js";
import { Stream } from "./stream.js";

const RETRY = 1500;
const PATIENCE = 15_000; // milliseconds after which an answer will not come

const words = document.getElementById("words").dataset;
const banner = document.getElementById("banner");
const notice = document.getElementById("notice");
const speech = document.getElementById("speech");
const table = () => document.getElementById("table");
const path = new URL(location.href).pathname;
const pace = new Pace(table, show, (main) => homeless && focusAgain(main, homeless));

// --- A new picture

async function show(fresh) {
  const isStill = isAtOnce || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (document.startViewTransition && !document.hidden && !isStill) {
    const transition = document.startViewTransition(() => replace(fresh));
    transition.ready.catch(() => {}); // the next picture may overtake it
    await transition.updateCallbackDone;
  } else {
    replace(fresh);
  }
}

function replace(fresh) {
  const old = table();
  const sign = signOfFocus(old);
  for (const one of old.querySelectorAll("details[open][id]")) {
    fresh.querySelector(`#${one.id}`)?.setAttribute("open", "");
  }
  old.replaceWith(fresh);
  if (sign) focusAgain(fresh, sign);
  settled(old, fresh);
}

// What had the focus and is for the moment nowhere to be seen.
let homeless = null;

function signOfFocus(main) {
  const element = document.activeElement;
  if (!main.contains(element)) return element === document.body ? homeless : null;
  return signOf(element);
}

// By what something is found again in the next picture.
function signOf(element) {
  if (element.id) return `#${element.id}`;
  if (element.matches("summary")) return `#${element.parentElement.id} > summary`;
  if (element.matches("a")) return `a[href="${element.getAttribute("href")}"]`;
  if (!element.form) return `.${element.classList[0]}`;
  const part = element.name ? `[name="${element.name}"][value="${element.value}"]` : "button";
  return `.${element.form.className} ${part}`;
}

function focusAgain(main, sign) {
  const card = /value="([^"]*)"/.exec(sign)?.[1];
  const same = [sign, `.in-hand[value="${card}"]`];
  homeless = null;
  for (const place of [...same, "button.call, button.play", "#ready", ".in-hand", "#summary"]) {
    main.querySelector(place)?.focus({ preventScroll: true });
    if (main.contains(document.activeElement)) return;
  }
  homeless = sign;
}

// --- What follows from a new picture

let spoken = Math.max(0, ...numbers(table()));

function numbers(main) {
  return [...main.querySelectorAll("#story li")].map((line) => Number(line.dataset.number));
}

function settled(old, main) {
  const fresh = [...main.querySelectorAll("#story li")]
    .filter((line) => Number(line.dataset.number) > spoken)
    .map((line) => line.textContent);
  spoken = Math.max(spoken, ...numbers(main));
  const turns = main.classList.contains("my-turn");
  if (turns && !old.classList.contains("my-turn")) {
    fresh.push(main.querySelector("#turn").textContent);
    myTurn(words.turn);
  }
  if (!turns) notMyTurn();
  if (fresh.length) speech.textContent = fresh.map(ended).join(" ");
  if (Number(old.dataset.version) < Number(main.dataset.version)) tell("");
  mark(main);
  hints?.keep(main);
  doByItself(main);
}

// A sentence that does not end would run into the next when it is read out.
const ended = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);

function tell(text, isAlert = false) {
  notice.hidden = !text;
  notice.classList.toggle("alert", isAlert);
  notice.setAttribute("role", isAlert ? "alert" : "status");
  notice.textContent = text;
}

function speak(text) {
  speech.textContent = text;
}

// --- Sending

let isSending = false;
let answeredAt = 0; // the version after the last move
let pressed = null; // what was pressed while something else was on its way, and in which picture

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#table")) return;
  event.preventDefault();
  const button = event.submitter;
  if (button?.name === "queue") queue(button);
  else if (form.matches(".f-hint")) hint(form);
  else if (isSending) pressed = { sign: button && signOf(button), version: table().dataset.version };
  else if (!isDone(form)) send(new URL(form.action).pathname, () => filled(form, button));
});

// The next picture can be here before the answer to the last move: what is pressed there waits.
function pressAgain(main) {
  const { sign, version } = pressed ?? {};
  pressed = null;
  const button = sign && version === main.dataset.version && main.querySelector(sign);
  if (button && !isDone(button.form)) button.form.requestSubmit(button);
}

// Whether a picture from before the last move still offers what was done by it.
function isDone(form) {
  return form.matches(".f-move, .f-ready") && Number(table().dataset.version) < answeredAt;
}

async function filled(form, button) {
  if (form.matches("[data-nonce]")) await addNonce(form);
  return new URLSearchParams(new FormData(form, button));
}

// A call or a card is sent until it is answered: sent again with the same `at` it counts once.
async function send(address, fill) {
  isSending = true;
  try {
    const body = await fill();
    for (;;) {
      const answer = await post(address, body);
      if (answer && answer.status !== 503) return await answered(address, answer);
      if (notice.textContent !== words.offline) tell(words.offline, true);
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  } finally {
    isSending = false;
    doByItself(table());
    pressAgain(table());
  }
}

async function post(address, body) {
  const headers = { Accept: "application/json" };
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    return await fetch(address, { method: "POST", body, headers, signal });
  } catch {
    return null;
  }
}

async function answered(address, answer) {
  const told = await answer.json().catch(() => ({}));
  if (told.where) return location.assign(told.where);
  if (/[/](move|ready)$/.test(address)) answeredAt = told.version ?? 0;
  if (answer.ok) tell(told.said ?? "");
  else tell(told.message ?? words.offline, true);
}

// --- What is sent without a click, once nothing else is on its way

let shownHash = null;

function doByItself(main) {
  if (isSending) return;
  const hash = main.dataset.show;
  const nonce = hash && hash !== shownHash && nonceOf(hash);
  if (nonce) {
    shownHash = hash;
    send(`${path}/forms/nonce`, () => new URLSearchParams({ nonce }));
    return;
  }
  const button = due(main);
  if (button?.name === "play") button.form.requestSubmit(button);
  else if (button) tell(words.cannot.replace("{card}", button.textContent.trim()), true);
}

function queue(button) {
  const said = toggle(table(), button.value) ? words.queued : words.unqueued;
  speech.textContent = said.replace("{card}", button.textContent.trim());
}

// --- Hints

let hints; // what gives them, fetched for the first

async function hint(form) {
  hints ??= await import("./hint.js").catch(() => tell(words.noHint, true));
  hints?.ask(form, table, { ...words, speak, tell });
}

// --- Clicks

document.addEventListener("click", (event) => {
  // The second half of a double click would hit what has come to lie there since.
  if (event.detail > 1 && event.target.closest("#table button")) return event.preventDefault();
  const isElse = event.target.closest("a, summary, input, .quiet, [name=queue]");
  if (event.target.closest("#table") && !isElse) pace.goOn();
  const copied = event.target.closest("[data-copy]");
  if (copied) copy(document.getElementById(copied.dataset.copy));
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

// --- Beginning

document.querySelectorAll("[data-copy]").forEach((button) => (button.hidden = false));
listen(table, () => pace.goOn());
watch(speak);
settled(table(), table());
new Stream(`${path}/stream?as=html`, (...frame) => pace.arrived(...frame), (isUp) => {
  banner.hidden = isUp;
});
