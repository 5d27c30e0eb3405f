"""The sequential test: it stops when it is sure.

A generalised sequential probability ratio test on the results of sets, as chess programs are
tested: M. Van den Bergh, "A Practical Introduction to the GSPRT" (2017), after Wald (1945) and Li,
Liu and Ying (2014). With s the results of n sets, their mean m and their variance v, the logarithm
of the likelihood ratio of "the mean is b" to "the mean is a" is close to

    n (b - a) (2 m - a - b) / (2 v).

Sets and not matches are its units, for what is played with the same cards is no independent trial:
so v holds what the pairing gains ("pentanomial" where two play).
"""

from __future__ import annotations

from enum import StrEnum
from math import inf, log
from typing import Final

from cutthroat.service.arena.statistics import Mean

ERROR: Final = 0.05
"""How often each of the two hypotheses is rejected though it is true, about."""
BOUND: Final = log((1 - ERROR) / ERROR)
"""Where the logarithm of the likelihood ratio must get, above or below 0."""
LEAST_SETS: Final = 40
"""Sets before which it does not stop: of fewer, the variance is not known well enough."""


class Verdict(StrEnum):
    """What the test says."""

    BETTER = "better"
    """The mean is above par by the margin, rather than at par."""
    NOT_BETTER = "not_better"
    """The mean is at par, rather than above it by the margin."""
    UNDECIDED = "undecided"


class SequentialTest:
    """Tells whether the mean of what sets bring is a margin above nothing, or nothing.

    margin: above 0, in the unit of what is added.
    """

    def __init__(self, margin: float) -> None:
        if margin <= 0:
            raise ValueError("the margin is above 0")
        self.margin = margin
        self._mean = Mean()
        self._verdict = Verdict.UNDECIDED

    def add(self, above_par: float) -> None:
        """Take in what a set has brought, par taken off. After a verdict it changes nothing."""
        if self._verdict is Verdict.UNDECIDED:
            self._mean.add(above_par)
            self._verdict = self._judged()

    @property
    def verdict(self) -> Verdict:
        """What the test says by now; once it is sure, it stays with that."""
        return self._verdict

    @property
    def sets(self) -> int:
        """How many sets it has taken in."""
        return self._mean.count

    @property
    def log_ratio(self) -> float:
        """The logarithm of the likelihood ratio: above 0 it speaks for better.

        0 after fewer than two sets, which have no variance; infinite if all sets were alike.
        """
        found = 2 * self._mean.value - self.margin
        if self._mean.count < 2 or not found:
            return 0.0
        if not self._mean.variance:
            return inf if found > 0 else -inf
        return self._mean.count * self.margin * found / (2 * self._mean.variance)

    def _judged(self) -> Verdict:
        if self._mean.count < LEAST_SETS:
            return Verdict.UNDECIDED
        if self.log_ratio >= BOUND:
            return Verdict.BETTER
        return Verdict.NOT_BETTER if self.log_ratio <= -BOUND else Verdict.UNDECIDED
