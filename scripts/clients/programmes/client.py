"""The little programme with a client from openapi-generator's `python`."""

import json
import os
from datetime import date

import openapi_client
from openapi_client import InventoryApi, MovementRequest, WebhookEndpointRequest, WebhooksApi

sku = os.environ["CLIENT_SKU"]
configuration = openapi_client.Configuration(
    host=os.environ["CLIENT_URL"], access_token=os.environ["CLIENT_KEY"]
)

with openapi_client.ApiClient(configuration) as client:
    inventory = InventoryApi(client)
    webhooks = WebhooksApi(client)

    def receive(key: str, qty: int) -> int:
        movement = MovementRequest(
            type="receive",
            qty=qty,
            sku_code=sku,
            lot_number="LOT-1",
            expiry_date=date.fromisoformat(os.environ["CLIENT_EXPIRY"]),
        )
        return inventory.post_movement(f"{sku}-{key}", movement).transactions[0].balance_after

    received = receive("receive", 100)
    draw = MovementRequest(
        type="fulfill", qty=60, sku_code=sku, reference={"type": "order", "id": f"ORD-{sku}"}
    )
    drawn = inventory.post_movement(f"{sku}-fulfill", draw).transactions[0].qty
    balance = [receive(f"much-{time}", 1_000_000_000) for time in range(3)][-1]
    listed = inventory.list_stock(sku_code=sku).data[0].on_hand

    ids, pages, cursor = set(), 0, None
    while pages == 0 or cursor is not None:
        page = inventory.list_transactions(sku_code=sku, limit=2, cursor=cursor)
        ids.update(entry.id for entry in page.data)
        pages, cursor = pages + 1, page.next_cursor

    endpoint = webhooks.create_webhook(
        WebhookEndpointRequest(url=os.environ["CLIENT_HOOK"], events=["stock.changed"])
    )
    deleted = webhooks.delete_webhook_by_id(endpoint.id)

print(
    json.dumps(
        {
            "received": received,
            "drawn": drawn,
            "balance": balance,
            "listed": listed,
            "walked": len(ids),
            "pages": pages,
            "webhook": endpoint.secret.startswith("whsec_") and deleted.deleted,
        }
    )
)
