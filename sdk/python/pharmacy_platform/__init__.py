"""The client of the Pharmacy Platform Public API."""

from pharmacy_platform import types as _types
from pharmacy_platform._calls import Limits, new_idempotency_key
from pharmacy_platform._client import AsyncPharmacyPlatform, PharmacyPlatform
from pharmacy_platform._errors import (
    ApiError,
    CallError,
    InsufficientStockError,
    NoAnswerError,
    PharmacyPlatformError,
    ValidationError,
)
from pharmacy_platform._feed import AsyncEventFeed, EventFeed
from pharmacy_platform._operations import PRODUCTION_URL, VERSION
from pharmacy_platform.types import *
from pharmacy_platform.webhooks import WebhookVerificationError, verify_webhook

__version__ = VERSION

__all__ = [
    "PRODUCTION_URL",
    "VERSION",
    "ApiError",
    "AsyncEventFeed",
    "AsyncPharmacyPlatform",
    "CallError",
    "EventFeed",
    "InsufficientStockError",
    "Limits",
    "NoAnswerError",
    "PharmacyPlatform",
    "PharmacyPlatformError",
    "ValidationError",
    "WebhookVerificationError",
    "new_idempotency_key",
    "verify_webhook",
]
__all__ += _types.__all__
