"""Whether what everybody sees decides the four points of a deal before its end. R5 to R8.

Everybody sees the cards played, how many cards each seat still holds, and which suits seats have
shown to lack. For each point this module finds who may still get it: the seats, and None for
nobody. The point is decided when only one of these is left. Where it is hard to say, somebody too
many is found, never too few.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from cutthroat.core.actions import Play, Seat
from cutthroat.core.cards import ALL_CARDS, Card, CardSet, Rank, Suit, cards, suit_under
from cutthroat.core.match import Match, legal_actions
from cutthroat.core.rules import Follow, High, Low, LowTo, Tie
from cutthroat.core.scoring import CARD_POINTS
from cutthroat.core.trick import Trick
from cutthroat.core.view import Stage, View

Seats: TypeAlias = frozenset[Seat]
Owners: TypeAlias = frozenset[Seat | None]

_NOBODY: Final[Owners] = frozenset({None})
_EARNERS: Final = {suit: cards(f"A{suit} 2{suit} J{suit}") for suit in Suit}
"""The trumps that earn High, Low and Jack if they are in play."""
_COUNTING: Final = sorted(
    [card for card in ALL_CARDS if card.rank in CARD_POINTS],
    key=lambda card: -CARD_POINTS[card.rank],
)
"""The cards that count toward Game, the dearest first. R8."""
_TOO_SOON: Final = 4
"""In so many tricks of 24,000 deals played at random the points were decided once, and in the last
two tricks 6,000 times. They are not looked at there, for this is asked after every card."""


def points_decided(view: View) -> bool:
    """Whether the four points are the same however the hidden cards lie and are played.

    view: a spectator's; what a seat knows besides, its hand, is not looked at.
    False when no deal is played, before the first lead has made trump (R15), and in the first
    four tricks. Whether the bid is made follows from the points (R20, R21). Once true it stays
    true until the deal is scored.
    R5 to R8, R16 to R18; options `high`, `low`, `low_to`, `tie`, `follow` and `joker`.
    """
    if view.stage is not Stage.PLAY or view.trump is None or view.trick is None:
        return False
    if len(view.tricks) < _TOO_SOON:
        return False
    public = _Public(view, view.trick, view.trump)
    if _open_at_a_glance(public):
        return False
    owners = (owners_of(public) for owners_of in (_high, _low, _jack))
    return all(len(some) == 1 for some in owners) and _game_is_decided(public)


def lowest_play(match: Match) -> Play | None:
    """The lowest card that the seat whose turn it is may play; None when no card is to be played.

    By rank, trump or not, the joker lowest of all; within a rank in the order of a new deck:
    clubs, diamonds, hearts, spades. R15 to R17.
    """
    plays = [action for action in legal_actions(match) if isinstance(action, Play)]
    return min(plays, key=lambda play: (play.card.rank, play.card.index), default=None)


# What everybody knows


class _Shown(NamedTuple):
    """A trump that was played, by whom, and who has taken it or may take it."""

    rank: Rank
    player: Seat
    takers: Seats


class _Public:
    """What everybody knows while a deal is played; each part is found when it is asked for."""

    def __init__(self, view: View, trick: Trick, trump: Suit) -> None:
        self.view = view
        self.trick = trick
        self.tricks = [*[taken.trick for taken in view.tricks], trick]
        self.trump = trump
        self.seats: Seats = frozenset(range(1, view.seats + 1))
        self._may_hold: dict[Suit, Seats] = {}

    def unseen(self, suit: Suit) -> CardSet:
        """The cards of a suit that nobody has shown, dealt or not."""
        return self.view.unseen.of_suit(suit, self.trump)

    def may_hold(self, suit: Suit) -> Seats:
        """The seats that have not shown to lack a suit. R16, R17."""
        if suit not in self._may_hold:
            leads = [
                x for x in self.tricks if x.cards and suit_under(x.cards[0], self.trump) is suit
            ]
            lack = [
                seat for trick in leads for seat, card in trick.plays if self._lacks(card, suit)
            ]
            self._may_hold[suit] = self.seats.difference(lack)
        return self._may_hold[suit]

    def _lacks(self, card: Card, led: Suit) -> bool:
        """Whether who played a card has no card of the led suit.

        A trump on another lead tells nothing, unless one must follow if able (`follow=strict`).
        """
        suit = suit_under(card, self.trump)
        if suit is led:
            return False
        return suit is not self.trump or self.view.rules.follow is Follow.STRICT

    @cached_property
    def holders(self) -> Seats:
        """The seats that may still hold a trump."""
        sizes = self.view.hand_sizes
        return frozenset([seat for seat in self.may_hold(self.trump) if sizes[seat - 1]])

    @cached_property
    def to_play(self) -> Seats:
        """The seats that have yet to play to the trick on the table."""
        return self.seats.difference([seat for seat, _ in self.trick.plays])

    @cached_property
    def takers(self) -> Seats:
        """The seats that may take the trick on the table; all of them before its lead. R18."""
        if not self.trick.cards:
            return self.seats
        led = suit_under(self.trick.cards[0], self.trump)

        def strength(card: Card) -> tuple[bool, bool, Rank]:
            suit = suit_under(card, self.trump)
            return suit is self.trump, suit is led, card.rank

        holder, best = max(self.trick.plays, key=lambda play: strength(play[1]))
        takers = frozenset({holder})
        for suit in {self.trump, led}:
            if any(strength(card) > strength(best) for card in self.unseen(suit)):
                takers |= self.to_play & self.may_hold(suit)
        return takers

    @cached_property
    def takers_to_come(self) -> Seats:
        """The seats that may take a trump which nobody has shown yet. R18.

        If one seat alone may hold trumps it takes them itself, or loses them to one on the table.
        """
        if len(self.holders) > 1:
            return self.seats
        on_table = bool(self.trick.cards and self.holders)
        return self.holders | (self.takers if on_table else frozenset())

    @cached_property
    def trumps(self) -> Sequence[_Shown]:
        """The trumps that were played, at least the first lead. R15."""
        takers = [*[frozenset({taken.taker}) for taken in self.view.tricks], self.takers]
        return [
            _Shown(card.rank, seat, by)
            for trick, by in zip(self.tricks, takers, strict=True)
            for seat, card in trick.plays
            if suit_under(card, self.trump) is self.trump
        ]


# Who may get which point


def _open_at_a_glance(public: _Public) -> bool:
    """Whether the ace, the two or the jack of trump may be in more hands than one, or in none.

    The rest would find it too, but not as quickly; mostly this is the answer.
    """
    ace, two, jack = [card in public.view.unseen for card in _EARNERS[public.trump]]
    or_nobodys = jack or (ace and public.view.rules.high is High.ACE)
    return len(public.holders) > (0 if or_nobodys else 1) and (ace or two or jack)


def _jack(public: _Public) -> Owners:
    """R7: a jack that nobody has shown may be in no hand at all."""
    if _EARNERS[public.trump][2] in public.view.unseen:
        return _NOBODY | public.takers_to_come
    return next(shown.takers for shown in public.trumps if shown.rank is Rank.JACK)


def _high(public: _Public) -> Owners:
    """R5: the ace, or under `high=highest` a trump higher than those played, may be to come."""
    best = max(public.trumps)
    if best.rank is Rank.ACE:
        return frozenset({best.player})
    if public.view.rules.high is High.ACE:
        return _NOBODY | public.holders
    return public.holders | {best.player}


def _low(public: _Public) -> Owners:
    """R6: a trump lower than those played may be to come; the joker is never Low."""
    rules = public.view.rules
    top = Rank.TEN if rules.low is Low.NUMERIC else Rank.ACE
    low = min([one for one in public.trumps if Rank.TWO <= one.rank <= top], default=None)
    to_player = rules.low_to is LowTo.PLAYER
    now: Owners = _NOBODY
    if low:
        now = frozenset({low.player}) if to_player else low.takers
    if low and low.rank is Rank.TWO:
        return now
    return now | (public.holders if to_player else public.takers_to_come)


def _game_is_decided(public: _Public) -> bool:
    """R8, option `tie`: whether nobody else can catch up with the leader."""
    view = public.view
    least, most = _least(public), _most(public)
    wins_ties = view.bidder if view.rules.tie is Tie.BIDDER else None
    leader = max(public.seats, key=lambda seat: (least[seat - 1], seat == wins_ties))
    others = [most[seat - 1] for seat in public.seats if seat != leader]
    return max(others) < least[leader - 1] + (leader == wins_ties)


def _least(public: _Public) -> list[int]:
    """The fewest card points that each seat may have at the end, seat 1 first."""
    sure = {seat: _worth(public.trick.cards) for seat in public.takers if len(public.takers) == 1}
    captured = enumerate(public.view.card_points, start=1)
    return [count + sure.get(seat, 0) for seat, count in captured]


def _most(public: _Public) -> list[int]:
    """The most card points that each seat may have at the end, seat 1 first.

    A seat that cannot take the trick on the table gets nothing of what is still played to it.
    """
    sizes = public.view.hand_sizes
    later = [size - (seat in public.to_play) for seat, size in enumerate(sizes, start=1)]
    with_trick = _worth(public.trick.cards) + _most_in_hands(public, sizes)
    without = _most_in_hands(public, later) if public.takers < public.seats else 0
    captured = enumerate(public.view.card_points, start=1)
    return [count + (with_trick if seat in public.takers else without) for seat, count in captured]


def _most_in_hands(public: _Public, sizes: Sequence[int]) -> int:
    """The most card points that hands of these sizes may hold together.

    The dearest cards are dealt out first, each if every group of seats then has room for the cards
    that nobody else may hold. By Hall's theorem the hands can be filled so.
    """
    groups = [frozenset(some) for count in range(4) for some in combinations(public.seats, count)]
    room = {group: sum([sizes[seat - 1] for seat in group]) for group in groups}
    total = 0
    for card in _COUNTING:
        if card not in public.view.unseen:
            continue
        holders = public.may_hold(suit_under(card, public.trump))
        around = [group for group in groups if group >= holders]
        if all(room[group] for group in around):
            total += CARD_POINTS[card.rank]
            for group in around:
                room[group] -= 1
        if not room[public.seats]:
            break
    return total


def _worth(cards: Iterable[Card]) -> int:
    """The card points of some cards. R8."""
    return sum([CARD_POINTS.get(card.rank, 0) for card in cards])
