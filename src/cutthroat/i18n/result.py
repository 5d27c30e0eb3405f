"""The result of a deal: who has which point, by which card, and what it did to the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cutthroat.core.actions import Seat
from cutthroat.core.cards import Card
from cutthroat.core.rules import High, Low, LowTo, Rules
from cutthroat.core.scoring import CARD_POINTS, Summary, Tally
from cutthroat.core.trick import TakenTrick
from cutthroat.i18n.catalogue import N_, _, _n
from cutthroat.i18n.numbers import signed
from cutthroat.i18n.telling import Teller


def result_lines(
    teller: Teller, rules: Rules, summary: Summary, tricks: Sequence[TakenTrick]
) -> Iterator[str]:
    """Who won which point and why, a sentence a line. R5 to R9, R20 to R22."""
    yield _bid_line(teller, summary)
    if summary.tally:
        yield _high_line(teller, rules, summary.tally)
        yield _low_line(teller, rules, summary.tally)
        yield _jack_line(teller, summary.tally)
        yield from _game_lines(teller, summary.tally, tricks)
    else:
        yield from _said_lines(teller, summary)


def score_lines(teller: Teller, summary: Summary) -> Iterator[str]:
    """What a deal did to each score, a sentence a line."""
    for seat in range(1, len(summary.scores) + 1):
        yield _score_line(teller, summary, seat)


def _bid_line(teller: Teller, summary: Summary) -> str:
    bid, won = summary.bid, summary.earned[summary.bidder - 1]
    if summary.made:
        return teller.say(
            summary.bidder,
            N_("You bid {bid}, won {won}, and made it (R20)."),
            N_("{name} bid {bid}, won {won}, and made it (R20)."),
            bid=bid,
            won=won,
        )
    return teller.say(
        summary.bidder,
        N_("You bid {bid}, won only {won}, and went set: {bid} off your score (R21)."),
        N_("{name} bid {bid}, won only {won}, and went set: {bid} off the score (R21)."),
        bid=bid,
        won=won,
    )


def _high_line(teller: Teller, rules: Rules, tally: Tally) -> str:
    if tally.points.high is None or tally.cards.high is None:
        return _("High: nobody. The ace of trump was not dealt (R5).")
    message = (
        N_("High: {name}, by playing the highest trump, {card} (R5).")
        if rules.high is High.HIGHEST
        else N_("High: {name}, by playing the ace of trump, {card} (R5).")
    )
    return _point(teller, message, tally.points.high, tally.cards.high)


def _low_line(teller: Teller, rules: Rules, tally: Tally) -> str:
    if tally.points.low is None or tally.cards.low is None:
        return _("Low: nobody. No trump from 10 down to 2 was dealt (R6, low=numeric).")
    if rules.low_to is LowTo.WINNER:
        message = N_("Low: {name}, by taking the lowest trump, {card} (R6, low_to=winner).")
    elif rules.low is Low.NUMERIC:
        message = N_("Low: {name}, by playing the lowest numeral of trump, {card} (R6).")
    else:
        message = N_("Low: {name}, by playing the lowest trump, {card} (R6).")
    return _point(teller, message, tally.points.low, tally.cards.low)


def _jack_line(teller: Teller, tally: Tally) -> str:
    if tally.points.jack is None or tally.cards.jack is None:
        return _("Jack: nobody. The jack of trump was not dealt (R7).")
    message = N_("Jack: {name}, by taking the jack of trump, {card} (R7).")
    return _point(teller, message, tally.points.jack, tally.cards.jack)


def _point(teller: Teller, message: str, seat: Seat, card: Card) -> str:
    return _(message, name=teller.name(seat), card=teller.words.card(card))


def _game_lines(teller: Teller, tally: Tally, tricks: Sequence[TakenTrick]) -> Iterator[str]:
    most = max(tally.card_points)
    if tally.points.game is None:
        yield _n(
            "Game: nobody. The most card points, {count}, are tied (R8).",
            "Game: nobody. The most card points, {count}, are tied (R8).",
            most,
        )
    else:
        yield _n(
            "Game: {name}, with {count} card point (R8).",
            "Game: {name}, with {count} card points (R8).",
            most,
            name=teller.name(tally.points.game),
        )
    for seat, count in enumerate(tally.card_points, start=1):
        yield _captured_line(teller, seat, count, tricks)


def _captured_line(teller: Teller, seat: Seat, count: int, tricks: Sequence[TakenTrick]) -> str:
    counting = [
        card
        for taken in tricks
        if taken.taker == seat
        for card in taken.trick.cards
        if card.rank in CARD_POINTS
    ]
    counting.sort(key=lambda card: (-CARD_POINTS[card.rank], card.index))
    if not counting:
        return teller.say(seat, N_("Your card points: none."), N_("Card points of {name}: none."))
    return teller.say(
        seat,
        N_("Your card points: {count} ({cards})."),
        N_("Card points of {name}: {count} ({cards})."),
        count=count,
        cards=teller.words.cards(tuple(counting)),
    )


def _said_lines(teller: Teller, summary: Summary) -> Iterator[str]:
    """The points of a deal that was kept without its cards."""
    labels = (
        (N_("High: {name}."), N_("High: nobody."), summary.points.high),
        (N_("Low: {name}."), N_("Low: nobody."), summary.points.low),
        (N_("Jack: {name}."), N_("Jack: nobody."), summary.points.jack),
        (N_("Game: {name}."), N_("Game: nobody."), summary.points.game),
    )
    for somebody, nobody, seat in labels:
        yield _(somebody, name=teller.name(seat)) if seat else _(nobody)


def _score_line(teller: Teller, summary: Summary, seat: Seat) -> str:
    change, score = summary.change[seat - 1], summary.scores[seat - 1]
    to_you = N_("Your score: {before} + {change} = {score}.")
    of_other = N_("Score of {name}: {before} + {change} = {score}.")
    if change < 0:
        to_you = N_("Your score: {before} − {change} = {score}.")
        of_other = N_("Score of {name}: {before} − {change} = {score}.")
    return teller.say(
        seat,
        to_you,
        of_other,
        before=signed(score - change),
        change=abs(change),
        score=signed(score),
    )
