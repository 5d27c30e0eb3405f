"""Hypothesis strategies: house rules, tables, hands, sheets."""

from random import Random

from hypothesis import strategies as st

from cutthroat.core.actions import Bid, Seat
from cutthroat.core.cards import Card, CardSet, deck
from cutthroat.core.deal import HAND_SIZE
from cutthroat.core.rules import OPTIONS, Number, Rules, parse_rules
from cutthroat.core.scoring import Points
from cutthroat.scorepad.changes import (
    Corrected,
    Edit,
    Entered,
    Inserted,
    Redone,
    Removed,
    SetUpAgain,
    Undone,
)
from cutthroat.scorepad.entries import (
    Entry,
    Misdeal,
    NextMatch,
    ScoredDeal,
    Setup,
    Stopped,
    ThrownIn,
)


def _words(option_name: str) -> st.SearchStrategy[str]:
    option = next(option for option in OPTIONS if option.name == option_name)
    if not isinstance(option, Number):
        return st.sampled_from(option.values)
    numbers = st.integers(option.low, option.high) | st.integers(option.low, option.low + 3)
    values = numbers.map(str)
    return values if option.default is not None else st.just("none") | values


def rules(**fixed: str) -> st.SearchStrategy[Rules]:
    """House rules over all eleven options; `follow="strict"` and the like hold one still.

    Low targets and limits come up more often than high ones, so that matches end.
    """
    words = {
        option.name: st.just(fixed[option.name]) if option.name in fixed else _words(option.name)
        for option in OPTIONS
    }
    return st.fixed_dictionaries(words).map(
        lambda chosen: parse_rules(" ".join(f"{name}={value}" for name, value in chosen.items()))
    )


def seat_counts() -> st.SearchStrategy[int]:
    """Two or three. R1."""
    return st.sampled_from((2, 3))


def dealers(seats: int) -> st.SearchStrategy[Seat]:
    """Any seat of a table."""
    return st.integers(1, seats)


def hands(house: Rules, seats: int) -> st.SearchStrategy[tuple[tuple[Card, ...], ...]]:
    """Six cards a seat from the deck of the house."""
    dealt = HAND_SIZE * seats
    return st.permutations(deck(joker=house.has_joker)).map(
        lambda order: tuple(tuple(order[seat:dealt:seats]) for seat in range(seats))
    )


def generators() -> st.SearchStrategy[Random]:
    """Sources of chance for a walk, each from a small seed that a failure shows."""
    return st.integers(0, 2**32 - 1).map(Random)


def points(seats: int) -> st.SearchStrategy[Points]:
    """Who has which point, by what people may say."""
    owners = st.none() | st.integers(1, seats)
    return st.builds(Points, high=owners, low=owners, jack=owners, game=owners)


def entries(seats: int) -> st.SearchStrategy[Entry]:
    """Lines of a sheet; most can stand somewhere, a few nowhere."""
    seat = st.integers(1, seats)
    bids = st.builds(Bid, seat, st.integers(2, 4))
    outside = st.builds(Bid, st.integers(0, 4), st.integers(0, 5))
    captured = st.just(()) | st.lists(
        st.sets(st.sampled_from(deck(joker=True)), max_size=3).map(CardSet),
        min_size=seats,
        max_size=seats,
    ).map(tuple)
    deals = st.builds(ScoredDeal, bids | bids | bids | outside, points(seats), captured)
    texts = st.sampled_from(("left", "", " ", "a\nb", "x" * 101)) | st.text(max_size=8)
    return st.one_of(
        deals,
        deals,
        deals,
        st.just(ThrownIn()),
        st.just(Misdeal()),
        st.builds(Stopped, texts),
        st.builds(NextMatch, seat),
    )


def set_ups(seats: int) -> st.SearchStrategy[Setup]:
    """People with short names, some of which cannot be told apart or written; low targets."""
    names = st.lists(st.text("AaBbĀ \n", max_size=4), min_size=seats, max_size=seats)
    plain = st.just(("Ana", "Béla", "Chi")[:seats])
    houses = rules() | rules(target="5", out="reach", limit="5")
    return st.builds(Setup, plain | plain | plain | names.map(tuple), houses, dealers(seats))


def edits(seats: int) -> st.SearchStrategy[Edit]:
    """Changes of a sheet, on lines that may be there or not."""
    lines = st.integers(1, 3) | st.integers(0, 9)
    entered = st.builds(Entered, entries(seats))
    return st.one_of(
        entered,
        entered,
        entered,
        st.builds(Corrected, lines, entries(seats)),
        st.builds(Inserted, lines, entries(seats)),
        st.builds(Removed, lines),
        st.builds(SetUpAgain, set_ups(seats)),
    )


def changes(seats: int) -> st.SearchStrategy[Edit | Undone | Redone]:
    """What may be asked of a sheet."""
    return edits(seats) | st.just(Undone()) | st.just(Redone())
