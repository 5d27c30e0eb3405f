"""How fast the readable rules are: whole random deals against PokerKit's random hands.

    .venv/bin/pip install -r bench/requirements.txt
    .venv/bin/python -m bench.core

A deal is dealt, called and played to its score by `core.match.decide` and `evolve`, with the legal
actions asked for at every step. PokerKit plays a hand of fixed-limit hold'em with three players and
every automation on, choosing among the actions that it says are possible. Both choose at random.
"""

from __future__ import annotations

import argparse
import statistics
from random import Random

from pokerkit import Automation, FixedLimitTexasHoldem

from bench.harness import Contender, interleaved, machine, told, versions
from cutthroat.core import match as matches
from cutthroat.core.cards import deck
from cutthroat.core.match import Match
from cutthroat.core.rules import Rules

SEATS = 3
GOAL = 2.0


def random_deal(start: Match, chance: Random) -> Match:
    """A match after one deal more, scored or thrown in."""
    cards = list(deck(joker=start.rules.has_joker))
    chance.shuffle(cards)
    hands = [cards[6 * seat : 6 * seat + 6] for seat in range(start.seats)]
    match = matches.fold(start, matches.deal_cards(start, hands))
    while actions := matches.legal_actions(match):
        match = matches.fold(match, matches.decide(match, chance.choice(actions)))
    return match


def random_hand(chance: Random) -> None:
    """A hand of hold'em from the blinds to the pot."""
    state = FixedLimitTexasHoldem.create_state(
        tuple(Automation), True, 0, (1, 2), 2, 4, (200,) * SEATS, SEATS
    )
    while state.status:
        choices = [state.check_or_call]
        if state.can_fold():
            choices.append(state.fold)
        if state.can_complete_bet_or_raise_to():
            choices.append(state.complete_bet_or_raise_to)
        chance.choice(choices)()


def main() -> None:
    """Measure both and print the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds a turn")
    parser.add_argument("--repeats", type=int, default=9)
    options = parser.parse_args()
    chance = Random(1)
    start = matches.begin(matches.start(Rules(), SEATS, 1))
    ours = Contender("cutthroat core, random deals", "deals/s", lambda: random_deal(start, chance))
    theirs = Contender("PokerKit, random fixed-limit hands", "hands/s", lambda: random_hand(chance))
    rates = interleaved([ours, theirs], seconds=options.seconds, repeats=options.repeats)
    print(machine())
    print(versions("cutthroat-smear", "pokerkit"))
    for contender, found in zip([ours, theirs], rates, strict=True):
        print(f"{contender.name:36} {told(found)} {contender.unit}")
    ratios = [our / their for our, their in zip(*rates, strict=True)]
    print(f"{'ratio, turn by turn':36} {told(ratios)}, goal {GOAL}")
    print("goal reached" if statistics.median(ratios) >= GOAL else "goal missed")


if __name__ == "__main__":
    main()
