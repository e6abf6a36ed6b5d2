"""Calls that are tried again where that is safe: what a partner of the API would otherwise write by hand."""

from __future__ import annotations

import errno
import json
import random
import secrets
import time
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Optional
from urllib.parse import urlsplit

import urllib3

from pharmacy_platform.api_client import ApiClient
from pharmacy_platform.exceptions import ApiException
from pharmacy_platform.operations import OPERATIONS, Operation

PASSING_STATUSES = (502, 503, 504)
FIRST_SECONDS = 0.5
BACKOFF_SECONDS_MAX = 8
SPREAD = 0.1
UNDECIDED = 503


@dataclass(frozen=True)
class Limits:
    """What bounds a call: attempts, the first one included, and seconds, of all together and of each."""

    max_attempts: int = 5
    timeout_seconds: float = 90
    attempt_timeout_seconds: float = 30


class NoAnswer(Exception):
    """No answer came, or none that could be read. What was to be written may have been: where
    `idempotency_keys` is not empty, send the same call with the same key again."""

    def __init__(
        self, operation_id: str, attempts: int, idempotency_keys: list[str], reason: str
    ) -> None:
        super().__init__(f"{operation_id} had no answer that can be read: {reason}.")
        self.operation_id = operation_id
        self.attempts = attempts
        self.idempotency_keys = idempotency_keys


@dataclass(frozen=True)
class Refusal:
    """What a refusal says: `code` for programs, `message` for people, `request_id` for support."""

    status: int
    code: str
    message: str
    request_id: Optional[str]
    details: Any
    retry_after_seconds: Optional[float]


def refusal_of(error: ApiException) -> Refusal:
    """Reads a refusal; its code is `unrecognized_answer` where something before the API answered."""
    headers = error.headers or {}
    body = _parsed(error.body)
    problem = body.get("error")
    if isinstance(problem, str):
        problem = {"code": problem, "message": body.get("message")}
    if not isinstance(problem, dict) or not isinstance(problem.get("code"), str):
        problem = {"code": "unrecognized_answer", "message": "The answer is none of the API's."}
    after = _wait_seconds(headers.get("Retry-After"))
    return Refusal(
        status=error.status or 0,
        code=problem["code"],
        message=str(problem.get("message")),
        request_id=headers.get("X-Request-Id") or problem.get("request_id"),
        details=problem.get("details"),
        retry_after_seconds=_wait_seconds(body.get("retry_after")) if after is None else after,
    )


def new_idempotency_key() -> str:
    """128 random bits as text. The client makes one where you give none; make one yourself to store it."""
    return f"sdk-{secrets.token_hex(16)}"


def wait_seconds(attempt: int, asked: Optional[float], chance: float) -> float:
    """The wait after this attempt: from half a second to 8, and never shorter than what was asked for."""
    most = min(BACKOFF_SECONDS_MAX, FIRST_SECONDS * 2 ** (attempt - 1))
    backoff = most * (0.5 + chance / 2)
    return backoff if asked is None else max(backoff, asked * (1 + SPREAD * chance))


class _Address(str):
    """An address that remembers what it calls."""

    operation: Operation
    keys: list[str]


class RetryingApiClient(ApiClient):
    """The generated client, with a key in each write that takes one, and attempts."""

    limits: Limits = Limits()

    def param_serialize(self, method: str, resource_path: str, *args: Any, **words: Any) -> Any:
        operation = OPERATIONS[f"{method} {resource_path}"]
        headers = words.get("header_params")
        keys: list[str] = []
        if operation.repeat == "with-key" and headers is not None:
            keys = [headers.setdefault("Idempotency-Key", new_idempotency_key())]
        method, url, headers, body, post_params = super().param_serialize(
            method, resource_path, *args, **words
        )
        if operation.batch is not None and isinstance(body, dict):
            items, name = operation.batch
            for item in body[items]:
                if item.get(name) is None:
                    item[name] = new_idempotency_key()
            keys = [item[name] for item in body[items]]
        address = _Address(url)
        address.operation = operation
        address.keys = keys
        return method, address, headers, body, post_params

    def call_api(
        self, method: str, url: Any, header_params: Any = None, body: Any = None,
        post_params: Any = None, _request_timeout: Any = None,
    ) -> Any:
        budget = _Budget(self.limits)
        call = (method, url, header_params, post_params, _request_timeout)
        response = self._try(call, body, budget)
        batch = url.operation.batch
        if batch is not None and response.status == 200:
            self._decide_all(call, body, budget, response)
        return response

    def _try(self, call: tuple[Any, ...], body: Any, budget: _Budget) -> Any:
        method, url, headers, post_params, timeout = call
        while True:
            seconds = budget.begin()
            response, cause = None, None
            try:
                response = self.rest_client.request(
                    method, url, headers=headers, body=body, post_params=post_params,
                    _request_timeout=seconds if timeout is None else timeout,
                )
                response.read()
            except (urllib3.exceptions.HTTPError, ApiException) as error:
                response, cause = None, error
            asked = None
            if response is not None:
                if not _may_pass(response.status, url.operation, body):
                    return response
                asked = _wait_seconds(response.headers.get("Retry-After"))
            elif not _may_repeat(url.operation, body):
                raise _no_answer(url, budget, cause) from cause
            if not budget.wait(wait_seconds(budget.attempts, asked, random.random())):
                if response is not None:
                    return response
                raise _no_answer(url, budget, cause) from cause

    def _decide_all(self, call: tuple[Any, ...], body: Any, budget: _Budget, first: Any) -> None:
        """Sends again what could not be decided, that alone; what is known stays known."""
        items = call[1].operation.batch[0]
        answer = json.loads(first.data)
        results = answer["results"]
        headers = first.headers
        while places := [at for at, one in enumerate(results) if one["status"] == UNDECIDED]:
            asked = _wait_seconds(headers.get("Retry-After"))
            if not budget.wait(wait_seconds(budget.attempts, asked, random.random())):
                break
            try:
                later = self._try(call, {**body, items: [body[items][at] for at in places]}, budget)
            except NoAnswer:
                break
            if later.status != 200:
                break
            headers = later.headers
            for at, result in zip(places, json.loads(later.data)["results"]):
                results[at] = result
        first.data = json.dumps(answer).encode()


class _Budget:
    def __init__(self, limits: Limits) -> None:
        self.attempts = 0
        self._limits = limits
        self._ends_at = time.monotonic() + limits.timeout_seconds

    def begin(self) -> float:
        self.attempts += 1
        return max(0.001, min(self._limits.attempt_timeout_seconds, self._left()))

    def wait(self, seconds: float) -> bool:
        if self.attempts >= self._limits.max_attempts or seconds >= self._left():
            return False
        time.sleep(seconds)
        return True

    def _left(self) -> float:
        return self._ends_at - time.monotonic()


def _no_answer(url: _Address, budget: _Budget, cause: Optional[BaseException]) -> NoAnswer:
    """Names the innermost error and the address. Messages are left out, since those can quote the request."""
    while cause is not None and (inner := cause.__cause__ or cause.__context__) is not None:
        cause = inner
    name = errno.errorcode.get(getattr(cause, "errno", None) or 0, type(cause).__name__)
    address = urlsplit(url).netloc.rpartition("@")[2]
    return NoAnswer(url.operation.id, budget.attempts, url.keys, f"{name} {address}")


def _may_pass(status: int, operation: Operation, body: Any) -> bool:
    """429 says that nothing was done; after the others something may have been."""
    return status == 429 or (status in PASSING_STATUSES and _may_repeat(operation, body))


def _may_repeat(operation: Operation, body: Any) -> bool:
    if operation.repeat == "with-id":
        return isinstance(body, dict) and body.get("id") is not None
    return operation.repeat != "never"


def _parsed(text: Optional[str]) -> dict[str, Any]:
    try:
        body = json.loads(text or "")
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _wait_seconds(value: Any) -> Optional[float]:
    """`Retry-After` is a number of seconds or a date, `retry_after` in a body a timestamp."""
    if not isinstance(value, str) or not value:
        return None
    if value.isascii() and value.isdigit() and len(value) < 10:
        return float(value)
    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            at = read(value.replace("Z", "+00:00") if read is datetime.fromisoformat else value)
        except (TypeError, ValueError):
            continue
        at = at if at.tzinfo else at.replace(tzinfo=timezone.utc)
        return max(0.0, (at - datetime.now(timezone.utc)).total_seconds())
    return None
