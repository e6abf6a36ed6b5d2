/** The version of the contract, and of this package. */
export const VERSION = '1.0.0';
/** Production. */
export const PRODUCTION_URL = 'https://api.pharmacy.example/api/public';
/** What an `Idempotency-Key` looks like. */
export const KEY_PATTERN = /^[\x21-\x7E]{8,100}$/;
/** Codes of refusals that this version knows. */
export const ERROR_CODES = ["invalid_id", "invalid_movement", "lot_required", "validation_error", "validation_failed", "unauthorized", "insufficient_scope", "not_vita_clinic", "not_found", "product_not_found", "location_not_found", "lot_not_found", "method_not_allowed", "insufficient_stock", "request_timeout", "payload_too_large", "address_too_long", "unsupported_media_type", "expectation_failed", "headers_too_large", "lot_expired", "lot_not_released", "lot_expiry_mismatch", "expiry_required", "prescription_invalid", "idempotency_key_reused", "rate_limited", "internal_error", "unavailable"];
export const OPERATIONS = {
    postMovement: { "method": "POST", "path": "/v1/inventory/movements", "repeat": "with-key" },
    postMovementBatch: { "method": "POST", "path": "/v1/inventory/movements/batch", "repeat": "always", "batch": { "items": "movements", "key": "idempotency_key" } },
    previewMovement: { "method": "POST", "path": "/v1/inventory/movements/preview", "repeat": "always" },
    resolveScan: { "method": "POST", "path": "/v1/inventory/scan/resolve", "repeat": "always" },
    listStock: { "method": "GET", "path": "/v1/inventory/stock", "repeat": "always", "page": { "items": "data", "cursor": "cursor", "limitMax": 100 } },
    listTransactions: { "method": "GET", "path": "/v1/inventory/transactions", "repeat": "always", "page": { "items": "data", "cursor": "cursor", "limitMax": 100 } },
    listLots: { "method": "GET", "path": "/v1/inventory/lots", "repeat": "always", "page": { "items": "data", "cursor": "cursor", "limitMax": 100 } },
    traceLot: { "method": "GET", "path": "/v1/inventory/lots/{id}/trace", "repeat": "always", "page": { "items": "movements", "cursor": "cursor", "limitMax": 100 } },
    listAllocations: { "method": "GET", "path": "/v1/inventory/allocations", "repeat": "always", "page": { "items": "data", "cursor": "cursor", "limitMax": 100 } },
    createAllocation: { "method": "POST", "path": "/v1/inventory/allocations", "repeat": "with-key" },
    releaseAllocations: { "method": "DELETE", "path": "/v1/inventory/allocations", "repeat": "always" },
    listLocations: { "method": "GET", "path": "/v1/inventory/locations", "repeat": "always", "page": { "items": "data", "cursor": "cursor", "limitMax": 100 } },
    listSkus: { "method": "GET", "path": "/v1/inventory/skus", "repeat": "always", "page": { "items": "data", "cursor": "cursor", "limitMax": 100 } },
    listWebhooks: { "method": "GET", "path": "/v1/inventory/webhooks", "repeat": "always", "page": { "items": "data", "cursor": "cursor", "limitMax": 100 } },
    createWebhook: { "method": "POST", "path": "/v1/inventory/webhooks", "repeat": "never" },
    deleteWebhook: { "method": "DELETE", "path": "/v1/inventory/webhooks", "repeat": "always" },
    getWebhook: { "method": "GET", "path": "/v1/inventory/webhooks/{id}", "repeat": "always" },
    updateWebhook: { "method": "PATCH", "path": "/v1/inventory/webhooks/{id}", "repeat": "never" },
    deleteWebhookById: { "method": "DELETE", "path": "/v1/inventory/webhooks/{id}", "repeat": "always" },
    testWebhook: { "method": "POST", "path": "/v1/inventory/webhooks/{id}/test", "repeat": "never" },
    rotateWebhookSecret: { "method": "POST", "path": "/v1/inventory/webhooks/{id}/rotate-secret", "repeat": "never" },
    listDeliveries: { "method": "GET", "path": "/v1/inventory/webhooks/{id}/deliveries", "repeat": "always", "page": { "items": "data", "cursor": "cursor", "limitMax": 100 } },
    replayDelivery: { "method": "POST", "path": "/v1/inventory/webhooks/{id}/deliveries/{delivery_id}/replay", "repeat": "never" },
    replayDeliveries: { "method": "POST", "path": "/v1/inventory/webhooks/{id}/replay", "repeat": "never" },
    listEvents: { "method": "GET", "path": "/v1/inventory/events", "repeat": "always", "page": { "items": "data", "cursor": "after", "limitMax": 100 } },
    listPatients: { "method": "GET", "path": "/v1/patients", "repeat": "always", "page": { "items": "data", "cursor": "cursor", "limitMax": 100 } },
    createPatient: { "method": "POST", "path": "/v1/patients", "repeat": "with-key" },
    getPatient: { "method": "GET", "path": "/v1/patients/{id}", "repeat": "always" },
    createIntake: { "method": "POST", "path": "/v1/intakes", "repeat": "with-key" },
    listPrescriptions: { "method": "GET", "path": "/v1/prescriptions", "repeat": "always", "page": { "items": "data", "cursor": "cursor", "limitMax": 100 } },
    getPrescription: { "method": "GET", "path": "/v1/prescriptions/{id}", "repeat": "always" },
    getPartner: { "method": "GET", "path": "/v1/partners/{external_id}", "repeat": "always" },
    listStoreOrders: { "method": "GET", "path": "/partner/v1/store/orders", "repeat": "always", "page": { "items": "data", "cursor": "cursor", "limitMax": 100 } },
    getCheckoutConfig: { "method": "GET", "path": "/partner/v1/store/checkout-config", "repeat": "always" },
    listOrders: { "method": "GET", "path": "/v1/orders", "repeat": "always", "page": { "items": "data", "cursor": "cursor", "limitMax": 100 } },
    createOrder: { "method": "POST", "path": "/v1/orders", "repeat": "with-key" },
    getOrder: { "method": "GET", "path": "/v1/orders/{id}", "repeat": "always" },
    listProducts: { "method": "GET", "path": "/v1/products", "repeat": "always", "page": { "items": "data", "cursor": "cursor", "limitMax": 100 } },
    putBundle: { "method": "PUT", "path": "/v1/shop/bundles", "repeat": "with-id" },
};
