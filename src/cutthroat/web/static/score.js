// The page of a sheet: it follows what is written.
// The parts that change come from the server as they are shown; the forms stay where they are.

import { Entry, focusFirst } from "./score-entry.js";
import { isThere } from "./score-post.js";
import { Stream } from "./stream.js";

const path = new URL(location.href).pathname;
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
  document.title = now().dataset.title;
  if (focused) refocus(focused);
  settle();
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

// The forms write upon what is shown.
function settle() {
  entry?.settle(now().dataset.version);
  const left = document.activeElement?.closest("[data-while]");
  arrange();
  if (left?.hidden) focusFirst(document.querySelector("[data-while]:not([hidden]) form"));
}

// Which forms there are: while lines wait for a server that is away, nobody knows whether the match
// is over, and who deals next; and a line that is being corrected has its form.
function arrange() {
  const isUnknown = !banner.hidden && entry?.isBehind;
  const { over, dealer } = now().dataset;
  const state = over ? "over" : "running";
  for (const one of document.querySelectorAll("[data-send] [name=dealer]")) {
    one.defaultChecked = !isUnknown && one.value === dealer;
  }
  for (const part of document.querySelectorAll("[data-while]")) {
    const isMended = [...part.querySelectorAll("[name=replaces]")].some((one) => one.value);
    part.hidden = part.dataset.while !== state && !isUnknown && !isMended;
  }
}

function speak() {
  const scores = [...now().querySelectorAll("th")].map(
    (one, place) => `${one.textContent} ${now().querySelectorAll(".score")[place].textContent}`,
  );
  const parts = [...now().querySelectorAll("#told p"), now().querySelector("h1")];
  speech.textContent = [...parts.map((one) => one.textContent), scores.join(", ")].join(" ");
}

// --- What is entered

function tell(text, isAlert = false) {
  notice.hidden = !text;
  notice.classList.toggle("alert", isAlert);
  notice.setAttribute("role", isAlert ? "alert" : "status");
  notice.textContent = text;
  if (text && isAlert) notice.scrollIntoView({ block: "nearest" });
}

const page = {
  path,
  get version() {
    return now().dataset.version;
  },
  show: (told) => show(told.version, told.html),
  scroll: () => now().scrollIntoView(),
  tell,
  arrange,
};
const entry = words && new Entry(path.split("/").at(-1), words, page);

// --- Links

document.addEventListener("click", (event) => {
  const copied = event.target.closest("[data-copy]");
  if (copied) copy(copied);
  const link = event.target.closest("a[href]");
  if (link && !banner.hidden && words) leave(event, link);
});

// It is said beside the button that it is done.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  const said = Object.assign(document.createElement("span"), { className: "small copied" });
  said.setAttribute("role", "status");
  button.after(" ", said);
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // on a plain address there is no clipboard but this
  }
  button.parentElement.querySelector(".copied").textContent = words.copied;
}

// While the server is away a link would lead to nothing, and the way back too.
async function leave(event, link) {
  if (new URL(link.href).pathname === path) return;
  event.preventDefault();
  if (await isThere(link.href)) location.assign(link.href);
  else tell(words.offline, true);
}

// --- Beginning

settle();
entry?.begin(!notice.hidden || document.querySelector(".asked:not([hidden])"));
new Stream(
  `${path}/stream?as=html`,
  show,
  (isUp) => {
    banner.hidden = isUp;
    arrange();
    if (isUp) entry?.send();
  },
  "sheet",
);
