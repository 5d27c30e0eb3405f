"""Many tables at once, step by step: for those who choose the actions themselves.

A step takes one action at every table. A deal that ends is followed by the next at once, and a
match that ends by another, so that at every table there is always a seat to act.
"""

from __future__ import annotations

from operator import index
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cutthroat.core.rules import Rules
from cutthroat.kernel import state
from cutthroat.kernel.auction import ACTIONS, PASS, points_of
from cutthroat.kernel.bits import count_of, pick, wrapped
from cutthroat.kernel.cards import NOTHING
from cutthroat.kernel.chance import HAND_SIZE, mixed, word
from cutthroat.kernel.compiled import compiled, compiled_inside
from cutthroat.kernel.options import packed
from cutthroat.kernel.playouts import random_card
from cutthroat.kernel.scoring import NOBODY
from cutthroat.kernel.state import Row, Rows
from cutthroat.kernel.threads import in_parts

OBSERVED: Final = 27
"""Numbers in an observation, see `Tables.observe`."""


_BLOCK: Final = 64
"""Tables that go in step; their rows fit into the nearest cache of a processor."""


class Tables:
    """Matches under way at `count` tables, of `seats` seats each.

    Which cards are dealt depends on the seed and on the actions, not on the number of threads. The
    matches at table `n` have the numbers n, n + count, n + 2 count, …

    rows: the state of each table, shape (count, state.FIELDS), int64.
    legal: what the seat to act may do, shape (count,), int64: bit `a` for the action `a`. Actions
        are the cards from 0 to 52, and calls from 53 to 56, see `auction`.
    ended: what the last step came to, shape (count,), int64: 0, or if it ended a deal the stage
        that it reached, THROWN_IN, DEAL_SCORED or OVER of `state`.
    change: what the scores changed by in the last step, shape (count, 3), int64. It is only of
        meaning where `ended` is DEAL_SCORED or OVER.
    winner: who won the last match that ended, a seat from 0, shape (count,), int64;
        `scoring.NOBODY` before the first has ended. Where `ended` is OVER the last step ended it.
    scores: the scores at the end of that match, shape (count, 3), int64; the table itself plays on
        from nothing.

    seed: any integer; modulo 2 to the 64.
    """

    def __init__(
        self, rules: Rules, seats: int, count: int, *, seed: int, threads: int = 1
    ) -> None:
        if seats not in (2, 3):
            raise ValueError(f"two or three seats play, not {seats}")
        self.seats = seats
        self.options = packed(rules)
        self.threads = threads
        self.rows = state.new_rows(count)
        self.legal = np.zeros(count, np.int64)
        self.ended = np.zeros(count, np.int64)
        self.change = np.zeros((count, 3), np.int64)
        self.winner = np.full(count, NOBODY, np.int64)
        self.scores = np.zeros((count, 3), np.int64)
        open_tables(self.rows, self.legal, seats, self.options, wrapped(index(seed)))

    @property
    def turn(self) -> NDArray[np.int64]:
        """The seat to act at each table, from 0. Shape (count,)."""
        return self.rows[:, state.TURN]

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Do an action at every table, and deal where a deal has ended.

        actions: shape (count,), integers.
        Raises TypeError for anything but integers, ValueError for another shape and for an action
        that is not legal; then nothing is done at any table.
        """
        doing = self._checked(actions)

        def work(start: int, stop: int) -> None:
            part = slice(start, stop)
            step_tables(
                self.rows[part],
                doing[part],
                self.legal[part],
                self.ended[part],
                self.change[part],
                self.winner[part],
                self.scores[part],
                self.seats,
                self.options,
                len(self.rows),
            )

        in_parts(work, len(self.rows), self.threads)

    def _checked(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """Legal actions, laid out as `step_tables` is compiled for."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are integers, not {given.dtype}")
        if given.shape != self.legal.shape:
            raise ValueError(f"actions have the shape {self.legal.shape}, not {given.shape}")
        doing: NDArray[np.int64]
        if given.dtype == np.int64 and given.flags.carray:
            doing = given  # most callers have these, and a look is cheaper than `np.require`
        else:
            doing = np.array(given, np.int64, order="C")
        if not all_legal(self.legal, doing):
            allowed = (doing >= 0) & (doing < ACTIONS) & (self.legal >> (doing & 63) & 1 == 1)
            table = int(np.argmin(allowed))
            raise ValueError(f"the action {doing[table]} is not legal at table {table}")
        return doing

    def random_actions(self, seed: int) -> NDArray[np.int64]:
        """A legal action for every table, each as likely; another seed, others. Shape (count,).

        seed: any integer; modulo 2 to the 64.
        """
        actions = np.empty(len(self.rows), np.int64)
        random_actions(self.legal, actions, wrapped(index(seed)))
        return actions

    def legal_matrix(self) -> NDArray[np.bool_]:
        """What the seat to act may do, spread out. Shape (count, ACTIONS)."""
        spread: NDArray[np.bool_] = (self.legal[:, None] >> np.arange(ACTIONS) & 1).astype(np.bool_)
        return spread

    def observe(self) -> NDArray[np.int64]:
        """What the seat to act knows at each table. Shape (count, OBSERVED), int64.

        Seats are counted from the observer: 0 itself, 1 its left neighbour, 2 the next.

        0: the mask of its hand. 1: the mask of what it may do.
        2: trump, 0 to 3; -1 before the opening lead.
        3: the highest bid, 0 without one. 4: the bidder; -1 without one. 5: the dealer.
        6 to 8: the call of each seat: 0 none yet, 1 a pass, 2 to 4 a bid.
        9 to 11: the masks of what each seat has captured.
        12 to 14: the scores. 15: how many deals were scored in this match.
        16: how many tricks were taken.
        17 to 19: the cards on the table in playing order, 0 to 52; -1 for none.
        20: the leader of the trick; -1 outside the play.
        21 to 26: the tricks taken: cards in playing order as three times 6 bits from the lowest up,
        at bit 18 the leader, at bit 20 the taker; -1 for none.
        With two seats what is of the third is 0, and in 19 and the tricks' third card nothing.
        """
        seen = np.empty((len(self.rows), OBSERVED), np.int64)

        def work(start: int, stop: int) -> None:
            part = slice(start, stop)
            observe_tables(self.rows[part], self.legal[part], seen[part], self.seats)

        in_parts(work, len(self.rows), self.threads)
        return seen


@compiled
def open_tables(rows: Rows, legal: Row, seats: int, options: int, seed: int) -> None:
    """Begin a match at every table, and deal."""
    for table in range(len(rows)):
        row = rows[table]
        state.begin(row, seats, seed, table)
        state.deal(row, seats, options)
        legal[table] = state.legal_actions(row, seats, options)


@compiled
def all_legal(legal: Row, actions: Row) -> bool:
    """Whether each action is in the mask of its table. Actions may be any numbers.

    It looks at all of them without a branch, so that a processor takes several at a time.
    """
    allowed, strange = ~0, 0
    for table in range(len(legal)):
        allowed &= legal[table] >> (actions[table] & 63)
        strange |= actions[table] & ~63
    return (allowed & 1 == 1) & (strange == 0)


@compiled
def step_tables(
    rows: Rows,
    actions: Row,
    legal: Row,
    ended: Row,
    change: Rows,
    winner: Row,
    scores: Rows,
    seats: int,
    options: int,
    tables: int,
) -> None:
    """A step of `Tables`. tables: how many there are in all, parts for other threads included.

    It is `state.act` at each table, but each thing is done at all tables that need it before the
    next thing is: a processor cannot guess which of them a table needs, and a wrong guess costs as
    much as what it guesses at.
    """
    here, after = np.empty(_BLOCK, np.int64), np.empty(_BLOCK, np.int64)
    for start in range(0, len(rows), _BLOCK):
        block = rows[start : start + _BLOCK]
        doing = actions[start : start + _BLOCK]
        _call(block, doing, here, seats, options)
        count = _place_cards(block, doing, here, after, seats, options)
        _take_tricks(block, after[:count], here, seats, options)
        count = _see_ends(block, ended[start : start + _BLOCK], here)
        _deal(
            block,
            here[:count],
            change[start : start + _BLOCK],
            winner[start : start + _BLOCK],
            scores[start : start + _BLOCK],
            seats,
            options,
            tables,
        )
        _allow(block, legal[start : start + _BLOCK], seats, options)


@compiled_inside
def _see_ends(rows: Rows, ended: Row, here: Row) -> int:
    count = 0
    for table in range(len(rows)):
        stage = rows[table, state.STAGE]
        over = stage > state.PLAY
        ended[table] = pick(over, stage, 0)
        here[count] = table
        count += pick(over, 1, 0)
    return count


@compiled_inside
def _deal(
    rows: Rows,
    here: Row,
    change: Rows,
    winner: Row,
    scores: Rows,
    seats: int,
    options: int,
    tables: int,
) -> None:
    for table in here:
        row = rows[table]
        for seat in range(seats):
            change[table, seat] = state.last_change(row, seat)
        if row[state.STAGE] == state.OVER:
            winner[table] = row[state.WINNER]
            for seat in range(seats):
                scores[table, seat] = row[state.SCORE + seat]
            state.begin(row, seats, row[state.SEED], row[state.MATCH] + tables)
        state.deal(row, seats, options)


@compiled_inside
def _allow(rows: Rows, legal: Row, seats: int, options: int) -> None:
    for table in range(len(rows)):
        legal[table] = state.legal_actions(rows[table], seats, options)


@compiled_inside
def _call(rows: Rows, actions: Row, here: Row, seats: int, options: int) -> None:
    count = 0
    for table in range(len(rows)):
        here[count] = table
        count += pick(actions[table] >= PASS, 1, 0)
    for table in here[:count]:
        state.call(rows[table], points_of(actions[table]), seats, options)


@compiled_inside
def _place_cards(rows: Rows, actions: Row, here: Row, after: Row, seats: int, options: int) -> int:
    """Put the cards on the table, and gather in `after` where a trick is complete."""
    count = 0
    for table in range(len(rows)):
        here[count] = table
        count += pick(actions[table] < PASS, 1, 0)
    complete = 0
    for table in here[:count]:
        row = rows[table]
        state.place_card(row, actions[table], seats, options)
        after[complete] = table
        complete += pick(row[state.PLACED] == seats, 1, 0)
    return complete


@compiled_inside
def _take_tricks(rows: Rows, complete: Row, here: Row, seats: int, options: int) -> None:
    count = 0
    for table in complete:
        row = rows[table]
        state.take_trick(row, seats)
        here[count] = table
        count += pick(row[state.TRICKS] == HAND_SIZE, 1, 0)
    for table in here[:count]:
        state.score(rows[table], seats, options)


@compiled
def random_actions(legal: Row, actions: Row, seed: int) -> None:
    """Fill `actions` with a legal action for each table."""
    stream = mixed(seed)
    for table in range(len(legal)):
        actions[table] = count_of(random_card(legal[table], word(stream, table)) - 1)


@compiled
def observe_tables(rows: Rows, legal: Row, seen: Rows, seats: int) -> None:
    """Fill `seen` as `Tables.observe` says."""
    for table in range(len(rows)):
        observe(rows[table], legal[table], seen[table], seats)


@compiled_inside
def observe(row: Row, legal: int, seen: Row, seats: int) -> None:
    """What the seat to act knows. seen: shape (OBSERVED,), filled as `Tables.observe` says."""
    own, bidder, tricks = row[state.TURN], row[state.BIDDER], row[state.TRICKS]
    calling = row[state.STAGE] == state.AUCTION
    placed = pick(calling, 0, row[state.PLACED])
    seen[0] = row[state.HAND + own]
    seen[1] = legal
    seen[2] = row[state.TRUMP]
    seen[3] = row[state.BID]
    seen[4] = pick(bidder == NOBODY, NOTHING, _away(bidder, own, seats))
    seen[5] = _away(row[state.DEALER], own, seats)
    seen[8] = seen[11] = seen[14] = 0
    for away in range(seats):
        seat = own + away
        seat = pick(seat >= seats, seat - seats, seat)
        seen[6 + away] = row[state.CALLS] >> 3 * seat & 7
        seen[9 + away] = row[state.TAKEN + seat]
        seen[12 + away] = row[state.SCORE + seat]
    seen[15] = row[state.SCORED]
    seen[16] = tricks
    running = row[state.TRICK + tricks]
    for place in range(3):
        seen[17 + place] = pick(place < placed, running >> 6 * place & 63, NOTHING)
    seen[20] = pick(calling, NOTHING, pick(placed == 0, 0, seats - placed))
    for trick in range(HAND_SIZE):
        code = row[state.TRICK + trick]
        leader = _away(code >> 18 & 3, own, seats)
        taker = _away(code >> 20 & 3, own, seats)
        taken = code & (1 << 18) - 1 | leader << 18 | taker << 20
        seen[21 + trick] = pick(trick < tricks, taken, NOTHING)


@compiled_inside
def _away(seat: int, own: int, seats: int) -> int:
    """How many places to the left of the observer a seat is."""
    return seat - own + pick(seat < own, seats, 0)
