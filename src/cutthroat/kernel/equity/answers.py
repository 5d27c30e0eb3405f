"""What the others will call: the answers of a library of hands, from the dealer back to the first.

A place that calls knows by these what its own call will come to. They differ from score to score:
where a bid would win the match, weak hands outbid it.
"""

from __future__ import annotations

from typing import Final

from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.equity.model import HANDS, LIBRARY, POINTS, Model
from cutthroat.kernel.equity.odds import (
    BELIEF,
    BEST,
    BIDDER,
    CALLS,
    DEFENDER,
    OVER,
    SEEMS,
    STAYS,
    SUIT,
    THROWN_IN,
    WHIM,
    Odds,
    standing_at,
)
from cutthroat.kernel.options import dealer_sticks

ILLEGAL: Final = -1.0
"""The worth of a call that may not be made."""


@compiled_inside
def liking(call: int) -> float:
    """How much a whim adds to a call, as a part of `odds.WHIM`. call: 0 a pass, 1 to 3 bids."""
    return 1.0 if call == 0 else (-1.0 if call == 3 else (call * 2 - 3) / 3)


@compiled_inside
def chance_of_better(call: int, other: int, lead: float, whim: float) -> float:
    """The chance that a call is made rather than another that is worth so much less.

    whim: how much one adds to the worth of a pass at the most.
    """
    spread = whim * abs(liking(call) - liking(other))
    if spread == 0.0:
        return 1.0
    return 0.5 + 0.5 * min(1.0, lead / spread)


@compiled_inside
def value_library(model: Model, seats: int, odds: Odds) -> None:
    """What each hand of the library makes of a bid that stays, and by which trump."""
    for place in range(seats):
        for bid in range(3):
            start = BIDDER + (place * 3 + bid) * POINTS
            best = BEST + (place * 3 + bid) * LIBRARY
            chosen = SUIT + (place * 3 + bid) * LIBRARY
            a, b, c, d, e = (
                odds[start],
                odds[start + 1],
                odds[start + 2],
                odds[start + 3],
                odds[start + 4],
            )
            for hand in range(LIBRARY):
                odds[best + hand] = -1.0
            for suit in range(4):
                at = HANDS + suit * POINTS * LIBRARY
                for hand in range(LIBRARY):
                    here = at + hand
                    worth = (
                        a * model[here]
                        + b * model[here + LIBRARY]
                        + c * model[here + 2 * LIBRARY]
                        + d * model[here + 3 * LIBRARY]
                        + e * model[here + 4 * LIBRARY]
                    )
                    better = worth > odds[best + hand]
                    odds[chosen + hand] = float(suit) if better else odds[chosen + hand]
                    odds[best + hand] = worth if better else odds[best + hand]


@compiled_inside
def fill_defenders(seats: int, odds: Odds) -> None:
    """What a bid of a place is worth to the others, by what they believe of its hand."""
    for bidder in range(seats):
        for bid in range(3):
            start = (bidder * 3 + bid) * POINTS
            for place in range(seats):
                worth = 0.0
                for seems in range(POINTS):
                    worth += (
                        odds[BELIEF + start + seems] * odds[SEEMS + (start + seems) * 3 + place]
                    )
                odds[DEFENDER + (place * 3 + bidder) * 3 + bid] = worth


@compiled_inside
def fill_answers(model: Model, seats: int, options: int, odds: Odds) -> None:
    """STAYS and OVER from the last place back to the first; then BELIEF by what they would call."""
    for standing in range(4):
        for bidder in range(seats):
            at = standing_at(seats, standing, bidder)
            odds[STAYS + at] = 1.0
            for place in range(3):
                odds[OVER + 3 * at + place] = 0.0
    for place in range(seats - 1, -1, -1):
        for bidder in range(max(1, place)):
            for standing in range(4):
                if standing == 0 and bidder > 0:
                    continue
                if standing > 0 and place == 0:
                    continue
                _answer(model, place, standing, bidder, seats, options, odds)
    _believe(seats, odds)


@compiled_inside
def _calls_at(place: int, standing: int) -> int:
    return CALLS + (min(place, 1) * 4 + standing) * 3 * POINTS


@compiled_inside
def _believe(seats: int, odds: Odds) -> None:
    """What the others believe of the hand of a bidder; as before of a bid that no hand makes."""
    first = _calls_at(0, 0)
    for bid in range(3):
        share = 0.0
        for seems in range(POINTS):
            share += odds[first + bid * POINTS + seems]
        if share > 0:
            for seems in range(POINTS):
                odds[BELIEF + bid * POINTS + seems] = odds[first + bid * POINTS + seems] / share
    if seats == 3:
        _believe_second(odds)


@compiled_inside
def _believe_second(odds: Odds) -> None:
    first = _calls_at(0, 0)
    for bid in range(3):
        share = 0.0
        for seems in range(POINTS):
            share += _second_calls(odds, first, bid, seems)
        if share > 0:
            for seems in range(POINTS):
                calls = _second_calls(odds, first, bid, seems)
                odds[BELIEF + (3 + bid) * POINTS + seems] = calls / share


@compiled_inside
def _second_calls(odds: Odds, first: int, bid: int, seems: int) -> float:
    """Which part of the hands at the second place bids so, whatever was called at the first."""
    calls, passes = 0.0, 1.0
    for standing in range(1, bid + 1):
        share = 0.0
        for at in range(POINTS):
            share += odds[first + (standing - 1) * POINTS + at]
        calls += share * odds[_calls_at(1, standing) + bid * POINTS + seems]
    for at in range(3 * POINTS):
        passes -= odds[first + at]
    return calls + passes * odds[_calls_at(1, 0) + bid * POINTS + seems]  # type: ignore[no-any-return]


@compiled_inside
def pass_worth(odds: Odds, place: int, standing: int, bidder: int) -> float:
    """The equity of a place that passes.

    standing: the bid that stands, from 1, or 0 for none. bidder: the place that made it.
    """
    after = standing_at(place + 1, standing, bidder)
    if standing:
        kept = odds[DEFENDER + (place * 3 + bidder) * 3 + standing - 1]
    else:
        kept = odds[THROWN_IN + place]
    return odds[STAYS + after] * kept + odds[OVER + 3 * after + place]  # type: ignore[no-any-return]


@compiled_inside
def bid_worth(odds: Odds, place: int, bid: int, worth: float) -> float:
    """The equity of a place that bids. bid: from 0; worth: that of playing it."""
    after = standing_at(place + 1, bid + 1, place)
    return odds[STAYS + after] * worth + odds[OVER + 3 * after + place]  # type: ignore[no-any-return]


@compiled_inside
def _answer(
    model: Model, place: int, standing: int, bidder: int, seats: int, options: int, odds: Odds
) -> None:
    """What the hands of the library call at a place, and what comes of it."""
    calls = _calls_at(place, standing)
    odds[calls : calls + 3 * POINTS] = 0.0
    must_bid = standing == 0 and place == seats - 1 and dealer_sticks(options)
    passing = ILLEGAL if must_bid else pass_worth(odds, place, standing, bidder)
    share, whim = 1.0 / LIBRARY, odds[WHIM + place]
    passes = 0.0
    for hand in range(LIBRARY):
        chosen, most = 0, passing
        other, next_most = 0, ILLEGAL
        for bid in range(standing, 3):
            worth = odds[BEST + (place * 3 + bid) * LIBRARY + hand]
            worth = bid_worth(odds, place, bid, worth)
            if worth > most:
                other, next_most = chosen, most
                chosen, most = bid + 1, worth
            elif worth > next_most:
                other, next_most = bid + 1, worth
        sure = chance_of_better(chosen, other, most - next_most, whim)
        passes += _calls(model, place, calls, chosen, hand, share * sure, odds)
        passes += _calls(model, place, calls, other, hand, share * (1 - sure), odds)
    _add_up(place, standing, bidder, passes, seats, odds)


@compiled_inside
def _calls(
    model: Model, place: int, calls: int, chosen: int, hand: int, share: float, odds: Odds
) -> float:
    """Count a part of a hand among those that call so; returns how much of it passes."""
    if chosen == 0 or share == 0.0:
        return share
    bid = chosen - 1
    suit = int(odds[SUIT + (place * 3 + bid) * LIBRARY + hand])
    for seems in range(POINTS):
        chance = model[HANDS + (suit * POINTS + seems) * LIBRARY + hand]
        odds[calls + bid * POINTS + seems] += share * chance
    return 0.0


@compiled_inside
def _add_up(place: int, standing: int, bidder: int, passes: float, seats: int, odds: Odds) -> None:
    """STAYS and OVER where so many hands pass, and CALLS says what the others bid."""
    at, after = standing_at(place, standing, bidder), standing_at(place + 1, standing, bidder)
    odds[STAYS + at] = passes * odds[STAYS + after]
    for seat in range(seats):
        odds[OVER + 3 * at + seat] = passes * odds[OVER + 3 * after + seat]
    for bid in range(standing, 3):
        calls = _calls_at(place, standing) + bid * POINTS
        after = standing_at(place + 1, bid + 1, place)
        share = 0.0
        for seems in range(POINTS):
            share += odds[calls + seems]
        for seat in range(seats):
            played = 0.0
            for seems in range(POINTS):
                end = SEEMS + (((place * 3 + bid) * POINTS) + seems) * 3 + seat
                played += odds[calls + seems] * odds[end]
            odds[OVER + 3 * at + seat] += (
                odds[STAYS + after] * played + share * odds[OVER + 3 * after + seat]
            )
