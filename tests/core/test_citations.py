"""Each clause of the rules, and each value of each option, has a test that names it.

A test names clauses in its name (`test_r10_...`) or its docstring (R10), and values of options as
`all_pass_stick` in its name or `all_pass=stick` in its docstring.
"""

import ast
import re
from pathlib import Path

import pytest

from cutthroat.core.rules import OPTIONS

TESTS = [
    node
    for path in Path(__file__).parent.glob("test_*.py")
    for node in ast.parse(path.read_text()).body
    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
]
CITED = "\n".join(f"{test.name} {ast.get_docstring(test) or ''}" for test in TESTS)
NUMBERS = {"target": ("5", "11", "99"), "limit": ("none", "5", "200")}
VALUES = [
    (option.name, value) for option in OPTIONS for value in NUMBERS.get(option.name, option.values)
]


@pytest.mark.parametrize("clause", range(1, 27))
def test_a_clause_is_named(clause: int) -> None:
    assert re.search(rf"(_r|\bR){clause}(?!\d)", CITED)


@pytest.mark.parametrize(("option", "value"), VALUES)
def test_a_value_is_named(option: str, value: str) -> None:
    assert re.search(rf"(_|\b){option}[_=]{value}(?![a-z\d])", CITED)


def test_no_other_clause_is_named() -> None:
    assert {int(number) for number in re.findall(r"(?:_r|\bR)(\d+)", CITED)} <= set(range(1, 27))
