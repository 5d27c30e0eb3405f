// The turn's clock, counted down by the server's time, which the page says once.

const skew = Number(document.body.dataset.now) - Date.now();
const words = document.getElementById("words").dataset;
const LAST = 10; // seconds of one's own turn at which it is read out

function tick(say) {
  const clock = document.querySelector("#table .clock");
  if (!clock) return;
  const left = Math.max(0, Math.round((Date.parse(clock.dateTime) - Date.now() - skew) / 1000));
  const [minutes, seconds] = [Math.floor(left / 60), String(left % 60).padStart(2, "0")];
  if (left < 3600) clock.textContent = `${minutes}:${seconds}`;
  clock.classList.toggle("late", left <= LAST);
  if (left === LAST && clock.closest(".my-turn")) say(words.late);
}

// say reads a sentence out.
export function watch(say) {
  setInterval(() => tick(say), 1000);
}
