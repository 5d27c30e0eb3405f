"""What a seat makes of what it has seen: deals that fit it, how likely each is, what it is worth.

Everything here is compiled. It starts from a row in which only what one seat has seen is filled in.
"""
