// Which tabs of this browser have a stream: those in sight, and one of the hidden if none is.
// Browsers allow six lines to a server, so the others let go of theirs.

export class Tabs {
  #channel = new BroadcastChannel("cutthroat");
  #rank = Math.random();
  #isHere = true;

  // giveWay lets go of the stream, takeOver opens one if there is none, isOpen tells.
  constructor(giveWay, takeOver, isOpen) {
    this.#channel.onmessage = ({ data }) => {
      if (!this.#isHere) return;
      if (data.isGone) takeOver();
      else if (!document.hidden) data.isSeen || this.announce();
      else if (data.isSeen || data.rank > this.#rank) giveWay();
      else if (isOpen()) this.announce();
    };
  }

  // This tab has a stream now.
  announce() {
    this.#isHere = true;
    this.#channel.postMessage({ rank: this.#rank, isSeen: !document.hidden });
  }

  // This tab goes, and its stream with it.
  leave() {
    this.#isHere = false;
    this.#channel.postMessage({ isGone: true });
  }
}
