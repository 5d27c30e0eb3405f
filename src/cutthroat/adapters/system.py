"""The clock and the entropy of the machine."""

from __future__ import annotations

import secrets
import time
from datetime import date, datetime

from cutthroat.core.shuffle import SECRET_BYTES


class SystemClock:
    """The day and the moment as the machine tells them."""

    def now(self) -> int:
        """Milliseconds since 1970 UTC."""
        return time.time_ns() // 1_000_000

    def today(self) -> date:
        """The day, where the user is."""
        return datetime.now().astimezone().date()


class SystemEntropy:
    """Secrets and identifiers from the system's entropy."""

    def secret(self) -> bytes:
        """32 bytes that nobody can foresee."""
        return secrets.token_bytes(SECRET_BYTES)

    def identifier(self) -> str:
        """Eight letters and digits, told apart when read aloud."""
        return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(8))
