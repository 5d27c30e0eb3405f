// A tap that comes twice counts once: for a moment after one, the page takes no other.

const REST = 600; // milliseconds; a double tap takes up to 300
const GUARDED = "#entry, .again";

let timer = 0;
const { dataset } = document.body;

// Rest, and do something after it. Nothing moves under the finger before.
export function rest(after = () => {}) {
  clearTimeout(timer);
  dataset.resting = "yes";
  timer = setTimeout(() => {
    delete dataset.resting;
    after();
  }, REST);
}

document.addEventListener(
  "click",
  (event) => {
    const isKey = event.detail === 0 && event.target.matches("input"); // an arrow that chooses
    if (!dataset.resting || isKey || !event.target.closest(GUARDED)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
