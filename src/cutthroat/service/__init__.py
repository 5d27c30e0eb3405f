"""A table: decide, append, publish."""
