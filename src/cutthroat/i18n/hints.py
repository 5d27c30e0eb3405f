"""Hints in words and numbers: the best options of whoever is to act, and what each is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cutthroat.bots.judgement import Judgement, Option
from cutthroat.bots.levels import choices_of
from cutthroat.core.actions import Action, Bid, Play
from cutthroat.core.view import View
from cutthroat.i18n.catalogue import N_, _, _n
from cutthroat.i18n.numbers import gained
from cutthroat.i18n.telling import Teller

_MOST_CALLS: Final = 4
_MOST_CARDS: Final = 3
"""Options that are shown: all calls that there are at once, and cards to compare at a glance."""
_AS_GOOD: Final = 0.005
"""Chances to win that differ by less are the same to a person, and mostly chance themselves."""

_WORTH: Final = N_("{option}: wins the match in {won} of 100; {points} points.")
_BID_WORTH: Final = N_(
    "{option}: wins the match in {won} of 100; makes it in {made} of 100 where it stands;"
    " {points} points."
)
_OWN_WORTH: Final = N_(
    "{option}: wins the match in {won} of 100; makes your bid in {made} of 100; {points} points."
)
_DEFENDING_WORTH: Final = N_(
    "{option}: wins the match in {won} of 100; {name} makes the bid in {made} of 100;"
    " {points} points."
)


@dataclass(frozen=True, slots=True)
class HintText:
    """A hint as it is told.

    heading: what the numbers come from.
    options: a sentence for each option that is shown, the best first, and marked so by a word.
    """

    heading: str
    options: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it, line by line."""
        return self.heading, *self.options


def hint_text(judgement: Judgement, view: View, teller: Teller) -> HintText:
    """What to say of a judgement to the seat that is to act.

    view: that seat's. teller: for that seat.
    Raises ValueError if it is not the viewer's turn.
    """
    if only := no_choice(view, teller):
        return only
    heading = _n(
        "Hint, from {count} deal that fits what you have seen:",
        "Hint, from {count} deals that fit what you have seen:",
        judgement.worlds,
    )
    return HintText(heading, tuple(_sentences(judgement, view, teller)))


def no_choice(view: View, teller: Teller) -> HintText | None:
    """What to say where the rules allow one action alone, for which nothing need be thought.

    view: of the seat that is to act. teller: for that seat. None where there is a choice.
    Raises ValueError if it is not the viewer's turn.
    """
    actions = choices_of(view)
    if len(actions) != 1:
        return None
    only = _("{option}: that is all the rules allow.", option=_named(actions[0], teller))
    return HintText(_("Hint: there is nothing to choose."), (only,))


def _sentences(judgement: Judgement, view: View, teller: Teller) -> Iterator[str]:
    best = judgement.best
    most = _MOST_CARDS if isinstance(best.action, Play) else _MOST_CALLS
    for option in judgement.options[:most]:
        name = _named(option.action, teller)
        if option is best:
            name = _("{option} (best)", option=name)
        elif best.equity - option.equity < _AS_GOOD:
            name = _("{option} (about as good)", option=name)
        yield _worth(option, name, view, teller)


def _named(action: Action, teller: Teller) -> str:
    match action:
        case Bid(points=points):
            return _("Bid {bid}", bid=points)
        case Play(card=card):
            text = teller.words.card(card)
            return text[:1].upper() + text[1:]
        case _:
            return _("Pass")


def _worth(option: Option, name: str, view: View, teller: Teller) -> str:
    places = {
        "option": name,
        "won": of_hundred(option.equity),
        "points": gained(option.points),
    }
    if option.made is None:
        return _(_WORTH, **places)
    places["made"] = of_hundred(option.made)
    if isinstance(option.action, Bid):
        return _(_BID_WORTH, **places)
    if view.bidder and view.bidder != view.you:
        return _(_DEFENDING_WORTH, name=teller.name(view.bidder), **places)
    return _(_OWN_WORTH, **places)


def of_hundred(share: float) -> str:
    """A share as so many of a hundred; 0 and 100 are only what is so without exception.

    share: 0 to 1.

    >>> of_hundred(0.714), of_hundred(0.001), of_hundred(0.999), of_hundred(1.0)
    ('71', 'fewer than 1', 'more than 99', '100')
    """
    rounded = round(100 * share)
    if rounded == 0 and share > 0:
        return _("fewer than 1")
    if rounded == 100 and share < 1:
        return _("more than 99")
    return str(rounded)
