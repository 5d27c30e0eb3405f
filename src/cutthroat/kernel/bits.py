"""What machine code does with a 64-bit number in one instruction, and Python in a line.

Each function here is plain Python. Where compiled code calls it, the instruction stands instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload


def count_of(mask: int) -> int:
    """How many bits of a mask are set."""
    return int(mask).bit_count()


def lowest_in(mask: int) -> int:
    """The place of the lowest bit of a mask that is not 0: in a suit, its lowest card."""
    return (int(mask) & -int(mask)).bit_length() - 1


def highest_in(mask: int) -> int:
    """The place of the highest bit of a mask that is not 0: in a suit, its highest card."""
    return int(mask).bit_length() - 1


def wrapped(number: int) -> int:
    """The signed 64-bit number that equals a number modulo 2 to the 64. Not for compiled code."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def plus(number: int, other: int) -> int:
    """A sum modulo 2 to the 64. Compiled code may assume that a sum by `+` does not overflow."""
    return wrapped(int(number) + int(other))


def times(number: int, other: int) -> int:
    """A product modulo 2 to the 64. Compiled code may assume that one by `*` does not overflow."""
    return wrapped(int(number) * int(other))


def pick(condition: bool, yes: int, no: int) -> int:  # noqa: FBT001  # compiled code has no keywords
    """`yes` or `no` by a condition. Compiled code does not branch, as it does for `if`.

    A processor guesses where a branch will go; what depends on cards it guesses wrong, and pays for
    that with the time of twenty additions.
    """
    return yes if condition else no


def plain(number: int) -> int:
    """The same number. Compiled code would make a function anew for each literal argument."""
    return number


_YES: Final = ir.Constant(ir.IntType(1), 1)
"""Tells an instruction that its operand is not 0."""


def _instruction(signature: Any, emit: Callable[..., Any]) -> Any:  # noqa: ANN401  # Numba has no types
    """A function for compiled code that is the one instruction which `emit` builds."""

    def generate(_context: object, builder: Any, _signature: object, args: Any) -> Any:  # noqa: ANN401
        return emit(builder, *args)

    def one(_context: object, _a: object) -> tuple[Any, Any]:
        return signature, generate

    def two(_context: object, _a: object, _b: object) -> tuple[Any, Any]:
        return signature, generate

    def three(_context: object, _a: object, _b: object, _c: object) -> tuple[Any, Any]:
        return signature, generate

    return intrinsic((one, two, three)[len(signature.args) - 1])


_INT: Final = types.int64
_count = _instruction(_INT(_INT), lambda builder, mask: builder.ctpop(mask))
_zeros_below = _instruction(_INT(_INT), lambda builder, mask: builder.cttz(mask, _YES))
_zeros_above = _instruction(_INT(_INT), lambda builder, mask: builder.ctlz(mask, _YES))
_same = _instruction(_INT(_INT), lambda _builder, number: number)
_sum = _instruction(_INT(_INT, _INT), lambda builder, a, b: builder.add(a, b))
_product = _instruction(_INT(_INT, _INT), lambda builder, a, b: builder.mul(a, b))
_select = _instruction(
    _INT(types.boolean, _INT, _INT), lambda builder, a, b, c: builder.select(a, b, c)
)


# Numba wants the names of the arguments as they are above, and functions that it can read.


@overload(count_of, strict=False)
def _count_of(mask):  # type: ignore[no-untyped-def]  # noqa: ARG001
    return lambda mask: _count(mask)  # noqa: PLW0108


@overload(lowest_in, strict=False)
def _lowest_in(mask):  # type: ignore[no-untyped-def]  # noqa: ARG001
    return lambda mask: _zeros_below(mask)  # noqa: PLW0108


@overload(highest_in, strict=False)
def _highest_in(mask):  # type: ignore[no-untyped-def]  # noqa: ARG001
    return lambda mask: 63 - _zeros_above(mask)


@overload(plus, strict=False)
def _plus(number, other):  # type: ignore[no-untyped-def]  # noqa: ARG001
    return lambda number, other: _sum(number, other)  # noqa: PLW0108


@overload(times, strict=False)
def _times(number, other):  # type: ignore[no-untyped-def]  # noqa: ARG001
    return lambda number, other: _product(number, other)  # noqa: PLW0108


@overload(pick, strict=False)
def _pick(condition, yes, no):  # type: ignore[no-untyped-def]  # noqa: ARG001
    return lambda condition, yes, no: _select(condition, yes, no)  # noqa: PLW0108


@overload(plain, strict=False)
def _plain(number):  # type: ignore[no-untyped-def]  # noqa: ARG001
    return lambda number: _same(number)  # noqa: PLW0108
