/** The client of the Pharmacy Platform Public API. */
export { ERROR_CODES, PRODUCTION_URL, VERSION, } from "./operations.js";
export { createClient, } from "./client.js";
export { ApiError, ConfigurationError, ConnectionError, isApiError, PharmacyPlatformError, WebhookVerificationError, } from "./errors.js";
export { newIdempotencyKey } from "./idempotency.js";
export { verifyWebhook } from "./webhooks.js";
