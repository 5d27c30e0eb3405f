"""Fixtures of this room."""

from tests.kit.databases import address, postgres

__all__ = ["address", "postgres"]
