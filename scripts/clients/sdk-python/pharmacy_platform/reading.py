"""Lists that are read through to their end, and the feed of events."""

from __future__ import annotations

import time
from typing import Any, Callable, Iterator, Optional

from pharmacy_platform.operations import PAGES


def pages(read: Callable[..., Any], *args: Any, **query: Any) -> Iterator[Any]:
    """Every page of a list: `pages(pharmacy.inventory.list_lots, sku_code="A")`. They are read as you come to
    them. To go on later, store `next_cursor`, and pass it as `cursor`."""
    _, name, most = PAGES[read.__name__]
    query.setdefault("limit", most)
    cursor = query.pop(name, None)
    while True:
        page = read(*args, **query, **{name: cursor})
        yield page
        following = page.next_cursor
        # The feed of events answers the cursor that it was asked with, where there is nothing new.
        if following is None or str(following) == str(cursor):
            return
        cursor = following


def each(read: Callable[..., Any], *args: Any, **query: Any) -> Iterator[Any]:
    """Every item of a list, from all its pages: `each(pharmacy.inventory.list_lots, sku_code="A")`."""
    items, _, _ = PAGES[read.__name__]
    for page in pages(read, *args, **query):
        yield from getattr(page, items)


class EventFeed:
    """The organization's events in order. It knows how far you have come: iterate again, and it goes on there.

    `cursor` is the id of the last event that you have handled: it moves when you ask for the next one, so what
    your code failed at comes again. Store the id of what you have handled, and begin with it after a restart."""

    def __init__(
        self, inventory: Any, after: Optional[str] = None, poll_seconds: Optional[float] = None
    ) -> None:
        self.cursor = after
        self._inventory = inventory
        self._poll_seconds = poll_seconds

    def __iter__(self) -> Iterator[Any]:
        while True:
            found = self._inventory.list_events(after=self.cursor, limit=100).data
            for event in found:
                yield event
                self.cursor = str(event.id)
            if found:
                continue
            if self._poll_seconds is None:
                return
            time.sleep(self._poll_seconds)
