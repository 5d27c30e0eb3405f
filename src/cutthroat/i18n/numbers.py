"""Numbers as they are shown."""

from __future__ import annotations


def signed(number: int) -> str:
    """A number with a true minus sign.

    >>> signed(-2)
    '−2'
    """
    return str(number).replace("-", "−")


def fixed(number: float, digits: int) -> str:
    """A number with so many digits after the point, and a true minus sign unless it is nothing.

    >>> fixed(-1.046, 2), fixed(-0.001, 2)
    ('−1.05', '0.00')
    """
    text = f"{number:.{digits}f}"
    return text.removeprefix("-") if not float(text) else text.replace("-", "−")


def gained(points: float) -> str:
    """An average change of a score: always with its sign, to a tenth.

    >>> gained(1.84), gained(-0.26), gained(-0.01)
    ('+1.8', '−0.3', '0.0')
    """
    text = fixed(points, 1)
    return f"+{text}" if float(f"{points:.1f}") > 0 else text
