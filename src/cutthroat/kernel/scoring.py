"""What a deal is worth, on masks: the four points, made or set, the score, the winner.

R5 to R9, R20 to R26. Arguments that end in 0, 1, 2 are of the seats 0, 1, 2; with two seats the
third is 0. Who has which point is one number, the outcome: two bits each for High, Low, Jack and
Game, from the lowest up, with the seat or 3 for nobody. So there are 256 outcomes, and a table can
hold a value for each.
"""

from __future__ import annotations

from typing import Final

from cutthroat.core.events import WinReason
from cutthroat.kernel.bits import count_of, highest_in, pick
from cutthroat.kernel.cards import (
    ACE,
    ACES,
    JACK,
    JACKS,
    JOKER_BIT,
    KINGS,
    NUMERALS,
    QUEENS,
    RANKS,
    SUIT_BITS,
    TENS,
)
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.options import (
    any_four_wins,
    high_is_highest,
    limit,
    low_is_numeric,
    low_to_winner,
    no_four_wins,
    reach_wins,
    target,
    tie_to_bidder,
)

NOBODY: Final = 3
OUTCOMES: Final = 256

WIN_REASONS: Final = (
    None,
    WinReason.FROM_TARGET,
    WinReason.REACH,
    WinReason.FOUR,
    WinReason.LIMIT,
)
"""What the numbers of `way_out` and `Result` mean."""
NO_WIN, FROM_TARGET, REACH, FOUR, LIMIT = range(5)


@compiled_inside
def card_points(cards: int) -> int:
    """What captured cards count toward Game. R8."""
    return (
        4 * count_of(cards & ACES)
        + 3 * count_of(cards & KINGS)
        + 2 * count_of(cards & QUEENS)
        + count_of(cards & (JACKS | JOKER_BIT))
        + 10 * count_of(cards & TENS)
    )


@compiled_inside
def seat_with(card: int, cards0: int, cards1: int) -> int:
    """The seat among whose cards a card is; the third's if it is with neither of two.

    card: a mask of one bit.
    """
    return pick(card & cards0 != 0, 0, pick(card & cards1 != 0, 1, 2))


@compiled_inside
def game_owner(points0: int, points1: int, points2: int, bidder: int, options: int) -> int:
    """The seat that has Game by card points, or NOBODY. R8, option `tie`."""
    most = max(points0, points1, points2)
    tied = int(points0 == most) + (points1 == most) + (points2 == most)
    alone = pick(points0 == most, 0, pick(points1 == most, 1, 2))
    own = pick(bidder == 0, points0, pick(bidder == 1, points1, points2))
    if_tied = pick(tie_to_bidder(options) & (own == most), bidder, NOBODY)
    return pick(tied == 1, alone, if_tied)


@compiled_inside
def high_card(trumps: int, trump: int, options: int) -> int:
    """The mask of the card that earns High among the trumps in play, 0 for none.

    trumps: those of the suit, without the joker. trump: 0 to 3.
    R5, option `high`.
    """
    ace = trumps & 1 << RANKS * trump + ACE
    return pick(high_is_highest(options), 1 << highest_in(trumps), ace)


@compiled_inside
def low_card(trumps: int, options: int) -> int:
    """The mask of the card that earns Low among the trumps in play, 0 for none.

    trumps: those of the suit, without the joker.
    R6, option `low`.
    """
    candidates = pick(low_is_numeric(options), trumps & NUMERALS, trumps)
    return candidates & -candidates


@compiled_inside
def outcome_of(
    dealt0: int,
    dealt1: int,
    dealt2: int,
    taken0: int,
    taken1: int,
    taken2: int,
    trump: int,
    bidder: int,
    options: int,
) -> int:
    """Who has which point after six tricks.

    dealt: the cards that each seat was dealt, and so played. taken: those that each captured.
    R5 to R9, options `high`, `low`, `low_to`, `tie` and `joker`.
    """
    trumps = (dealt0 | dealt1 | dealt2) & SUIT_BITS << RANKS * trump
    card = high_card(trumps, trump, options)
    high = pick(card != 0, seat_with(card, dealt0, dealt1), NOBODY)
    card = low_card(trumps, options)
    to_winner = low_to_winner(options)
    held0, held1 = pick(to_winner, taken0, dealt0), pick(to_winner, taken1, dealt1)
    low = pick(card != 0, seat_with(card, held0, held1), NOBODY)
    card = trumps & 1 << RANKS * trump + JACK
    jack = pick(card != 0, seat_with(card, taken0, taken1), NOBODY)
    game = game_owner(
        card_points(taken0), card_points(taken1), card_points(taken2), bidder, options
    )
    return high | low << 2 | jack << 4 | game << 6


@compiled_inside
def earned(outcome: int, seat: int) -> int:
    """How many points a seat has, 0 to 4. R9."""
    own = int((outcome & 3) == seat)  # as a number: NumPy adds truth values to a truth value
    return (
        own + ((outcome >> 2 & 3) == seat) + ((outcome >> 4 & 3) == seat) + (outcome >> 6 == seat)
    )


@compiled_inside
def change(outcome: int, seat: int, bidder: int, bid: int) -> int:
    """What a seat's score changes by. R20 to R22."""
    points = earned(outcome, seat)
    return pick((seat == bidder) & (points < bid), -bid, points)


@compiled_inside
def way_out(before: int, after: int, bid: int, options: int) -> int:
    """How a bidder who made the bid wins the match: a number of WIN_REASONS, NO_WIN if not.

    before: the bidder's score when the cards were dealt. after: once the deal is scored.
    R24, R25, options `target`, `out` and `four`.
    """
    if before >= target(options):
        return FROM_TARGET
    if reach_wins(options) and after >= target(options):
        return REACH
    if bid == 4 and not no_four_wins(options) and (before >= 1 or any_four_wins(options)):
        return FOUR
    return NO_WIN


@compiled_inside
def limit_winner(
    score0: int, score1: int, score2: int, seats: int, scored: int, options: int
) -> int:
    """The seat alone at the top when the agreed number of deals has been scored, else NOBODY.

    scored: how many deals were scored. Option `limit`.
    """
    if limit(options) == 0 or scored < limit(options):
        return NOBODY
    most = max(score0, score1)
    if seats == 3:
        most = max(most, score2)
    tied = int(score0 == most) + (score1 == most) + (seats == 3 and score2 == most)
    if tied > 1:
        return NOBODY
    return 0 if score0 == most else (1 if score1 == most else 2)
