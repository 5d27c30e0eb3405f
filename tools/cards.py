"""Draws the playing cards: cards.svg, cards-large.svg and favicon.svg of the web pages.

Each card is a symbol named as the card is written (`AS`, `TD`, `JK`); one more is `back`. Whoever
shows a card chooses the colour of its suit by CSS `color`; all else is fixed. Ranks are drawn, not
set in a font. Run it with the development environment: `.venv/bin/python tools/cards.py`.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

STATIC = Path(__file__).resolve().parents[1] / "src" / "cutthroat" / "web" / "static"
SUITS = "CDHS"
RANKS = "23456789TJQKA"
INK, GOLD, CREAM, WHITE = "currentColor", "#f5c242", "#fdf3dc", "#fff"
BLUE, PALE, GREEN = "#1d4f7c", "#a9c6e3", "#0d5c3a"
TURNED = 'transform="rotate(180 50 70)"'

PIPS = {
    "C": "M-4.8-5.2a4.8 4.8 0 1 1 9.6 0a4.8 4.8 0 1 1-9.6 0Z"
    "M-10 2.2a4.8 4.8 0 1 1 9.6 0a4.8 4.8 0 1 1-9.6 0Z"
    "M.4 2.2a4.8 4.8 0 1 1 9.6 0a4.8 4.8 0 1 1-9.6 0Z"
    "M-2.4-2H2.4L1.2 3Q1.6 8 4.4 10H-4.4Q-1.6 8-1.2 3Z",
    "D": "M0-10.6Q3.3-4.6 8 0Q3.3 4.6 0 10.6Q-3.3 4.6-8 0Q-3.3-4.6 0-10.6Z",
    "H": "M0 10C-2.6 5.4-9.6 1.8-9.6-4C-9.6-7.3-7.2-9.3-4.7-9.3C-2.6-9.3-.7-7.9 0-5.6"
    "C.7-7.9 2.6-9.3 4.7-9.3C7.2-9.3 9.6-7.3 9.6-4C9.6 1.8 2.6 5.4 0 10Z",
    "S": "M0-10.4C2.6-5.7 9.6-2 9.6 3.3C9.6 6.2 7.5 7.8 5.2 7.8C3.5 7.8 1.9 6.9 1.1 5.4"
    "Q1.5 8.6 4.2 10H-4.2Q-1.5 8.6-1.1 5.4C-1.9 6.9-3.5 7.8-5.2 7.8"
    "C-7.5 7.8-9.6 6.2-9.6 3.3C-9.6-2-2.6-5.7 0-10.4Z",
}
"""Outlines about the middle of a square of 20."""

GLYPHS = {
    "2": "M-5.6-4.2C-5.6-7.2-3.2-9 0-9S5.5-7 5.5-4C5.5 1-2.5 3.6-5.7 9H6",
    "3": "M-5.4-6C-4.4-7.9-2.4-9 0-9C3-9 5-7.2 5-4.7S3-.4-1-.4C3.5-.4 5.7 1.6 5.7 4.2"
    "C5.7 7.1 3.2 9-.1 9C-2.8 9-4.8 7.9-5.8 5.8",
    "4": "M2.7 9V-9L-6 3.7H6.2",
    "5": "M4.8-9H-4.1L-5-.9C-3.7-2-2-2.6-.2-2.6C3.3-2.6 5.6-.2 5.6 3.1S3.2 9-.3 9"
    "C-2.8 9-4.8 7.9-5.8 5.9",
    "6": "M3.4-9C-2.4-6.4-5.7-2-5.7 3.2C-5.7 6.7-3.2 9 0 9S5.7 6.6 5.7 3.3S3.2-2.3 0-2.3"
    "S-5.7.2-5.7 3.2",
    "7": "M-5.6-9H5.7C1.8-3.8-.9 2-1.6 9",
    "8": "M0-.6C-2.9-.6-4.9-2.3-4.9-4.8S-2.9-9 0-9S4.9-7.3 4.9-4.8S2.9-.6 0-.6"
    "C-3.4-.6-5.7 1.4-5.7 4.2S-3.4 9 0 9S5.7 7 5.7 4.2S3.4-.6 0-.6",
    "9": "M-3.4 9C2.4 6.4 5.7 2 5.7-3.2C5.7-6.7 3.2-9 0-9S-5.7-6.6-5.7-3.3S-3.2 2.3 0 2.3"
    "S5.7-.2 5.7-3.2",
    "T": "M-7.5-6.6L-5.1-9V9M4-9C1.6-9 .1-6.6.1-2.6V2.6C.1 6.6 1.6 9 4 9S7.9 6.6 7.9 2.6V-2.6"
    "C7.9-6.6 6.4-9 4-9",
    "J": "M-1.6-9H6.2M3.4-9V3.6C3.4 7.2 1.6 9-1.2 9C-4 9-5.8 7.2-5.8 4",
    "Q": "M0-9C-4-9-6.2-6-6.2-2.4V2.4C-6.2 6-4 9 0 9S6.2 6 6.2 2.4V-2.4C6.2-6 4-9 0-9M1 4L6.4 10",
    "K": "M-5.4-9V9M6-9L-5.4 3M-1.6-.9L6.2 9",
    "A": "M-6.4 9L0-9L6.4 9M-4.4 3.6H4.4",
}
"""Middle lines of strokes, 18 high about the middle; T is written 10."""


def path(d: str, fill: str, more: str = "") -> str:
    return f'<path fill="{fill}" d="{d}"{more}/>'


def dot(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>'


def use(name: str, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """A piece shown again at a place; a scaled one is drawn about its own middle."""
    if scale != 1:
        return f'<use href="#{name}" transform="translate({x:g} {y:g})scale({scale:g})"/>'
    at = f' x="{x:g}" y="{y:g}"' if x or y else ""
    return f'<use href="#{name}"{at}/>'


KING = (
    path("M27 70V62C27 54 36 51 42 49H58C64 51 73 54 73 62V70Z", INK)
    + path("M41 46L32 54L50 70L68 54L59 46Z", GOLD)
    + path("M36 29V43C36 48 39 50 42 51H58C61 50 64 48 64 43V29Z", INK)
    + path("M41 31H59V43H41Z", CREAM)
    + path("M41 42C45 44 46 41 50 41S55 44 59 42V47C59 54 54 59 50 62C46 59 41 54 41 47Z", INK)
    + path("M47 47H53", "none", f' stroke="{CREAM}"')
    + path("M38 32L35 17L43 23L50 14L57 23L65 17L62 32ZM39 28H61", GOLD)
    + dot(46, 36.5, 1, INK)
    + dot(54, 36.5, 1, INK)
    + dot(50, 23.5, 0.8, INK)
)
QUEEN = (
    path("M28 70C28 61 36 57 43 54H57C64 57 72 61 72 70Z", GOLD)
    + path(
        "M50 22C40 22 36 29 36 37C36 46 35 51 31 55Q39 58 44 53H56Q61 58 69 55"
        "C65 51 64 46 64 37C64 29 60 22 50 22Z",
        INK,
    )
    + path("M46 46H54V54L50 60L46 54Z", CREAM)
    + path("M41 35Q50 33 50 27Q50 33 59 35V39C59 45 54 50 50 50S41 45 41 39Z", CREAM)
    + path("M39 28L37 19L43 22L50 17L57 22L63 19L61 28Q50 24 39 28Z", GOLD)
    + dot(37, 18, 1.6, GOLD)
    + dot(50, 16, 1.6, GOLD)
    + dot(63, 18, 1.6, GOLD)
    + path("M48 45Q50 46.5 52 45", "none")
    + dot(46, 39, 1, INK)
    + dot(54, 39, 1, INK)
)
JACK = (
    path("M27 70V63C27 56 36 54 42 52H50V70Z", INK)
    + path("M73 70V63C73 56 64 54 58 52H50V70Z", GOLD)
    + path("M37 29V45Q37 50 32 51Q40 54 44 50H56Q60 54 68 51Q63 50 63 45V29Z", INK)
    + path("M41 50L37 56L50 60L63 56L59 50Z", CREAM)
    + path("M41 30H59V41C59 47 54 52 50 52S41 47 41 41Z", CREAM)
    + path("M36 30C33 20 42 15 52 15C62 15 67 21 64 30Z", INK)
    + path("M36 27H64V32H36Z", GOLD)
    + path("M58 27C58 17 64 12 72 13C73 20 68 26 58 27L66 19", GOLD)
    + path("M47 45Q50 47.5 53 45", "none")
    + dot(46, 38, 1, INK)
    + dot(54, 38, 1, INK)
)
HALVES = {"J": JACK, "Q": QUEEN, "K": KING}
"""Upper halves, down to the belt; what comes later is painted over what comes before."""

JESTER = (
    path("M36 95H64L76 109L64 106L58 117L50 108L42 117L36 106L24 109Z", INK)
    + path("M36 74H64V84C64 95 56 102 50 102S36 95 36 84Z", CREAM)
    + path("M34 76C26 72 23 62 13 64C11 50 24 37 36 42C44 46 48 56 50 64V76Z", INK)
    + path("M66 76C74 72 77 62 87 64C89 50 76 37 64 42C56 46 52 56 50 64V76Z", INK)
    + path("M39 76C39 58 45 46 50 28C55 46 61 58 61 76Z", GOLD)
    + path("M33 73Q50 79 67 73V80Q50 86 33 80Z", GOLD)
    + dot(13, 66, 5, GOLD)
    + dot(87, 66, 5, GOLD)
    + dot(50, 27, 5, GOLD)
    + path("M44 93Q50 98 56 93", "none")
    + dot(45, 88, 1.2, INK)
    + dot(55, 88, 1.2, INK)
)
STAR = "M0-10L2.8-3.6L9.5-3.1L4.4 1.4L6 8.1L0 4.5L-6 8.1L-4.4 1.4L-9.5-3.1L-2.8-3.6Z"

LEFT, CENTRE, RIGHT = 36, 50, 64
CORNERS = ((LEFT, 27), (RIGHT, 27))
INNER = ((LEFT, 56), (RIGHT, 56))
SIDES = ((LEFT, 70), (RIGHT, 70))
UPPER = {
    "2": ((CENTRE, 27),),
    "3": ((CENTRE, 27),),
    "4": CORNERS,
    "5": CORNERS,
    "6": CORNERS,
    "7": CORNERS,
    "8": (*CORNERS, (CENTRE, 48.5)),
    "9": (*CORNERS, *INNER),
    "T": (*CORNERS, *INNER, (CENTRE, 41.5)),
}
"""Pips of the upper half; the lower half is the upper one turned round."""
MIDDLE = {
    "3": ((CENTRE, 70),),
    "5": ((CENTRE, 70),),
    "6": SIDES,
    "7": (*SIDES, (CENTRE, 48.5)),
    "8": SIDES,
    "9": ((CENTRE, 70),),
}
"""Pips that are not turned: those at half height, and the odd one of the seven."""

FACE = (
    f'<rect id="f" x=".5" y=".5" width="99" height="139" rx="6" fill="{WHITE}" stroke="#b4b4b4"/>'
)


def pips(scale: float) -> str:
    """The pieces `pC` to `pS`, about the origin."""
    return "".join(
        path(PIPS[suit], INK, f' id="p{suit}" transform="scale({scale:g})"') for suit in SUITS
    )


def small_pips() -> str:
    """The pieces `iC` to `iS`, below the rank in the corner."""
    at = "translate(13.5 42.5)"
    return "".join(f'<use id="i{suit}" href="#p{suit}" transform="{at}"/>' for suit in SUITS)


def ranks(at: str, width: float) -> str:
    """The pieces `r2` to `rA`, where the transformation puts them."""
    pen = (
        f' transform="{at}" stroke="{INK}" stroke-width="{width:g}" stroke-linecap="round"'
        ' stroke-linejoin="round"'
    )
    return "".join(path(GLYPHS[rank], "none", f' id="r{rank}"{pen}') for rank in RANKS)


def figure(rank: str) -> str:
    """The piece `kJ`, `kQ` or `kK`: two halves, a belt, and a disc for the pip of the suit."""
    return (
        f'<g id="k{rank}" stroke="{INK}" stroke-width="1.4" stroke-linejoin="round"'
        ' stroke-linecap="round">'
        f'<rect x="26" y="10" width="48" height="120" rx="3" fill="{CREAM}"/>'
        f'<g id="k{rank}h">{HALVES[rank]}</g><use href="#k{rank}h" {TURNED}/>'
        + path("M26 65H74V75H26Z", GOLD)
        + dot(50, 70, 13, WHITE)
        + "</g>"
    )


def symbol(name: str, inside: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 100 140">{use("f")}{inside}</symbol>'


def twice(name: str, half: str) -> str:
    """A half of a card with its turned copy."""
    return f'<g id="h{name}">{half}</g><use href="#h{name}" {TURNED}/>'


def card(rank: str, suit: str) -> str:
    pip = f"p{suit}"
    upper = "".join(use(pip, x, y) for x, y in UPPER.get(rank, ()))
    if rank == "A":
        middle = use(pip, 50, 70, 3.3)
    elif rank in HALVES:
        middle = use(f"k{rank}") + use(pip, 50, 70, 1.1)
    else:
        middle = "".join(use(pip, x, y) for x, y in MIDDLE.get(rank, ()))
    name = rank + suit
    return symbol(name, twice(name, use(f"r{rank}") + use(f"i{suit}") + upper) + middle)


def large_card(rank: str, suit: str) -> str:
    return symbol(rank + suit, use(f"r{rank}") + use(f"p{suit}", 50, 103))


def jester() -> str:
    return f'<g stroke="{INK}" stroke-width="1.6" stroke-linejoin="round">{JESTER}</g>'


def joker() -> str:
    star = path(STAR, INK, ' transform="translate(13.5 17)"')
    return symbol("JK", twice("JK", star) + jester())


def diagonals(left: int, top: int, right: int, bottom: int, step: int) -> str:
    """Lines both ways through a rectangle whose sides are multiples of the step."""
    width, height = right - left, bottom - top
    lines = ""
    for along in range(step, width + height, step):
        x1, y1 = min(along, width), max(0, along - width)
        x2, y2 = max(0, along - height), min(along, height)
        lines += f"M{left + x1} {top + y1}L{left + x2} {top + y2}"
        lines += f"M{right - x1} {top + y1}L{right - x2} {top + y2}"
    return lines


def back() -> str:
    """A lattice with a dot in each of its gaps; the dots are dashes of no length."""
    dots = "".join(f"M{30 - y % 20} {y}H81" for y in range(20, 121, 10))
    return symbol(
        "back",
        f'<rect x="6" y="6" width="88" height="128" rx="4" fill="{BLUE}"/><g stroke="{PALE}">'
        + path(diagonals(10, 10, 90, 130, 20) + "M10 10H90V130H10Z", "none")
        + path(dots, "none", ' stroke-width="3" stroke-dasharray="0 20" stroke-linecap="round"')
        + "</g>",
    )


def sprite(pieces: tuple[str, ...], symbols: tuple[str, ...]) -> str:
    lines = ('<svg xmlns="http://www.w3.org/2000/svg">', "<defs>", *pieces, "</defs>", *symbols)
    return "\n".join((*lines, "</svg>", ""))


def cards() -> str:
    figures = (figure(rank) for rank in HALVES)
    pieces = (FACE, pips(0.8), small_pips(), ranks("translate(13.5 19)scale(1.1)", 3.6), *figures)
    suited = (card(rank, suit) for suit, rank in product(SUITS, RANKS))
    return sprite(pieces, (*suited, joker(), back()))


def cards_large() -> str:
    pieces = (FACE, pips(2.75), ranks("translate(50 37)scale(3)", 3.4))
    suited = (large_card(rank, suit) for suit, rank in product(SUITS, RANKS))
    return sprite(pieces, (*suited, symbol("JK", jester()), back()))


def favicon() -> str:
    """A spade that holds a J."""
    pen = f' stroke="{GREEN}" stroke-width="5" stroke-linecap="round"'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" rx="7" fill="{GREEN}"/>'
        + path(PIPS["S"], WHITE, ' transform="translate(16 15.8)scale(1.36)"')
        + path(GLYPHS["J"], "none", f' transform="translate(15.8 16.5)scale(.52)"{pen}')
        + "</svg>\n"
    )


FILES = {"cards.svg": cards, "cards-large.svg": cards_large, "favicon.svg": favicon}

if __name__ == "__main__":
    for name, draw in FILES.items():
        drawing = draw()
        (STATIC / name).write_text(drawing, encoding="utf-8", newline="\n")
        print(f"{name}: {len(drawing)} bytes")
