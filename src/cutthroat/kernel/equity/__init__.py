"""What a match is worth to each seat, by scores and dealer: tables, how they are made and used.

`table` looks equities up; `caller` is the policy whose matches they are about; `solve` makes them.
"""
