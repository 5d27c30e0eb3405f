"""The composition of a server: the database, the tables, the bots' processes, the web face.

And that of an operator's command, which has the tables to itself.
"""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from typing import Final

from cutthroat.adapters.sql import (
    BadDatabase,
    DatabaseInUse,
    Fault,
    SchemaTooNew,
    SqlStore,
    open_store,
    sqlite_url,
)
from cutthroat.adapters.system import SystemClock, SystemEntropy
from cutthroat.adapters.thinkers import ProcessThinkers
from cutthroat.service.ports import (
    CannotOperate,
    CannotServe,
    CloseTable,
    OperateReason,
    Operation,
    Ready,
    ServeReason,
    ServerOptions,
    Sure,
)
from cutthroat.service.sheets.desk import Desk
from cutthroat.service.tables import operating
from cutthroat.service.tables.hall import Hall
from cutthroat.service.tables.kept import KeptRecords
from cutthroat.service.tables.people import People
from cutthroat.service.tables.ports import StoreUnavailable
from cutthroat.service.tables.surroundings import Surroundings
from cutthroat.web.listening import listen
from cutthroat.web.serving import serve, set_up_logs

_FAULTS: Final = {
    Fault.ADDRESS: ServeReason.DATABASE_ADDRESS,
    Fault.KIND: ServeReason.DATABASE_KIND,
    Fault.NO_FILE: ServeReason.DATABASE_NO_FILE,
    Fault.NO_DATABASE: ServeReason.DATABASE_NO_DATABASE,
    Fault.DRIVER: ServeReason.DATABASE_DRIVER,
    Fault.FOREIGN: ServeReason.DATABASE_FOREIGN,
    Fault.UNREACHABLE: ServeReason.DATABASE_UNREACHABLE,
}


def run(options: ServerOptions, ready: Ready, usual_file: Path) -> None:
    """Serve until SIGTERM or Ctrl-C.

    usual_file: the SQLite database where the options name none.
    Raises CannotServe.
    """
    set_up_logs()
    try:
        import uvloop  # noqa: PLC0415  # not to be had on every system
    except ImportError:
        factory = None
    else:
        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(_run(options, ready, usual_file))


async def _run(options: ServerOptions, ready: Ready, usual_file: Path) -> None:
    store = await _open(options.database or sqlite_url(usual_file))
    thinkers = ProcessThinkers(options.bot_processes)
    try:
        try:
            listening = listen(options.host, options.port)
        except OSError as error:
            raise CannotServe(
                ServeReason.CANNOT_LISTEN,
                host=options.host,
                port=options.port,
                why=error.strerror or str(error),
            ) from None
        clock, entropy = SystemClock(), SystemEntropy()
        world = Surroundings(
            store=store,
            clock=clock,
            entropy=entropy,
            thinkers=thinkers,
            bot_pause=options.bot_seconds,
            begun=clock.now(),
        )
        thinkers.start()
        address = options.address(listening.getsockname()[1])
        key = await store.key("cookies")
        _spare_the_collector()
        await serve(
            Hall(world),
            People(store, clock, entropy),
            KeptRecords(store, clock),
            Desk(store.sheets, clock, entropy),
            options,
            key=key,
            listening=listening,
            ready=lambda: ready(address),
        )
    finally:
        thinkers.close()
        await store.close()


def _spare_the_collector() -> None:
    """Keep what was loaded out of every search for garbage, and search less often.

    Requests and frames die by reference counts; what the search would find is little.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def operate(operation: Operation, sure: Sure, usual_file: Path) -> bool:
    """Do what an operator asks for; false if `sure` said no.

    usual_file: the SQLite database where the operation names none.
    Raises CannotServe for no database to be had, CutthroatError for what is not at its tables.
    """
    with asyncio.Runner() as runner:
        store = runner.run(_open(operation.database or sqlite_url(usual_file)))
        clock, entropy = SystemClock(), SystemEntropy()
        world = Surroundings(
            store=store,
            clock=clock,
            entropy=entropy,
            thinkers=operating.Resting(),
            bot_pause=0.0,
            begun=clock.now(),
        )
        hall = Hall(world)
        try:
            return _operate(runner, operation, sure, hall, People(store, clock, entropy))
        except StoreUnavailable as error:
            raise CannotOperate(OperateReason.DATABASE_LOST, detail=str(error)) from None
        finally:
            runner.run(hall.stop())
            runner.run(store.close())


def _operate(
    runner: asyncio.Runner, operation: Operation, sure: Sure, hall: Hall, people: People
) -> bool:
    table = operation.table
    if isinstance(operation, CloseTable):
        runner.run(operating.close(hall, table))
        return True
    person = runner.run(operating.person_in(hall, table, operation.seat))
    # Asked outside of the loop, where Ctrl-C ends the question.
    if not sure(person.name):
        return False
    runner.run(operating.forget(hall, people, person.person, table))
    return True


async def _open(url: str) -> SqlStore:
    try:
        return await asyncio.to_thread(open_store, url)
    except DatabaseInUse as error:
        raise CannotServe(ServeReason.DATABASE_IN_USE, address=error.address) from None
    except SchemaTooNew as error:
        raise CannotServe(
            ServeReason.DATABASE_TOO_NEW,
            address=error.address,
            found=error.found,
            known=error.known,
        ) from None
    except BadDatabase as error:
        raise CannotServe(
            _FAULTS[error.fault], address=error.address, detail=error.detail
        ) from None
