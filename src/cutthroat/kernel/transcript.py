"""The text of a deal, written from its row: the lines that `record.write` writes, byte for byte."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutthroat.core.cards import ALL_CARDS
from cutthroat.kernel.bits import lowest_in
from cutthroat.kernel.chance import HAND_SIZE
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.scoring import NOBODY
from cutthroat.kernel.state import (
    CALLS,
    DEAL,
    DEALT,
    OUTCOME,
    OVER,
    SCORE,
    STAGE,
    THROWN_IN,
    TRICK,
    WINNER,
    Row,
)

Text: TypeAlias = NDArray[np.uint8]

LONGEST: Final = 512
"""Bytes that the text of any deal fits into."""


def _bytes(text: str) -> Row:
    return np.frombuffer(text.encode(), np.uint8).astype(np.int64)


_DEAL: Final = _bytes("deal ")
_DEALER: Final = _bytes(" dealer ")
_HAND: Final = _bytes("hand ")
_BID: Final = _bytes("bid ")
_PASS: Final = _bytes(" pass")
_TRICK: Final = _bytes("trick ")
_POINTS: Final = _bytes("points high= low= jack= game=")
_SCORES: Final = _bytes("scores")
_WINNER: Final = _bytes("winner ")
_CARDS: Final = _bytes("".join(card.text for card in ALL_CARDS))
_SPACE, _MINUS, _ZERO, _LINE, _EQUALS = b" -0\n="


@compiled_inside
def write_deal(row: Row, dealer: int, seats: int, text: Text) -> int:
    """Write a deal that has come to its end, and who has won if that ends the match.

    dealer: of this deal, from 0. text: shape (LONGEST,). Returns how many bytes it is.
    """
    end = _dealt(row, dealer, seats, text)
    end = _called(row, dealer, seats, text, end)
    if row[STAGE] == THROWN_IN:
        return end
    for trick in range(HAND_SIZE):
        cards = row[TRICK + trick]
        end = _word(_TRICK, text, end)
        end = _number(1 + (cards >> 18 & 3), text, end)
        for place in range(seats):
            end = _card(cards >> 6 * place & 63, text, end)
        text[end] = _LINE
        end += 1
    end = _scored(row, seats, text, end)
    if row[STAGE] == OVER:
        end = _word(_WINNER, text, end)
        end = _number(1 + row[WINNER], text, end)
        text[end] = _LINE
        end += 1
    return end


@compiled_inside
def _dealt(row: Row, dealer: int, seats: int, text: Text) -> int:
    end = _word(_DEAL, text, 0)
    end = _number(row[DEAL], text, end)
    end = _word(_DEALER, text, end)
    end = _number(dealer + 1, text, end)
    text[end] = _LINE
    end += 1
    for seat in range(seats):
        end = _word(_HAND, text, end)
        end = _number(seat + 1, text, end)
        hand = row[DEALT + seat]
        while hand:
            end = _card(lowest_in(hand), text, end)
            hand &= hand - 1
        text[end] = _LINE
        end += 1
    return end


@compiled_inside
def _called(row: Row, dealer: int, seats: int, text: Text, end: int) -> int:
    seat = dealer
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        points = row[CALLS] >> 3 * seat & 7
        if points == 0:
            break
        end = _word(_BID, text, end)
        end = _number(seat + 1, text, end)
        if points == 1:
            end = _word(_PASS, text, end)
        else:
            text[end] = _SPACE
            end += 1
            end = _number(points, text, end)
        text[end] = _LINE
        end += 1
    return end


@compiled_inside
def _scored(row: Row, seats: int, text: Text, end: int) -> int:
    outcome = row[OUTCOME]
    for place in range(len(_POINTS)):
        text[end] = _POINTS[place]
        end += 1
        if _POINTS[place] == _EQUALS:
            owner = outcome & 3
            outcome >>= 2
            text[end] = _MINUS if owner == NOBODY else _ZERO + 1 + owner
            end += 1
    text[end] = _LINE
    end += 1
    end = _word(_SCORES, text, end)
    for seat in range(seats):
        text[end] = _SPACE
        end += 1
        end = _number(row[SCORE + seat], text, end)
    text[end] = _LINE
    return end + 1


@compiled_inside
def _word(word: Row, text: Text, end: int) -> int:
    for place in range(len(word)):
        text[end + place] = word[place]
    return end + len(word)


@compiled_inside
def _card(card: int, text: Text, end: int) -> int:
    """A space and a card."""
    text[end] = _SPACE
    text[end + 1] = _CARDS[2 * card]
    text[end + 2] = _CARDS[2 * card + 1]
    return end + 3


@compiled_inside
def _number(number: int, text: Text, end: int) -> int:
    if number < 0:
        text[end] = _MINUS
        end += 1
        number = -number
    scale = 1
    while scale * 10 <= number:
        scale *= 10
    while scale:
        text[end] = _ZERO + number // scale % 10
        end += 1
        scale //= 10
    return end
