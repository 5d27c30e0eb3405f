"""Going back to the page that somebody came from, which an address or a form names."""

from __future__ import annotations

import re
from typing import Final

_LOCAL: Final = re.compile(
    r"(/[A-Za-z0-9_.~-]+)+(\?[A-Za-z0-9_.~=&%-]*)?(#[A-Za-z0-9_-]*)?", re.ASCII
)
_LONGEST: Final = 300


def local_path(text: str) -> str | None:
    """A path of this server, as it was given; None for anything that may lead elsewhere.

    >>> local_path("/tables/K7QM2")
    '/tables/K7QM2'
    >>> local_path("//evil.example/tables") is None
    True
    """
    if len(text) > _LONGEST or _LOCAL.fullmatch(text) is None:
        return None
    steps = re.split(r"[?#]", text)[0].split("/")
    return None if "." in steps or ".." in steps else text
