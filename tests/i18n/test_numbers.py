"""Numbers as they are shown."""

from hypothesis import given, strategies as st

from cutthroat.i18n.numbers import signed


@given(st.integers())
def test_a_number_has_a_true_minus_sign_or_none(number: int) -> None:
    shown = signed(number)
    assert "-" not in shown
    assert shown.startswith("\N{MINUS SIGN}") == (number < 0)
    assert int(shown.replace("\N{MINUS SIGN}", "-")) == number
