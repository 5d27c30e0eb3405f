"""Draws docs/pictures/strength.svg: matches won against `easy`, by the CPU time of a decision.

    .venv/bin/python -m bench.strength --table
    .venv/bin/python -m bench.strength_chart

It reads the summary of `bench.strength`. Two panels: one against one, and one against two.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench.strength_rows import ISMCTS, ROWS, SUMMARY

PICTURE: Final = Path(__file__).parents[1] / "docs" / "pictures" / "strength.svg"
PANELS: Final = {2: "One against one easy", 3: "One against two easy"}
WIDTH, HEIGHT = 390, 360
LETTER: Final = 7.2
"""How wide a letter is, about."""
LEFT, RIGHT, TOP, BOTTOM = 50, 14, 50, 58
STYLE: Final = """
text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
.head { font-weight: 600; font-size: 14px; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.back { fill: #ffffff; }
.grid { stroke: #d1d9e0; }
.par { stroke: #59636e; stroke-dasharray: 5 4; }
.path { fill: none; stroke: #0969da; stroke-width: 2; }
.range { stroke-width: 2; }
.ours { fill: #0969da; stroke: #0969da; }
.peer { fill: #bc4c00; stroke: #bc4c00; }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc; }
.back { fill: #0d1117; }
.grid { stroke: #3d444d; }
.par { stroke: #9198a1; }
.path { stroke: #4493f8; }
.ours { fill: #4493f8; stroke: #4493f8; }
.peer { fill: #f0883e; stroke: #f0883e; }
}
"""


class Point(NamedTuple):
    """A bot: the share of matches that it wins, its interval, and milliseconds a decision."""

    name: str
    share: float
    low: float
    high: float
    time: float

    @property
    def told(self) -> str:
        """In words."""
        return (
            f"{self.name} wins {100 * self.share:.1f} % (95 % interval {100 * self.low:.1f} to"
            f" {100 * self.high:.1f}) with {_milliseconds(self.time)} a decision"
        )


def points_of(rows: Mapping[str, Mapping[str, Any]], seats: int) -> list[Point]:
    """The bots that have met `easy` by the rules `seed`, by time; `easy` itself wins its share.

    Without a time, as of somebody who never had a choice, there is no place for one.
    """
    found = []
    for name, told in rows.items():
        row = ROWS.get(name)
        usual = row and row.matches and row.rules == "seed" and len(row.bots) == seats
        if row and usual and set(row.bots[1:]) == {"easy"} and told["share"]:
            share, low, high = told["share"]
            mine, easy = told["median_ms"][:2]
            if mine:
                found.append(Point(row.bots[0], share, low, high, mine))
            if easy and not any(point.name == "easy" for point in found):
                found.append(Point("easy", row.par, row.par, row.par, easy))
    return sorted(found, key=lambda point: point.time)


class Panel(NamedTuple):
    """Where things are: the left edge, and the decades of milliseconds that are shown."""

    edge: float
    first: int
    last: int

    def x(self, time: float) -> float:
        """Across, by milliseconds."""
        part = (log10(time) - self.first) / (self.last - self.first)
        return round(self.edge + LEFT + part * (WIDTH - LEFT - RIGHT), 1)

    @staticmethod
    def y(share: float) -> float:
        """Down, by the share of matches."""
        return round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM), 1)


def axes(panel: Panel, head: str, par: float) -> Iterable[str]:
    """The frame of a panel."""
    start, end = panel.x(10**panel.first), panel.x(10**panel.last)
    yield f'<text class="head" x="{start}" y="22">{head}</text>'
    for percent in range(0, 101, 20):
        y = panel.y(percent / 100)
        yield f'<path class="grid" d="M{start} {y}H{end}"/>'
        yield f'<text class="end" x="{start - 6}" y="{y + 4}">{percent} %</text>'
    for decade in range(panel.first, panel.last + 1):
        x, y = panel.x(10**decade), panel.y(0)
        yield f'<path class="grid" d="M{x} {y}v5"/>'
        yield f'<text class="middle" x="{x}" y="{y + 20}">{_milliseconds(10**decade)}</text>'
    yield f'<path class="par" d="M{start} {panel.y(par)}H{end}"/>'
    yield f'<text class="end" x="{end}" y="{panel.y(par) + 16}">par</text>'
    x, y = (start + end) / 2, HEIGHT - 14
    yield f'<text class="middle" x="{x}" y="{y}">CPU time of a decision, median</text>'


def marks(panel: Panel, points: Sequence[Point]) -> Iterable[str]:
    """The bots of a panel: ours as discs on a line, the peer as a square."""
    ours = [point for point in points if point.name != ISMCTS]
    path = " ".join(f"{panel.x(point.time)},{panel.y(point.share)}" for point in ours)
    yield f'<polyline class="path" points="{path}"/>'
    for point in points:
        kind = "peer" if point.name == ISMCTS else "ours"
        x, y = panel.x(point.time), panel.y(point.share)
        span = f"M{x} {panel.y(point.high)}V{panel.y(point.low)}"
        yield f'<g class="{kind}"><title>{escape(point.told)}</title>'
        yield f'<path class="range" d="{span}"/>'
        if kind == "peer":
            yield f'<rect x="{x - 5}" y="{y - 5}" width="10" height="10"/></g>'
        else:
            yield f'<circle cx="{x}" cy="{y}" r="5"/></g>'
        yield _label(panel, point, below=point not in ours or ours.index(point) % 2 == 1)


def _label(panel: Panel, point: Point, *, below: bool) -> str:
    """The name and the share, inside the panel."""
    x, start, end = (panel.x(time) for time in (point.time, 10**panel.first, 10**panel.last))
    y = panel.y(point.low) + 18 if below else panel.y(point.high) - 8
    text = f"{escape(point.name)} {100 * point.share:.0f} %"
    width = LETTER * len(text)
    right = (below and x + width < end) or x < start + width / 2
    side = "start" if right else "end" if x > end - width / 2 else "middle"
    return f'<text class="{side}" x="{x}" y="{y}">{text}</text>'


def drawn(rows: Mapping[str, Mapping[str, Any]]) -> str:
    """The chart as SVG. Raises ValueError if no bot has met `easy`."""
    by_seats = {seats: points_of(rows, seats) for seats in PANELS}
    times = [point.time for points in by_seats.values() for point in points]
    if not times:
        raise ValueError("there are no matches against easy: play the rows first")
    first, last = floor(log10(min(times))), max(ceil(log10(max(times))), 0)
    body, words = [], []
    for place, (seats, points) in enumerate(by_seats.items()):
        panel = Panel(place * WIDTH, first, max(last, first + 1))
        body += [*axes(panel, PANELS[seats], 1 / seats), *marks(panel, points)]
        words.append(f"{PANELS[seats]}: " + "; ".join(point.told for point in points) + ".")
    size = f"{len(PANELS) * WIDTH} {HEIGHT}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img"'
            ' aria-labelledby="title words">',
            '<title id="title">Matches won against easy, by the CPU time of a decision</title>',
            f'<desc id="words">{escape(" ".join(words))}</desc>',
            f"<style>{STYLE}</style>",
            '<rect class="back" width="100%" height="100%" rx="6"/>',
            *body,
            "</svg>\n",
        ]
    )


def _milliseconds(time: float) -> str:
    if time >= 1000:
        return f"{time / 1000:.3g} s"
    return f"{1000 * time:.3g} µs" if time < 1 else f"{time:.3g} ms"


def main() -> None:
    """Read the summary and draw."""
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--summary", type=Path, default=SUMMARY, help="what to draw (%(default)s)")
    made.add_argument("--picture", type=Path, default=PICTURE, help="where to (%(default)s)")
    options = made.parse_args()
    rows = json.loads(options.summary.read_text(encoding="utf-8"))["rows"]
    options.picture.write_text(drawn(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
