"""Numbers as they are shown."""

from hypothesis import given, strategies as st

from cutthroat.i18n.numbers import fixed, signed


@given(st.integers())
def test_a_number_has_a_true_minus_sign_or_none(number: int) -> None:
    shown = signed(number)
    assert "-" not in shown
    assert shown.startswith("\N{MINUS SIGN}") == (number < 0)
    assert int(shown.replace("\N{MINUS SIGN}", "-")) == number


@given(st.floats(-1e6, 1e6), st.integers(1, 4))
def test_a_fraction_has_a_true_minus_sign_unless_it_is_nothing(number: float, digits: int) -> None:
    shown = fixed(number, digits)
    value = float(shown.replace("\N{MINUS SIGN}", "-"))
    assert "-" not in shown
    assert shown.startswith("\N{MINUS SIGN}") == (value < 0)
    assert abs(value - number) <= 0.51 * 10**-digits
    assert len(shown.partition(".")[2]) == digits
