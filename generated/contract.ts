/* Written by scripts/contract/generate.ts from openapi/. Not for editing. */

export const SCOPES = [
  'patients:read',
  'orders:read',
  'prescriptions:read',
  'products:read',
  'patients:write',
  'intakes:write',
  'orders:write',
  'inventory:read',
  'inventory:write',
  'shop:write',
  'store:read',
  'store:write',
] as const;

export const ERROR_CODES = [
  'invalid_id',
  'invalid_movement',
  'lot_required',
  'validation_error',
  'validation_failed',
  'unauthorized',
  'insufficient_scope',
  'not_vita_clinic',
  'not_found',
  'product_not_found',
  'location_not_found',
  'lot_not_found',
  'method_not_allowed',
  'insufficient_stock',
  'code_taken',
  'request_timeout',
  'payload_too_large',
  'address_too_long',
  'unsupported_media_type',
  'expectation_failed',
  'headers_too_large',
  'lot_expired',
  'lot_not_released',
  'lot_expiry_mismatch',
  'expiry_required',
  'prescription_invalid',
  'idempotency_key_reused',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const;

export const CODE_TYPES = [
  'sku_code',
  'gs1_element_string',
  'gs1_digital_link',
  'upc_a',
  'upc_e',
  'ean_8',
  'ean_13',
  'gtin_14',
  'ndc',
  'epc_uri',
  'pzn',
  'ifa_ppn',
  'hibc',
  'code_32',
  'cip_13',
] as const;

export const APPLICATION_SCOPES = [
  'inventory:read',
  'inventory:write',
  'keys:read',
  'stock:receive',
  'stock:count',
  'stock:transfer',
  'stock:waste',
  'stock:waste-controlled',
  'stock:quarantine',
  'stock:adjust',
  'counts:approve',
  'lots:expiry',
  'lots:release',
  'lots:recall',
  'temperature:write',
  'orders:pack',
  'witness',
  'activity:read',
  'catalog:write',
  'people:write',
  'terminals:write',
] as const;

export const APPLICATION_ERROR_CODES = [
  'another_person',
  'session_locked',
  'wrong_origin',
  'pin_locked',
  'witness_required',
  'own_approval',
  'proof_required',
  'undo_refused',
  'wrong_state',
] as const;

export const OPEN_OPERATIONS = [
  'signInWithLink',
  'beginPasskeySignIn',
  'signInWithPasskey',
  'signInWithPin',
  'listSignInChoices',
  'signInWithOpenId',
  'listTerminalPeople',
] as const;

export const BATCHES = {
  postMovementBatch: 'postMovement',
} as const;

export const EVENT_EXAMPLES = {
  "stock.changed": {
    "sku_code": "AMOX-500-CAP",
    "product_id": "de300000-0000-4000-8000-000000000001",
    "location": "Main",
    "cause": "fulfill",
    "on_hand": 180,
    "reserved": 0,
    "available": 180,
    "version": 4,
    "reference": {
      "type": "order",
      "id": "ORD-1001"
    }
  },
  "stock.low": {
    "sku_code": "AMOX-500-CAP",
    "product_id": "de300000-0000-4000-8000-000000000001",
    "location": "Main",
    "available": 48,
    "reorder_point": 50
  },
  "lot.status_changed": {
    "sku_code": "AMOX-500-CAP",
    "product_id": "de300000-0000-4000-8000-000000000001",
    "location": "Main",
    "lot_id": "01935f40-44dd-7c3e-a1d2-4b5c6d7e8f90",
    "lot_number": "AMX-2207",
    "from": "released",
    "to": "quarantine"
  },
  "lot.expiring": {
    "sku_code": "HUMIRA-40-PEN",
    "product_id": "de300000-0000-4000-8000-000000000004",
    "location": "Cold room",
    "lot_id": "01935f40-66ff-7c3e-a1d2-4b5c6d7e8f90",
    "lot_number": "HUM-1160",
    "expiry_date": "2026-12-15",
    "days": 25,
    "on_hand": 8
  },
  "sku.created": {
    "sku_code": "NARCAN-4MG-12",
    "product_id": "de300000-0000-4000-8000-000000000015",
    "gtin": null,
    "upc": null,
    "ean": null,
    "ndc": null,
    "reorder_point": 5
  },
  "sku.updated": {
    "sku_code": "AMOX-500-CAP",
    "product_id": "de300000-0000-4000-8000-000000000001",
    "gtin": "00300933109055",
    "upc": null,
    "ean": null,
    "ndc": "00093310905",
    "reorder_point": 60
  },
  "count.approved": {
    "sku_code": "AMOX-500-CAP",
    "product_id": "de300000-0000-4000-8000-000000000001",
    "location": "Main",
    "lot_id": "01935f40-44dd-7c3e-a1d2-4b5c6d7e8f90",
    "lot_number": "AMX-2207",
    "counted": 118,
    "counted_at": "2026-11-20T10:15:30.123456Z",
    "difference": -2
  },
  "temperature.excursion": {
    "location": "Cold room",
    "celsius": 9.5,
    "min_celsius": 2,
    "max_celsius": 8
  },
  "order.updated": {
    "order_id": "de300002-0000-4000-8000-000000000002",
    "order_number": "VO-8WC3H5ZD0N",
    "status": "shipped",
    "payment_status": "paid"
  },
  "webhook.test": {
    "webhook_id": "01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90"
  }
} as const;
