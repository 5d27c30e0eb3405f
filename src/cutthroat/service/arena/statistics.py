"""How sure one can be of what a comparison has shown."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite, sqrt
from typing import Final, NamedTuple

_NORMAL: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""
_NOISE: Final = 1e-24
"""What rounding makes of no variance, where numbers are sums of thirds; more is variance."""
_ROUNDING: Final = 1e-12
"""Which part of the squares of a ratio rounding makes of no variance."""
_EXACT: Final = {
    1: 12.706204736432095,
    2: 4.302652729749464,
    3: 3.182446305284263,
    4: 2.7764451051977987,
}
"""The 97.5 % points of Student's distribution where no series is needed."""


class Estimate(NamedTuple):
    """A mean or a ratio, and its 95 % interval; infinite ends where nothing is known of it."""

    value: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """How far the interval reaches to either side, on average."""
        return (self.high - self.low) / 2

    @property
    def known(self) -> bool:
        """Whether the interval has ends."""
        return isfinite(self.low) and isfinite(self.high)


def _around(value: float, reach: float) -> Estimate:
    return Estimate(value, value - reach, value + reach)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t distribution.

    freedom: degrees of freedom, 1 or more.
    By the series of Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.

    >>> round(student(10), 3)
    2.228
    """
    if freedom in _EXACT:
        return _EXACT[freedom]
    x = _NORMAL
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return x + sum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))


@dataclass(slots=True)
class Mean:
    """The mean of numbers that come one by one, with its t interval.

    By the recurrence of Welford (1962), which loses no digits where numbers differ by little.
    """

    count: int = 0
    value: float = 0.0
    _squares: float = 0.0

    def add(self, number: float) -> None:
        """Take in one more number."""
        self.count += 1
        before = number - self.value
        self.value += before / self.count
        self._squares += before * (number - self.value)

    @property
    def variance(self) -> float:
        """The variance of the numbers, from a sample; 0 for fewer than two, or if all are alike."""
        found = self._squares / (self.count - 1) if self.count > 1 else 0.0
        return found if found > _NOISE else 0.0

    @property
    def estimate(self) -> Estimate:
        """The mean with its interval; nothing is known of that while no two numbers differ."""
        if not self.variance:
            return _around(self.value, inf)
        error = sqrt(self.variance / self.count)
        return _around(self.value, student(self.count - 1) * error)


@dataclass(slots=True)
class Ratio:
    """A sum by another sum, such as points by deals, of which both are known for each set.

    The interval is that of a ratio estimator over clusters (Cochran, Sampling Techniques, 1977,
    chapters 2 and 6): matches differ in length, and those of a set are no independent ones.
    """

    count: int = 0
    above: float = 0.0
    below: float = 0.0
    _above_squared: float = 0.0
    _below_squared: float = 0.0
    _product: float = 0.0

    def add(self, above: float, below: float) -> None:
        """Take in what one set adds to both sums."""
        self.count += 1
        self.above += above
        self.below += below
        self._above_squared += above * above
        self._below_squared += below * below
        self._product += above * below

    @property
    def estimate(self) -> Estimate | None:
        """The ratio with its interval; None while the lower sum is nothing.

        Nothing is known of the interval while all sets have the same ratio.
        """
        if not self.below:
            return None
        ratio = self.above / self.below
        if self.count < 2:
            return _around(ratio, inf)
        squares = (
            self._above_squared - 2 * ratio * self._product + ratio * ratio * self._below_squared
        )
        if squares <= _ROUNDING * (self._above_squared + ratio * ratio * self._below_squared):
            return _around(ratio, inf)
        error = sqrt(squares / (self.count - 1) * self.count) / self.below
        return _around(ratio, student(self.count - 1) * error)
