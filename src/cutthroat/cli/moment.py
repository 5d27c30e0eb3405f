"""The moment of a decision: what the person sees, and what `?` explains."""

from __future__ import annotations

from collections.abc import Iterator

from cutthroat.cli.narrator import Narrator
from cutthroat.core.actions import Bid
from cutthroat.core.cards import Card, CardSet, Suit, suit_under
from cutthroat.core.rules import Follow
from cutthroat.core.view import Stage, View
from cutthroat.i18n.cards import sorted_hand
from cutthroat.i18n.catalogue import _


def listed_plays(view: View) -> tuple[Card, ...]:
    """The cards that the person may play, in the order of the numbered list."""
    return sorted_hand(CardSet(view.legal_plays), view.trump)


def decision_lines(narrator: Narrator) -> Iterator[str]:
    """What to say before asking; in plain lines just what was not said before."""
    if not narrator.screen.plain:
        yield from moment_lines(narrator)
    elif narrator.view.stage is Stage.PLAY:
        yield _plays_line(narrator)


def moment_lines(narrator: Narrator) -> Iterator[str]:
    """All that there is to know before deciding."""
    view, teller = narrator.view, narrator.teller
    yield teller.standing(view)
    if view.stage is Stage.PLAY:
        yield _progress(narrator)
        if view.trick and view.trick.cards:
            yield teller.on_table(view.trick)
    if view.you is not None:
        yield teller.hand(view.you, view.hand, view.trump)
    if view.stage is Stage.PLAY:
        yield _plays_line(narrator)


def _progress(narrator: Narrator) -> str:
    view, teller = narrator.view, narrator.teller
    bidder = teller.name(view.bidder or 0)
    number = len(view.tricks) + 1
    if view.trump is None:
        return _(
            "Trick {number} of 6. {name}: bid {bid}.", number=number, name=bidder, bid=view.bid
        )
    return _(
        "Trick {number} of 6. Trump: {suit}. {name}: bid {bid}.",
        number=number,
        suit=narrator.screen.suit(view.trump),
        name=bidder,
        bid=view.bid,
    )


def _plays_line(narrator: Narrator) -> str:
    screen = narrator.screen
    between = ", " if screen.suits == "words" else "   "
    numbered = between.join(
        _("{number} {card}", number=number, card=screen.card(card))
        for number, card in enumerate(listed_plays(narrator.view), start=1)
    )
    return _("You may play: {cards}", cards=numbered)


def prompt(view: View) -> str:
    """What the person is asked."""
    if view.stage is Stage.PLAY:
        return _("Which card? (? explains)")
    calls = [
        _("pass") if not isinstance(call, Bid) else str(call.points) for call in view.legal_calls
    ]
    return _("Your call: {calls}? (? explains)", calls=", ".join(calls))


def explain(narrator: Narrator) -> Iterator[str]:
    """What the moment is about, and what may be typed."""
    view = narrator.view
    yield from moment_lines(narrator)
    if view.stage is Stage.AUCTION:
        yield from _explain_auction(view)
    else:
        yield _explain_play(narrator)
        yield _("Type a card (AS, A♠, 10h, ace of spades) or its number in the list.")
    yield _("t: a hint. h: the deal so far. r: the rules. q: leave; the match is saved.")


def _explain_auction(view: View) -> Iterator[str]:
    yield _(
        "A bid is how many of the four points (High, Low, Jack, Game) you undertake to win. "
        "The highest bid leads, and its first card makes trump (R11, R15)."
    )
    yield _(
        "If you win fewer points than you bid, the bid comes off your score; "
        "if you make it, you score every point you win (R20, R21)."
    )
    highest = max((call.points for call in view.calls if isinstance(call, Bid)), default=0)
    if highest:
        yield _("The highest bid is {bid}: bid more, or pass.", bid=highest)
    elif not any(not isinstance(call, Bid) for call in view.legal_calls):
        yield _("Everybody else passed, so as the dealer you must bid (R14, all_pass=stick).")
    if (view.you is not None) and view.scores[view.you - 1] >= view.rules.target:
        yield _("You are at the target: any bid that you make wins the match (R24).")


def _explain_play(narrator: Narrator) -> str:
    view = narrator.view
    if view.trump is None:
        return _("You lead, and the suit of your card becomes trump for this deal (R15).")
    if not view.trick or not view.trick.cards:
        return _("You lead: play any card (R19).")
    led = suit_under(view.trick.cards[0], view.trump)
    return _follow_text(narrator, led, view.trump)


def _follow_text(narrator: Narrator, led: Suit, trump: Suit) -> str:
    view, screen = narrator.view, narrator.screen
    places = {"led": screen.suit(led), "trump": screen.suit(trump)}
    if not view.hand.of_suit(led, trump):
        return _("{led} was led and you have none: play anything (R17).", **places)
    if led is trump:
        return _("Trump ({trump}) was led and you have some: play one (R16).", **places)
    if view.rules.follow is Follow.STRICT:
        return _("{led} was led and you have some: play one (R16, follow=strict).", **places)
    return _("{led} was led and you have some: play one, or a trump ({trump}) (R16).", **places)
