"""How others follow a sheet: a link, and a code for their phones."""

from __future__ import annotations

from cutthroat.web.pages.network import links_to, may_offer
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.score.finding import Reading
from cutthroat.web.qr import qr_svg


async def invitation(visit: Visit, found: Reading) -> str:
    """A link that others can reach, as text and as a code.

    Where only this machine reaches the server, the offer to let its network in.
    """
    links = await links_to(visit, found.path)
    return visit.kit.studio.text(
        "score/share.html",
        path=found.path,
        offer=may_offer(visit),
        links=links,
        link=links[0] if links else visit.site.base(visit.request) + found.path,
        codes=[qr_svg(link) for link in links[:1]],
    )
