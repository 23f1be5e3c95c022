"""What viewers with Tonight open cost while nobody records anything, and when the last of them has a new deal.

Each speaks to the server as Streamlit's script in a browser does: ten browsers would leave the server no core.
"""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from tests import browsing
from tests.benchmarks.comparing import Measurement, Taken, by_itself
from tests.benchmarks.dashboard import recorder

T = TypeVar("T")
FEW, MANY = 10, 40
CORES = {FEW: 0.04, MANY: 0.16}  # a viewer costs the same, however many there are
LOOK_EVERY_SECONDS = 4
LATEST = LOOK_EVERY_SECONDS + 1
SECONDS = 40.0
SETTLING = 10.0  # seconds: every viewer has the page and has asked once
DEALS = 5


@dataclass
class Viewer:
    """A browser with a page open: it asks again whenever the page says so, and notes when it was last shown anew."""

    socket: ClientConnection
    shown: float = 0.0
    showing: asyncio.Event = field(default_factory=asyncio.Event)
    page: str = ""
    kept: list[str] = field(default_factory=list)
    following: asyncio.Task[None] | None = None
    asking: asyncio.Task[None] | None = None

    async def watch(self) -> None:
        """Open the page and follow it until cancelled."""
        await self.ask()
        async for packed in self.socket:
            message = ForwardMsg.FromString(packed)
            if message.metadata.cacheable:
                self.kept.append(message.hash)
            kind = message.WhichOneof("type")
            if kind == "new_session":
                self.page = message.new_session.page_script_hash
            elif kind == "auto_rerun":
                if self.asking:
                    self.asking.cancel()
                again = message.auto_rerun
                self.asking = asyncio.create_task(self.every(again.interval, again.fragment_id))
            elif kind == "script_finished" and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                self.shown = time.monotonic()
                self.showing.set()

    async def every(self, seconds: float, fragment: str) -> None:
        """Have a fragment run again and again."""
        while True:
            await asyncio.sleep(seconds)
            await self.ask(fragment)

    async def ask(self, fragment: str = "") -> None:
        """Have the page run, or one of its fragments."""
        message = BackMsg()
        asked = message.rerun_script
        asked.page_script_hash, asked.fragment_id, asked.is_auto_rerun = self.page, fragment, bool(fragment)
        asked.cached_message_hashes.extend(self.kept)
        asked.context_info.timezone, asked.context_info.color_scheme = "Europe/Rome", "light"
        with suppress(OSError):
            await self.socket.send(message.SerializeToString())

    def leave(self) -> None:
        """Ask and follow no more."""
        for task in (self.asking, self.following):
            if task:
                task.cancel()


def measurements(folder: Path) -> Iterable[Measurement]:
    """What the server computes for few and for many, against what a core could, and how late the last has a deal."""
    path = folder / "viewers.db"
    browsing.command(folder, "demo", "--keep", str(path))
    for viewers, aim in CORES.items():
        yield Measurement(f"{viewers} viewers of a quiet Tonight", "a core", partial(quiet, path, viewers), aim)
    what = f"a deal, until the last of {FEW} viewers of Tonight has it"
    yield Measurement(what, "", by_itself(lambda: slowest(path, FEW)), LATEST, "s")


def quiet(path: Path, viewers: int) -> Taken:
    """Milliseconds that the server computed, of those that passed."""

    async def measured(server: int, _watching: Sequence[Viewer]) -> Taken:
        began, before = time.monotonic(), computed(server)
        await asyncio.sleep(SECONDS)
        return computed(server) - before, 1000 * (time.monotonic() - began)

    return watched(path, viewers, measured)


def slowest(path: Path, viewers: int) -> float:
    """The seconds from a deal until every viewer has the page with it: the longest of some deals, at any moment."""
    record = recorder(path)

    async def measured(_server: int, watching: Sequence[Viewer]) -> float:
        longest = 0.0
        for deal in range(DEALS):
            await asyncio.sleep(SETTLING + deal / DEALS)
            for viewer in watching:
                viewer.showing.clear()
            record()
            recorded = time.monotonic()
            for viewer in watching:
                await viewer.showing.wait()
            longest = max(longest, *(viewer.shown - recorded for viewer in watching))
        return longest

    return watched(path, viewers, measured)


def watched(path: Path, viewers: int, measured: Callable[[int, Sequence[Viewer]], Awaitable[T]]) -> T:
    """What is measured while so many have Tonight open, who came one after the other."""

    async def evening(serving: browsing.Serving) -> T:
        async with AsyncExitStack() as open_, asyncio.TaskGroup() as group:
            watching, address = [], serving.address.replace("http", "ws", 1) + "_stcore/stream"
            for _ in range(viewers):
                viewer = Viewer(await open_.enter_async_context(connect(address, max_size=None)))
                watching.append(viewer)
                viewer.following = group.create_task(viewer.watch())
                await asyncio.sleep(LOOK_EVERY_SECONDS / viewers)
            await asyncio.sleep(SETTLING)
            taken = await measured(serving.process, watching)
            for viewer in watching:
                viewer.leave()
        return taken

    with browsing.dashboard(path.parent, before=["--db", str(path)]) as serving:
        return asyncio.run(evening(serving))


def computed(process: int) -> float:
    """Milliseconds that the children of a process, and their threads, have computed so far."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    fields = [Path(f"/proc/{child}/stat").read_text(encoding="ascii").rpartition(")")[2].split() for child in children]
    return sum(1000 * (int(of[11]) + int(of[12])) / os.sysconf("SC_CLK_TCK") for of in fields)
