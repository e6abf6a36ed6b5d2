/** The client of the Pharmacy Platform Public API. */
export type * from './names.js';
export { ERROR_CODES, type Methods, PRODUCTION_URL, VERSION, } from './operations.js';
export { type ClientOptions, createClient, type Each, type Pages, type PharmacyPlatform, } from './client.js';
export { type AnyApiError, ApiError, ConfigurationError, ConnectionError, type ErrorCode, type ErrorDetails, isApiError, type KnownErrorCode, PharmacyPlatformError, type WebhookProblem, WebhookVerificationError, } from './errors.js';
export type { EventFeed, EventFeedOptions } from './event-feed.js';
export { newIdempotencyKey } from './idempotency.js';
export type { AddedLater, Answered, Call, CallOptions, EventPage, FeedEvent, Item, KeyedId, KeyedOptions, KnownEvent, OperationId, OptionsOf, PagedId, Result, UnknownEvent, WebhookEvent, } from './types.js';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks.js';
