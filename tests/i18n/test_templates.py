"""What templates show to people goes through gettext, with the places that it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter

import pytest
from jinja2 import Environment, nodes

import cutthroat

PAGES = Path(cutthroat.__file__).parent / "web" / "templates"
SHOWN = {"title", "alt", "placeholder", "label", "aria-label", "aria-description"}
SHOWN |= {"aria-roledescription", "aria-valuetext", "aria-placeholder"}
"""Attributes that are shown, or read out."""
BRAND = {"Cutthroat Canadian Smear", "Cutthroat", "Canadian Smear", "· Cutthroat Canadian Smear"}
EVERYWHERE = {"UTC"}
"""The same in every language."""
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "use", "wbr"}
CODE = {"code", "kbd", "pre", "style", "script"}
"""Elements whose text no language changes."""
IN_ATTRIBUTES = re.compile(r"{% block (body_\w+|main_id) %}.*?{% endblock %}")
"""Blocks that stand in a tag, where nothing is shown."""
_environment = Environment(autoescape=True)


def templates() -> dict[str, str]:
    return {
        str(path.relative_to(PAGES)): path.read_text(encoding="utf-8")
        for path in sorted(PAGES.rglob("*.html"))
    }


# Text


def marked(source: str) -> tuple[str, list[nodes.Expr]]:
    """The markup of a template with a sign in the place of each expression, and these."""
    markup, found, pending = [], list[nodes.Expr](), list[str]()
    inside = False
    for _, kind, value in _environment.lex(IN_ATTRIBUTES.sub("", source)):
        if kind == "variable_begin":
            inside = True
        elif kind == "variable_end":
            inside = False
            markup.append(f"\ue000{len(found)}\ue001")
            found.append(_expression("".join(pending)))
            pending.clear()
        elif inside:
            pending.append(value)
        elif kind == "data":
            markup.append(value)
    return "".join(markup), found


def _expression(text: str) -> nodes.Expr:
    (output,) = _environment.parse("{{" + text + "}}").body
    assert isinstance(output, nodes.Output)
    (node,) = output.nodes
    return node


def shown(node: nodes.Node) -> Iterator[str]:
    """The literals of which a text is made, but for those that gettext translates."""
    match node:
        case nodes.Const(value=str(text)):
            yield text
        case nodes.TemplateData():
            yield node.data
        case nodes.CondExpr():
            yield from shown(node.expr1)
            if node.expr2 is not None:
                yield from shown(node.expr2)
        case nodes.Concat():
            for part in node.nodes:
                yield from shown(part)
        case nodes.BinExpr():
            yield from shown(node.left)
            yield from shown(node.right)
        case nodes.Filter():
            yield from shown(node.node) if node.node else ()
            for argument in node.args:
                yield from shown(argument)
        case _:
            return


class Texts(HTMLParser):
    """The texts of a template that go round gettext."""

    def __init__(self, source: str) -> None:
        super().__init__()
        markup, self._expressions = marked(source)
        self.found: list[str] = []
        self._open: list[str] = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._open.append(tag)
        told = dict(attrs)
        for name, value in attrs:
            is_named = name in SHOWN or (
                name == "value" and told.get("type") in ("submit", "button", "reset")
            )
            if is_named and value:
                self._look_at(value)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not CODE.intersection(self._open):
            self._look_at(data)

    def _look_at(self, text: str) -> None:
        bare, literals = "", []
        for part in text.split("\ue000"):
            number, mark, rest = part.partition("\ue001")
            if mark:
                literals += list(shown(self._expressions[int(number)]))
            bare += " " + (rest if mark else number)
        for literal in (" ".join(bare.split()), *literals):
            if literal not in BRAND | EVERYWHERE and any(
                character.isalpha() for character in literal
            ):
                self.found.append(literal)


def test_no_text_of_a_template_goes_round_gettext() -> None:
    assert {name: found for name, text in templates().items() if (found := Texts(text).found)} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Hello</p>", ["Hello"]),
        ("<p>{{ name }} passes</p>", ["passes"]),
        ("<p>{% if x %}{{ x }}{% else %}nobody{% endif %}</p>", ["nobody"]),
        ("<p>{{ 'Yes' if yes else _('No') }}</p>", ["Yes"]),
        ("<p>{{ x | default('none') }} {{ 'a' ~ x }} {{ 'b' + x }}</p>", ["none", "a", "b"]),
        ("<a title='Go {{ x }}' class='big' href='/there'></a>", ["Go"]),
        ("<a {% if x %}aria-label='A'{% else %}alt=\"{{ 'B' }}\"{% endif %}></a>", ["A", "B"]),
        ("<input type='submit' value='Go'><input value='AS' placeholder='Name'>", ["Go", "Name"]),
        ("<p title='{{ _(\"Hello\") }}'>{{ _('Hello') }}, {{ name }}: 3 ♠</p>", []),
        ("<h1>Cutthroat Canadian Smear</h1> <code>high=ace</code>", []),
        ("<br>{# Why #}<use href='x'/> <svg class='{{ 'a' if b }}'/> <p{{ ' hidden' if x }}>", []),
    ],
)
def test_texts_that_go_round_gettext_are_found(source: str, found: list[str]) -> None:
    assert Texts(source).found == found


# Messages


def calls() -> Iterator[tuple[str, nodes.Call]]:
    """Every call of gettext in the templates, and where it is."""
    for name, text in templates().items():
        for call in _environment.parse(text).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name in ("_", "_n"):
                yield f"{name}:{call.lineno}", call


def wrong(call: nodes.Call) -> set[str]:
    """The places of a message that it is not given, and what it is given and has no place for."""
    assert isinstance(call.node, nodes.Name)
    of_count = call.node.name == "_n"
    messages = [part.value for part in call.args[: 2 if of_count else 1]
                if isinstance(part, nodes.Const)]  # fmt: skip
    assert len(messages) == 1 + of_count, "a message is a literal"
    assert len(call.args) == (3 if of_count else 1)
    parsed = (part for text in messages for part in Formatter().parse(text))
    wanted = {field for _, field, _, _ in parsed if field is not None}
    return wanted ^ ({word.key for word in call.kwargs} | ({"count"} if of_count else set()))


def test_every_message_of_a_template_is_given_its_places() -> None:
    assert {place: found for place, call in calls() if (found := wrong(call))} == {}


def test_messages_without_their_places_are_found() -> None:
    def found(source: str) -> set[str]:
        call = _environment.parse("{{" + source + "}}").find(nodes.Call)
        assert call
        return wrong(call)

    assert found("_('{a} of {b}', a=1, c=2)") == {"b", "c"}
    assert found("_n('{count} {a}', '{count} {a}s', 3)") == {"a"}
    assert found("_n('{count} {a}', '{count} {a}s', 3, a=x)") == set()
    for source in ("_(name)", "_('a' if x else 'b')", "_n('a', x, 3)"):
        with pytest.raises(AssertionError):
            found(source)
