"""Templates, and what all of them may ask: texts, cards, addresses, signs of numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from cutthroat.i18n.cards import SUIT_SYMBOLS, suit_name
from cutthroat.i18n.catalogue import _, _n, spoken
from cutthroat.i18n.numbers import signed

_PACKAGE: Final = "cutthroat.web"


def _digest() -> str:
    """A name for this very state of all assets: browsers keep what lies under it for ever."""
    digest = hashlib.sha256()
    for path in sorted(files(_PACKAGE).joinpath("static").iterdir(), key=lambda one: one.name):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


ASSETS: Final = f"/static/{_digest()}"
"""Where the assets are, below the root of the server."""

_environment: Final = Environment(
    loader=PackageLoader(_PACKAGE),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


@lru_cache(maxsize=1024)
def _signed(number: int) -> Markup:
    """A number with its sign, apart from the direction around it, where −4 would read 4−."""
    return Markup("<bdi>{}</bdi>").format(signed(number))


_environment.filters["signed"] = _signed
_environment.filters["zip"] = zip
_environment.globals.update(
    _=_,
    _n=_n,
    suit_name=suit_name,
    suit_symbol=SUIT_SYMBOLS.__getitem__,
)


def piece(name: str, *arguments: Hashable) -> Markup:
    """Something that is shown again and again, by a macro of `cards.html`.

    It is made once for the same arguments in the same language.
    """
    return _piece(spoken(), name, arguments)


@lru_cache(maxsize=16_384)
def _piece(_language: object, name: str, arguments: tuple[Hashable, ...]) -> Markup:
    drawn: Markup = getattr(_environment.get_template("cards.html").module, name)(*arguments)
    return drawn


_environment.globals["piece"] = piece


class Part:
    """A template that is drawn again only when it would come out otherwise."""

    def __init__(self, studio: Studio, template: str) -> None:
        self._template = _environment.get_template(template)
        # In one dictionary: to put them together anew takes longer than to draw most parts.
        self._globals = {**self._template.globals, "at": studio.at, "asset": studio.asset}
        self._last: dict[object, tuple[dict[str, object], str]] = {}

    def drawn(self, audience: object, **places: object) -> str:
        """The template with its places filled, in the language that is spoken.

        audience: whoever sees the same, the language included.
        places: facts, which are compared, rather than texts, which take time to make.
        """
        last = self._last.get(audience)
        if last is not None and last[0] == places:
            return last[1]
        context = self._template.new_context({**self._globals, **places}, shared=True)
        drawn = "".join(self._template.root_render_func(context))
        text = drawn.replace("\n", " ")  # a stream sends it in one line
        self._last[audience] = places, text
        return text


@dataclass(frozen=True, slots=True)
class Studio:
    """Renders templates for a server whose addresses begin with a path.

    root: what stands before every address; empty, or a path without a slash at its end.
    """

    root: str

    def at(self, path: str) -> str:
        """The address of a page of this server."""
        return self.root + path

    def asset(self, name: str) -> str:
        """The address of a picture, a style sheet or a script."""
        return f"{self.root}{ASSETS}/{name}"

    def text(self, template: str, **places: Any) -> str:  # noqa: ANN401  # whatever it shows
        """A template with its places filled, in the language that is spoken now."""
        found = _environment.get_template(template)
        return found.render(at=self.at, asset=self.asset, **places)


class Assets(StaticFiles):
    """The files under a name that changes when they do, so that they are fetched once."""

    def __init__(self) -> None:
        super().__init__(packages=[(_PACKAGE, "static")])

    def file_response(
        self,
        full_path: str | Path,  # type: ignore[override]
        stat_result: Any,  # noqa: ANN401  # as the class above has it
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file, to be kept for ever."""
        response = super().file_response(str(full_path), stat_result, scope, status_code)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
