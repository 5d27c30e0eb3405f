"""`cutthroat bots`: the computer players."""

from __future__ import annotations

from typing import Final

import click

from cutthroat.bots.registry import BOTS
from cutthroat.cli.console import screen
from cutthroat.i18n.catalogue import N_, _

ABOUT: Final = {
    "random": N_("plays anything the rules allow, each call and card as likely as the next."),
    "easy": N_(
        "counts its points before it bids and keeps an eye on the trick: for a first match."
    ),
    "spoiler": N_(
        "plays as easy does, but bids 4 whenever a rival at the target might go out: "
        "to measure others by, and no fun."
    ),
    "medium": N_(
        "plays out a hundred deals that fit what it has seen, and knows the score: "
        "for who beats easy too often."
    ),
    "hard": N_(
        "plays out thousands of deals, the likely ones more often, and heeds who called what: "
        "hard to beat."
    ),
    "expert": N_(
        "as hard, but plays out more than ten thousand and takes several times as long over each "
        "move: the strongest, and the one that gives hints."
    ),
}
"""What each bot is like, by its name."""


@click.command(
    help=_(
        "List the computer players: each one's name, its version, and what it is like.\n\n"
        "The name is what `cutthroat play --bot` and `cutthroat simulate --bots` take; records "
        "carry the version too."
    )
)
def bots() -> None:
    """List the bots."""
    shown = screen()
    for name, bot in BOTS.items():
        about = _(ABOUT[name])
        shown.line(
            _("{name}, version {version}: {about}", name=name, version=bot.version, about=about)
        )
