"""Numbers as they are shown."""

from __future__ import annotations


def signed(number: int) -> str:
    """A number with a true minus sign.

    >>> signed(-2)
    '−2'
    """
    return str(number).replace("-", "−")


def gained(points: float) -> str:
    """An average change of a score: always with its sign, to a tenth.

    >>> gained(1.84), gained(-0.26), gained(-0.01)
    ('+1.8', '−0.3', '0.0')
    """
    text = f"{points:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "−")
