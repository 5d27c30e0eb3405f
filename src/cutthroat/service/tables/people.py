"""Who somebody is: a secret in a browser or a program, of which only a digest is kept."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from cutthroat.core.actions import Seat
from cutthroat.service.ports import Clock, Entropy
from cutthroat.service.tables.hall import Hall
from cutthroat.service.tables.ports import (
    Credential,
    CredentialKind,
    PeopleStore,
    Person,
    Sitting,
    StoreUnavailable,
)

LINK_LIFE: Final = 10 * 60 * 1000
"""How long a link to another device can be used, in milliseconds."""
_REMEMBERED: Final = 20_000
_TIDY: Final = 3600.0
"""Seconds between rounds that delete what has expired."""


class People:
    """The persons of a server. Secrets go out once and are known here by their digests only.

    deletions: how many persons were deleted since the server began: what was kept in memory before
        the last of them may hold a name that is to be shown no more.
    """

    def __init__(self, store: PeopleStore, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._known: OrderedDict[str, Credential] = OrderedDict()
        self._arriving = asyncio.Lock()
        self.deletions = 0

    async def welcome(self, name: str) -> tuple[Person, str]:
        """A new person, and the secret of the device.

        Raises StoreUnavailable.
        """
        secret = self.fresh_secret()
        return await self._add(secret, name), secret

    async def visitor(self, secret: str, name: str | None, usual: str) -> Person:
        """The person of a device, who is made known now if this is the first we hear of it.

        secret: of the device, drawn by `fresh_secret`, and kept by the browser already: so a
            request that is sent twice is not taken for two people.
        name: what the person wants to be called from now on; None for no change.
        usual: the name of somebody new who gave none.
        Raises StoreUnavailable.
        """
        async with self._arriving:
            device = await self.opens(secret, CredentialKind.DEVICE)
            person = await self._store.person(device.person) if device else None
            if person is None:
                return await self._add(secret, name or usual)
        if name is not None and name != person.name:
            await self._store.rename(person.identifier, name)
            return replace(person, name=name)
        return person

    async def _add(self, secret: str, name: str) -> Person:
        person = Person(digest_of(self.fresh_secret())[:32], name, self._clock.now())
        device = Credential(digest_of(secret), person.identifier, CredentialKind.DEVICE)
        await self._store.add_person(person, device)
        return person

    async def opens(self, secret: str, kind: CredentialKind) -> Credential | None:
        """What a secret of a kind opens; None for nothing.

        Raises StoreUnavailable.
        """
        digest = digest_of(secret)
        credential = self._known.get(digest)
        if credential is None:
            forgotten = self.deletions
            credential = await self._store.credential(digest)
            if credential is None:
                return None
            if forgotten == self.deletions:  # else it may just have been deleted
                self._remember(credential)
        return credential if credential.kind is kind and self._lives(credential) else None

    def _remember(self, credential: Credential) -> None:
        self._known[credential.digest] = credential
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    def _lives(self, credential: Credential) -> bool:
        return credential.expires is None or self._clock.now() < credential.expires

    async def person(self, identifier: str) -> Person | None:
        """A person; None if there is none any more."""
        return await self._store.person(identifier)

    async def rename(self, identifier: str, name: str) -> None:
        """Give a person another name, for the tables to come."""
        await self._store.rename(identifier, name)

    async def seat_token(self, person: str, table: str, seat: Seat) -> str:
        """A secret that opens one seat, whose person sits there now."""
        secret = self.fresh_secret()
        token = Credential(digest_of(secret), person, CredentialKind.SEAT, table, seat)
        await self._store.add_credential(token)
        await self.sits(person, table, seat)
        return secret

    async def sits(self, person: str, table: str, seat: Seat) -> None:
        """Remember that a person sits somewhere."""
        await self._store.add_sitting(Sitting(person, table, seat))

    async def sittings(self, person: str) -> Sequence[Sitting]:
        """Where a person sits and sat, the newest table first."""
        return await self._store.sittings(person)

    async def link(self, person: str) -> tuple[str, int]:
        """A secret that makes one other device the person's, and when it expires (ms)."""
        secret = self.fresh_secret()
        expires = self._clock.now() + LINK_LIFE
        await self._store.add_credential(
            Credential(digest_of(secret), person, CredentialKind.LINK, expires=expires)
        )
        return secret, expires

    async def use_link(self, secret: str) -> tuple[Person, str] | None:
        """Make this device a person's by a link, once; the secret of the device.

        None if the link was used, has expired, or never was.
        """
        digest = digest_of(secret)
        found = await self._store.credential(digest)
        if found is None or found.kind is not CredentialKind.LINK or not self._lives(found):
            return None
        taken = await self._store.take_credential(digest)
        self._known.pop(digest, None)
        person = await self._store.person(taken.person) if taken else None
        if person is None:
            return None
        device = self.fresh_secret()
        await self._store.add_credential(
            Credential(digest_of(device), person.identifier, CredentialKind.DEVICE)
        )
        return person, device

    async def feed(self, person: str) -> str:
        """A secret that lets a program read whose turn it is, and nothing else."""
        secret = self.fresh_secret()
        await self._store.add_credential(Credential(digest_of(secret), person, CredentialKind.FEED))
        return secret

    async def forget(self, person: str, hall: Hall) -> None:
        """Delete all of a person's data; finished matches stay, without the name.

        Raises StoreUnavailable; then it can be done again, for the person goes last.
        """
        for sitting in await self._store.sittings(person):
            await hall.forget(person, sitting.table)
        await self._store.forget(person)
        self.deletions += 1
        for digest in [key for key, known in self._known.items() if known.person == person]:
            del self._known[digest]

    async def tidy(self) -> None:
        """Delete what has expired, every hour, for ever."""
        while True:
            with suppress(StoreUnavailable):
                await self._store.forget_expired(self._clock.now())
            await asyncio.sleep(_TIDY)

    def fresh_secret(self) -> str:
        """A secret that nobody can foresee."""
        return base64.urlsafe_b64encode(self._entropy.secret()).decode().rstrip("=")


def digest_of(secret: str) -> str:
    """What is kept of a secret: lower-case hex of its SHA-256."""
    return hashlib.sha256(secret.encode()).hexdigest()
