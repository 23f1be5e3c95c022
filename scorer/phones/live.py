"""What is newest, for all pages at once: one watcher looks, and every page that waits is woken."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from anyio import to_thread

LOOK_SECONDS: Final = 0.3
SIGN_OF_LIFE_SECONDS: Final = 15  # phones and what stands between drop a stream that says nothing for long
MOST_STREAMS: Final = 100  # to one address, which may be that of a whole house; the oldest gives way


class Watcher:
    """Looks for the newest revision, as long as somebody waits for it; `look` gives it, or raises OSError."""

    def __init__(self, look: Callable[[], str]) -> None:
        self._look, self.revision = look, ""
        self._changed = asyncio.Condition()
        self._streams: defaultdict[str, dict[object, None]] = defaultdict(dict)  # by whose they are, the oldest first
        self._ending = False

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Watch for as long as the server runs."""
        task = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def end(self) -> None:
        """Let nobody wait any more: a server that ends would wait for them."""
        async with self._changed:
            self._ending = True
            self._changed.notify_all()

    async def _watch(self) -> None:
        while True:
            if self._streams:
                await self.look()
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Look now, and wake who waits where something changed."""
        revision = await to_thread.run_sync(self._look)
        if revision and revision != self.revision:
            async with self._changed:
                self.revision = revision
                self._changed.notify_all()

    async def revisions(self, whose: str) -> AsyncIterator[str]:
        """The newest revision at once, and each newer one until the end; an empty text is a sign of life meanwhile."""
        stream, streams = object(), self._streams[whose]
        streams[stream] = None
        try:
            if len(streams) > MOST_STREAMS:
                async with self._changed:
                    del streams[next(iter(streams))]  # the oldest gives way
                    self._changed.notify_all()
            await self.look()
            seen = ""
            while stream in streams and not self._ending:
                if self.revision == seen:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._next(seen, lambda: stream in streams), SIGN_OF_LIFE_SECONDS)
                yield "" if self.revision == seen else self.revision
                seen = self.revision
        finally:
            streams.pop(stream, None)
            if not streams and self._streams.get(whose) is streams:
                del self._streams[whose]

    async def _next(self, seen: str, goes_on: Callable[[], bool]) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: self._ending or self.revision != seen or not goes_on())
