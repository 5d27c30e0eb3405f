// Makes a replay quick: fetches the next page, swaps its main part, and says what happened.
// Without it every link and form of the page does the same.

const main = () => document.getElementById("replay");
const speech = document.getElementById("speech");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const root = document.documentElement;
const MOST = 4; // key presses that may wait for their pages

let waiting = [];
let running = false;

// Each target tells, when its turn comes, the address to go to; null for none.
async function go(target, hurry = false) {
  if (waiting.length >= MOST) return;
  waiting.push(target);
  if (running) return;
  running = true;
  while (waiting.length) {
    const address = waiting.shift()();
    if (address) await show(address, hurry || waiting.length > 0);
  }
  running = false;
}

async function show(address, hurry) {
  const page = await fetched(address);
  const fresh = page?.getElementById("replay");
  if (!fresh) {
    // Let the browser show what is the matter.
    waiting = [];
    location.assign(address);
    return;
  }
  const flies = !hurry && !still.matches && root.dataset.speed !== "at_once";
  if (flies && document.startViewTransition) {
    await document.startViewTransition(() => replace(fresh)).updateCallbackDone;
  } else {
    replace(fresh);
  }
  if (document.title !== page.title) document.title = page.title;
  history.replaceState(null, "", address);
}

async function fetched(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null;
  }
}

function replace(fresh) {
  const old = main();
  const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
  for (const one of old.querySelectorAll("details[open][id]")) {
    fresh.querySelector(`#${one.id}`)?.setAttribute("open", "");
  }
  const said = (part) => part.querySelector("#said").innerText.trim();
  old.replaceWith(fresh);
  if (focused) focusAgain(fresh, focused);
  const text = said(fresh);
  if (text) speech.textContent = text;
}

function focusAgain(part, id) {
  const same = part.querySelector(`#${CSS.escape(id)}`);
  const can = same && (same.matches("select, button, [tabindex]") || same.href);
  (can ? same : part.querySelector("#said")).focus({ preventScroll: true });
}

// --- Links, the list of deals, keys

const link = (id) => () => document.getElementById(id)?.href || null;

document.addEventListener("click", (event) => {
  const chosen = event.target.closest?.("a[data-go]");
  if (!chosen || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(chosen.id ? link(chosen.id) : () => chosen.href);
});

function addressOf(form) {
  return `${form.action}?${new URLSearchParams(new FormData(form))}`;
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches(".jump")) return;
  event.preventDefault();
  const address = addressOf(event.target);
  go(() => address);
});

const KEYS = { ArrowRight: "go-next", ArrowLeft: "go-previous", Home: "go-first", End: "go-last" };
const MIRRORED = { ArrowRight: "go-previous", ArrowLeft: "go-next" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.target.matches?.("input, select, textarea")) return;
  const id = (root.dir === "rtl" && MIRRORED[event.key]) || KEYS[event.key];
  if (!id) return;
  event.preventDefault();
  // A key that is held goes as fast as pages come.
  if (event.repeat && running) return;
  go(link(id), event.repeat);
});
