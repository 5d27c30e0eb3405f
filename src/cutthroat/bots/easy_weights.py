"""The constants of the bot `easy` as the kernel takes them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from cutthroat.bots import easy_auction, easy_chances, easy_play, easy_reading
from cutthroat.core.auction import HIGHEST_BID
from cutthroat.core.cards import Rank, deck
from cutthroat.core.deal import HAND_SIZE
from cutthroat.core.rules import LowTo, Rules
from cutthroat.core.scoring import CARD_POINTS
from cutthroat.kernel.easy import weights as at
from cutthroat.kernel.easy.weights import Weights

_RANKS = 13


def easy_weights(rules: Rules, seats: int) -> Weights:
    """The array that `kernel.easy` plays by, under some house rules; it is not to be changed."""
    return _weights(seats, with_low=rules.low_to is LowTo.WINNER, joker=rules.has_joker)


@cache  # by what it depends on: there are more house rules than memory would hold
def _weights(seats: int, *, with_low: bool, joker: bool) -> Weights:
    made = np.zeros(at.SIZE_WITH_LOW if with_low else at.SIZE, np.float64)
    _fill_auction(made, seats)
    _fill_chances(made, seats, joker=joker)
    _fill_play(made, seats)
    _fill_holds(made)
    if with_low:
        _fill_low(made)
    made.flags.writeable = False
    return made


def _fill_auction(made: Weights, seats: int) -> None:
    made[at.DEFENDING] = easy_auction.DEFENDING
    made[at.MATCH_WON] = easy_auction.MATCH_WON
    made[at.MATCH_LOST] = easy_auction.MATCH_LOST
    made[at.SWINGS] = 2 * easy_auction.SWING
    made[at.BIDDER_GIVES] = easy_auction.BIDDER_GIVES
    made[at.DEFENDER_FALLS] = easy_auction.DEFENDER_FALLS
    for points, chance in easy_auction.OUTBID.items():
        made[at.OUTBID + points] = chance
        for later in range(seats):
            made[at.UNBEATEN + 4 * points + later] = (1 - chance) ** later
    for points in range(2, HIGHEST_BID + 1):
        made[at.RIVAL_MAKES + points] = easy_auction.RIVAL_MAKES[points]


def _fill_chances(made: Weights, seats: int, *, joker: bool) -> None:
    away = 1 - HAND_SIZE * (seats - 1) / (len(deck(joker=joker)) - HAND_SIZE)
    made[at.IN_A_HAND] = 1 - away
    for cards in range(_RANKS):
        made[at.AWAY + cards] = away**cards
    made[at.LOW_HELD] = easy_chances.LOW_HELD
    for length, chance in enumerate(easy_chances.LOW_TAKEN):
        made[at.LOW_TAKEN + length] = chance
    made[at.JACK_KEPT] = easy_chances.JACK_KEPT
    made[at.JACK_CAUGHT] = easy_chances.JACK_CAUGHT
    made[at.GAME_BASE] = easy_chances.GAME_BASE[seats]
    made[at.GAME_TRUMP] = easy_chances.GAME_TRUMP
    made[at.GAME_TIE] = easy_chances.GAME_TIE
    made[at.GAME_LEAST], made[at.GAME_MOST] = easy_chances.GAME_LIMITS
    _fill_ranks(made, at.GAME_TRUMP_RANK, easy_chances.GAME_TRUMP_RANK)
    _fill_ranks(made, at.GAME_SIDE_RANK, easy_chances.GAME_SIDE_RANK)


def _fill_play(made: Weights, seats: int) -> None:
    made[at.LEAD] = easy_play.LEAD
    made[at.CAUGHT] = easy_play.CAUGHT
    made[at.TRUMP_KEPT] = easy_play.TRUMP_KEPT
    made[at.PATIENCE] = easy_play.PATIENCE
    made[at.POINT_CARD] = easy_play.POINT_CARD
    made[at.BIDDERS_LOSS] = easy_play.BIDDERS_LOSS
    made[at.TO_BIDDER] = easy_play.TO_BIDDER
    made[at.TO_WINNING_BIDDER] = easy_play.TO_WINNING_BIDDER
    made[at.TO_DEFENDER] = easy_play.TO_DEFENDER
    made[at.TO_LEADER] = easy_play.TO_LEADER
    point = easy_reading.CARD_POINT_WORTH[seats]
    worth = {rank: point * points for rank, points in CARD_POINTS.items()}
    _fill_ranks(made, at.CARD_WORTH, worth)


def _fill_ranks(made: Weights, table: int, values: Mapping[Rank, float]) -> None:
    for rank, value in values.items():
        place = _RANKS if rank is Rank.JOKER else rank - Rank.TWO
        made[table + place] = value


def _fill_holds(made: Weights) -> None:
    for unseen in range(at.LEAST_UNSEEN, at.LEAST_UNSEEN + at.UNSEEN):
        for size in range(at.SIZES):
            share = size / unseen
            table = at.hold_place(unseen, size)
            for count in range(_RANKS + 2):
                made[table + count] = 1 - (1 - share) ** count


def _fill_low(made: Weights) -> None:
    for unseen in range(at.LEAST_UNSEEN, at.LEAST_UNSEEN + at.UNSEEN):
        shares = [size / unseen for size in range(at.SIZES)]
        for left in range(at.SIZES):
            for right in range(at.SIZES):
                in_play = shares[left] + shares[right]
                table = at.low_place(unseen, left, right)
                for below in range(_RANKS):
                    made[table + below] = (1 - in_play) ** below
