"""What a call can end in."""

from __future__ import annotations

import copyreg
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Mapping, Optional, Sequence

from pharmacy_platform.types import ErrorCode, FieldProblem, StockShortage


class PharmacyPlatformError(Exception):
    """What every error of this package is, but for a `ValueError` where something was set up wrongly."""

    def __reduce__(self) -> tuple[Any, ...]:
        # An exception is otherwise made again from its message alone, which most classes here do not take.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class CallError(PharmacyPlatformError):
    """What a call that was sent can end in."""

    operation: str
    """The method that was called."""
    attempts: int
    """How often it was sent, the first time included."""
    idempotency_keys: Sequence[str]
    """The key that was sent, given or made; of a batch those of its items, in order. The same call with the same key
    never happens twice. Empty where the operation takes none."""

    def __init__(
        self, message: str, *, operation: str, attempts: int, idempotency_keys: Sequence[str]
    ) -> None:
        super().__init__(message)
        self.operation = operation
        self.attempts = attempts
        self.idempotency_keys = idempotency_keys


class ApiError(CallError):
    """The API refused. `code` says why, for programs."""

    code: ErrorCode
    """One of the API's, or `unrecognized_answer` where something between us and the API answered."""
    status: int
    """The HTTP status."""
    message: str
    """Why, for people."""
    request_id: Optional[str]
    """Names the request: `list_requests(request_id=...)` finds it again."""
    details: Any
    """Each field that is wrong, or where the stock is that could not be taken; by code."""
    retry_after_seconds: Optional[float]
    """How long to wait before the next try, where the API said so."""


class InsufficientStockError(ApiError):
    """The code `insufficient_stock`: `details` says how many units could have been taken."""

    details: StockShortage


class ValidationError(ApiError):
    """The codes `validation_error` and `validation_failed`: `details` names each field that is wrong."""

    details: list[FieldProblem]


class NoAnswerError(CallError):
    """No answer came, or none that could be read. What was to be written may have been: where `idempotency_keys` is
    not empty, send the same call with the same key again."""


_CLASSES = {
    "insufficient_stock": InsufficientStockError,
    "validation_error": ValidationError,
    "validation_failed": ValidationError,
}


def api_error(
    status: int,
    headers: Mapping[str, str],
    body: object,
    *,
    operation: str,
    attempts: int,
    idempotency_keys: Sequence[str],
) -> ApiError:
    """Reads a refusal: the API's envelope, the shape of its own that a 429 has, or whatever else stood between."""
    problem = _members(body)
    envelope = problem if isinstance(problem.get("error"), str) else _members(problem.get("error"))
    code = envelope.get("error") if envelope is problem else envelope.get("code")
    message = envelope.get("message")
    if not isinstance(code, str) or not isinstance(message, str):
        envelope, code = {}, "unrecognized_answer"
        message = "The answer is not in the form of the API: a proxy may have sent it."
    request_id = headers.get("x-request-id") or envelope.get("request_id")
    quoted = f" (request {request_id})" if request_id else ""
    kind = ApiError if envelope.get("details") is None else _CLASSES.get(code, ApiError)
    error = kind(
        f"{status} {code}: {message}{quoted}",
        operation=operation,
        attempts=attempts,
        idempotency_keys=idempotency_keys,
    )
    error.code = code
    error.status = status
    error.message = message
    error.request_id = request_id
    error.details = envelope.get("details")
    asked = wait_seconds(headers.get("retry-after"))
    error.retry_after_seconds = wait_seconds(problem.get("retry_after")) if asked is None else asked
    return error


def wait_seconds(value: object) -> Optional[float]:
    """`Retry-After` is a number of seconds or a date, `retry_after` in a body a timestamp."""
    if not isinstance(value, str) or not value:
        return None
    if value.isascii() and value.isdigit() and len(value) < 10:
        return float(value)
    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            at = read(value)
        except ValueError:
            continue
        at = at if at.tzinfo else at.replace(tzinfo=timezone.utc)
        return max(0.0, (at - datetime.now(timezone.utc)).total_seconds())
    return None


def _members(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
