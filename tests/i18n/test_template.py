"""The list of messages for translators: complete, and fit to be translated."""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from jinja2 import TemplateSyntaxError

from tools.catalogue import TEMPLATE, template, text


@pytest.fixture(scope="module")
def listed() -> Catalog:
    """The template as it lies in the checkout."""
    with TEMPLATE.open("rb") as file:
        return read_po(file)


def forms(catalog: Catalog) -> set[tuple[str, ...]]:
    """Every message in its singular and, if it has one, its plural."""
    found = {message.id for message in catalog if message.id}
    return {(each,) if isinstance(each, str) else tuple(each) for each in found}


def texts(catalog: Catalog) -> Iterator[str]:
    for form in sorted(forms(catalog)):
        yield from form


def places(message: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(message) if name is not None]


def test_the_template_lists_the_messages_of_the_source(listed: Catalog) -> None:
    assert forms(listed) == forms(template()), "run: .venv/bin/python tools/catalogue.py"


def test_messages_of_pages_are_listed(tmp_path: Path) -> None:
    pages = tmp_path / "web" / "templates" / "table"
    pages.mkdir(parents=True)
    (tmp_path / "face.py").write_text('_("Hello")\n', encoding="utf-8")
    (pages / "own.html").write_text(
        """{# Translators: on a button #}
<p title="{{ _('A') }}">{{ _n("{count} card of {name}", "{count} cards of {name}", many, name=x) }}
{% for one in ones %}{{ _("B {b}", b=_("C")) if one else _('It\\'s "D"') }}{% endfor %}</p>""",
        encoding="utf-8",
    )
    catalog = template(tmp_path)
    assert forms(catalog) == {
        ("Hello",),
        ("A",),
        ("{count} card of {name}", "{count} cards of {name}"),
        ("B {b}",),
        ("C",),
        ('It\'s "D"',),
    }
    (a,) = [message for message in catalog if message.id == "A"]
    assert a.auto_comments == ["on a button"]
    assert [place for place, _ in a.locations] == ["web/templates/table/own.html"]
    assert text(catalog) == text(template(tmp_path))


def test_a_template_that_is_none_is_no_template_without_messages(tmp_path: Path) -> None:
    (tmp_path / "web" / "templates").mkdir(parents=True)
    (tmp_path / "web" / "templates" / "x.html").write_text("{{ _('A' }}", encoding="utf-8")
    with pytest.raises(TemplateSyntaxError):
        template(tmp_path)


def test_the_template_says_nothing_of_the_day_or_the_machine() -> None:
    header, _, body = TEMPLATE.read_text(encoding="utf-8").partition("\n\n")
    fields = [line.partition(":")[0] for line in header.splitlines() if ":" in line]
    assert fields == ['"MIME-Version', '"Content-Type', '"Content-Transfer-Encoding']
    locations = [line for line in body.splitlines() if line.startswith("#: ")]
    assert locations
    assert all(
        re.fullmatch(r"#:( ([a-z0-9_]+/)+[a-z0-9_]+\.(py|html))+", line) for line in locations
    )


def test_messages_are_whole(listed: Catalog) -> None:
    """A space at either end would mean that a sentence is glued together."""
    assert [message for message in texts(listed) if message != message.strip()] == []


def test_messages_hold_no_control_characters(listed: Catalog) -> None:
    lines = (line for message in texts(listed) for line in message.split("\n"))
    assert [line for line in lines if not line.isprintable()] == []


def test_places_are_named(listed: Catalog) -> None:
    for message in texts(listed):
        assert all(name.isidentifier() for name in places(message)), message
        assert not any(mark in message for mark in ("%s", "%d", "%(")), message


def test_plurals_have_the_places_of_their_singulars(listed: Catalog) -> None:
    for form in forms(listed):
        assert len({frozenset(places(message)) for message in form}) == 1, form
        assert len(form) == 1 or "count" in places(form[0]), form
