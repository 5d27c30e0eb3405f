"""Which language is spoken, and how a translation is found."""

from collections.abc import Iterator
from contextvars import Context, copy_context
from pathlib import Path

import pytest

from cutthroat.core.cards import Card, Suit
from cutthroat.core.errors import IllegalAction, Reason
from cutthroat.i18n import catalogue
from cutthroat.i18n.cards import card_name, suit_name
from cutthroat.i18n.catalogue import N_, _, _n, use
from cutthroat.i18n.options import option_text
from cutthroat.i18n.reasons import reason_text
from tests.kit.tongues import compile_catalogue, spoken_from

DEALS = (
    "Once {count} deal has been scored the match is over and the highest score wins; while the top"
    " is tied, one deal more is played.",
    "Once {count} deals have been scored the match is over and the highest score wins; while the"
    " top is tied, one deal more is played.",
)
POLISH: dict[str | tuple[str, str], str | tuple[str, ...]] = {
    "ace of spades": "as pik",
    "spades": "piki",
    "seat {seat} does not hold {card}": "karty {card} nie ma miejsce {seat}",
    "the match is over": "",
    ("{count} card", "{count} cards"): ("{count} karta", "{count} karty", "{count} kart"),
    DEALS: ("{count} rozdanie", "{count} rozdania", "{count} rozdań"),
}
"""Three plural forms; one message is not translated."""
DUTCH: dict[str | tuple[str, str], str | tuple[str, ...]] = {"ace of spades": "schoppenaas"}


@pytest.fixture(autouse=True)
def languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Catalogues of two languages in the place of those that are shipped."""
    compile_catalogue(tmp_path, "pl", POLISH)
    compile_catalogue(tmp_path, "nl", DUTCH)
    with spoken_from(tmp_path, monkeypatch):
        yield


def speak(*asked: str) -> Context:
    """A context in which the first of these languages that there is, is spoken."""
    context = copy_context()
    context.run(use, asked)
    return context


def test_a_message_is_told_in_the_language_that_was_chosen() -> None:
    polish = speak("pl")
    assert polish.run(card_name, Card("AS")) == "as pik"
    assert polish.run(suit_name, Suit.SPADES) == "piki"


def test_the_first_language_that_there_is_counts() -> None:
    assert speak("xx", "nl", "pl").run(card_name, Card("AS")) == "schoppenaas"
    assert speak("pl_PL").run(card_name, Card("AS")) == "as pik"


def test_a_language_that_there_is_not_leaves_english() -> None:
    assert speak("xx").run(card_name, Card("AS")) == "ace of spades"
    assert speak("xx").run(_n, "{count} card", "{count} cards", 2) == "2 cards"


def test_english_is_spoken_until_a_language_is_chosen() -> None:
    assert Context().run(card_name, Card("AS")) == "ace of spades"


def test_the_environment_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "xx:nl")
    context = copy_context()
    context.run(use)
    assert context.run(card_name, Card("AS")) == "schoppenaas"


def test_a_message_without_translation_stays_english() -> None:
    polish = speak("pl")
    assert polish.run(card_name, Card("2C")) == "two of clubs"
    assert polish.run(_, "the match is over") == "the match is over"


def test_each_context_has_its_own_language() -> None:
    polish, dutch, here = speak("pl"), speak("nl"), copy_context()
    assert polish.run(card_name, Card("AS")) == "as pik"
    assert dutch.run(card_name, Card("AS")) == "schoppenaas"
    assert polish.run(card_name, Card("AS")) == "as pik"
    assert here.run(card_name, Card("AS")) == "ace of spades"


def test_places_are_filled_in_the_order_of_the_translation() -> None:
    error = IllegalAction(Reason.CARD_NOT_HELD, "R4", seat=2, card=Card("AS"))
    assert speak("pl").run(reason_text, error) == "karty AS nie ma miejsce 2"


@pytest.mark.parametrize(
    ("count", "polish", "english"),
    [
        (0, "0 kart", "0 cards"),
        (1, "1 karta", "1 card"),
        (2, "2 karty", "2 cards"),
        (5, "5 kart", "5 cards"),
        (22, "22 karty", "22 cards"),
    ],
)
def test_the_plural_form_fits_the_count(count: int, polish: str, english: str) -> None:
    assert speak("pl").run(_n, "{count} card", "{count} cards", count) == polish
    assert speak("en").run(_n, "{count} card", "{count} cards", count) == english


def test_a_number_among_the_options_has_its_plural_form() -> None:
    polish = speak("pl")
    assert polish.run(option_text, "limit", 5) == "5 rozdań"
    assert polish.run(option_text, "limit", 22) == "22 rozdania"


def test_the_count_is_one_place_among_others() -> None:
    message = "{name}: {count} card", "{name}: {count} cards"
    assert speak("pl").run(lambda: _n(*message, 3, name="Ann")) == "Ann: 3 cards"


def test_braces_in_what_fills_a_place_are_left_alone() -> None:
    assert _("{text} ({clauses})", text="{clauses}", clauses="{0}") == "{clauses} ({0})"


def test_a_place_that_nothing_fills_is_an_error() -> None:
    with pytest.raises(KeyError, match="seat"):
        _("there is no seat {seat} at a table of {seats}", seats=2)


def test_a_marked_message_is_not_translated_yet() -> None:
    assert speak("pl").run(N_, "spades") == "spades"


def test_languages_that_can_be_spoken_are_listed() -> None:
    assert catalogue.languages() == ("en", "nl", "pl")
