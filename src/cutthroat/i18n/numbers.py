"""Numbers as they are shown."""

from __future__ import annotations


def signed(number: int) -> str:
    """A number with a true minus sign.

    >>> signed(-2)
    '−2'
    """
    return str(number).replace("-", "−")
