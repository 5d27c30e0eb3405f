"""The bot `easy` once more, compiled: the same call or card at every moment of every match.

`bots.easy` is what one reads. Every floating-point operation is done here in its order, so that
the values are the same bit for bit. Its constants are handed in, see `weights`.
"""
