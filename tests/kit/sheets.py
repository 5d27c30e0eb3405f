"""Sheets of the scorekeeper: told in words, written at random, and reckoned a second time.

The second reckoning goes straight from line to line with `core.match` alone, and says itself which
lines count. It shares no code with `scorepad.reckoning`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from cutthroat.core.actions import Bid, Seat
from cutthroat.core.cards import CardSet
from cutthroat.core.errors import CutthroatError
from cutthroat.core.events import DealScored, DealStarted, Event, MatchEnded, MatchWon, WinReason
from cutthroat.core.match import (
    Match,
    Over,
    annul_deal,
    begin as begin_match,
    end,
    fold as fold_match,
    score_deal,
    start,
    start_deal,
    throw_in,
)
from cutthroat.core.rules import OPTIONS, AllPass, Number, Rules, parse_rules
from cutthroat.core.scoring import Points
from cutthroat.scorepad.changes import (
    Corrected,
    Edit,
    Entered,
    Inserted,
    Noted,
    Redone,
    Removed,
    SetUpAgain,
    Undone,
)
from cutthroat.scorepad.counting import counting_cards
from cutthroat.scorepad.entries import (
    Entry,
    Misdeal,
    NextMatch,
    ScoredDeal,
    Setup,
    Stopped,
    ThrownIn,
)
from cutthroat.scorepad.errors import InvalidEntry, SheetReason
from cutthroat.scorepad.sheet import Sheet, begin, decide, evolve
from tests.kit.second_reading import pips

Asked: TypeAlias = Edit | Undone | Redone
NAMES = ("Ana", "Béla", "Chi")


def set_up(rules: str = "", *, seats: int = 3, dealer: Seat = 1) -> Setup:
    """Who plays, by which rules, and who deals first."""
    return Setup(NAMES[:seats], parse_rules(rules), dealer)


def scored(
    bidder: Seat, bid: int, *, captured: Sequence[str] = (), **points: Seat | None
) -> ScoredDeal:
    """A deal: `scored(1, 2, high=1, low=3)`; the cards of each seat as texts."""
    return ScoredDeal(Bid(bidder, bid), Points(**points), tuple(map(CardSet.of, captured)))


def sweep(seat: Seat, bid: int = 4) -> ScoredDeal:
    """A deal in which the bidder wins all four points."""
    return scored(seat, bid, high=seat, low=seat, jack=seat, game=seat)


def blank(setup: Setup) -> Sheet:
    """A sheet that was just begun."""
    return evolve(None, Noted(begin(setup), when=0))


def made(sheet: Sheet, *asked: Asked) -> Sheet:
    """The sheet after changes that can all be made."""
    for one in asked:
        sheet = evolve(sheet, Noted(decide(sheet, one), when=sheet.version))
    return sheet


def tried(sheet: Sheet, asked: Iterable[Asked]) -> Sheet:
    """The sheet after those changes that can be made."""
    for one in asked:
        try:
            sheet = made(sheet, one)
        except CutthroatError:
            continue
    return sheet


def written(setup: Setup, *entries: Entry) -> Sheet:
    """The sheet after these lines were entered; each must stand."""
    return made(blank(setup), *map(Entered, entries))


def refused(sheet: Sheet, asked: Asked) -> CutthroatError:
    """The error for a change that cannot be made."""
    try:
        decide(sheet, asked)
    except CutthroatError as error:
        return error
    raise AssertionError(f"not refused: {asked}")


def reason(sheet: Sheet, asked: Asked) -> SheetReason:
    """Why the sheet, and not the rules of the game, refuses a change."""
    error = refused(sheet, asked)
    assert isinstance(error, InvalidEntry)
    assert isinstance(error.reason, SheetReason)
    return error.reason


@dataclass(frozen=True)
class Told:
    """What a line comes to by the second reckoning; None is one that does not count."""

    match: int
    deal: int | None
    dealer: Seat | None
    scores: tuple[int, ...]
    won: tuple[Seat, WinReason] | None


@dataclass(frozen=True)
class Straight:
    """What a whole sheet comes to by the second reckoning.

    logs: of each match. ends: its last state.
    """

    lines: tuple[Told | None, ...]
    logs: tuple[tuple[Event, ...], ...]
    ends: tuple[Match, ...]


def straight(setup: Setup, entries: Iterable[Entry]) -> Straight:
    """Reckon line by line, without any of `scorepad`."""
    lines: list[Told | None] = []
    started = start(setup.rules, setup.seats, setup.dealer)
    logs: list[list[Event]] = [[started]]
    ends = [begin_match(started)]
    for entry in entries:
        match = ends[-1]
        over = isinstance(match.phase, Over)
        if isinstance(entry, NextMatch):
            if (match.deal == 0 and not over) or not 1 <= entry.dealer <= setup.seats:
                lines.append(None)
                continue
            started = start(setup.rules, setup.seats, entry.dealer)
            logs.append([started])
            ends.append(begin_match(started))
            lines.append(Told(len(logs), None, entry.dealer, ends[-1].scores, None))
            continue
        if over or not _can_be(setup, entry):
            lines.append(None)
            continue
        events = _brought_about(match, entry)
        logs[-1] += events
        ends[-1] = fold_match(match, events)
        won = [(one.seat, one.reason) for one in events if isinstance(one, MatchWon)]
        is_deal = not isinstance(entry, Stopped)
        deal, dealer = (match.deal + 1, match.dealer) if is_deal else (None, None)
        lines.append(Told(len(logs), deal, dealer, ends[-1].scores, won[0] if won else None))
    return Straight(tuple(lines), tuple(map(tuple, logs)), tuple(ends))


def _can_be(setup: Setup, entry: Entry) -> bool:
    if isinstance(entry, ThrownIn):
        return setup.rules.all_pass is not AllPass.STICK
    if not isinstance(entry, ScoredDeal):
        return True
    seats = range(1, setup.seats + 1)
    points = entry.points
    owners = {points.high, points.low, points.jack, points.game} - {None}
    bid = entry.bid
    return (
        bid.seat in seats
        and bid.points in (2, 3, 4)
        and owners <= set(seats)
        and _can_be_captured(setup, entry.captured)
    )


def _can_be_captured(setup: Setup, captured: Sequence[CardSet]) -> bool:
    cards = [str(card) for hand in captured for card in hand]
    return not captured or (
        len(captured) == setup.seats
        and len(cards) == len(set(cards)) <= 6 * setup.seats
        and all(pips(card) for card in cards)
        and ("JK" not in cards or setup.rules.has_joker)
    )


def _brought_about(match: Match, entry: Entry) -> tuple[Event, ...]:
    if isinstance(entry, Stopped):
        return end(match, entry.reason)
    begun = start_deal(match, match.deal + 1, match.dealer)
    running = fold_match(match, begun)
    match entry:
        case ScoredDeal(bid, points):
            return (*begun, *score_deal(running, bid, points))
        case Misdeal():
            return (*begun, *annul_deal(running))
        case _:
            return (*begun, *throw_in(running, running.dealer))


def dealt(logs: Iterable[Sequence[Event]]) -> list[Sequence[Event]]:
    """The matches in which a deal was begun: those that a record can hold beside others."""
    return [log for log in logs if any(isinstance(event, DealStarted) for event in log)]


def told_of(log: Iterable[Event]) -> list[object]:
    """The scores after each scored deal of a match, and how it ended."""
    return [
        event.summary.scores if isinstance(event, DealScored) else event
        for event in log
        if isinstance(event, DealScored | MatchWon | MatchEnded)
    ]


_OUTSIDE = 0.03
"""How often something is asked for that no table has."""


def random_rules(rng: Random) -> Rules:
    """House rules, each value of an option as likely as the others; most matches are short."""
    words = []
    for option in OPTIONS:
        values = option.values
        if isinstance(option, Number):
            values = ("5", "7", "11", "99") if option.default else ("none", "5", "6", "200")
        words.append(f"{option.name}={rng.choice(values)}")
    return parse_rules(" ".join(words))


def random_setup(rng: Random) -> Setup:
    """Two or three people."""
    seats = rng.choice((2, 3))
    return Setup(NAMES[:seats], random_rules(rng), rng.randint(1, seats))


def random_asked(sheet: Sheet, rng: Random) -> Asked:
    """A change of any kind; most can be made."""
    line = rng.randint(1, max(1, len(sheet.written)))
    if rng.random() < _OUTSIDE:
        line = rng.choice((0, -1, len(sheet.written) + 1))
    kinds = ("enter", "correct", "insert", "remove", "set up", "undo", "redo")
    match rng.choices(kinds, (50, 14, 8, 6, 3, 10, 9))[0]:
        case "enter":
            return Entered(random_entry(sheet, rng))
        case "correct":
            return Corrected(line, random_entry(sheet, rng))
        case "insert":
            return Inserted(line, random_entry(sheet, rng))
        case "remove":
            return Removed(line)
        case "set up":
            seats = sheet.setup.seats if rng.random() > _OUTSIDE else 5 - sheet.setup.seats
            return SetUpAgain(Setup(NAMES[:seats], random_rules(rng), rng.randint(1, seats)))
        case "undo":
            return Undone()
        case _:
            return Redone()


def random_entry(sheet: Sheet, rng: Random) -> Entry:
    """A line; most can stand."""
    seats = sheet.setup.seats
    others = (30, 1) if sheet.reckoning.is_over else (2, 2)
    kinds = ("deal", "thrown in", "misdeal", "next match", "stop")
    match rng.choices(kinds, (30, 3, 3, *others))[0]:
        case "deal":
            return _random_deal(sheet, rng)
        case "thrown in":
            return ThrownIn()
        case "misdeal":
            return Misdeal()
        case "next match":
            return NextMatch(rng.randint(1, seats + (rng.random() < _OUTSIDE)))
        case _:
            return Stopped(rng.choice(("Chi left", 'it was "late"', "", "a\nb")))


def _random_deal(sheet: Sheet, rng: Random) -> ScoredDeal:
    seats = sheet.setup.seats
    bidder = rng.randint(1, seats + (rng.random() < _OUTSIDE))
    bid = rng.choice((2, 2, 3, 4)) if rng.random() > _OUTSIDE else rng.choice((1, 5))
    owners: list[Seat | None] = [rng.choice((bidder, *range(1, seats + 1), None)) for _ in range(4)]
    captured: tuple[CardSet, ...] = ()
    if rng.random() < 0.15:
        captured = tuple(_shared_out(sheet, rng))
    return ScoredDeal(Bid(bidder, bid), Points(*owners), captured)


def _shared_out(sheet: Sheet, rng: Random) -> Iterator[CardSet]:
    """Some of the cards that count, a few for each seat; now and then one card too often."""
    cards = list(counting_cards(sheet.setup.rules))
    rng.shuffle(cards)
    for _ in range(sheet.setup.seats):
        share = [cards.pop() for _ in range(rng.randint(0, 6))]
        yield CardSet(share)
        if share and rng.random() < 0.1:
            cards.append(share[0])
