"""Cutthroat Canadian Smear: the rules, the record, the bots, and a table to play at."""

__version__ = "0.6.0"
