// The stream of a table, or a sheet: it comes back by itself after a lost line, a sleep, a hidden tab.

import { Tabs } from "./tabs.js";

const WAITS = [1000, 2000, 5000];
const SILENCE = 40_000; // the server says something every fifteen seconds
const LOOK = 5000;

export class Stream {
  #url;
  #kind;
  #onFrame;
  #onState;
  #source = null;
  #tries = 0;
  #timer = 0;
  #heard = Date.now();
  #looked = Date.now();
  #tabs = new Tabs(
    () => this.#close(),
    () => this.#wanted(),
    () => this.#source !== null,
  );

  // onFrame hears the version and the HTML of each frame, onState whether the line is up.
  // kind is what the frames are of.
  constructor(url, onFrame, onState, kind = "table") {
    this.#url = url;
    this.#kind = kind;
    this.#onFrame = onFrame;
    this.#onState = onState;
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#wanted();
      else if (this.#source) this.#tabs.announce();
    });
    // A machine that is off the network still reaches itself, so a line is tried in any case.
    for (const change of ["online", "offline"]) {
      addEventListener(change, () => this.#source && this.#open());
    }
    addEventListener("pageshow", (event) => event.persisted && this.#wanted());
    addEventListener("pagehide", () => {
      this.#close();
      this.#tabs.leave();
    });
    setInterval(() => this.#look(), LOOK);
    this.#wanted();
  }

  #wanted() {
    if (!this.#source) this.#open();
    this.#tabs.announce();
  }

  #open() {
    this.#close();
    const source = new EventSource(this.#url);
    this.#source = source;
    this.#heard = Date.now();
    const heard = () => {
      this.#heard = Date.now();
      this.#tries = 0;
      this.#onState(true);
    };
    source.onopen = heard;
    source.addEventListener("beat", heard);
    source.addEventListener(this.#kind, (event) => {
      heard();
      this.#onFrame(Number(event.lastEventId), event.data);
    });
    source.onerror = () => {
      this.#onState(false);
      // After some answers a browser gives up for good; a new stream does not.
      if (source.readyState === EventSource.CLOSED) this.#again(WAITS[Math.min(this.#tries++, 2)]);
    };
  }

  #again(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  // A machine that slept, or a line that died in silence, is noticed here.
  #look() {
    const now = Date.now();
    const slept = now - this.#looked > 3 * LOOK;
    this.#looked = now;
    if (this.#source && (slept || now - this.#heard > SILENCE)) {
      this.#onState(false);
      this.#open();
    }
  }
}
