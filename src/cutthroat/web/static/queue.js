// A card that is to be played when it is one's turn: kept by this tab for this deal.

const KEPT = `cutthroat-queued-${location.pathname}`;

// The card that is queued for the deal of a picture; null if none is.
export function queued(main) {
  const [deal, card] = (sessionStorage.getItem(KEPT) ?? "").split(" ");
  return deal === main.dataset.deal ? card : null;
}

// Queue a card, or take it back; whether it is queued now.
export function toggle(main, card) {
  const isQueued = queued(main) !== card;
  if (isQueued) sessionStorage.setItem(KEPT, `${main.dataset.deal} ${card}`);
  else sessionStorage.removeItem(KEPT);
  mark(main);
  return isQueued;
}

export function mark(main) {
  const card = queued(main);
  for (const one of main.querySelectorAll("button[name=queue]")) {
    one.setAttribute("aria-pressed", String(one.value === card));
  }
}

// The button of the queued card where it is time to play it; the card is queued no longer then.
export function due(main) {
  const card = queued(main);
  if (card && !main.classList.contains("my-turn")) return null;
  sessionStorage.removeItem(KEPT);
  return card && main.querySelector(`.in-hand[value="${card}"]`);
}
