"""The playing cards of the pages: every card is there, and the files obey the content policy."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from xml.etree.ElementTree import Element, fromstring

import pytest

from cutthroat.core.cards import ALL_CARDS
from tools.cards import FILES, STATIC

SVG = "{http://www.w3.org/2000/svg}"
LIMITS = {"cards.svg": 24_000, "cards-large.svg": 12_000, "favicon.svg": 1_000}
SPRITES = ["cards.svg", "cards-large.svg"]
SHAPES = {"path", "circle", "rect"}


def text_of(name: str) -> str:
    return (STATIC / name).read_bytes().decode()


@cache
def elements(name: str) -> tuple[Element, ...]:
    return tuple(fromstring(text_of(name)).iter())


@cache
def pieces_of(name: str) -> dict[str, Element]:
    return {each.attrib["id"]: each for each in elements(name) if "id" in each.attrib}


def shown(name: str, card: str) -> list[Element]:
    """The elements a card is drawn from, all pieces unfolded."""
    pieces = pieces_of(name)

    def unfold(element: Element) -> list[Element]:
        if element.tag == f"{SVG}use":
            return [element, *unfold(pieces[element.attrib["href"][1:]])]
        return [element, *(one for child in element for one in unfold(child))]

    return unfold(pieces[card])


@pytest.mark.parametrize("name", FILES)
def test_the_file_is_what_the_tool_draws(name: str) -> None:
    assert text_of(name) == FILES[name](), "run: .venv/bin/python tools/cards.py"


@pytest.mark.parametrize("name", SPRITES)
def test_every_card_and_the_back_has_a_symbol_and_nothing_else_has(name: str) -> None:
    symbols = [each for each in elements(name) if each.tag == f"{SVG}symbol"]
    assert [each.attrib["id"] for each in symbols] == [*(card.text for card in ALL_CARDS), "back"]
    assert {each.attrib["viewBox"] for each in symbols} == {"0 0 100 140"}


@pytest.mark.parametrize("name", FILES)
def test_it_is_small(name: str) -> None:
    assert len(text_of(name).encode()) < LIMITS[name]


@pytest.mark.parametrize("name", FILES)
def test_it_holds_only_shapes_and_asks_for_nothing(name: str) -> None:
    allowed = SHAPES | {"svg", "defs", "symbol", "g", "use"}
    for element in elements(name):
        assert element.tag.removeprefix(SVG) in allowed
        for attribute, value in element.attrib.items():
            assert attribute not in {"style", "class"}
            assert not attribute.startswith("on")
            assert attribute != "href" or value.startswith("#")
            assert "url(" not in value


@pytest.mark.parametrize("name", SPRITES)
def test_every_piece_has_one_name_and_every_name_used_is_there(name: str) -> None:
    ids = Counter(each.attrib["id"] for each in elements(name) if "id" in each.attrib)
    used = {each.attrib["href"][1:] for each in elements(name) if "href" in each.attrib}
    assert set(ids.values()) == {1}
    assert used <= set(ids)


@pytest.mark.parametrize("name", SPRITES)
@pytest.mark.parametrize("card", [card.text for card in ALL_CARDS])
def test_a_card_takes_its_colour_from_outside(name: str, card: str) -> None:
    colours = {
        each.attrib[part]
        for each in shown(name, card)
        for part in ("fill", "stroke")
        if part in each.attrib
    }
    fixed = colours - {"currentColor", "none", "#fff", "#b4b4b4"}
    assert "currentColor" in colours
    assert len(fixed) <= 2, "a figure has at most two colours of its own"


@pytest.mark.parametrize("name", SPRITES)
def test_no_two_cards_look_the_same(name: str) -> None:
    def looks(card: str) -> tuple[tuple[str, ...], ...]:
        kept = ("d", "transform", "x", "y", "cx", "cy", "r")
        return tuple(tuple(each.attrib.get(key, "") for key in kept) for each in shown(name, card))

    assert len({looks(card.text) for card in ALL_CARDS}) == len(ALL_CARDS)


@pytest.mark.parametrize("rank", range(2, 11))
@pytest.mark.parametrize("suit", "CDHS")
def test_a_low_card_has_as_many_pips_as_its_rank_besides_those_of_the_corners(
    rank: int, suit: str
) -> None:
    card = f"{'T' if rank == 10 else rank}{suit}"
    pip = pieces_of("cards.svg")[f"p{suit}"]
    assert shown("cards.svg", card).count(pip) == rank + 2


@pytest.mark.parametrize("name", FILES)
def test_numbers_are_short(name: str) -> None:
    assert not re.search(r"\.\d{3}", text_of(name))
