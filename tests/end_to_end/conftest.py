"""Fixtures of this room."""

from tests.kit.databases import address, own_postgres, postgres

__all__ = ["address", "own_postgres", "postgres"]
