"""The description of the API, made from the same table as its routes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from cutthroat import __version__
from cutthroat.web.endpoint import Endpoint
from cutthroat.web.shapes import FrameSeen, Problem
from cutthroat.web.streams import EventStream

_ANYWHERE: Final = (429, 500, 503)
"""Refusals that any request may meet."""
_ANY_POST: Final = (400, 403, 408, 413, 422)
_MEANINGS: Final = {
    200: "Done.",
    201: "Made.",
    204: "Deleted.",
    400: "This cannot be read.",
    401: "No token or cookie, or one that opens nothing.",
    403: "Not for you, or not allowed here.",
    404: "There is no such thing.",
    409: "It does not fit the state of the table: see `reason`.",
    408: "It did not come to its end in time.",
    413: "Too large.",
    422: "The rules, or the form of a field, refuse it: see `reason` and `clause`.",
    429: "Too many: see Retry-After.",
    500: "A fault of the server; its log knows it by `id`.",
    503: "The database is away; nothing is lost. See Retry-After.",
}

_EVENT: Final = {
    "type": "object",
    "description": "One server-sent event, as its lines `id`, `event` and `data`.",
    "properties": {
        "id": {"type": "string", "description": "The version of the table."},
        "event": {"const": "view"},
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"$ref": "#/components/schemas/FrameSeen"},
        },
    },
}
_RETRY: Final[dict[str, object]] = {
    "Retry-After": {
        "description": "Seconds after which it may be tried again.",
        "required": True,
        "schema": {"type": "integer", "minimum": 1},
    }
}
_HEADERS: Final[dict[int, dict[str, object]]] = {
    401: {"WWW-Authenticate": {"required": True, "schema": {"const": "Bearer"}}},
    429: _RETRY,
    503: _RETRY,
}


def description(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """The whole API as OpenAPI 3.1 has it."""
    endpoints = list(endpoints)
    types = {Problem, FrameSeen} | {one.takes for one in endpoints if one.takes}
    types |= {t for one in endpoints for t in one.gives.values() if not isinstance(t, str)}
    schemas, components = msgspec.json.schema_components(
        sorted(types, key=lambda t: t.__name__), ref_template="#/components/schemas/{name}"
    )
    del schemas
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Cutthroat Canadian Smear",
            "version": __version__,
            "description": "Tables for people and programs. A guide is in docs/api.md.",
            "license": {"name": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer"},
                "device": {"type": "apiKey", "in": "cookie", "name": "cutthroat"},
            },
        },
    }


def _operation(one: Endpoint) -> dict[str, Any]:
    told: dict[str, Any] = {
        "summary": one.summary,
        "operationId": one.handler.__name__,
        "parameters": [*_path_parameters(one.path), *one.parameters],
        "responses": _responses(one),
    }
    if 401 in one.refusals:
        told["security"] = [*([] if one.path.startswith("/me") else [{"seat": []}]), {"device": []}]
    if one.takes:
        schema = {"$ref": f"#/components/schemas/{one.takes.__name__}"}
        told["requestBody"] = {"content": {"application/json": {"schema": schema}}}
    return told


def _path_parameters(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", path)
    ]


def _responses(one: Endpoint) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for status, kind in one.gives.items():
        told[str(status)] = {"description": _MEANINGS[status], **_content(kind)}
    refusals = {*one.refusals, *_ANYWHERE, *(_ANY_POST if one.takes else ())}
    for status in sorted(refusals):
        told[str(status)] = {"description": _MEANINGS[status], **_content(Problem)}
        if status in _HEADERS:
            told[str(status)]["headers"] = _HEADERS[status]
    return told


def _content(kind: type[msgspec.Struct] | str) -> dict[str, Any]:
    if kind == "":
        return {}
    if kind == EventStream.media_type:
        return {"content": {kind: {"schema": _EVENT}}}
    if isinstance(kind, str):
        return {"content": {kind: {"schema": {"type": "string"}}}}
    schema = {"$ref": f"#/components/schemas/{kind.__name__}"}
    return {"content": {"application/json": {"schema": schema}}}
