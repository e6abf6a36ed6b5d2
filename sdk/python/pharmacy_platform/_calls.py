"""One call: its attempts, each the same request, until there is an answer or the budget is used up.

Nothing is sent here. `Calls.call` yields what to send and how long to wait, and is told what came of it; so the client
and the asynchronous client decide alike.
"""

from __future__ import annotations

import errno
import json
import random
import re
import secrets
import time
from dataclasses import dataclass
from typing import Any, Callable, Generator, Mapping, Optional, Sequence, Union
from urllib.parse import quote, urlencode, urlsplit

import httpx

from pharmacy_platform._errors import ApiError, NoAnswerError, api_error, wait_seconds
from pharmacy_platform._operations import KEY_PATTERN, OPERATIONS, VERSION, Operation

PASSING_STATUSES = (502, 503, 504)
FIRST_SECONDS = 0.5
BACKOFF_SECONDS_MAX = 8
SPREAD = 0.1
UNDECIDED = 503
ATTEMPTS_MAX = 100
SECONDS_MAX = 86_400
API_KEY = re.compile(r"vita_(live|test)_[0-9A-Za-z]+")

ApiKey = Union[str, Callable[[], str]]
Query = Mapping[str, Any]


@dataclass(frozen=True)
class Limits:
    """What bounds a call: attempts, the first one included, and seconds. `timeout_seconds` is for all attempts and the
    waits between them; `attempt_timeout_seconds` is how long one waits for its connection, and for each next part of
    the answer."""

    max_attempts: int = 5
    timeout_seconds: float = 90
    attempt_timeout_seconds: float = 30

    def __post_init__(self) -> None:
        if not isinstance(self.max_attempts, int) or not 1 <= self.max_attempts <= ATTEMPTS_MAX:
            raise ValueError(f"max_attempts must be a whole number from 1 to {ATTEMPTS_MAX}.")
        for name in ("timeout_seconds", "attempt_timeout_seconds"):
            if not 0 < getattr(self, name) <= SECONDS_MAX:
                raise ValueError(f"{name} must be more than 0 and at most {SECONDS_MAX}.")


@dataclass(frozen=True)
class Attempt:
    """Send this, and say what came."""

    method: str
    url: str
    headers: dict[str, str]
    content: Optional[bytes]
    timeout_seconds: float


@dataclass(frozen=True)
class Wait:
    """Wait so long."""

    seconds: float


Reply = Union[httpx.Response, httpx.RequestError, None]
Steps = Generator[Union[Attempt, Wait], Reply, Any]


@dataclass
class _Call:
    operation_id: str
    operation: Operation
    url: str
    body: Any
    idempotency_key: Optional[str]
    idempotency_keys: list[str]
    budget: _Budget


class Calls:
    """What both clients are made with."""

    def __init__(
        self, api_key: ApiKey, *, base_url: str, limits: Limits, app_name: Optional[str]
    ) -> None:
        self._api_key = api_key if callable(api_key) else _checked_api_key(api_key)
        self._base_url = _checked_url(base_url)
        self._limits = limits
        sdk = f"pharmacy_platform/{VERSION}"
        self._agent = sdk if app_name is None else f"{app_name} {sdk}"

    def call(
        self,
        operation_id: str,
        path: Mapping[str, str],
        query: Query,
        body: Any,
        idempotency_key: Optional[str],
    ) -> Steps:
        """Answers the body of a 2xx answer."""
        operation = OPERATIONS[operation_id]
        keys: list[str] = []
        if operation.batch is not None:
            body, keys = _with_keys(body, operation.batch)
        elif operation.repeat == "with-key":
            idempotency_key = _checked_key(idempotency_key)
            keys = [idempotency_key]
        url = self._base_url + _address(operation.path, path, query)
        call = _Call(operation_id, operation, url, body, idempotency_key, keys, _Budget(self._limits))
        response, answer = yield from self._send(call, body)
        if operation.batch is not None:
            answer["results"] = yield from self._decide_all(call, response, answer["results"])
        return answer

    def _send(self, call: _Call, body: Any) -> Generator[Union[Attempt, Wait], Reply, Any]:
        content = None if body is None else json.dumps(body, allow_nan=False).encode()
        while True:
            headers = {
                "Accept": "application/json",
                "User-Agent": self._agent,
                "Authorization": f"Bearer {self._key()}",
            }
            if content is not None:
                headers["Content-Type"] = "application/json"
            if call.idempotency_key is not None:
                headers["Idempotency-Key"] = call.idempotency_key
            seconds = call.budget.begin()
            reply = yield Attempt(call.operation.method, call.url, headers, content, seconds)
            outcome = _outcome(call, reply)
            if not isinstance(outcome, (ApiError, NoAnswerError)):
                return reply, outcome
            if not _is_transient(outcome, call.operation, body):
                raise outcome
            asked = outcome.retry_after_seconds if isinstance(outcome, ApiError) else None
            wait = backoff_seconds(call.budget.attempts, asked, random.random())
            if not call.budget.allows(wait):
                raise outcome
            yield Wait(wait)

    def _decide_all(
        self, call: _Call, response: httpx.Response, results: list[Any]
    ) -> Generator[Union[Attempt, Wait], Reply, list[Any]]:
        """Sends again what could not be decided, that alone; what was decided stays decided."""
        items, _ = call.operation.batch or ("", "")
        while places := [at for at, one in enumerate(results) if one["status"] == UNDECIDED]:
            asked = wait_seconds(response.headers.get("retry-after"))
            wait = backoff_seconds(call.budget.attempts, asked, random.random())
            if not call.budget.allows(wait):
                break
            yield Wait(wait)
            again = {**call.body, items: [call.body[items][at] for at in places]}
            try:
                response, later = yield from self._send(call, again)
            except (ApiError, NoAnswerError):
                break
            for at, result in zip(places, later["results"]):
                results[at] = result
        return results

    def _key(self) -> str:
        return _checked_api_key(self._api_key()) if callable(self._api_key) else self._api_key


def new_idempotency_key() -> str:
    """128 random bits as text. The client makes one where you give none; make one yourself to store it."""
    return f"sdk-{secrets.token_hex(16)}"


def backoff_seconds(attempt: int, asked: Optional[float], chance: float) -> float:
    """The wait after this attempt: from half a second to 8, and never shorter than what was asked for."""
    most = min(BACKOFF_SECONDS_MAX, FIRST_SECONDS * 2.0 ** (attempt - 1))
    backoff = most * (0.5 + chance / 2)
    return backoff if asked is None else max(backoff, asked * (1 + SPREAD * chance))


class _Budget:
    def __init__(self, limits: Limits) -> None:
        self.attempts = 0
        self._limits = limits
        self._ends_at = time.monotonic() + limits.timeout_seconds

    def begin(self) -> float:
        self.attempts += 1
        return max(0.001, min(self._limits.attempt_timeout_seconds, self._left()))

    def allows(self, seconds: float) -> bool:
        return self.attempts < self._limits.max_attempts and seconds < self._left()

    def _left(self) -> float:
        return self._ends_at - time.monotonic()


def _outcome(call: _Call, reply: Reply) -> Any:
    """The body of an answer, or the error that it is."""
    sent: Any = {
        "operation": call.operation_id,
        "attempts": call.budget.attempts,
        "idempotency_keys": call.idempotency_keys,
    }
    if isinstance(reply, httpx.Response):
        try:
            body = reply.json()
        except ValueError:
            body = None
        if not reply.is_success:
            return api_error(reply.status_code, reply.headers, body, **sent)
        if isinstance(body, dict):
            return body
        return NoAnswerError(f"{call.operation_id}: the answer is no JSON of the API.", **sent)
    address = urlsplit(call.url).netloc.rpartition("@")[2]
    cause = _innermost(reply)
    message = f"{call.operation_id} had no answer that can be read: {cause} {address}."
    error = NoAnswerError(message, **sent)
    error.__cause__ = reply
    return error


def _innermost(error: Optional[BaseException]) -> str:
    """Names the innermost error alone, since messages can quote the request."""
    while error is not None and (inner := error.__cause__ or error.__context__) is not None:
        error = inner
    if isinstance(error, BaseExceptionGroup):
        return _innermost(error.exceptions[0])
    return errno.errorcode.get(getattr(error, "errno", None) or 0, type(error).__name__)


def _is_transient(error: Union[ApiError, NoAnswerError], operation: Operation, body: Any) -> bool:
    """What was refused with 429 did nothing. After the others something may have been done: then only what does
    nothing twice is sent again."""
    if isinstance(error, ApiError):
        if error.status == 429:
            return True
        if error.status not in PASSING_STATUSES:
            return False
    if operation.repeat == "with-id":
        return isinstance(body, dict) and body.get("id") is not None
    return operation.repeat != "never"


def _with_keys(body: Any, batch: tuple[str, str]) -> tuple[Any, list[str]]:
    items, name = batch
    if not isinstance(body, dict) or not isinstance(body.get(items), list):
        raise ValueError(f"The body must have a list in {items}.")
    keyed = [{**item, name: _checked_key(item.get(name))} for item in body[items]]
    return {**body, items: keyed}, [item[name] for item in keyed]


def _checked_key(key: Optional[str]) -> str:
    if key is None:
        return new_idempotency_key()
    if not isinstance(key, str) or not re.fullmatch(KEY_PATTERN, key):
        raise ValueError("An idempotency key must be 8 to 100 visible ASCII characters, without spaces.")
    return key


def _checked_api_key(key: object) -> str:
    """What is wrong with it is said without showing it."""
    if isinstance(key, str) and API_KEY.fullmatch(key):
        return key
    raise ValueError(
        "api_key must be a whole key, vita_live_… or vita_test_…, with nothing before or after it."
    )


def _checked_url(base_url: str) -> str:
    url = urlsplit(base_url)
    if url.scheme not in ("http", "https") or not url.hostname or url.username or url.query or url.fragment:
        raise ValueError("base_url must be a whole address, as http://127.0.0.1:3000/api/public.")
    if re.search(r"/v\d+/?$", url.path):
        raise ValueError("base_url ends before the version: …/api/public, without /v1.")
    return base_url.rstrip("/")


def _address(template: str, path: Mapping[str, str], query: Query) -> str:
    for name, value in path.items():
        # What is empty, or dots alone, would lead to another operation.
        if not isinstance(value, str) or re.fullmatch(r"\.{0,2}", value):
            raise ValueError(f"{name} must be a text that is not empty.")
        template = template.replace(f"{{{name}}}", quote(value, safe=""))
    given = {name: _written(value) for name, value in query.items() if value is not None}
    return f"{template}?{urlencode(given, quote_via=quote)}" if given else template


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def next_query(operation_id: str, query: Query, answer: Mapping[str, Any]) -> Optional[Query]:
    """What asks for the next page. The feed of events answers the cursor that it was asked with where there is nothing
    new."""
    name = page_of(operation_id)[1]
    following = answer["next_cursor"]
    if following is None or following == query.get(name):
        return None
    return {**query, name: following}


def page_of(operation_id: str) -> tuple[str, str, int]:
    page = OPERATIONS[operation_id].page
    assert page is not None
    return page


def whole_query(operation_id: str, query: Query) -> Query:
    """Asks for as many in one page as the API gives, unless said otherwise."""
    return query if query.get("limit") is not None else {**query, "limit": page_of(operation_id)[2]}


__all__: Sequence[str] = ["Limits", "new_idempotency_key"]
