"""One deal played as an example, counted and scored by the house rules of whoever reads it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid

from cutthroat.cli.console import Screen
from cutthroat.core.actions import Bid, Call, Pass, Play
from cutthroat.core.cards import Card, cards
from cutthroat.core.events import WinReason
from cutthroat.core.match import Match, Over, Scored, Waiting, deal_cards, decide, fold
from cutthroat.core.rules import Rules
from cutthroat.core.trick import TakenTrick
from cutthroat.core.view import project
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.result import result_lines, score_lines
from cutthroat.i18n.telling import Teller

_HANDS: Final = ("6S 7S 9S 3H 7H QC", "KS JS AH 9D 8D 5C", "4S 3C TH KD AC TD")
_CALLS: Final[tuple[Call, ...]] = (Pass(1), Bid(2, 2), Pass(3))
_PLAYS: Final = "KS 4S 6S  JS 3C 7S  AH TH 3H  8D KD 9S  QC 5C AC  TD 7H 9D"
"""The opening lead is the bidder's; each play is legal under either `follow`."""
_BEFORE_TARGET: Final = 2
"""How far the bidder is from the target: just so far that the deal ends the match, or does not."""


@dataclass(frozen=True, slots=True)
class Example:
    """A deal that was played.

    before: the match when it began.
    after: the match when it was scored.
    """

    before: Match
    after: Match

    @property
    def scored(self) -> Scored:
        """The deal and its result."""
        phase = self.after.phase
        scored = phase.last if isinstance(phase, Over) else phase
        assert isinstance(scored, Scored)
        return scored


def play_example(rules: Rules) -> Example:
    """Three play one deal, in which seat 2 bids 2 and makes it under any house rules.

    With a joker in the deck, seat 3 holds it.
    """
    scores = (4, rules.target - _BEFORE_TARGET, -2)
    before = Match(rules, 3, scores, dealer=3, deal=0, scored_deals=0, phase=Waiting())
    hands = [cards(_with_joker(rules, hand)) for hand in _HANDS]
    after = fold(before, deal_cards(before, hands))
    for call in _CALLS:
        after = fold(after, decide(after, call))
    for card in cards(_with_joker(rules, _PLAYS)):
        assert after.turn is not None
        after = fold(after, decide(after, Play(after.turn, card)))
    return Example(before, after)


def _with_joker(rules: Rules, text: str) -> str:
    return text.replace("3C", "JK") if rules.has_joker else text


def show_example(screen: Screen, rules: Rules) -> None:
    """Tell the example deal."""
    example = play_example(rules)
    teller = Teller(screen, (_("Ann"), _("Ben"), _("Cal")), you=None)
    for line in _before_play(teller, example):
        screen.line(line)
    if screen.plain:
        for line in _trick_lines(teller, example.scored.tricks):
            screen.line(line)
    else:
        screen.console.print(_trick_table(screen, teller, example.scored.tricks))
    for line in _result(teller, rules, example):
        screen.line(line)


def _before_play(teller: Teller, example: Example) -> Iterator[str]:
    yield teller.standing(project(example.before, None))
    yield " ".join([teller.dealt(1, example.before.dealer), *map(teller.called, _CALLS)])
    lead = example.scored.tricks[0].trick
    first = lead.cards[0]
    assert first.suit is not None
    yield teller.played(lead.leader, first, lead, first.suit, opening=True)


def _trick_lines(teller: Teller, tricks: tuple[TakenTrick, ...]) -> Iterator[str]:
    for number, taken in enumerate(tricks, start=1):
        yield _(
            "Trick {number}: {plays}. {name} takes it.",
            number=number,
            plays=teller.plays(taken.trick),
            name=teller.name(taken.taker),
        )


def _trick_table(screen: Screen, teller: Teller, tricks: tuple[TakenTrick, ...]) -> Grid:
    grid = Grid(box=SIMPLE_HEAD)
    seats = range(1, tricks[0].trick.seats + 1)
    for heading in (_("Trick"), _("Leader"), *map(teller.name, seats), _("Taken by")):
        grid.add_column(heading)
    for number, taken in enumerate(tricks, start=1):
        by_seat: dict[int, Card] = dict(taken.trick.plays)
        grid.add_row(
            str(number),
            teller.name(taken.trick.leader),
            *(screen.styled(screen.card(by_seat[seat])) for seat in seats),
            teller.name(taken.taker),
        )
    return grid


def _result(teller: Teller, rules: Rules, example: Example) -> Iterator[str]:
    scored, summary = example.scored, example.scored.summary
    yield from result_lines(teller, rules, summary, scored.tricks)
    yield from score_lines(teller, summary)
    phase = example.after.phase
    if isinstance(phase, Over) and isinstance(phase.reason, WinReason) and phase.winner:
        yield teller.won(phase.winner, phase.reason, example.after.rules)
    else:
        yield _(
            "No winner yet: {name} has reached {target}, and now wins by making a bid (R24).",
            name=teller.name(summary.bidder),
            target=rules.target,
        )
