"""An address as a picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from cutthroat.web.qr import qr_svg

ADDRESS = "http://192.168.178.23:8321/tables/abcdefgh<&>"


def test_it_fits_into_a_page_that_allows_no_inline_style() -> None:
    picture = ET.fromstring(qr_svg(ADDRESS))
    assert picture.tag == "svg"
    assert picture.get("class") == "qr"
    for element in picture.iter():
        assert element.tag in ("svg", "path")
        assert {*element.attrib} <= {"class", "viewBox", "fill", "stroke", "d", "transform"}


def test_nothing_of_the_text_is_in_the_markup() -> None:
    assert not re.search(r"192|tables|abc|&", qr_svg(ADDRESS))


def test_it_is_dark_on_white_with_its_quiet_zone() -> None:
    white, dark = ET.fromstring(qr_svg(ADDRESS))
    box = ET.fromstring(qr_svg(ADDRESS)).attrib["viewBox"]
    side = int(box.split()[-1])
    assert box == f"0 0 {side} {side}"
    assert white.attrib == {"fill": "#fff", "d": f"M0 0h{side}v{side}h-{side}z"}
    assert dark.attrib["stroke"] == "#000"
    assert dark.attrib["d"].startswith("M4 4.5h7")  # a finder pattern, four modules from the edge


def test_different_texts_have_different_pictures() -> None:
    assert qr_svg(ADDRESS) == qr_svg(ADDRESS)
    assert qr_svg(ADDRESS) != qr_svg(ADDRESS[:-1])


def test_a_text_that_is_too_long() -> None:
    assert qr_svg("x" * 2331)
    with pytest.raises(ValueError, match="too large"):
        qr_svg("x" * 2332)
