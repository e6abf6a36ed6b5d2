"""The two clients: what a call yields is sent by httpx, and waited for."""

from __future__ import annotations

import asyncio
import time
from types import TracebackType
from typing import Any, AsyncIterator, Iterator, Mapping, Optional

import httpx

from pharmacy_platform._calls import (
    ApiKey,
    Attempt,
    Calls,
    Limits,
    Query,
    Reply,
    Wait,
    next_query,
    page_of,
    whole_query,
)
from pharmacy_platform._feed import AsyncEventFeed, EventFeed
from pharmacy_platform._methods import (
    AsyncEach,
    AsyncMethods,
    AsyncPages,
    Each,
    Methods,
    Pages,
)
from pharmacy_platform._operations import PRODUCTION_URL

EVENTS_MAX = 100


class PharmacyPlatform(Methods):
    """The API, with one key: `PharmacyPlatform(os.environ["PHARMACY_KEY"])`.

    What failed on the way, and 429, 502, 503 and 504, is tried again by itself where that is safe: reads, writes with
    an idempotency key, and what does nothing twice. `api_key` may be a function, which is asked before each attempt.
    `http` is a client of httpx of your own, as for a proxy. Threads may share a client. Close it, or use `with`."""

    each: Each
    """Lists, read through to their end: `pharmacy.each.list_lots(sku_code="A")`."""
    pages: Pages
    """Lists, a page at a time. To go on later, store `next_cursor`, and pass it as `cursor`."""

    def __init__(
        self,
        api_key: ApiKey,
        *,
        base_url: str = PRODUCTION_URL,
        limits: Limits = Limits(),
        app_name: Optional[str] = None,
        http: Optional[httpx.Client] = None,
    ) -> None:
        self._calls = Calls(api_key, base_url=base_url, limits=limits, app_name=app_name)
        self._http = httpx.Client() if http is None else http
        self.each = Each(self)
        self.pages = Pages(self)

    def events(
        self,
        *,
        after: Optional[str] = None,
        poll_seconds: Optional[float] = None,
        limit: int = EVENTS_MAX,
    ) -> EventFeed:
        """The organization's events, in order. It ends where there is nothing new; with `poll_seconds` it waits."""
        return EventFeed(self, after, poll_seconds, limit)

    def close(self) -> None:
        """Closes its connections."""
        self._http.close()

    def __enter__(self) -> PharmacyPlatform:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def _call(
        self,
        operation_id: str,
        path: Mapping[str, str],
        query: Query,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        steps = self._calls.call(operation_id, path, query, body, idempotency_key)
        reply: Reply = None
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as end:
                return end.value
            if isinstance(step, Wait):
                time.sleep(step.seconds)
                reply = None
                continue
            try:
                reply = self._http.request(**_sent(step))
            except httpx.RequestError as error:
                reply = error

    def _pages(self, operation_id: str, path: Mapping[str, str], query: Query) -> Iterator[Any]:
        following: Optional[Query] = whole_query(operation_id, query)
        while following is not None:
            page = self._call(operation_id, path, following)
            yield page
            following = next_query(operation_id, following, page)

    def _each(self, operation_id: str, path: Mapping[str, str], query: Query) -> Iterator[Any]:
        items = page_of(operation_id)[0]
        for page in self._pages(operation_id, path, query):
            yield from page[items]


class AsyncPharmacyPlatform(AsyncMethods):
    """`PharmacyPlatform` for asyncio: each method is awaited, and lists are read with `async for`. Close it with
    `await pharmacy.close()`, or use `async with`."""

    each: AsyncEach
    """Lists, read through to their end: `async for lot in pharmacy.each.list_lots(sku_code="A")`."""
    pages: AsyncPages
    """Lists, a page at a time. To go on later, store `next_cursor`, and pass it as `cursor`."""

    def __init__(
        self,
        api_key: ApiKey,
        *,
        base_url: str = PRODUCTION_URL,
        limits: Limits = Limits(),
        app_name: Optional[str] = None,
        http: Optional[httpx.AsyncClient] = None,
    ) -> None:
        self._calls = Calls(api_key, base_url=base_url, limits=limits, app_name=app_name)
        self._http = httpx.AsyncClient() if http is None else http
        self.each = AsyncEach(self)
        self.pages = AsyncPages(self)

    def events(
        self,
        *,
        after: Optional[str] = None,
        poll_seconds: Optional[float] = None,
        limit: int = EVENTS_MAX,
    ) -> AsyncEventFeed:
        """The organization's events, in order. It ends where there is nothing new; with `poll_seconds` it waits."""
        return AsyncEventFeed(self, after, poll_seconds, limit)

    async def close(self) -> None:
        """Closes its connections."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncPharmacyPlatform:
        return self

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    async def _call(
        self,
        operation_id: str,
        path: Mapping[str, str],
        query: Query,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        steps = self._calls.call(operation_id, path, query, body, idempotency_key)
        reply: Reply = None
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as end:
                return end.value
            if isinstance(step, Wait):
                await asyncio.sleep(step.seconds)
                reply = None
                continue
            try:
                reply = await self._http.request(**_sent(step))
            except httpx.RequestError as error:
                reply = error

    async def _pages(
        self, operation_id: str, path: Mapping[str, str], query: Query
    ) -> AsyncIterator[Any]:
        following: Optional[Query] = whole_query(operation_id, query)
        while following is not None:
            page = await self._call(operation_id, path, following)
            yield page
            following = next_query(operation_id, following, page)

    async def _each(
        self, operation_id: str, path: Mapping[str, str], query: Query
    ) -> AsyncIterator[Any]:
        items = page_of(operation_id)[0]
        async for page in self._pages(operation_id, path, query):
            for item in page[items]:
                yield item


def _sent(attempt: Attempt) -> dict[str, Any]:
    return {
        "method": attempt.method,
        "url": attempt.url,
        "headers": attempt.headers,
        "content": attempt.content,
        "timeout": attempt.timeout_seconds,
        # A redirect would send the key elsewhere.
        "follow_redirects": False,
    }
