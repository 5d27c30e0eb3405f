"""What fills a sentence does not turn the words around it."""

from __future__ import annotations

import pytest
from babel.localedata import locale_identifiers

from cutthroat.i18n.catalogue import _, _n
from cutthroat.i18n.isolation import isolated, reads_leftward
from cutthroat.i18n.locales import direction


def test_the_direction_of_every_language_is_known() -> None:
    wrong = {tag for tag in locale_identifiers()
             if reads_leftward(tag) != (direction(tag) == "rtl")}  # fmt: skip
    assert wrong == set()
    assert reads_leftward("ar-EG")
    assert not reads_leftward("en")
    assert not reads_leftward("")


def test_what_reads_as_the_sentence_does_stays_as_it_is() -> None:
    assert _("{name} bids {bid}.", name="Zoë", bid=3) == "Zoë bids 3."
    assert _("{name} bids {bid}.", name="", bid=-3) == " bids -3."


@pytest.mark.parametrize("name", ["שלום", "عمر", "Ann שלום"])
def test_a_name_that_reads_the_other_way_is_set_apart(name: str) -> None:
    assert _("{name} bids {bid}.", name=name, bid=3) == f"\u2068{name}\u2069 bids 3."
    assert _n("{name} {count}", "{name} {count}", 4, name=name) == f"\u2068{name}\u2069 4"


def test_in_a_sentence_from_right_to_left_every_text_is_set_apart() -> None:
    told = isolated({"name": "Ann", "score": "−4", "left": 11, "empty": ""}, rtl=True)
    apart = {"name": "\u2068Ann\u2069", "score": "\u2068−4\u2069", "left": 11, "empty": ""}
    assert told == apart
