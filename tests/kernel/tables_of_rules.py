"""House rules and seats to try the kernel with: every two values of two options meet in one."""

from dataclasses import dataclass

from cutthroat.core.rules import OPTIONS, Choice, Rules, parse_rules
from tests.kit.pairs import all_pairs

CHOICES = {
    "seats": ("2", "3"),
    "target": ("5", "11", "99"),
    "limit": ("none", "5", "200"),
    **{option.name: option.values for option in OPTIONS if isinstance(option, Choice)},
}


@dataclass(frozen=True)
class Setting:
    """Who plays by what."""

    seats: int
    rules: Rules

    def __str__(self) -> str:
        return f"{self.seats} {self.rules}"


def _setting(chosen: dict[str, str]) -> Setting:
    words = (f"{name}={value}" for name, value in chosen.items() if name != "seats")
    return Setting(int(chosen["seats"]), parse_rules(" ".join(words)))


SETTINGS = [_setting(chosen) for chosen in all_pairs(CHOICES)]
