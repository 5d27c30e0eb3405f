"""The rules of Cutthroat Canadian Smear: pure, small, standard library only.

A match is a log of events. `match.decide` turns an action into events or refuses it,
`match.evolve` folds an event into the state, and `view` shows what one seat may know of it.
"""
