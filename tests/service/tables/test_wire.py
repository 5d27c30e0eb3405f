"""Events as JSON: kept and read again unchanged, and told without what is the server's."""

from __future__ import annotations

import json
import typing
from random import Random

import msgspec
import pytest
from hypothesis import given, strategies as st

from cutthroat.core import events as core
from cutthroat.core.actions import Bid, Call, Pass
from cutthroat.core.cards import ALL_CARDS, CardSet
from cutthroat.core.match import fold
from cutthroat.core.scoring import PointCards, Points, Summary, Tally
from cutthroat.service.tables import happenings as own
from cutthroat.service.tables.happenings import Item
from cutthroat.service.tables.wire import pack, told, unpack
from tests.kit import strategies
from tests.kit.tables import Anything
from tests.kit.walk import walk

seats = st.integers(1, 3)
words = st.text(max_size=20)
some_cards = st.sampled_from(ALL_CARDS)
hexes = st.binary(min_size=32, max_size=32).map(bytes.hex)
numbers = st.integers(-99, 99)
calls: st.SearchStrategy[Call] = st.builds(Pass, seats) | st.builds(Bid, seats, st.integers(2, 4))
points = st.builds(Points, *[st.none() | seats] * 4)
three = st.tuples(numbers, numbers, numbers)
tallies = st.builds(
    Tally, points, st.builds(PointCards, *[st.none() | some_cards] * 3), st.just((1, 2, 3))
)
machines = st.none() | st.builds(own.Machine, words, words)
settings = st.builds(
    own.Settings,
    clock=st.none() | st.integers(0, 100_000),
    absent=words,
    spectators=st.booleans(),
    hints=st.booleans(),
    listed=st.booleans(),
)


def summary(tally: Tally | None, alone: Points, change: tuple[int, ...]) -> Summary:
    won = tally.points if tally else alone
    return Summary(
        deal=7,
        bidder=2,
        bid=3,
        made=True,
        points=won,
        tally=tally,
        earned=change,
        change=change,
        scores=change,
    )


ITEMS: dict[type[object], st.SearchStrategy[Item]] = {
    core.MatchStarted: st.builds(core.MatchStarted, strategies.rules(), st.integers(2, 3), seats),
    core.DealStarted: st.builds(core.DealStarted, st.integers(1, 500), seats),
    core.HandDealt: st.builds(
        core.HandDealt, seats, st.sets(some_cards, min_size=6, max_size=6).map(CardSet)
    ),
    core.AuctionOpened: st.builds(core.AuctionOpened),
    core.Called: st.builds(core.Called, calls),
    core.ThrownIn: st.builds(core.ThrownIn),
    core.Misdealt: st.builds(core.Misdealt),
    core.Played: st.builds(core.Played, seats, some_cards),
    core.TrickTaken: st.builds(core.TrickTaken, seats),
    core.DealScored: st.builds(
        core.DealScored, st.builds(summary, st.none() | tallies, points, three)
    ),
    core.MatchWon: st.builds(core.MatchWon, seats, st.sampled_from(core.WinReason)),
    core.MatchEnded: st.builds(core.MatchEnded, words),
    own.TableOpened: st.builds(
        own.TableOpened, words, words, st.tuples(machines, machines), settings
    ),
    own.MatchPrepared: st.builds(own.MatchPrepared, words, hexes),
    own.SeatTaken: st.builds(own.SeatTaken, seats, words, words),
    own.SeatFreed: st.builds(own.SeatFreed, seats, words),
    own.NoncePledged: st.builds(own.NoncePledged, seats, st.none() | hexes, st.none() | words),
    own.NonceShown: st.builds(own.NonceShown, seats, words),
    own.NoncesFixed: st.builds(own.NoncesFixed, words, st.tuples(words, words)),
    own.Ready: st.builds(own.Ready, seats),
    own.WentAway: st.builds(own.WentAway, seats, words),
    own.CameBack: st.builds(own.CameBack, seats),
    own.Left: st.builds(own.Left, seats, words),
    own.EndAgreed: st.builds(own.EndAgreed, seats, st.booleans()),
    own.FinishAgreed: st.builds(own.FinishAgreed, seats, st.booleans()),
    own.Reacted: st.builds(own.Reacted, seats, words),
    own.SecretShown: st.builds(own.SecretShown, words, hexes),
    own.TableClosed: st.builds(own.TableClosed, words),
}
"""Of every kind of event, any."""


def test_there_is_a_strategy_for_every_kind_of_event() -> None:
    kinds = typing.get_args(core.Event) + typing.get_args(own.Happening)
    assert set(ITEMS) == set(kinds)
    assert set(ITEMS) == set(typing.get_args(Item))


@given(st.lists(st.one_of(*ITEMS.values()), max_size=5).map(tuple))
def test_events_come_back_as_they_were_packed(items: tuple[Item, ...]) -> None:
    packed = pack(items)
    assert unpack(packed) == items
    assert [type(item) for item in unpack(packed)] == [type(item) for item in items]
    assert pack(unpack(packed)) == packed


@pytest.mark.parametrize("kind", ITEMS)
def test_every_kind_comes_back(kind: type[object]) -> None:
    @given(ITEMS[kind])
    def comes_back(item: Item) -> None:
        assert unpack(pack((item,))) == (item,)

    comes_back()


@given(strategies.rules(), strategies.seat_counts(), strategies.generators())
def test_a_match_folds_from_what_is_kept(rules: object, seats: int, rng: Random) -> None:
    played = walk(rules, seats, rng)  # type: ignore[arg-type]
    events = unpack(pack(played.events))
    assert events == played.events
    assert fold(played.steps[0].before, events[1:]) == played.last  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "body",
    [b"", b"{}", b"[{}]", b'[{"event":"unheard_of"}]', b'[{"event":"ready"}]', b"[1]", b"[null]"],
)
def test_what_no_version_has_written_is_refused(body: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        unpack(body)


@given(strategies.generators(), strategies.seat_counts())
def test_only_a_hand_is_told_to_one_and_nothing_of_the_servers_to_any(
    rng: Random, seats: int
) -> None:
    """Persons, secrets before the end, and nonces before all are fixed."""
    log = Anything(rng, seats, bots=1).happens(30)
    hidden: set[str] = set()
    for item in log.items:
        text, audience = told(item)
        assert audience == (item.seat if isinstance(item, core.HandDealt) else None)
        assert json.loads(text)["event"] == json.loads(pack((item,)))[0]["event"]
        match item:
            case own.MatchPrepared():
                hidden.add(item.secret)
            case own.SecretShown():
                hidden.discard(item.secret)
            case own.NoncePledged(nonce=str(nonce)) | own.NonceShown(nonce=nonce):
                hidden.add(f'"{nonce}"')
            case own.NoncesFixed():
                hidden = {text for text in hidden if not text.startswith('"')}
            case own.SeatTaken():
                hidden.add(f'"{item.person}"')
                assert "person" not in json.loads(text)
            case _:
                pass
        assert not [one for one in hidden if one.encode() in text]
