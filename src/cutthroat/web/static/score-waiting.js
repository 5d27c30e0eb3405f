// The list of what is entered and not sent yet, or was refused.

import { filled, whyOf } from "./score-texts.js";

const ASKED = ["unlikely", "sheet_stale"];

export class Waiting {
  #section = document.getElementById("waiting");
  #words;
  #doings;

  // doings is what the buttons do, each with the line: insist, another, again, leave, correct,
  // forget.
  constructor(words, doings) {
    this.#words = words;
    this.#doings = doings;
  }

  // isKept says whether a reload would leave them.
  show(lines, isKept) {
    this.#section.hidden = !lines.length;
    const items = lines.map((line) => this.#item(line, isKept));
    this.#section.querySelector("ol").replaceChildren(...items);
  }

  #item(line, isKept) {
    const words = this.#words;
    const what = { what: line.text };
    const item = element("li", "");
    item.append(element("p", filled(words[state(line, isKept)], what)));
    const reasons = line.refused ? whyOf(line.refused, words) : [];
    item.append(...reasons.map((why) => element("p", why, { className: "alert" })));
    for (const name of doable(line)) {
      const onclick = () => this.#doings[name](line);
      item.append(element("button", words[name], { type: "button", onclick }));
    }
    return item;
  }
}

// Which of the words says where a line is.
function state(line, isKept) {
  if (line.held) return "held";
  if (line.refused) return "refused";
  if (!isKept) return "open";
  return line.isTried ? "waiting" : "sending";
}

function doable(line) {
  if (line.held) return ["leave", "forget"];
  const { reason, isFault } = line.refused ?? {};
  const first = ASKED.includes(reason) ? ["insist"] : reason === "match_over" ? ["another"] : [];
  return [...first, ...(isFault ? ["again"] : []), "correct", "forget"];
}

function element(tag, text, properties = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, ...properties });
}
