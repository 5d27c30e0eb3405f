// The pace at which a person sees cards: frames come as they like, and are shown one by one.

const PACES = {
  // milliseconds between two cards, that a full trick rests, that a result is left to be read
  slow: [1400, 3200, 10_000],
  normal: [700, 1800, 6000],
  quick: [250, 700, 2500],
  at_once: [0, 0, 0],
};
const HURRY = 6; // frames that wait, beyond which they go faster

const [STEP, REST, READ] = PACES[document.documentElement.dataset.speed] ?? PACES.normal;
export const isAtOnce = STEP === 0;

export class Pace {
  #table;
  #show;
  #uncovered;
  #waiting = [];
  #newest = null;
  #isRunning = false;
  #shownAt = 0;
  #hasLooked = false;
  #goOn = () => {};

  // table is the picture that is shown now; show puts another one in its place; uncovered is
  // called when a result that was held back can be seen.
  constructor(table, show, uncovered) {
    this.#table = table;
    this.#show = show;
    this.#uncovered = uncovered;
  }

  arrived(version, html) {
    const newest = this.#newest ?? this.#table();
    if (version < Number(newest.dataset.version)) return;
    const main = new DOMParser().parseFromString(html, "text/html").getElementById("table");
    complete(main, newest);
    // The same version again tells who came or went: the newest of them is enough.
    if (this.#waiting.at(-1)?.dataset.version === main.dataset.version) this.#waiting.pop();
    this.#waiting.push(main);
    this.#newest = main;
    this.#run();
  }

  // Whoever looks has seen enough of what is shown.
  goOn() {
    this.#hasLooked = true;
    this.#goOn();
  }

  async #run() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#waiting.length) {
        await this.#paused(this.#shownAt + this.#pause(this.#waiting[0]));
        await this.#showNext(this.#waiting.shift());
      }
    } finally {
      this.#isRunning = false;
    }
  }

  // How long what is on the table stays before the next frame.
  #pause(main) {
    const shown = this.#table();
    if (!isNews(shown, main)) return 0;
    // Nobody goes on before the players have read the result; others have no say in it.
    if (shown.dataset.phase === "scored") return shown.dataset.you ? 0 : this.#hurried(READ);
    return this.#hurried(shown.classList.contains("resting") ? REST : STEP);
  }

  #hurried(time) {
    return time / (1 + Math.max(0, this.#waiting.length - HURRY));
  }

  #paused(until) {
    const time = until - performance.now();
    if (document.hidden || this.#hasLooked || time <= 0) return null;
    return new Promise((resolve) => {
      this.#goOn = resolve;
      setTimeout(resolve, time);
    });
  }

  async #showNext(main) {
    const shown = this.#table();
    const isResult = main.querySelector("#summary") && !shown.querySelector("#summary");
    main.classList.toggle("hold", Boolean(isResult && REST));
    this.#hasLooked = false;
    await this.#show(main);
    if (isResult) await this.#uncover(main);
    if (isNews(shown, main)) this.#shownAt = performance.now();
  }

  // The last trick of a deal rests before the result covers it.
  async #uncover(main) {
    await this.#paused(performance.now() + REST);
    this.#hasLooked = false;
    main.classList.remove("hold");
    this.#uncovered(main);
  }
}

// Whether there is something else to see, and not only who came, went or has read the result.
function isNews(old, main) {
  const isRead = old.dataset.phase === "scored" && main.dataset.phase === "scored";
  return !isRead && Number(main.dataset.version) > Number(old.dataset.version);
}

// The server only names the parts that are as they were in the frame before: they come from there.
function complete(main, before) {
  for (const part of main.querySelectorAll("[data-keep]")) {
    const same = before.querySelector(`[data-part="${part.dataset.part}"]`);
    part.replaceWith(same.cloneNode(true));
  }
}
