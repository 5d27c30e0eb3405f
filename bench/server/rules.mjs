// The tiny game that the peers serve: three seats, six secret cards each, eighteen moves a deal.
// Follow suit if you can; suit 0 is trump; who takes the trick leads to the next; a new deal comes
// with the last card. It has no auction and scores tricks alone: less work a move than ours.
// Cards are 0..51, thirteen a suit.

export const SEATS = 3;
const CARDS_EACH = 6;
const MOVES_A_DEAL = SEATS * CARDS_EACH;

const suitOf = (card) => Math.floor(card / 13);

export const deck = () => Array.from({ length: 52 }, (_, card) => card);

export function shuffled() {
  const cards = deck();
  for (let last = cards.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}

// seq counts the moves of the whole match.
export const newGame = (cards) => deal({ seq: 0, round: 0, scores: Array(SEATS).fill(0) }, cards);

function deal(game, cards) {
  game.round += 1;
  game.turn = (game.round - 1) % SEATS;
  game.trick = []; // pairs of seat and card
  game.last = [];
  game.played = 0;
  game.hands = [0, 1, 2].map((seat) => cards.slice(seat * CARDS_EACH, (seat + 1) * CARDS_EACH));
  game.stock = cards.slice(MOVES_A_DEAL);
  return game;
}

export function legal(hand, trick) {
  if (!trick.length) return hand;
  const following = hand.filter((card) => suitOf(card) === suitOf(trick[0][1]));
  return following.length ? following : hand;
}

function taker(trick) {
  let best = trick[0];
  for (const entry of trick.slice(1)) {
    const [suit, bestSuit] = [suitOf(entry[1]), suitOf(best[1])];
    if ((suit === bestSuit && entry[1] > best[1]) || (suit === 0 && bestSuit !== 0)) best = entry;
  }
  return best[0];
}

// Changes the game in place; false for a move that may not be made. nextCards() is asked for the
// deck of the next deal.
export function play(game, seat, card, nextCards) {
  const hand = game.hands[seat];
  if (game.turn !== seat || !hand.includes(card) || !legal(hand, game.trick).includes(card)) return false;
  hand.splice(hand.indexOf(card), 1);
  game.trick.push([seat, card]);
  game.played += 1;
  game.seq += 1;
  game.turn = (seat + 1) % SEATS;
  if (game.trick.length === SEATS) {
    game.turn = taker(game.trick);
    game.scores[game.turn] += 1;
    game.last = game.trick;
    game.trick = [];
  }
  if (game.played === MOVES_A_DEAL) deal(game, nextCards());
  return true;
}

// What a seat may know; a spectator is seat -1.
export const view = (game, seat) => ({
  seq: game.seq,
  round: game.round,
  turn: game.turn,
  trick: game.trick,
  last: game.last,
  scores: game.scores,
  counts: game.hands.map((hand) => hand.length),
  hand: seat < 0 ? null : game.hands[seat],
});
