"""What the source shows to people goes through gettext, with the places that it has."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import cutthroat

PACKAGE = Path(cutthroat.__file__).parent
MARKS = {"_", "_n", "N_"}
SHOWING = {
    *("line", "heading", "styled", "print", "rule", "add_row", "add_column"),  # Screen and Rich
    *("echo", "secho", "prompt", "confirm", "UsageError", "BadParameter", "ClickException"),
}
"""Functions that show their arguments."""
TEXTS = {"help", "short_help", "epilog", "title", "caption"}
"""Keywords whose values are shown, whatever the function."""


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call in the source, and where it is."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node


def name(call: ast.Call) -> str:
    """Of the function that is called."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def shown(node: ast.expr) -> Iterator[str]:
    """The literals of which a text is made, but for those that gettext translates."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr():
            for part in node.values:
                yield from shown(part)
        case ast.FormattedValue():
            yield from shown(node.value)
        case ast.BinOp():
            yield from shown(node.left)
            yield from shown(node.right)
        case ast.IfExp():
            yield from shown(node.body)
            yield from shown(node.orelse)
        case ast.BoolOp():
            for value in node.values:
                yield from shown(value)
        case ast.Call(func=ast.Attribute(value=ast.Constant() as formatted)):
            yield from shown(formatted)
        case _:
            return


def untranslated(call: ast.Call) -> list[str]:
    arguments = call.args if name(call) in SHOWING else []
    arguments = arguments + [word.value for word in call.keywords if word.arg in TEXTS]
    literals = (literal for argument in arguments for literal in shown(argument))
    return [literal for literal in literals if any(character.isalpha() for character in literal)]


def test_no_text_goes_round_gettext() -> None:
    assert {place: found for place, call in calls() if (found := untranslated(call))} == {}


def test_texts_that_go_round_gettext_are_found() -> None:
    def found(source: str) -> list[str]:
        expression = ast.parse(source, mode="eval").body
        assert isinstance(expression, ast.Call)
        return untranslated(expression)

    assert found('screen.line("Hello")') == ["Hello"]
    assert found('click.echo(f"{name} passes")') == [" passes"]
    assert found('click.echo("a: {}".format(b))') == ["a: {}"]
    assert found('screen.line(_("Yes") if yes else "No")') == ["No"]
    assert found('click.option("--plain", help="Plain lines")') == ["Plain lines"]
    assert found('screen.line(_("Hello"), style="bold")') == []
    assert found('screen.line(f"{key}={value:>8}")') == []
    assert found('screen.line(teller.say("key"))') == []


def messages(call: ast.Call) -> list[str]:
    """The literal messages that a call is given, marked ones too."""
    found = []
    for argument in call.args:
        if isinstance(argument, ast.Call) and name(argument) == "N_":
            found += messages(argument)
        elif isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            found.append(argument.value)
    return found


def places(texts: list[str]) -> set[str | None]:
    parsed = (part for text in texts for part in Formatter().parse(text))
    return {field for _, field, _, _ in parsed if field is not None}


def test_every_message_is_given_its_places() -> None:
    supplied = {"_": set[str](), "_n": {"count"}, "say": {"name"}}
    wrong = {}
    for place, call in calls():
        given = {word.arg for word in call.keywords}
        if name(call) not in supplied or not messages(call) or None in given:
            continue
        wanted = places(messages(call)) - supplied[name(call)]
        if wanted != given:
            wrong[place] = wanted ^ given
    assert wrong == {}


def test_messages_are_literals_or_were_marked_before() -> None:
    """Gettext's tools find no message that is put together when it is used."""
    for place, call in calls():
        if name(call) not in MARKS:
            continue
        count = 2 if name(call) == "_n" else 1
        literal_only = name(call) != "_"
        for argument in call.args[:count]:
            literal = isinstance(argument, ast.Constant)
            built = isinstance(argument, ast.JoinedStr | ast.BinOp | ast.IfExp | ast.BoolOp)
            assert literal or not (literal_only or built), place
