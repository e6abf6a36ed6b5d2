/** The client of the Pharmacy Platform Public API. */

export type * from '../../generated/sdk/contract/names.ts';
export {
  ERROR_CODES,
  type Methods,
  PRODUCTION_URL,
  VERSION,
} from '../../generated/sdk/contract/operations.ts';
export {
  type ClientOptions,
  createClient,
  type Each,
  type Pages,
  type PharmacyPlatform,
} from './client.ts';
export {
  type AnyApiError,
  ApiError,
  ConfigurationError,
  ConnectionError,
  type ErrorCode,
  type ErrorDetails,
  isApiError,
  type KnownErrorCode,
  PharmacyPlatformError,
  type WebhookProblem,
  WebhookVerificationError,
} from './errors.ts';
export type { EventFeed, EventFeedOptions } from './event-feed.ts';
export { newIdempotencyKey } from './idempotency.ts';
export type {
  AddedLater,
  Answered,
  Call,
  CallOptions,
  EventPage,
  FeedEvent,
  Item,
  KeyedId,
  KeyedOptions,
  KnownEvent,
  OperationId,
  OptionsOf,
  PagedId,
  Result,
  UnknownEvent,
  WebhookEvent,
} from './types.ts';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks.ts';
