"""Verification of deliveries after Standard Webhooks 1.0.0: the signature covers the delivery's id, the time of
the attempt and the exact bytes of the body."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Mapping, Optional, Sequence, Union

from pharmacy_platform._errors import PharmacyPlatformError
from pharmacy_platform.types import WebhookEvent

SIGNATURES_MAX = 10


class WebhookVerificationError(PharmacyPlatformError):
    """A delivery that is not genuine, or too old. Answer 400 or 401. `problem` says why: `malformed_headers`,
    `timestamp_out_of_tolerance`, `signature_mismatch` or `malformed_payload`."""

    def __init__(self, problem: str, message: str) -> None:
        super().__init__(message)
        self.problem = problem


def verify_webhook(
    payload: Union[bytes, str],
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Verifies a delivery and answers its event. Compare its `type`, and `data` is typed.

    `payload` is the exact body, before anything parses it; `secrets` is `whsec_…`, or the old and the new one
    while it is being rotated. Deliveries come at least once and in any order: keep the ids of those handled."""
    body = payload.encode() if isinstance(payload, str) else bytes(payload)
    named = {name.lower(): value for name, value in headers.items()}
    delivery, timestamp, signatures = (
        _header(named, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    content = f"{delivery}.{timestamp}.".encode() + body
    given = [one[3:] for one in signatures.split(" ")[:SIGNATURES_MAX] if one.startswith("v1,")]
    keys = [_key(one) for one in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise ValueError("A secret is needed.")
    expected = [base64.b64encode(hmac.digest(key, content, hashlib.sha256)) for key in keys]
    # All are compared, each in the time that it takes.
    if not any([hmac.compare_digest(a, b.encode()) for a in expected for b in given]):
        raise WebhookVerificationError(
            "signature_mismatch", "No secret that was given made a signature of this delivery."
        )
    moment = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(moment - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError(
            "timestamp_out_of_tolerance",
            f"The attempt was made more than {tolerance_seconds} seconds from now.",
        )
    try:
        event: Any = json.loads(body)
    except ValueError:
        event = None
    if isinstance(event, dict) and isinstance(event.get("id"), str) and isinstance(event.get("type"), str):
        genuine: WebhookEvent = event  # type: ignore[assignment]
        return genuine
    raise WebhookVerificationError("malformed_payload", "The body is genuine, and no event.")


def _header(named: Mapping[str, str], name: str) -> str:
    value = named.get(name)
    if value:
        return value
    raise WebhookVerificationError("malformed_headers", f"The header {name} is missing.")


def _key(secret: str) -> bytes:
    if secret.startswith("whsec_") and len(secret) > len("whsec_"):
        try:
            return base64.b64decode(secret[len("whsec_") :], validate=True)
        except binascii.Error:
            pass
    raise ValueError("A secret must be whole, as it was shown: whsec_ and base64.")
