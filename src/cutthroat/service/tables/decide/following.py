"""What follows by itself: the match begins, cards go out, a decided deal plays itself, it ends."""

from __future__ import annotations

from cutthroat.core import match as matches
from cutthroat.core.actions import Seat
from cutthroat.core.decided import lowest_play
from cutthroat.core.events import Event
from cutthroat.core.match import Match
from cutthroat.service.simulation import CLOSED, DEAL_LIMIT
from cutthroat.service.tables.decide.ending import close, end_match
from cutthroat.service.tables.decide.nonces import has_shown
from cutthroat.service.tables.happenings import Item, Machine, NoncesFixed, SecretShown
from cutthroat.service.tables.state import Preparation, TableState, between_deals, fold, just_scored


def settled(
    state: TableState | None, items: tuple[Item, ...], when: int
) -> tuple[tuple[Item, ...], TableState]:
    """Events with all that follows from them at once, and the state after them.

    The match begins, cards go out, what all agree to is done, the secret of a match that is over
    is shown.
    """
    all_items = items
    now = fold(state, items, when)
    while follows := _follows(now):
        all_items = (*all_items, *follows)
        now = fold(now, follows, when)
    return all_items, now


def _follows(state: TableState) -> tuple[Item, ...]:
    if state.closed:
        return ()
    if state.preparation and _complete(state):
        return _begin(state, state.preparation)
    if state.over and state.fair and not state.secret_shown:
        return (SecretShown(state.fair.match, state.fair.secret.hex()),)
    if state.running and _all_agree(state, state.ending):
        return end_match(state, "by agreement")
    if state.match and _all_agree(state, state.finishing):
        return _played_out(state.match)
    if _deal_is_due(state):
        return deal(state)
    if not state.humans and _was_for_people(state):
        return close(state, "empty")
    return ()


def _all_agree(state: TableState, agreeing: frozenset[Seat]) -> bool:
    """Whether all persons that play are among those who agree; never where no person plays."""
    return bool(agreeing and state.players) and agreeing.issuperset(state.players)


def _complete(state: TableState) -> bool:
    """Whether the players are here and every nonce is known."""
    return state.showing and all(has_shown(state, seat) for seat in state.numbers)


def _begin(state: TableState, preparation: Preparation) -> tuple[Item, ...]:
    nonces = tuple(pledge.nonce or "" if pledge else "" for pledge in preparation.pledges)
    fixed = NoncesFixed(preparation.match, nonces)
    begun = fold(state, (fixed,), state.touched)
    if begun.fair is None:
        raise ValueError("a match without a fair deal")
    return fixed, matches.start(state.rules, len(state.seats), begun.fair.first_dealer())


def _deal_is_due(state: TableState) -> bool:
    if not between_deals(state):
        return False
    if not just_scored(state):
        return True
    players = set(state.players)
    return bool(players) and players <= state.ready


def deal(state: TableState) -> tuple[Item, ...]:
    """Deal the next cards, as the fair deal has fixed them; nothing if it is not the time. R4.

    A match that nobody but bots plays ends after 500 deals: it might never be won.
    """
    if state.match is None or state.fair is None or not between_deals(state):
        return ()
    if not state.players and state.match.deal >= DEAL_LIMIT:
        return end_match(state, CLOSED)
    hands = state.fair.hands(state.match.deal + 1, state.match.dealer)
    return matches.deal_cards(state.match, hands)


def _played_out(match: Match) -> tuple[Event, ...]:
    """The rest of a deal, each seat playing the lowest card that it may, to the score and beyond.

    R15 to R26; it changes no point, for agreement is taken only when they are decided.
    """
    events: list[Event] = []
    while play := lowest_play(match):
        more = matches.decide(match, play)
        match = matches.fold(match, more)
        events += more
    return tuple(events)


def _was_for_people(state: TableState) -> bool:
    """Whether the last person has left a table that had one."""
    return state.had_people and any(not isinstance(who, Machine) for who in state.seats)
