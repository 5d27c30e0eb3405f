"""What stands on a sheet, in sentences: for every face that keeps one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from cutthroat.core.events import MatchWon, WinReason
from cutthroat.core.match import Match
from cutthroat.core.rules import Rules
from cutthroat.core.scoring import Points, Summary
from cutthroat.i18n.catalogue import N_, _, _n
from cutthroat.i18n.numbers import signed
from cutthroat.i18n.reasons import reason_text
from cutthroat.i18n.telling import Teller
from cutthroat.scorepad.changes import (
    Begun,
    Change,
    Corrected,
    Edit,
    Entered,
    Inserted,
    Redone,
    Removed,
    SetUpAgain,
    Undone,
)
from cutthroat.scorepad.doubts import Doubt
from cutthroat.scorepad.effects import ChangedWinner, Effect
from cutthroat.scorepad.entries import (
    Entry,
    Misdeal,
    NextMatch,
    ScoredDeal,
    Setup,
    Stopped,
    ThrownIn,
)
from cutthroat.scorepad.reckoning import Line, Reckoning
from cutthroat.scorepad.sheet import Sheet
from cutthroat.scorepad.ways import Way, is_last_deal, ways_to_win


def entry_text(teller: Teller, entry: Entry) -> str:
    """What a line says."""
    match entry:
        case ScoredDeal(bid, points):
            return _(
                "{name} bid {bid}. {points}",
                name=teller.name(bid.seat),
                bid=bid.points,
                points=points_text(teller, points),
            )
        case ThrownIn():
            return _("Everybody passed: thrown in.")
        case Misdeal():
            return _("Misdeal.")
        case Stopped(reason):
            return teller.ended(reason)
        case NextMatch(dealer):
            return _("Another match. {name} deals first.", name=teller.name(dealer))


def points_text(teller: Teller, points: Points) -> str:
    """Who has which point, in one line. R5 to R8."""
    owners = (points.high, points.low, points.jack, points.game)
    high, low, jack, game = (teller.name(seat) if seat else _("nobody") for seat in owners)
    return _(
        "High: {high}. Low: {low}. Jack: {jack}. Game: {game}.",
        high=high,
        low=low,
        jack=jack,
        game=game,
    )


def outcome_text(teller: Teller, rules: Rules, line: Line) -> str:
    """What a line came to: made or set, who won, or why it does not count; may be empty."""
    if line.refused is not None:
        return _("Does not count: {why}.", why=reason_text(line.refused))
    told = [bid_text(teller, line.summary)] if line.summary else []
    if line.won:
        told.append(teller.won(line.won.seat, line.won.reason, rules))
    return " ".join(told)


def bid_text(teller: Teller, summary: Summary) -> str:
    """Whether the bid was made, and what it did to the bidder's score. R20, R21."""
    places = {
        "name": teller.name(summary.bidder),
        "bid": summary.bid,
        "won": summary.earned[summary.bidder - 1],
    }
    if summary.made:
        return _("Made: {name} bid {bid} and won {won} (R20).", **places)
    return _("Set: {name} bid {bid}, won only {won}, and loses {bid} (R21).", **places)


def dealer_text(teller: Teller, reckoning: Reckoning) -> str:
    """Who deals next; after the end nobody. R3."""
    if reckoning.is_over:
        return _("The match is over.")
    return _("{name} deals next.", name=teller.name(reckoning.now.dealer))


def chances(teller: Teller, match: Match) -> Iterator[str]:
    """Who may win with the next deal and how, a sentence each. R23 to R26."""
    for way in ways_to_win(match):
        yield _way_text(teller, match, way)
    if is_last_deal(match):
        yield _(
            "Limit: after this deal the highest score wins, unless it is tied (limit={limit}).",
            limit=match.rules.limit,
        )


def _way_text(teller: Teller, match: Match, way: Way) -> str:
    places = {"name": teller.name(way.seat), "score": signed(match.scores[way.seat - 1])}
    match way.reason:
        case WinReason.FROM_TARGET:
            return _("{name} has {score}: any bid {name} makes wins (R24).", **places)
        case WinReason.REACH:
            return _n(
                "{name} has {score}: a made bid that brings at least {count} point wins"
                " (out=reach).",
                "{name} has {score}: a made bid that brings at least {count} points wins"
                " (out=reach).",
                way.least,
                **places,
            )
        case _:
            return _("{name} has {score}: a bid of 4, if made, wins (R25).", **places)


def doubt_text(doubt: Doubt) -> str:
    """Why a line is unlikely."""
    return _(_DOUBTS[doubt])


_DOUBTS: Final = {
    Doubt.NOBODY_LOW: N_(
        "Nobody has Low: but a trump was led, so somebody played the lowest (R6)."
    ),
    Doubt.NOBODY_NUMERIC_LOW: N_(
        "Nobody has Low: was no trump from 10 down to 2 played (low=numeric)?"
    ),
    Doubt.NOBODY_HIGHEST: N_(
        "Nobody has High: but a trump was led, so somebody played the highest (high=highest)."
    ),
    Doubt.NOBODY_GAME: N_("Nobody has Game: were the most card points tied (R8)?"),
    Doubt.NOBODY_GAME_OF_TWO: N_(
        "Nobody has Game: but of two players who are tied one is the bidder, who has it then"
        " (tie=bidder)."
    ),
    Doubt.GAME_NOT_COUNTED: N_("The cards that were counted give Game otherwise (R8)."),
    Doubt.HIGH_NOT_CAPTURED: N_(
        "An ace of trump takes its trick, but whoever has High took no ace (R5, R18)."
    ),
    Doubt.JACK_NOT_CAPTURED: N_("Whoever has Jack took no jack, by the cards that were counted."),
}


def effect_lines(teller: Teller, after: Reckoning, effect: Effect) -> Iterator[str]:
    """What a correction made of the sheet, a sentence each: first a changed winner."""
    for changed in effect.winners:
        yield _winner_text(teller, after, changed)
    if effect.scores:
        yield _(
            "The scores were {before}; now they are {after}.",
            before=scores_text(teller, effect.scores[0]),
            after=scores_text(teller, effect.scores[1]),
        )
    for line in effect.uncounted:
        assert line.refused is not None  # or it would count
        yield _(
            "Line {line} does not count: {why}.", line=line.number, why=reason_text(line.refused)
        )


def change_text(teller: Teller, before: Sheet | None, change: Change) -> str:
    """What a change did.

    before: the sheet that it was made on; None for the first.
    """
    if isinstance(change, Begun):
        return _("Begun. {setup}", setup=setup_text(teller, change.setup))
    assert before is not None  # for a log starts with Begun
    match change:
        case SetUpAgain(setup):
            return _("Corrected. {setup}", setup=setup_text(teller, setup))
        case Inserted(line, entry):
            return _("Line {line} put in: {text}", line=line, text=_sentence(teller, entry))
        case Entered(entry):
            line = len(before.written) + 1
            return _("Line {line}: {text}", line=line, text=_sentence(teller, entry))
        case Corrected(line, entry):
            return _(
                "Line {line} corrected: {text} It said before: {former}",
                line=line,
                text=_sentence(teller, entry),
                former=_sentence(teller, before.entries[line - 1]),
            )
        case Removed(line):
            former = _sentence(teller, before.entries[line - 1])
            return _("Line {line} taken away: {text}", line=line, text=former)
        case Undone():
            return _("Undone: {what}", what=_edit_text(teller, before.done[-1]))
        case Redone():
            return _("Done again: {what}", what=_edit_text(teller, before.undone[-1]))


def _edit_text(teller: Teller, edit: Edit) -> str:
    """An edit that is taken back, or made again."""
    match edit:
        case Entered(entry):
            return _sentence(teller, entry)
        case SetUpAgain(setup):
            return setup_text(teller, setup)
        case Corrected(line, entry):
            return _("line {line} corrected: {text}", line=line, text=_sentence(teller, entry))
        case Inserted(line, entry):
            return _("line {line} put in: {text}", line=line, text=_sentence(teller, entry))
        case Removed(line):
            return _("line {line} taken away.", line=line)


def _sentence(teller: Teller, entry: Entry) -> str:
    """What a line says, closed even after the free words of an end, so that more can follow."""
    return closed(entry_text(teller, entry))


def closed(text: str) -> str:
    """The text with a full stop, unless it has one or the like; marks of direction do not count."""
    return text if text.rstrip(_MARKS).endswith(_STOPS) else _("{text}.", text=text)


_MARKS: Final = "\u2068\u2069"
_STOPS: Final = (".", "!", "?", "…", "\u3002", "\uff01", "\uff1f", "\u061f", "\u0964")
"""What ends a sentence, in the West, in China and Japan, in Arabic and in Hindi."""


def setup_text(teller: Teller, setup: Setup) -> str:
    """Who plays by which rules, and who deals first; the names are shown as they are in it."""
    teller = replace(teller, names=setup.names)
    places = {
        "names": ", ".join(map(teller.name, range(1, setup.seats + 1))),
        "dealer": teller.name(setup.dealer),
    }
    if str(setup.rules):
        return _(
            "{names} play; {dealer} deals first. House rules: {rules}.",
            rules=str(setup.rules),
            **places,
        )
    return _("{names} play; {dealer} deals first.", **places)


def scores_text(teller: Teller, scores: tuple[int, ...]) -> str:
    """Who has how much, seat 1 first."""
    return ", ".join(
        _("{name} {score}", name=teller.name(seat), score=signed(score))
        for seat, score in enumerate(scores, start=1)
    )


def _winner_text(teller: Teller, after: Reckoning, changed: ChangedWinner) -> str:
    places = {
        "match": changed.match,
        "before": _winner(teller, changed.before),
        "after": _winner(teller, changed.after),
    }
    if len(after.logs) == 1:
        return _("The winner has changed: it was {before}, now it is {after}.", **places)
    return _(
        "The winner of match {match} has changed: it was {before}, now it is {after}.", **places
    )


def _winner(teller: Teller, won: MatchWon | None) -> str:
    return teller.name(won.seat) if won else _("nobody")


def line_name(teller: Teller, line: Line) -> str:
    """Which line it is: its deal and who dealt, or its number only."""
    if line.deal is None or line.dealer is None:
        return _("Line {line}", line=line.number)
    return _("Deal {deal}, {name} dealt", deal=line.deal, name=teller.name(line.dealer))
