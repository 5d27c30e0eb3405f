"""What shows that the deals of a match were fair, and how to see it on another machine."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

from starlette.responses import Response

from cutthroat.core.actions import Seat
from cutthroat.i18n.catalogue import _
from cutthroat.service.tables.happenings import Machine
from cutthroat.service.tables.records import FairFacts, PlayedMatch, fair_facts
from cutthroat.web.pages.naming import told_apart
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.recent import audience_of
from cutthroat.web.pages.recorded import played_of, when_over


@dataclass(frozen=True, slots=True)
class Share:
    """What a seat added to the shuffle.

    nonce: empty if it added nothing. remark: why not, or whom its player trusted; or empty.
    """

    seat: Seat
    who: str
    nonce: str
    remark: str


@when_over
async def get_verify(visit: Visit) -> Response:
    """Commitment, nonces and secret of a match that is over, and what they prove."""
    played = await played_of(visit)
    facts = await asyncio.to_thread(fair_facts, played)
    return visit.show(
        "replay/verify.html",
        facts=facts,
        shares=list(_shares(played, facts)),
        proofs=list(_proofs(facts)),
        url=f"{visit.site.base(visit.request)}/matches/{facts.match}.smear",
        is_public=audience_of(played).is_public,
    )


def _shares(played: PlayedMatch, facts: FairFacts) -> Iterator[Share]:
    names = told_apart(played.names)
    for seat, nonce in enumerate(facts.nonces, start=1):
        remark = ""
        if isinstance(played.begun.seats[seat - 1], Machine):
            remark = _("none: a bot")
        elif not nonce:
            remark = _("gave none")
        elif seat in facts.at_once:
            remark = _("given at once, without a hash before: trusted the server")
        yield Share(seat, names[seat - 1], nonce, remark)


def _proofs(facts: FairFacts) -> Iterator[str]:
    """What it proves, in three sentences."""
    yield _(
        "The commitment is the SHA-256 of the secret and was shown when the match was prepared, so"
        " the server could not put another secret in its place afterwards."
    )
    guarded = [
        seat
        for seat, nonce in enumerate(facts.nonces, start=1)
        if nonce and seat not in facts.at_once
    ]
    if guarded:
        yield _(
            "A nonce whose hash was given first was fixed before it was known, so nobody, not even"
            " the owner of the server, could choose a secret or another nonce for the cards that"
            " come of it."
        )
    else:
        yield _(
            "No player fixed a nonce by its hash first, so that the secret was drawn by chance is"
            " the server's word alone."
        )
    if facts.holds:
        yield _(
            "The secret, the match and the nonces fix the first dealer and every hand by a public"
            " algorithm; this server has just recomputed all of them, and each is as it was dealt."
        )
    else:
        yield _(
            "The secret, the match and the nonces should fix the first dealer and every hand, and"
            " here they do not: these deals were not fair."
        )
