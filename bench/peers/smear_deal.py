"""One deal of this very game for a peer: bit masks, random play, hidden cards dealt again.

It knows nothing of `cutthroat`, which the environments of peers do not have; a test holds it to
`cutthroat.core`. Seats count from 0 here. A card is 0 to 51: clubs, diamonds, hearts, spades, each
from 2 to A. Actions are the 52 cards, then PASS, then bids of 2, 3 and 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb, exp
from random import Random
from string import ascii_letters
from typing import Any

HAND = 6
DECK = (1 << 52) - 1
SUITS = tuple(0x1FFF << 13 * suit for suit in range(4))
PASS = 52
BIDS = {points: PASS + points - 1 for points in (2, 3, 4)}
TEXTS = (*(rank + suit for suit in "CDHS" for rank in "23456789TJQKA"), "pass", "2", "3", "4")
"""How an action is written, by its number."""
NUMBERS = {text: number for number, text in enumerate(TEXTS)}
LETTERS = ascii_letters + "-234"
"""An action as one letter of a deal's story."""
PIPS = tuple({8: 10, 9: 1, 10: 2, 11: 3, 12: 4}.get(card % 13, 0) for card in range(52))
JACK, ACE = 9, 12


@dataclass(frozen=True, slots=True)
class Stakes:
    """The options of the rules that differ between the presets, and where the match stands.

    dealer: who deals. scored: deals scored before this one. limit: 0 for none.
    """

    scores: tuple[int, ...]
    dealer: int
    target: int = 11
    high: str = "ace"
    out: str = "from_target"
    limit: int = 0
    scored: int = 0

    @property
    def players(self) -> int:
        return len(self.scores)

    def chances(self, scores: Sequence[int]) -> list[float]:
        """A guess of each seat's chance to win the match from here.

        One seat is exp(0.2) times as likely to win as another for each point that it is ahead.
        Points do not count above the target where a made bid may reach it, or above two more; to be
        at the target counts as two points where one must be there to go out. Fitted to 6,000
        matches between `easy` for two and three seats of each preset; it explains nearly as much.
        """
        reach = self.out == "reach"
        most = self.target if reach else self.target + 2
        weights = [
            exp(0.2 * min(score, most) + (0.4 if score >= self.target and not reach else 0.0))
            for score in scores
        ]
        total = sum(weights)
        return [weight / total for weight in weights]


class Deal:
    """A deal from the moment that all hands are held, hidden cards included.

    hands: what each seat holds. Only who plays next needs to hold what it plays, see `dealt_again`.
    story: the actions so far, a letter each. shown: the cards that were played. left: how many are
    still to be. lacks: the cards that a seat has shown to have none of (R16, R17). The points are
    counted as the cards fall.
    """

    __slots__ = (
        "bid",
        "bidder",
        "hands",
        "high",
        "high_owner",
        "jack_owner",
        "lacks",
        "left",
        "low",
        "low_owner",
        "over",
        "pips",
        "shown",
        "stakes",
        "story",
        "trick",
        "trump",
        "turn",
    )

    def __init__(self, stakes: Stakes, hands: Sequence[int]) -> None:
        self.stakes = stakes
        self.hands = list(hands)
        self.story = ""
        self.shown = 0
        self.left = HAND * stakes.players
        self.turn = (stakes.dealer + 1) % stakes.players
        self.bidder = self.trump = -1
        self.bid = 0
        self.trick: list[tuple[int, int]] = []
        self.lacks = [0] * stakes.players
        self.pips = [0] * stakes.players
        self.high, self.low = -1, 52
        self.high_owner = self.low_owner = self.jack_owner = -1
        self.over = False

    def copy(self) -> Deal:
        fresh: Deal = object.__new__(Deal)
        for name in Deal.__slots__:
            setattr(fresh, name, getattr(self, name))
        fresh.hands, fresh.lacks = [*self.hands], [*self.lacks]
        fresh.trick, fresh.pips = [*self.trick], [*self.pips]
        return fresh

    def __deepcopy__(self, _memo: Mapping[int, Any]) -> Deal:
        return self.copy()

    # R10 to R19

    @property
    def calling(self) -> bool:
        return self.bidder < 0

    def playable(self) -> int:
        """The cards that may be played. R15 to R17."""
        hand = self.hands[self.turn]
        if self.trick:
            led = SUITS[self.trick[0][1] // 13]
            if hand & led:
                return hand & (led | SUITS[self.trump])
        return hand

    def legal(self) -> list[int]:
        """All legal actions, lowest number first."""
        if self.calling:
            return [PASS, *range(max(PASS + 1, PASS + self.bid), PASS + 4)]
        return cards_in(self.playable())

    def act(self, action: int) -> None:
        if self.calling:
            self._call(action)
        else:
            self.play(action)

    def _call(self, action: int) -> None:
        """R11 to R14."""
        self.story += LETTERS[action]
        players = self.stakes.players
        if action != PASS:
            self.bid = action - PASS + 1
        if self.bid < 4 and len(self.story) < players:
            self.turn = (self.turn + 1) % players
        elif self.bid == 0:
            self.over = True  # thrown in
        else:
            place = self.story.index(str(self.bid))
            self.turn = self.bidder = (self.stakes.dealer + 1 + place) % players

    def play(self, card: int) -> None:
        """R15 to R19, with what the card counts and what it tells of its owner's hand."""
        seat, trick = self.turn, self.trick
        self.story += LETTERS[card]
        self.shown |= 1 << card
        self.hands[seat] &= ~(1 << card)
        self.left -= 1
        suit = card // 13
        if self.trump < 0:
            self.trump = suit
        if suit == self.trump:
            if card > self.high:
                self.high, self.high_owner = card, seat
            if card < self.low:
                self.low, self.low_owner = card, seat
        elif trick and suit != trick[0][1] // 13:
            self.lacks[seat] |= SUITS[trick[0][1] // 13]
        trick.append((seat, card))
        if len(trick) < len(self.hands):
            self.turn = (seat + 1) % len(self.hands)
        else:
            self._take(trick)

    def _take(self, trick: list[tuple[int, int]]) -> None:
        """The trick goes to the highest trump, or to the highest card of the led suit. R18."""
        trump, led = self.trump, trick[0][1] // 13
        best, taker, pips, jack = -1, -1, 0, False
        for seat, card in trick:
            pips += PIPS[card]
            suit = card // 13
            jack |= card == 13 * trump + JACK
            strength = card + 52 if suit == trump else card if suit == led else -1
            if strength > best:
                best, taker = strength, seat
        if jack:
            self.jack_owner = taker
        self.pips[taker] += pips
        self.turn = taker
        self.trick = []
        self.over = not self.left

    # R5 to R8, R20 to R26

    def earned(self) -> list[int]:
        """The points that each seat has won at the end."""
        points = [0] * self.stakes.players
        if self.stakes.high == "highest" or self.high % 13 == ACE:
            points[self.high_owner] += 1
        points[self.low_owner] += 1
        if self.jack_owner >= 0:
            points[self.jack_owner] += 1
        most = max(self.pips)
        if self.pips.count(most) == 1:
            points[self.pips.index(most)] += 1
        return points

    def result(self) -> tuple[tuple[int, ...], int | None]:
        """The match score after the deal, and who has won the match by it."""
        stakes = self.stakes
        if self.bidder < 0:
            return stakes.scores, None
        change, before = self.earned(), stakes.scores[self.bidder]
        made = change[self.bidder] >= self.bid
        if not made:
            change[self.bidder] = -self.bid
        scores = tuple([old + more for old, more in zip(stakes.scores, change, strict=True)])
        reached = stakes.out == "reach" and scores[self.bidder] >= stakes.target
        four = self.bid == 4 and before >= 1
        if made and (before >= stakes.target or reached or four):
            return scores, self.bidder
        if stakes.limit and stakes.scored + 1 >= stakes.limit:
            best = max(scores)
            if scores.count(best) == 1:
                return scores, scores.index(best)
        return scores, None

    def payoff(self) -> list[float]:
        """What the end is worth to each seat, 1 in all: the match, or a guess of its chance."""
        scores, winner = self.result()
        if winner is None:
            return self.stakes.chances(scores)
        return [float(seat == winner) for seat in range(len(scores))]

    # Chance

    def finish_at_random(self, chance: Random) -> None:
        """Play to the end, each legal action as likely as another."""
        drawn = chance.random
        while self.calling and not self.over:
            legal = self.legal()
            self._call(legal[int(drawn() * len(legal))])
        while not self.over:
            cards = self.playable()
            for _ in range(int(drawn() * cards.bit_count())):
                cards &= cards - 1
            self.play((cards & -cards).bit_length() - 1)

    def dealt_again(self, seat: int, chance: Random) -> Deal:
        """The same deal with the hidden cards dealt anew, each way that fits as likely as another.

        What fits: the seat's own hand, the cards played, and the suits that seats have shown to
        lack. Whatever the other hands were before does not matter.
        """
        fresh = self.copy()
        others = [other for other in range(len(self.hands)) if other != seat]
        hidden = DECK & ~self.hands[seat] & ~self.shown
        needs = [(self.held(other), self.lacks[other]) for other in others]
        for other, hand in zip(others, hands_that_fit(hidden, needs, chance), strict=True):
            fresh.hands[other] = hand
        return fresh

    def held(self, seat: int) -> int:
        """How many cards a seat holds, as everybody knows."""
        played = any(seat == owner for owner, _ in self.trick)
        return (self.left + len(self.trick)) // len(self.hands) - played


def hands_that_fit(hidden: int, needs: Sequence[tuple[int, int]], chance: Random) -> list[int]:
    """Hands from hidden cards for one or two seats, every choice of all of them as likely.

    needs: how many cards a seat holds, and which it cannot have. One seat after the other would
    favour first hands that leave the second few choices, so a draw is kept in proportion to these.
    """
    while True:
        left, hands, odds = hidden, [], 1.0
        for place, (size, lacked) in enumerate(needs):
            cards = cards_in(left & ~lacked)
            if place:
                odds = comb(len(cards), size) / comb((hidden & ~lacked).bit_count(), size)
            if len(cards) < size or chance.random() >= odds:
                break
            hand = sum([1 << card for card in chance.sample(cards, size)])
            hands.append(hand)
            left &= ~hand
        else:
            return hands


def cards_in(mask: int) -> list[int]:
    """The cards of a mask, lowest number first."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards
