"""What the contract shows and only its reader can fill in: a key that is new, an address that answers."""
import uuid

import schemathesis

SHOWN_KEY = "7d4c0a5e-"
SHOWN_URL = "https://partner.example/hooks/stock"
PUBLIC_URL = "https://93.184.215.14/hooks/stock"


@schemathesis.hook
def before_call(context, case, kwargs):
    headers = case.headers or {}
    if str(headers.get("Idempotency-Key", "")).startswith(SHOWN_KEY):
        headers["Idempotency-Key"] = str(uuid.uuid4())
    # No name is looked up here.
    if isinstance(case.body, dict) and case.body.get("url") == SHOWN_URL:
        case.body["url"] = PUBLIC_URL
