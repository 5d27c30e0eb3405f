"""The `.smear` text of a match: read, verified and written.

The format is set out in `docs/notation.md`.
"""
