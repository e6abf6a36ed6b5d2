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
  'people:write',
  'terminals:write',
] as const;

export const APPLICATION_ERROR_CODES = [
  'session_locked',
  'wrong_origin',
  'pin_locked',
  'witness_required',
  'own_approval',
  'undo_refused',
  'wrong_state',
] as const;

export const OPEN_OPERATIONS = [
  'signInWithLink',
  'beginPasskeySignIn',
  'signInWithPasskey',
  'signInWithPin',
  'listTerminalPeople',
] as const;

export const BATCHES = {
  postMovementBatch: 'postMovement',
} as const;
