"""The score of a table where real cards are played: a sheet that is written line by line.

A `Sheet` is the fold of a log of changes (`sheet.fold`). What its lines come to, `reckoning.reckon`
asks of `core`, from the first line on each time: a correction carries through to all that follows.
"""
