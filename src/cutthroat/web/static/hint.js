// A hint beneath one's cards. It is asked for apart from all else that is sent, so that nobody has
// to wait for it, and it stays as long as its moment lasts. Whoever wants none need not load this.

// Milliseconds after which an answer will not come. House rules that nobody has played by here
// before want some preparation, for which the server has five minutes.
const PATIENCE = 360_000;

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("hint.css", import.meta.url);
document.head.append(style);

let hint = null; // its lines, and the moment they are about
let asked = null; // the moment that the server thinks about, and what ends the waiting for it

// One's own turn is another one as soon as one holds another hand, or is to play and not to call.
function momentOf(main) {
  if (!main.classList.contains("my-turn")) return null;
  const hand = [...main.querySelectorAll(".in-hand")].map((one) => one.value);
  return [main.dataset.deal, main.dataset.phase, ...hand].join(" ");
}

// Show what there is in a new picture.
export function keep(main) {
  if (hint && hint.moment === momentOf(main)) draw(main, hint.lines);
  else hint = null;
}

// table gives the picture that is shown; speak reads aloud, tell shows what went wrong.
export async function ask(form, table, { thinking, noHint, speak, tell }) {
  const moment = momentOf(table());
  if (asked?.moment === moment) return;
  asked?.waiting.abort(); // it is about a turn that has passed
  const mine = { moment, waiting: new AbortController() };
  asked = mine;
  show(table, moment, [thinking], speak);
  const [isOk, told] = await answer(form, mine.waiting);
  if (asked !== mine) return;
  asked = null;
  const isNow = moment === momentOf(table());
  if (isOk && isNow) return show(table, moment, told.said.split("\n"), speak);
  hint = null;
  if (isNow) draw(table(), []);
  const isLate = told.reason === "hint_too_late";
  if (!isOk && (isNow || isLate)) tell(told.message ?? noHint, !isLate);
}

async function answer(form, waiting) {
  const headers = { Accept: "application/json" };
  const timer = setTimeout(() => waiting.abort(), PATIENCE);
  try {
    const got = await fetch(form.action, { method: "POST", headers, signal: waiting.signal });
    return [got.ok, await got.json()];
  } catch {
    return [false, {}];
  } finally {
    clearTimeout(timer);
  }
}

function show(table, moment, lines, speak) {
  hint = { moment, lines };
  draw(table(), lines)?.scrollIntoView({ block: "nearest" });
  speak(lines.join(" "));
}

function draw(main, [heading, ...options]) {
  const place = main.querySelector(".hint");
  if (!place) return null;
  place.hidden = !heading;
  const title = document.createElement("p");
  title.textContent = heading;
  const list = document.createElement("ol");
  for (const option of options) {
    list.append(document.createElement("li"));
    list.lastChild.textContent = option;
  }
  place.replaceChildren(title, ...(options.length ? [list] : []));
  return place;
}
