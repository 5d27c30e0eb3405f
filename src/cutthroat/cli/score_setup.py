"""Who plays at the table, by which house rules, and who deals first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from cutthroat.cli.score_ask import COMMANDS, Asker, NotUnderstood, parted
from cutthroat.cli.score_words import names_of, refused_text, rules_of, seat_list, seat_of
from cutthroat.core.actions import Seat
from cutthroat.core.errors import CutthroatError
from cutthroat.core.rules import PRESETS, Rules
from cutthroat.i18n.catalogue import _
from cutthroat.scorepad.entries import Setup
from cutthroat.scorepad.sheet import begin
from cutthroat.service.ports import Entropy

DRAW: Final = "draw"
"""Instead of a first dealer: draw one."""
_KEEP: Final = "="
"""Instead of an answer: as it is. An empty line says the same."""


class SetupDialog:
    """Asks for what was not said when a sheet was begun, and what it is to be instead."""

    def __init__(self, asker: Asker, entropy: Entropy) -> None:
        self._asker = asker
        self._entropy = entropy

    def names(self) -> tuple[str, ...]:
        """Who plays.

        Raises Leave, GivenUp.
        """
        question = _("Who plays? Two or three names, clockwise, such as Ana, Ben, Cleo:")
        return self._asker.until(question, _seats_explained(), checked_names)

    def rules(self) -> Rules:
        """By which house rules.

        Raises Leave, GivenUp.
        """
        presets = ", ".join(PRESETS)
        return self._asker.until(
            _(
                "House rules: {presets}, or options such as high=highest (Enter: seed)?",
                presets=presets,
            ),
            _rules_explained(),
            lambda typed: rules_of(typed, Rules()),
            usual="seed",
        )

    def dealer(self, names: Sequence[str]) -> Seat:
        """Who deals first; drawn if they say so.

        Raises Leave, GivenUp.
        """
        return self._asker.until(
            _("Who deals first? A name, a seat, or draw:"),
            _dealer_explained(names),
            lambda typed: self.dealer_of(typed, names),
        )

    def dealer_of(self, typed: str, names: Sequence[str]) -> Seat:
        """The first dealer who is meant, or drawn. R3.

        Raises NotUnderstood.
        """
        if typed.casefold() != DRAW:
            return seat_of(typed, names)
        seat = int.from_bytes(self._entropy.secret(), "big") % len(names) + 1
        self._asker.say(_("Drawn: {name} deals first.", name=names[seat - 1]))
        return seat

    def corrected(self, setup: Setup, typed: str) -> Setup:
        """The setup as it should have been.

        typed: `names …`, `rules …`, `dealer …`; empty to be asked for all three.
        Raises NotUnderstood, Leave, GivenUp.
        """
        what, _blank, text = typed.partition(" ")
        match what.casefold():
            case "":
                return self._asked(setup)
            case "names" if text:
                return self._renamed(setup, text)
            case "rules" if text:
                return msgspec.structs.replace(setup, rules=rules_of(text, setup.rules))
            case "dealer" if text:
                return msgspec.structs.replace(
                    setup, dealer=self.dealer_of(text.strip(), setup.names)
                )
        raise NotUnderstood(
            _(
                "Type setup by itself, or setup names Ana, Ben, Cleo; setup rules limit=20;"
                " setup dealer ana."
            )
        )

    def _asked(self, setup: Setup) -> Setup:
        now = seat_list(setup.names)
        setup = self._asker.until(
            _("Names, now {players} (Enter: as it is):", players=now),
            _seats_explained(),
            lambda typed: setup if typed == _KEEP else self._renamed_by(typed, setup),
            usual=_KEEP,
        )
        rules = self._asker.until(
            _("House rules, now {rules} (Enter: as it is):", rules=str(setup.rules) or "seed"),
            _rules_explained(),
            lambda typed: setup.rules if typed == _KEEP else rules_of(typed, setup.rules),
            usual=_KEEP,
        )
        dealer = self._asker.until(
            _("First dealer, now {name} (Enter: as it is):", name=setup.names[setup.dealer - 1]),
            _dealer_explained(setup.names),
            lambda typed: setup.dealer if typed == _KEEP else self.dealer_of(typed, setup.names),
            usual=_KEEP,
        )
        return msgspec.structs.replace(setup, rules=rules, dealer=dealer)

    def _renamed_by(self, answer: str, setup: Setup) -> Setup:
        """The setup with other names; a line of the scorekeeper, such as `fix 1 misdeal`, is none.

        Raises NotUnderstood.
        """
        if "," not in answer and parted(answer)[0] in COMMANDS:
            raise NotUnderstood(_seats_explained())
        return self._renamed(setup, answer)

    @staticmethod
    def _renamed(setup: Setup, text: str) -> Setup:
        names = checked_names(text)
        if len(names) != setup.seats:
            raise NotUnderstood(
                _(
                    "{seats} play on this sheet, and these are {count} names.",
                    seats=setup.seats,
                    count=len(names),
                )
            )
        return msgspec.structs.replace(setup, names=names)


def checked_names(text: str) -> tuple[str, ...]:
    """Names that a sheet can have.

    Raises NotUnderstood.
    """
    names = names_of(text)
    try:
        begin(Setup(names, Rules(), 1))
    except CutthroatError as error:
        raise NotUnderstood(refused_text(error)) from None
    return names


def _seats_explained() -> str:
    return _(
        "The first name is seat 1, and the others follow clockwise. Put commas between names of"
        " more than one word."
    )


def _rules_explained() -> str:
    return _(
        "seed is the game as it was first written down; `cutthroat rules --options` tells every"
        " option."
    )


def _dealer_explained(names: Sequence[str]) -> str:
    return _("One of {players}; draw lets chance decide (R3).", players=seat_list(names))
