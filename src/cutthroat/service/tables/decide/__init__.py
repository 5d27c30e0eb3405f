"""What a table does when somebody asks for something, or when time has passed.

Each function answers with events, or refuses. Nothing here stores, waits or draws: the secret of
a match and the moment come in. `settled` adds what follows by itself.
"""

from cutthroat.service.names import player_name
from cutthroat.service.tables.decide.ending import agree_to_end, close, concede, leave, rematch
from cutthroat.service.tables.decide.following import deal, settled
from cutthroat.service.tables.decide.nonces import (
    Nonce,
    check_nonce,
    give_nonce,
    has_shown,
    nonces_overdue,
    pledged,
)
from cutthroat.service.tables.decide.playing import (
    act,
    act_for,
    agree_to_finish,
    come_back,
    go_away,
    react,
    ready,
)
from cutthroat.service.tables.decide.seating import (
    ABSENT,
    CLOCKS,
    check_free,
    check_settings,
    open_table,
    sit_again,
    take_seat,
)

__all__ = [
    "ABSENT",
    "CLOCKS",
    "Nonce",
    "act",
    "act_for",
    "agree_to_end",
    "agree_to_finish",
    "check_free",
    "check_nonce",
    "check_settings",
    "close",
    "come_back",
    "concede",
    "deal",
    "give_nonce",
    "go_away",
    "has_shown",
    "leave",
    "nonces_overdue",
    "open_table",
    "player_name",
    "pledged",
    "react",
    "ready",
    "rematch",
    "settled",
    "sit_again",
    "take_seat",
]
