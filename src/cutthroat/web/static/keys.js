// The keyboard at the table: arrows go from one choice to the next, letters and digits pick one.

const TOGETHER = 1200; // milliseconds between two letters of one card

let typed = "";
let typedAt = 0;

// goOn is called when somebody wants to see what comes next.
export function listen(table, goOn) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches("input, select, textarea")) return;
    const key = event.key;
    if (key === "ArrowLeft" || key === "ArrowRight") step(event, choices(table()));
    else if (key === "Enter") keepToOne(event);
    else if (/^[0-9a-z]$/i.test(key)) type(event, choices(table()));
    else if (key === "Escape" || (key === " " && event.target === document.body)) goOn();
  });
}

const choices = (main) => [...main.querySelectorAll("button.call, .in-hand, #ready")];

function step(event, all) {
  if (!all.length) return;
  event.preventDefault();
  const isForward = (event.key === "ArrowRight") === (document.documentElement.dir !== "rtl");
  const now = all.indexOf(document.activeElement);
  const next = now < 0 ? (isForward ? 0 : all.length - 1) : now + (isForward ? 1 : -1);
  all[(next + all.length) % all.length].focus();
}

// A key that is held down would play whatever comes to lie under it.
function keepToOne(event) {
  if (event.repeat && event.target.closest("#table button")) event.preventDefault();
}

function type(event, all) {
  const key = event.key.toUpperCase();
  typed = event.timeStamp - typedAt < TOGETHER ? typed + key : key;
  typedAt = event.timeStamp;
  if (!pick(typed, all)) pick((typed = key), all);
}

// `k` goes to a king, `kh` or `hk` to the king of hearts, `3` to the bid of 3, `p` to pass.
function pick(text, all) {
  const wanted = text.replace("10", "T");
  const matching = all.filter((one) => {
    if (one.name === "call") return one.value === wanted || (wanted === "P" && one.value === "pass");
    return one.value && [...wanted].every((letter) => one.value.includes(letter));
  });
  const now = matching.indexOf(document.activeElement);
  matching[(now + 1) % matching.length]?.focus();
  return matching.length > 0;
}
