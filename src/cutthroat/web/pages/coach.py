"""What the coach of the guided deal says: what just happened and why, what counts, what to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cutthroat.core.actions import Bid, Play, Seat
from cutthroat.core.auction import winning_bid
from cutthroat.core.cards import Card, Rank, Suit, suit_under
from cutthroat.core.events import Called, TrickTaken
from cutthroat.core.scoring import Summary
from cutthroat.core.trick import TakenTrick, Trick
from cutthroat.core.view import Stage, View
from cutthroat.i18n.catalogue import N_, _, _n
from cutthroat.i18n.narration import narrate
from cutthroat.i18n.telling import Teller
from cutthroat.service.coaching import Advice, Prospect, Why, advice, prospects
from cutthroat.service.lesson import LEARNER, Lesson


@dataclass(frozen=True, slots=True)
class Coached:
    """What is said at one moment of the guided deal.

    headline: what the learner is to do. because: what just happened, and by which rule.
    matters: what counts now. todo: a good choice and why; empty when there is none to make.
    standing: the four points with how each stands; empty before trump is made and after the deal.
    news: every call and card since the learner's last one.
    """

    headline: str
    because: tuple[str, ...]
    matters: tuple[str, ...]
    todo: str
    standing: tuple[tuple[str, str], ...]
    news: tuple[str, ...]


def coached(lesson: Lesson, teller: Teller) -> Coached:
    """What there is to say to the learner now.

    teller: for the learner's seat.
    """
    view = lesson.view
    is_running = view.stage in (Stage.AUCTION, Stage.PLAY)
    return Coached(
        headline=_headline(view),
        because=tuple(_because(lesson, view, teller)),
        matters=tuple(_matters(view, teller)),
        todo=_todo(view, advice(view), teller) if is_running else "",
        standing=tuple(_standing(view, teller)) if is_running and view.trump else (),
        news=tuple(text for one in lesson.news for text in narrate(teller, one.view, one.event)),
    )


def _headline(view: View) -> str:
    if view.stage is Stage.SCORED:
        return _("Deal {deal} is over.", deal=view.deal)
    if view.stage is Stage.AUCTION:
        return _("Your turn: bid or pass.")
    if view.trump is None:
        return _("Your turn: lead a card. Its suit becomes trump.")
    if view.trick and not view.trick.cards:
        return _("Your turn: lead a card.")
    return _("Your turn: play a card.")


# What just happened


def _because(lesson: Lesson, view: View, teller: Teller) -> Iterator[str]:
    if not lesson.moves:
        yield from _beginning(view, teller)
    if any(isinstance(one.event, Called) for one in lesson.news) and lesson.moves:
        yield from _after_auction(view, teller)
    if view.summary:
        yield from _after_deal(view, view.summary)
        return
    for one in lesson.news:
        if isinstance(one.event, TrickTaken) and one.view.trump:
            yield why_taken(one.view.tricks[-1], one.view.trump, teller)


def _beginning(view: View, teller: Teller) -> Iterator[str]:
    yield _("You dealt, so you call last (R10).")
    yield from (teller.called(call) for call in view.calls)


def _after_auction(view: View, teller: Teller) -> Iterator[str]:
    if view.bidder is None or view.bid is None:
        return
    if view.bidder == LEARNER:
        yield _(
            "Your bid is the highest, so you are the bidder (R13). Win {bid} points or more, and"
            " you score all that you won; win fewer, and {bid} comes off your score (R20, R21).",
            bid=view.bid,
        )
        return
    yield _(
        "{name} is the bidder with {bid}, leads, and so chose trump (R13, R15). You defend: every"
        " point that you win is yours, and one fewer for {name} (R22).",
        name=teller.name(view.bidder),
        bid=view.bid,
    )


_HIGHEST_TRUMP: Final = (
    N_("You took the trick: the {card} was the highest trump in it (R18)."),
    N_("{name} took the trick: the {card} was the highest trump in it (R18)."),
)
_TRUMPED: Final = (
    N_("You took the trick: the {card} is a trump, and any trump beats the {suit} led (R18)."),
    N_("{name} took the trick: the {card} is a trump, and any trump beats the {suit} led (R18)."),
)
_HIGHEST_LED: Final = (
    N_(
        "You took the trick: nobody trumped, and the {card} was the highest of the suit that was"
        " led (R18)."
    ),
    N_(
        "{name} took the trick: nobody trumped, and the {card} was the highest of the suit that"
        " was led (R18)."
    ),
)


def why_taken(taken: TakenTrick, trump: Suit, teller: Teller) -> str:
    """Why a trick went where it did, in a sentence. R18."""
    card = _taking_card(taken)
    led = suit_under(taken.trick.cards[0], trump)
    places = {"card": teller.words.card(card), "suit": teller.words.suit(led)}
    if suit_under(card, trump) is not trump:
        message = _HIGHEST_LED
    else:
        message = _HIGHEST_TRUMP if led is trump else _TRUMPED
    return teller.say(taken.taker, *message, **places)


def _taking_card(taken: TakenTrick) -> Card:
    return next(card for seat, card in taken.trick.plays if seat == taken.taker)


def _after_deal(view: View, summary: Summary) -> Iterator[str]:
    won = summary.earned[LEARNER - 1]
    if summary.bidder != LEARNER:
        yield _n(
            "As a defender you won {count} point, and it counts whether the bid was made or not"
            " (R22).",
            "As a defender you won {count} points, and they count whether the bid was made or not"
            " (R22).",
            won,
        )
    elif summary.made:
        yield _(
            "Well played! You bid {bid} and won {won}, and all of them count (R20).",
            bid=summary.bid,
            won=won,
        )
    else:
        yield _(
            "You went set: {won} of the {bid} points that you bid, so {bid} come off your score"
            " (R21). It happens to everybody who bids.",
            bid=summary.bid,
            won=won,
        )
    yield _(
        "So it goes on, deal by deal, and the deal passes to the left. Whoever has {target} points"
        " or more when the cards are dealt wins the match by making one more bid (R24).",
        target=view.rules.target,
    )


# What counts now


def _matters(view: View, teller: Teller) -> Iterator[str]:
    if view.stage is Stage.AUCTION:
        yield from _hopes(view, teller)
    elif view.stage is Stage.PLAY and view.trump:
        yield from _limits(view, view.trump, teller)


_HOPES: Final = {
    ("high", Prospect.SURE): N_("High: certain, for you hold the ace."),
    ("high", Prospect.NONE): N_("High: no, for you do not hold the ace."),
    ("low", Prospect.SURE): N_("Low: certain, for nothing is below the two."),
    ("low", Prospect.LIKELY): N_("Low: likely, with the {lowest}."),
    ("low", Prospect.CHANCE): N_("Low: perhaps, with the {lowest}."),
    ("low", Prospect.NONE): N_("Low: unlikely, for your lowest is the {lowest}."),
    ("jack", Prospect.LIKELY): N_("Jack: likely, for you hold it, and others beside it."),
    ("jack", Prospect.CHANCE): N_("Jack: perhaps, if it was dealt, and you take it."),
    ("jack", Prospect.NONE): N_("Jack: unlikely, for nothing that you hold beats it."),
    ("game", Prospect.LIKELY): N_("Game: likely, for your trumps will take tricks."),
    ("game", Prospect.CHANCE): N_("Game: perhaps; it depends on who takes the tens."),
}


def _hopes(view: View, teller: Teller) -> Iterator[str]:
    found = prospects(view)
    places = {
        "suit": teller.words.suit(found.suit),
        "cards": teller.words.cards(found.trumps),
        "lowest": teller.words.card(found.trumps[-1]),
    }
    yield _("Your best suit is {suit}: {cards}. If you make it trump:", **places)
    for name, hope in (
        ("high", found.high),
        ("low", found.low),
        ("jack", found.jack),
        ("game", found.game),
    ):
        yield _(_HOPES[name, hope], **places)


def _limits(view: View, trump: Suit, teller: Teller) -> Iterator[str]:
    """What may be played now, where not every card may. R16, R17."""
    if not (view.trick and view.trick.cards):
        return
    led = suit_under(view.trick.cards[0], trump)
    places = {"suit": teller.words.suit(led), "trump": teller.words.suit(trump)}
    if not view.hand.of_suit(led, trump):
        yield _("You have no {suit}, the suit that was led: you may play any card (R17).", **places)
    elif led is trump:
        yield _("Trump was led, and you have {trump}: play one (R16).", **places)
    else:
        yield _(
            "You have {suit}, the suit that was led: play one, or a trump ({trump}) (R16).",
            **places,
        )


# What to do

_CALLS: Final = {
    Why.BID: N_(
        "That makes {expected} points to count on: bid {bid}. A made bid scores every point you"
        " win, also those above it, so never bid more than you need (R20)."
    ),
    Why.OVERBID: N_(
        "That makes {expected} points to count on. {name} bid {highest}, so bid {bid}: you must go"
        " higher or pass (R11). Bid no more than that: a made bid scores every point you win,"
        " also those above it (R20)."
    ),
    Why.PASS: N_(
        "That makes {expected} points to count on, too few to bid: pass. A bid that fails costs"
        " what was bid (R21), and points that you win as a defender count too (R22)."
    ),
}
_PLAYS: Final = {
    Why.OPEN_ACE: N_(
        "Lead the {card}. It makes its suit trump, wins High at once, and nothing beats it."
        " Whoever has a trump must play one to it (R15, R16)."
    ),
    Why.OPEN_HIGH: N_("Lead the {card}: it makes your best suit trump (R15)."),
    Why.LEAD_JACK: N_("Lead the {card}: nobody can beat it any more, so Jack is yours (R7)."),
    Why.HUNT_JACK: N_(
        "Lead the {card}. Nobody can beat it, and whoever has a trump must play one (R16): if"
        " somebody holds the jack, it may have to fall, and Jack goes to whoever takes it (R7)."
    ),
    Why.DRAW_TRUMPS: N_(
        "Lead the {card}. Nobody can beat it, and whoever has a trump must play one (R16)."
    ),
    Why.LEAD_TOP: N_(
        "Lead the {card}: it is the highest of its suit that is left, and takes the trick unless"
        " somebody trumps."
    ),
    Why.LEAD_CHEAP: N_(
        "Lead the {card}: of your cards it is the cheapest to lose. Keep a trump for a trick that"
        " has a ten in it."
    ),
    Why.ONLY: N_("There is nothing to choose: the {card} is all that you may play."),
    Why.TAKE_JACK: N_(
        "Play the {card}: the jack of trump is in this trick, and whoever takes it has Jack (R7)."
    ),
    Why.BRING_JACK: N_(
        "Play the {card}: nobody can beat it in this trick, and Jack is yours (R7)."
    ),
    Why.BRING_TEN: N_(
        "Play the {card}: nobody can beat it in this trick, and its 10 card points are yours (R8)."
    ),
    Why.TAKE: N_(
        "Take it with the {card}: nobody can beat that, and the trick is rich in card points: the"
        " most of them win Game (R8)."
    ),
    Why.TAKE_LIKELY: N_(
        "Try the {card}: the trick is rich in card points, and it will probably hold."
    ),
    Why.THROW: N_(
        "There is little in this trick: play the {card}, which you miss the least, and keep the"
        " better ones."
    ),
    Why.DOUBTFUL: N_(
        "You cannot be sure of this trick: play the {card}, which you miss the least, and keep the"
        " better ones."
    ),
    Why.LOSE: N_(
        "You cannot take this trick: give the {card}, which you miss the least, and keep the better"
        " ones."
    ),
}


def _todo(view: View, advised: Advice, teller: Teller) -> str:
    action = advised.action
    if isinstance(action, Play):
        return _(_PLAYS[advised.why], card=teller.words.card(action.card))
    highest = winning_bid(view.calls)
    return _(
        _CALLS[advised.why],
        expected=prospects(view).expected,
        bid=action.points if isinstance(action, Bid) else "",
        highest=highest.points if highest else "",
        name=teller.name(highest.seat) if highest else "",
    )


# How the four points stand


def _standing(view: View, teller: Teller) -> Iterator[tuple[str, str]]:
    if view.trump is None:
        return
    table = _Table(view, view.trump, teller)
    yield _("High"), table.high()
    yield _("Low"), table.low()
    yield _("Jack"), table.jack()
    yield _("Game"), table.game()


@dataclass(frozen=True, slots=True)
class _Table:
    """How the four points stand in the middle of a deal, as the learner sees it."""

    view: View
    trump: Suit
    teller: Teller

    def high(self) -> str:
        """R5."""
        ace = self._trump(Rank.ACE)
        if ace in self.view.hand:
            return _("You hold the ace: play it, and High is yours.")
        seat = self._player(ace)
        if seat is None:
            return _("The ace has not been seen; perhaps it was not dealt.")
        return self.teller.say(
            seat, N_("You played the ace: the point is yours."), N_("{name} played the ace.")
        )

    def low(self) -> str:
        """R6."""
        played = [card for seat, card in self._plays if suit_under(card, self.trump) is self.trump]
        own = list(self.view.hand.of_suit(self.trump, self.trump))
        lowest = min((*played, *own), key=lambda card: card.rank)
        name = self.teller.words.card(lowest)
        seat = self._player(lowest)
        if seat is None:
            return _("You hold the lowest trump so far, the {card}.", card=name)
        return self.teller.say(
            seat,
            N_("You played the lowest trump so far, the {card}."),
            N_("{name} played the lowest trump so far, the {card}."),
            card=name,
        )

    def jack(self) -> str:
        """R7."""
        jack = self._trump(Rank.JACK)
        if jack in self.view.hand:
            return _("You hold the jack: it is yours if you take the trick with it.")
        for taken in self.view.tricks:
            if jack in taken.trick.cards:
                return self.teller.say(
                    taken.taker,
                    N_("You took the jack: the point is yours."),
                    N_("{name} took the jack."),
                )
        if self._player(jack):
            return _("The jack lies in this trick: whoever takes it has the point.")
        return _("The jack has not been seen; perhaps it was not dealt.")

    def game(self) -> str:
        """R8."""
        counts = ", ".join(
            _("{name} {score}", name=self.teller.name(seat), score=count)
            for seat, count in enumerate(self.view.card_points, start=1)
        )
        return _("Card points so far: {counts}.", counts=counts)

    @property
    def _plays(self) -> list[tuple[Seat, Card]]:
        tricks = [taken.trick for taken in self.view.tricks]
        tricks.append(self.view.trick or Trick(self.view.seats, LEARNER))
        return [play for trick in tricks for play in trick.plays]

    def _trump(self, rank: Rank) -> Card:
        return Card(rank.letter + self.trump.value)

    def _player(self, card: Card) -> Seat | None:
        return next((seat for seat, played in self._plays if played is card), None)
