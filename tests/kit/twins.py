"""Pairs of tables that differ only in what somebody may not know: cards, secrets, nonces."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random

import msgspec

from cutthroat.core.actions import Action, Play, Seat
from cutthroat.core.cards import Card, CardSet, deck
from cutthroat.core.errors import IllegalAction
from cutthroat.core.events import DealScored, DealStarted, HandDealt, Played, ThrownIn
from cutthroat.core.match import Match, decide as decided, fold
from cutthroat.core.rules import AllPass
from cutthroat.service.tables import decide
from cutthroat.service.tables.happenings import (
    Item,
    MatchPrepared,
    NoncePledged,
    NoncesFixed,
    NonceShown,
    SecretShown,
    Settings,
)
from cutthroat.service.tables.ports import Entry
from cutthroat.service.tables.wire import pack, unpack
from tests.kit.tables import Log, fold_entries
from tests.kit.walk import modest

HOUSES = (
    "",
    "high=highest out=reach",
    "joker=yes all_pass=next",
    "joker=yes follow=strict",
    "limit=20 four=off",
    "all_pass=stick low=numeric tie=bidder",
)
NAMES = ("Ada", "Bea", "Cid")


def some_log(rng: Random) -> tuple[Log, list[Action]]:
    """A log whose last deal was just dealt, and how it goes on for a while."""
    seats = rng.choice((2, 3, 3))
    log = Log(
        seats,
        rules=rng.choice(HOUSES),
        settings=Settings(clock=rng.choice((None, 30, 86_400))),
        table=f"t{rng.randrange(10**9)}",
    )
    log.sit(*NAMES[:seats])
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        thrown_in = log.state.rules.all_pass is not AllPass.STICK and rng.random() < 0.5
        before = log.entries[:]
        if thrown_in:
            log.act("pass " * seats)
        while not thrown_in and log.state.turn is not None:
            log.take(modest(the_match(log), rng))
        if not thrown_in and log.state.running:
            for seat in log.state.numbers:
                log.play(rng, 0) if log.state.turn else log.do(decide.ready(log.state, seat), seat)
        if not log.state.running:
            log.entries = before
            log._state = fold_entries(before)
            break
    actions, match = [], the_match(log)
    for _ in range(rng.randint(0, seats * 7 - 1)):
        action = modest(match, rng)
        after = fold(match, decided(match, action))
        if after.turn is None:
            break
        actions.append(action)
        match = after
    return log, actions


def the_match(log: Log) -> Match:
    assert log.state.match
    return log.state.match


def twin(
    entries: Sequence[Entry], actions: Sequence[Action], viewer: Seat | None, rng: Random
) -> list[Entry] | None:
    """The log with cards in other places that the viewer does not know; None if there are none.

    The actions that follow are legal in both.
    """
    for attempt in range(8):
        other = swapped(entries, viewer, rng, actions, in_suit=attempt == 7)
        if other != list(entries) and _goes_on(fold_entries(other).match, actions):
            return other
    return None


def _goes_on(match: Match | None, actions: Sequence[Action]) -> bool:
    assert match
    for action in actions:
        try:
            match = fold(match, decided(match, action))
        except IllegalAction:
            return False
    return match.turn is not None


def swapped(
    entries: Sequence[Entry],
    viewer: Seat | None,
    rng: Random,
    actions: Sequence[Action] = (),
    *,
    in_suit: bool = False,
) -> list[Entry]:
    """The log with cards in other places that the viewer does not know.

    actions: what follows; its cards stay where they are. in_suit: only within each suit.
    """
    items = [item for entry in entries for item in unpack(entry.body)]
    joker = fold_entries(entries).rules.has_joker
    after = _with_hidden_swapped(items, actions, viewer, rng, joker=joker, in_suit=in_suit)
    return packed(entries, after)


def packed(entries: Sequence[Entry], items: Iterable[Item]) -> list[Entry]:
    """The log with other items, each in the place of one that it had."""
    rest = iter(items)
    return [
        replace(entry, body=pack(tuple(itertools.islice(rest, entry.count)))) for entry in entries
    ]


def _with_hidden_swapped(
    items: Sequence[Item],
    actions: Sequence[Action],
    viewer: Seat | None,
    rng: Random,
    *,
    joker: bool,
    in_suit: bool,
) -> Iterator[Item]:
    starts = [place for place, item in enumerate(items) if isinstance(item, DealStarted)]
    yield from items[: starts[0] if starts else len(items)]
    for start, end in zip(starts, [*starts[1:], len(items)], strict=True):
        deal = items[start:end]
        known = {item.card for item in deal if isinstance(item, Played)}
        known |= {card for item in deal if isinstance(item, HandDealt) for card in item.hand
                  if item.seat == viewer}  # fmt: skip
        if not any(isinstance(item, DealScored | ThrownIn) for item in deal):
            known |= {action.card for action in actions if isinstance(action, Play)}
        hidden = [card for card in deck(joker=joker) if card not in known]
        suits = {card.suit for card in hidden} if in_suit else {None}
        place: dict[Card, Card] = {}
        for suit in suits:
            group = [card for card in hidden if suit is None or card.suit == suit]
            place.update(zip(group, rng.sample(group, len(group)), strict=True))
        for item in deal:
            if isinstance(item, HandDealt):
                hand = CardSet(place.get(card, card) for card in item.hand)
                yield HandDealt(item.seat, hand)
            else:
                yield item


def with_other_secrets(entries: Sequence[Entry], viewer: Seat | None) -> list[Entry]:
    """The log with other secrets and nonces, as far as the viewer does not know them.

    Their hashes, which everybody may know, stay as they are.
    """
    items = [item for entry in entries for item in unpack(entry.body)]
    shown = {item.match for item in items if isinstance(item, SecretShown)}
    fixed = [place for place, item in enumerate(items) if isinstance(item, NoncesFixed)]
    after = fixed[-1] if fixed else -1
    return packed(
        entries,
        (_with_other_secret(item, viewer, shown, open_=place < after)
         for place, item in enumerate(items)),
    )  # fmt: skip


def _with_other_secret(item: Item, viewer: Seat | None, shown: set[str], *, open_: bool) -> Item:
    if isinstance(item, MatchPrepared) and item.match not in shown:
        return msgspec.structs.replace(item, secret=item.secret[::-1])
    if isinstance(item, NoncePledged) and not open_ and item.seat != viewer and item.nonce:
        return msgspec.structs.replace(item, nonce=item.nonce[::-1])
    if isinstance(item, NonceShown) and not open_ and item.seat != viewer:
        return msgspec.structs.replace(item, nonce=item.nonce[::-1])
    return item
