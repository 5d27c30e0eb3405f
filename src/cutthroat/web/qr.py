"""An address as a picture that a phone's camera reads."""

from __future__ import annotations

from typing import Final

import segno

_QUIET: Final = 4
"""Modules of white around a code (ISO/IEC 18004)."""


def qr_svg(text: str) -> str:
    """A text as a QR code: an SVG element of the class `qr`, to stand in a page.

    Dark on white with its quiet zone, whatever is around it; a stylesheet gives its size, for
    a page may hold no inline style. Nothing of the text appears in the markup.
    Raises ValueError for a text that is too long for any code: more than 2,331 bytes.
    """
    code = segno.make_qr(text, error="m")
    return code.svg_inline(
        border=_QUIET, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
