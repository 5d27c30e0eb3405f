"""How somebody wants the pages: what comes of a cookie, a form and a browser's languages."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, strategies as st
from starlette.requests import Request

from cutthroat.web.pages import looks
from cutthroat.web.pages.looks import CHOICES, COOKIE, Look, chosen, cookie_text, look_of

SPOKEN = ("en", "fr", "pt_BR")

LOOKS = st.builds(
    Look,
    language=st.sampled_from(SPOKEN),
    **{name: st.sampled_from(values) for name, values in CHOICES.items()},
)


@pytest.fixture(autouse=True)
def languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "languages", lambda: SPOKEN)


def asking(cookie: str | None = None, languages: str | None = None) -> Request:
    """A request of a browser."""
    headers = []
    if cookie is not None:
        headers.append((b"cookie", f"{COOKIE}={cookie}".encode("latin-1", "replace")))
    if languages is not None:
        headers.append((b"accept-language", languages.encode("latin-1", "replace")))
    return Request({"type": "http", "headers": headers})


# The cookie


@given(LOOKS)
def test_a_look_comes_back_from_the_cookie(look: Look) -> None:
    assert look_of(asking(cookie_text(look), "de, fr;q=0.1")) == look


def test_the_cookie_needs_no_quotes_for_anything_but_its_signs() -> None:
    text = cookie_text(Look(language="pt_BR"))
    assert not set(text) & set(' ",;\\')


def test_without_a_cookie_everything_is_as_usual() -> None:
    assert look_of(asking()) == Look()
    for name, values in CHOICES.items():
        assert getattr(Look(), name) in values


@pytest.mark.parametrize("name", CHOICES)
def test_what_is_not_to_be_had_is_the_default_and_spoils_nothing_else(name: str) -> None:
    other = "cards" if name != "cards" else "speed"
    kept = CHOICES[other][-1]
    for wrong in ("", "huge", '"><script>', CHOICES[name][-1].upper(), "on\x00"):
        look = look_of(asking(urlencode({name: wrong, other: kept})))
        assert getattr(look, name) == getattr(Look(), name)
        assert getattr(look, other) == kept


@pytest.mark.parametrize("language", ["de", "../../etc", "en\n", "EN", "", "fr;q=1"])
def test_a_language_nobody_speaks_is_what_the_browser_asks_for(language: str) -> None:
    cookie = urlencode({"language": language, "cards": "large"})
    assert look_of(asking(cookie, "fr")) == Look(language="fr", cards="large")


@given(st.text(max_size=300), st.text(max_size=700))
def test_whatever_is_sent_gives_a_look(cookie: str, asked: str) -> None:
    look = look_of(asking(cookie, asked))
    assert look.language in SPOKEN
    assert all(getattr(look, name) in values for name, values in CHOICES.items())


@given(st.dictionaries(st.sampled_from([*CHOICES, "language", "x"]), st.text(max_size=20)))
def test_a_form_chooses_what_there_is(form: dict[str, str]) -> None:
    look = chosen(form)
    for name, values in {**CHOICES, "language": SPOKEN}.items():
        given_ = form.get(name)
        assert getattr(look, name) == (given_ if given_ in values else getattr(Look(), name))


# What a browser asks for


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("fr", "fr"),
        ("fr-CA,fr;q=0.8", "fr"),
        ("de-AT, de;q=0.9, fr;q=0.5", "fr"),
        ("en;q=0.5, fr;q=0.8", "fr"),
        ("en ; q=0.5 , fr ; q=0.8", "fr"),
        ("fr;q=0.8, en;q=0.8", "fr"),
        ("pt-BR", "pt_BR"),
        ("PT-br", "pt_BR"),
        ("pt-Latn-PT, fr", "fr"),
        ("pt-BR-x-private", "pt_BR"),
        ("fr;q=0, en", "en"),
        ("fr;q=0", "en"),
        ("fr;q=x, pt-BR;q=0.1", "pt_BR"),
        ("fr;q=nan", "en"),
        ("*", "en"),
        ("", "en"),
        (",;=,", "en"),
        ("xx-yy-zz", "en"),
        ("x" * 490 + ", fr", "fr"),
        ("x," * 300 + "fr", "en"),
    ],
)
def test_the_dearest_language_that_is_spoken(asked: str, language: str) -> None:
    assert look_of(asking(languages=asked)).language == language


@given(
    st.lists(
        st.sampled_from(
            ["en", "fr", "-", "_", ";", "q", "=", "0.5", " ", ",", "*", "@", ".", "\t"]
        ),
        max_size=14,
    )
)
def test_no_list_of_languages_is_a_fault(parts: list[Any]) -> None:
    assert look_of(asking(languages="".join(parts))).language in SPOKEN
