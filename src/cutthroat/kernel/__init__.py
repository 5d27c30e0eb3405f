"""The rules once more, compiled: deals and matches by the million, and exact values of a deal.

`core` is the law that one reads, this is what one runs. Importing the package does not
import Numba; its modules do.
"""
