"""`core`, the law, plays the deals of the kernel again, and says where the two differ."""

from collections.abc import Sequence
from typing import NoReturn

from cutthroat.core.actions import Bid, Call, Play
from cutthroat.core.auction import caller, legal_calls, winning_bid
from cutthroat.core.cards import ALL_CARDS, CardSet
from cutthroat.core.deal import HAND_SIZE, Auction, Dealing, check_hand
from cutthroat.core.errors import IllegalAction
from cutthroat.core.events import DealScored, Event, MatchStarted, ThrownIn
from cutthroat.core.match import (
    Match,
    begin,
    deal_cards,
    decide,
    evolve,
    fold,
    start,
    winner,
)
from cutthroat.core.scoring import Points, settle, tally
from cutthroat.core.trick import TakenTrick, Trick, legal_plays, opening_leads, trick_taker
from cutthroat.kernel import state
from cutthroat.kernel.auction import action_index, action_of
from cutthroat.kernel.cards import cards_of
from cutthroat.kernel.scoring import NOBODY, WIN_REASONS
from cutthroat.record.statements import GAME, Tag
from cutthroat.record.write import record_text
from tests.kernel.tables_of_rules import Setting
from tests.kernel.traces import Traces

Step = tuple[int, int, int]


class Disagreement(AssertionError):  # noqa: N818  # a finding
    """The kernel does not say of a deal what the law says. Its text ends with the deal's record."""


def check(traces: Traces) -> None:
    """Check every deal.

    Raises Disagreement for the first of which the kernel says anything else than `core`.
    """
    counts = traces.counts.tolist()
    columns = (traces.starts, traces.steps, traces.ends, traces.card_points, traces.changes)
    for place, told in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        starts, steps, ends, points, changes = told
        deal = Deal(traces.setting, starts, [tuple(s) for s in steps[: counts[place]]], ends)
        deal.check(points, changes)


class Deal:
    """A deal as the kernel played it.

    starts, end: as in `Traces`. steps: what was legal, whose turn it was, and the action.
    """

    def __init__(
        self, setting: Setting, starts: Sequence[int], steps: Sequence[Step], end: Sequence[int]
    ) -> None:
        self._rules = setting.rules
        self._seats = setting.seats
        self._scores = tuple(starts[: self._seats])
        self._dealer = starts[3] + 1
        self._scored = starts[4]
        self._steps = steps
        self._end = end
        self._hands = [cards_of(mask) for mask in self._of_seats(state.DEALT)]

    def check(self, points: Sequence[int], changes: Sequence[int]) -> None:
        """Play the deal by `core`, and compare. points, changes: as in `Traces`."""
        self._check_hands()
        calls = self._check_auction()
        winning = winning_bid(calls)
        if winning is None:
            self._check_thrown_in()
        else:
            tricks = self._check_play(winning, self._steps[len(calls) :])
            self._check_score(winning, tricks, points, changes)

    def _check_hands(self) -> None:
        dealt: tuple[CardSet, ...] = ()
        for seat, hand in enumerate(self._hands, start=1):
            try:
                check_hand(self._rules, Dealing(dealt), seat, tuple(hand))
            except IllegalAction as refusal:
                self._differ("hands", str(hand), str(refusal))
            dealt = (*dealt, hand)
        self._same("cards of a third seat", self._end[state.DEALT + 2] > 0, self._seats == 3)

    def _check_auction(self) -> tuple[Call, ...]:
        calls: tuple[Call, ...] = ()
        while (seat := caller(self._dealer, self._seats, calls)) is not None:
            legal, turn, action = self._step(len(calls))
            lawful = legal_calls(seat, self._seats, calls, self._rules.all_pass)
            self._same("caller", turn + 1, seat)
            self._same("legal calls", legal, sum(1 << action_index(call) for call in lawful))
            chosen = action_of(action, seat)
            if isinstance(chosen, Play):
                self._differ("call", chosen, lawful)
            calls = (*calls, chosen)
        return calls

    def _check_thrown_in(self) -> None:
        after = evolve(self._match(Auction(tuple(self._hands), self._dealer)), ThrownIn())
        self._same("stage", self._end[state.STAGE], state.THROWN_IN)
        self._check_match(after)

    def _check_play(self, winning: Bid, steps: Sequence[Step]) -> list[TakenTrick]:
        self._same("bidder", self._end[state.BIDDER] + 1, winning.seat)
        self._same("bid", self._end[state.BID], winning.points)
        hands = list(self._hands)
        tricks: list[TakenTrick] = []
        trick = Trick(self._seats, winning.seat)
        trump = None
        self._same("cards played", len(steps), HAND_SIZE * self._seats)
        for legal, turn, action in steps:
            seat = trick.turn
            assert seat is not None
            hand = hands[seat - 1]
            if trump is None:
                lawful = opening_leads(hand)
            else:
                lawful = legal_plays(hand, trick, trump, self._rules.follow)
            self._same("player", turn + 1, seat)
            self._same("legal plays", legal, lawful._bits)
            card = ALL_CARDS[action]
            trump = trump or card.suit
            assert trump is not None
            hands[seat - 1] = hand.without_card(card)
            trick = trick.with_card(card)
            if trick.turn is None:
                taker = trick_taker(trick, trump)
                self._check_trick(len(tricks), trick, taker)
                tricks.append(TakenTrick(trick, taker))
                trick = Trick(self._seats, taker)
        self._same("trump", self._end[state.TRUMP], "CDHS".index(tricks[0].trick.cards[0].text[1]))
        return tricks

    def _check_trick(self, number: int, trick: Trick, taker: int) -> None:
        code = self._end[state.TRICK + number]
        played = tuple(code >> 6 * place & 63 for place in range(self._seats))
        self._same("trick", played, tuple(card.index for card in trick.cards))
        self._same("leader", (code >> 18 & 3) + 1, trick.leader)
        self._same(f"taker of trick {number + 1}", (code >> 20) + 1, taker)

    def _check_score(
        self,
        winning: Bid,
        tricks: Sequence[TakenTrick],
        card_points: Sequence[int],
        changes: Sequence[int],
    ) -> None:
        trump = tricks[0].trick.cards[0].suit
        assert trump is not None
        counted = tally(self._rules, tricks, trump, winning.seat)
        self._same("card points", tuple(card_points[: self._seats]), counted.card_points)
        self._same("points", self._points(), counted.points)
        summary = settle(1, self._scores, winning, counted.points, counted)
        self._same("change", tuple(changes[: self._seats]), summary.change)
        won = winner(self._rules, self._scores, summary, self._scored + 1)
        self._same("winner", self._winner(), (won.seat, won.reason) if won else None)
        self._same("stage", self._end[state.STAGE], state.OVER if won else state.DEAL_SCORED)
        phase = Auction(tuple(self._hands), self._dealer)
        self._check_match(evolve(self._match(phase), DealScored(summary)))

    def _check_match(self, after: Match) -> None:
        self._same("scores", self._of_seats(state.SCORE), after.scores)
        self._same("dealer", self._end[state.DEALER] + 1, after.dealer)
        self._same("scored deals", self._end[state.SCORED], after.scored_deals)
        self._same("deals", self._end[state.DEAL], after.deal)

    def _match(self, phase: Auction) -> Match:
        return Match(self._rules, self._seats, self._scores, self._dealer, 1, self._scored, phase)

    def _points(self) -> Points:
        outcome = self._end[state.OUTCOME]
        owners = (outcome >> shift & 3 for shift in (0, 2, 4, 6))
        return Points(*(None if owner == NOBODY else owner + 1 for owner in owners))

    def _winner(self) -> object:
        if self._end[state.WINNER] == NOBODY:
            return None
        return self._end[state.WINNER] + 1, WIN_REASONS[self._end[state.REASON]]

    def _of_seats(self, field: int) -> tuple[int, ...]:
        return tuple(self._end[field : field + self._seats])

    def _step(self, number: int) -> Step:
        if number >= len(self._steps):
            self._differ("calls", len(self._steps), "more")
        return self._steps[number]

    def _same(self, what: str, told: object, law: object) -> None:
        if told != law:
            self._differ(what, told, law)

    def _differ(self, what: str, told: object, law: object) -> NoReturn:
        before = " ".join(map(str, self._scores))
        raise Disagreement(
            f"{what}: {told} by the kernel, {law} by the law, at the scores {before} after "
            f"{self._scored} deals:\n{self.record()}"
        )

    def record(self) -> str:
        """The deal as a record that others can read: up to the first action that is not legal.

        It is the first deal of a match there, whatever the scores were.
        """
        first = start(self._rules, self._seats, self._dealer)
        events: list[Event] = [first]
        match = begin(first)
        try:
            dealt = deal_cards(match, [tuple(hand) for hand in self._hands])
            events += dealt
            match = fold(match, dealt)
            for _, _, action in self._steps:
                done = decide(match, action_of(action, match.turn or 0))
                events += done
                match = fold(match, done)
        except (IllegalAction, IndexError):
            pass
        tags = [Tag("Game", GAME), *(Tag(f"Seat{seat + 1}", "x") for seat in range(self._seats))]
        return record_text([*tags, *_rules_tag(first)], events)


def _rules_tag(first: MatchStarted) -> list[Tag]:
    return [Tag("Rules", str(first.rules))] if str(first.rules) else []
