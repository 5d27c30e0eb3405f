"""What every card of a deal is worth when all hands are known: exact values, by search.

`values` is the way in. A deal is laid out on a small board (`board`), the search goes through it
(`zero_sum`, `max_n`) and stops where what is left cannot change what matters (`bounds`).
"""
