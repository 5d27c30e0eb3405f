"""What the server counts about itself. Nothing here is about a card, a person or a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from prometheus_client import CollectorRegistry, Histogram, generate_latest

from cutthroat.service.tables.hall import Hall
from cutthroat.web.limits import Limits

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

REGISTRY: Final = CollectorRegistry()
ANSWERS: Final = Histogram(
    "cutthroat_answers_seconds",
    "Time until a request was answered; that of a stream until it began.",
    ("method", "path", "status"),
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
    registry=REGISTRY,
)


def measured(hall: Hall, limits: Limits) -> bytes:
    """All figures, as Prometheus reads them."""
    return generate_latest(REGISTRY) + b"".join(
        b"# HELP %s %s\n# TYPE %s gauge\n%s %d\n" % (name, told, name, name, value)
        for name, told, value in _now(hall, limits)
    )


def _now(hall: Hall, limits: Limits) -> Iterable[tuple[bytes, bytes, int]]:
    yield b"cutthroat_tables", b"Tables in memory.", len(hall.hosted)
    yield b"cutthroat_streams", b"Streams that are open.", limits.streams
