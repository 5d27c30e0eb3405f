"""A message gets every place it names, and no other."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "cutthroat"


def literal_calls(tree: ast.AST) -> Iterator[tuple[ast.Call, list[str]]]:
    """The calls of `_` and `_n` whose messages are written in place."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            count = {"_": 1, "_n": 2}.get(node.func.id, 0)
            texts = [arg.value for arg in node.args[:count] if isinstance(arg, ast.Constant)]
            if count and len(texts) == count:
                yield node, [str(text) for text in texts]


def places(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


@pytest.mark.parametrize(
    "path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE))
)
def test_every_place_is_filled(path: Path) -> None:
    for call, messages in literal_calls(ast.parse(path.read_text(encoding="utf-8"))):
        given = {keyword.arg for keyword in call.keywords if keyword.arg}
        if any(keyword.arg is None for keyword in call.keywords):
            continue
        counted = {"count"} if len(messages) > 1 else set()
        for message in messages:
            wanted = places(message)
            assert wanted - counted <= given, f"{path.name}:{call.lineno}: {message}"
        used = set().union(*map(places, messages))
        assert given <= used, f"{path.name}:{call.lineno}: given but not said"


def test_the_scan_finds_what_is_wrong() -> None:
    (found,) = literal_calls(ast.parse('_("{a} and {b}", a=1)'))
    assert places(found[1][0]) == {"a", "b"}
