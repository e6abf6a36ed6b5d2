"""The feed of events."""

from __future__ import annotations

import asyncio
import time
from typing import AsyncIterator, Iterator, Optional

from pharmacy_platform._methods import AsyncMethods, Methods
from pharmacy_platform.types import FeedEvent


class _Feed:
    def __init__(self, after: Optional[str], poll_seconds: Optional[float], limit: int) -> None:
        if poll_seconds is not None and not poll_seconds > 0:
            raise ValueError("poll_seconds must be more than 0.")
        self._cursor = after
        self._poll_seconds = poll_seconds
        self._limit = limit

    @property
    def cursor(self) -> Optional[str]:
        """The id of the last event that you have handled: it moves when you ask for the next one, so what your code
        failed at comes again. Store it, and begin with it after a restart."""
        return self._cursor


class EventFeed(_Feed):
    """The organization's events in order. It knows how far you have come: iterate again, and it goes on there."""

    def __init__(
        self,
        client: Methods,
        after: Optional[str],
        poll_seconds: Optional[float],
        limit: int,
    ) -> None:
        super().__init__(after, poll_seconds, limit)
        self._client = client

    def __iter__(self) -> Iterator[FeedEvent]:
        while True:
            found = self._client.list_events(after=self._cursor, limit=self._limit)["data"]
            for event in found:
                yield event
                self._cursor = event["id"]
            if found:
                continue
            if self._poll_seconds is None:
                return
            time.sleep(self._poll_seconds)


class AsyncEventFeed(_Feed):
    """The organization's events in order. It knows how far you have come: iterate again, and it goes on there."""

    def __init__(
        self,
        client: AsyncMethods,
        after: Optional[str],
        poll_seconds: Optional[float],
        limit: int,
    ) -> None:
        super().__init__(after, poll_seconds, limit)
        self._client = client

    async def __aiter__(self) -> AsyncIterator[FeedEvent]:
        while True:
            page = await self._client.list_events(after=self._cursor, limit=self._limit)
            for event in page["data"]:
                yield event
                self._cursor = event["id"]
            if page["data"]:
                continue
            if self._poll_seconds is None:
                return
            await asyncio.sleep(self._poll_seconds)
