"""The scorekeeper's pages: a sheet is written by whoever began it, and followed by whoever may."""
