"""For whoever runs the server: whether it is well, what it counts, what it offers."""

from __future__ import annotations

import hmac

from starlette.requests import Request
from starlette.responses import Response

from cutthroat.web.answers import json
from cutthroat.web.limits import GUESSES
from cutthroat.web.metrics import CONTENT_TYPE, measured
from cutthroat.web.problems import Denied, WebReason
from cutthroat.web.shapes import Health
from cutthroat.web.site import Site


async def get_health(site: Site, _request: Request, _body: None) -> Response:
    """Whether the server and its database work."""
    await site.hall.check()
    return json(Health("ok"))


async def get_metrics(site: Site, request: Request, _body: None) -> Response:
    """What the server counts, for this machine, or whoever has the key."""
    key = site.options.metrics_key
    given = request.headers.get("authorization", "")
    sent = given.encode("latin-1")  # the bytes as they came
    has_key = key is not None and hmac.compare_digest(sent, f"Bearer {key}".encode())
    if not has_key and not site.is_local(request):
        site.spend_on_address(request, GUESSES)
        raise Denied(WebReason.NOT_FOR_YOU)
    return Response(measured(site.hall, site.limits), headers={"Content-Type": CONTENT_TYPE})
