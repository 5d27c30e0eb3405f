"""Fixtures of this room."""

from tests.end_to_end.browser import browser, people, quick_server
from tests.kit.databases import address, own_postgres, postgres

__all__ = ["address", "browser", "own_postgres", "people", "postgres", "quick_server"]
