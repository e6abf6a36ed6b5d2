/* Written by scripts/contract/sdk.ts from openapi/. Not for editing. */
import type { components } from './schema.ts';

/**
 * A postal address. In the US, `state` and `postal_code` are required too.
 */
export type Address = components['schemas']['Address'];

/**
 * Stock reserved for one order in one lot.
 */
export type Allocation = components['schemas']['Allocation'];

/**
 * A page of reservations.
 */
export type AllocationList = components['schemas']['AllocationList'];

/**
 * What an order shall hold. The product is named by `sku_code`, `product_id` or both.
 */
export type AllocationRequest = components['schemas']['AllocationRequest'];

/**
 * What the order holds.
 */
export type AllocationResult = components['schemas']['AllocationResult'];

/**
 * Units that lie there and could not be taken.
 */
export type BlockedStock = components['schemas']['BlockedStock'];

/**
 * Products that are sold together.
 */
export type Bundle = components['schemas']['Bundle'];

/**
 * A member of a bundle.
 */
export type BundleItem = components['schemas']['BundleItem'];

/**
 * A member of a bundle.
 */
export type BundleItemRequest = components['schemas']['BundleItemRequest'];

/**
 * A page of bundles.
 */
export type BundleList = components['schemas']['BundleList'];

/**
 * A bundle as it shall be. What is left out is as the defaults say, also where a bundle is replaced.
 */
export type BundleRequest = components['schemas']['BundleRequest'];

/**
 * The bundle as it is now.
 */
export type BundleResult = components['schemas']['BundleResult'];

/**
 * What a checkout page needs to turn a card into a token. Public values alone.
 */
export type CheckoutConfig = components['schemas']['CheckoutConfig'];

/**
 * The checkout configuration of the key's environment.
 */
export type CheckoutConfigAnswer = components['schemas']['CheckoutConfigAnswer'];

/**
 * That the patient agreed, and when. Without it there is no intake.
 */
export type Consent = components['schemas']['Consent'];

/**
 * What `count.approved` says.
 */
export type CountApprovedData = components['schemas']['CountApprovedData'];

/**
 * The body of a `count.approved` delivery.
 */
export type CountApprovedEvent = components['schemas']['CountApprovedEvent'];

/**
 * All rows of the list at one moment, where the request has `Accept: text/csv`: a report for people and spreadsheets.
 * Programs that keep a copy read the pages or the events instead. It is RFC 4180 in UTF-8 with a line of names first;
 * read columns by their names, since more may be added. A field of an object is a column such as `reference.id`, `null`
 * is an empty cell, and a list or an open object is one cell of JSON. Every text is in quotes; one that a spreadsheet
 * would run as a formula, or that begins with a line break, has an apostrophe before it. More than 50,000 rows are refused
 * with 400 before the first byte, `limit`, `cursor` and `after` too; it takes at most 30 seconds, and is broken off where
 * its reader stops for 5. A key has one report at a time, and others wait. An answer that breaks off ends its connection
 * without its last chunk: keep no file that did not end.
 */
export type Csv = components['schemas']['Csv'];

/**
 * A calendar date.
 */
export type DateInput = components['schemas']['DateInput'];

/**
 * For programs. New codes may be added. Today: `invalid_id`, `invalid_movement`, `lot_required`, `validation_error`, `validation_failed`, `unauthorized`, `insufficient_scope`, `not_vita_clinic`, `not_found`, `product_not_found`, `location_not_found`, `lot_not_found`, `method_not_allowed`, `insufficient_stock`, `request_timeout`, `payload_too_large`, `address_too_long`, `unsupported_media_type`, `expectation_failed`, `headers_too_large`, `lot_expired`, `lot_not_released`, `lot_expiry_mismatch`, `expiry_required`, `prescription_invalid`, `idempotency_key_reused`, `rate_limited`, `internal_error`, `unavailable`.
 */
export type ErrorCode = components['schemas']['ErrorCode'];

/**
 * Something that happened.
 */
export type Event = components['schemas']['Event'];

/**
 * A page of events.
 */
export type EventList = components['schemas']['EventList'];

/**
 * Kinds of events; none means all but `order.updated`.
 */
export type EventSelection = components['schemas']['EventSelection'];

/**
 * A kind of event that an endpoint can ask for.
 */
export type EventType = components['schemas']['EventType'];

/**
 * What is wrong with one field.
 */
export type FieldProblem = components['schemas']['FieldProblem'];

/**
 * What an order holds in one lot.
 */
export type HeldLot = components['schemas']['HeldLot'];

/**
 * A refusal because stock is short.
 */
export type InsufficientStockProblem = components['schemas']['InsufficientStockProblem'];

/**
 * What went wrong.
 */
export type InsufficientStockProblemError = components['schemas']['InsufficientStockProblemError'];

/**
 * That an intake was taken. What it holds is sealed, and is in no answer.
 */
export type Intake = components['schemas']['Intake'];

/**
 * One intake.
 */
export type IntakeAnswer = components['schemas']['IntakeAnswer'];

/**
 * A text, a number, `true` or `false`, or a list of texts.
 */
export type IntakeAnswerValue = components['schemas']['IntakeAnswerValue'];

/**
 * What a patient answered, and consented to, before an order. No answer ever holds it.
 */
export type IntakeRequest = components['schemas']['IntakeRequest'];

/**
 * What the movement was for.
 */
export type LedgerReference = components['schemas']['LedgerReference'];

/**
 * One permanent change of one lot.
 */
export type LedgerTransaction = components['schemas']['LedgerTransaction'];

/**
 * A page of ledger entries.
 */
export type LedgerTransactionList = components['schemas']['LedgerTransactionList'];

/**
 * A product in a storefront.
 */
export type Listing = components['schemas']['Listing'];

/**
 * A page of listings.
 */
export type ListingList = components['schemas']['ListingList'];

/**
 * A place that holds stock.
 */
export type Location = components['schemas']['Location'];

/**
 * A page of locations.
 */
export type LocationList = components['schemas']['LocationList'];

/**
 * The name of a location.
 */
export type LocationName = components['schemas']['LocationName'];

/**
 * One lot number of a SKU at one location, in units.
 */
export type Lot = components['schemas']['Lot'];

/**
 * What `lot.expiring` says.
 */
export type LotExpiringData = components['schemas']['LotExpiringData'];

/**
 * The body of a `lot.expiring` delivery.
 */
export type LotExpiringEvent = components['schemas']['LotExpiringEvent'];

/**
 * A page of lots.
 */
export type LotList = components['schemas']['LotList'];

/**
 * The manufacturer's lot (batch) number.
 */
export type LotNumber = components['schemas']['LotNumber'];

/**
 * Whether the lot may be drawn.
 */
export type LotStatus = components['schemas']['LotStatus'];

/**
 * What `lot.status_changed` says.
 */
export type LotStatusChangedData = components['schemas']['LotStatusChangedData'];

/**
 * The body of a `lot.status_changed` delivery.
 */
export type LotStatusChangedEvent = components['schemas']['LotStatusChangedEvent'];

/**
 * A lot's history.
 */
export type LotTrace = components['schemas']['LotTrace'];

/**
 * One movement and its key.
 */
export type MovementBatchItem = components['schemas']['MovementBatchItem'];

/**
 * What the single operation would have answered.
 */
export type MovementBatchItemResult = components['schemas']['MovementBatchItemResult'];

/**
 * Stock movements, each with a key of its own.
 */
export type MovementBatchRequest = components['schemas']['MovementBatchRequest'];

/**
 * What came of each movement.
 */
export type MovementBatchResult = components['schemas']['MovementBatchResult'];

/**
 * The result of the movement, or its error, whose `request_id` is that of the whole request.
 */
export type MovementOutcome = components['schemas']['MovementOutcome'];

/**
 * A stock movement.
 */
export type MovementRequest = components['schemas']['MovementRequest'];

/**
 * What was posted.
 */
export type MovementResult = components['schemas']['MovementResult'];

/**
 * Pass it as `cursor` for the next page; `null` on the last.
 */
export type NextCursor = components['schemas']['NextCursor'];

/**
 * An order of a customer.
 */
export type Order = components['schemas']['Order'];

/**
 * One order.
 */
export type OrderAnswer = components['schemas']['OrderAnswer'];

/**
 * A product of an order, and how many units of it are ordered.
 */
export type OrderItem = components['schemas']['OrderItem'];

/**
 * The items of one order.
 */
export type OrderItemList = components['schemas']['OrderItemList'];

/**
 * A product that is ordered.
 */
export type OrderItemRequest = components['schemas']['OrderItemRequest'];

/**
 * A SKU by which the fulfilment pharmacy stocks a product.
 */
export type OrderItemSku = components['schemas']['OrderItemSku'];

/**
 * A page of orders.
 */
export type OrderList = components['schemas']['OrderList'];

/**
 * The order that the stock is for. Both parts together name it.
 */
export type OrderReference = components['schemas']['OrderReference'];

/**
 * The order that the stock is for. Both parts together name it. They can never be redacted: name the order,
 * not the patient. New ones take no control or format characters and no white space around them, and are kept
 * in NFC.
 */
export type OrderReferenceRequest = components['schemas']['OrderReferenceRequest'];

/**
 * An order.
 */
export type OrderRequest = components['schemas']['OrderRequest'];

/**
 * What `order.updated` says.
 */
export type OrderUpdatedData = components['schemas']['OrderUpdatedData'];

/**
 * The body of an `order.updated` delivery.
 */
export type OrderUpdatedEvent = components['schemas']['OrderUpdatedEvent'];

/**
 * A partner of the organization.
 */
export type Partner = components['schemas']['Partner'];

/**
 * One partner.
 */
export type PartnerAnswer = components['schemas']['PartnerAnswer'];

/**
 * A patient, in the least that tells one from another.
 */
export type Patient = components['schemas']['Patient'];

/**
 * One patient.
 */
export type PatientAnswer = components['schemas']['PatientAnswer'];

/**
 * A page of patients.
 */
export type PatientList = components['schemas']['PatientList'];

/**
 * A patient. No answer ever holds more of it than `Patient` has.
 */
export type PatientRequest = components['schemas']['PatientRequest'];

/**
 * A movement that was posted with a key.
 */
export type PostedMovement = components['schemas']['PostedMovement'];

/**
 * A ledger entry that was posted.
 */
export type PostedTransaction = components['schemas']['PostedTransaction'];

/**
 * A prescription.
 */
export type Prescription = components['schemas']['Prescription'];

/**
 * A page of prescriptions.
 */
export type PrescriptionList = components['schemas']['PrescriptionList'];

/**
 * What a draw would take now.
 */
export type Preview = components['schemas']['Preview'];

/**
 * A lot that the draw would take from.
 */
export type PreviewLot = components['schemas']['PreviewLot'];

/**
 * A draw to look at beforehand.
 */
export type PreviewRequest = components['schemas']['PreviewRequest'];

/**
 * A refusal.
 */
export type Problem = components['schemas']['Problem'];

/**
 * What went wrong.
 */
export type ProblemError = components['schemas']['ProblemError'];

/**
 * A product of a pharmacy's catalog.
 */
export type Product = components['schemas']['Product'];

/**
 * A page of products.
 */
export type ProductList = components['schemas']['ProductList'];

/**
 * The answer to a request over its limit.
 */
export type RateLimitedProblem = components['schemas']['RateLimitedProblem'];

/**
 * What the movement is for. `type` and `id` together name one order. They can never be redacted: name the
 * order, not the patient. New ones take no control or format characters and no white space around them, and
 * are kept in NFC.
 */
export type Reference = components['schemas']['Reference'];

/**
 * A request that was refused (4xx) or that failed (5xx).
 */
export type RefusedRequest = components['schemas']['RefusedRequest'];

/**
 * A page of requests that were refused or failed.
 */
export type RefusedRequestList = components['schemas']['RefusedRequestList'];

/**
 * What was released.
 */
export type ReleaseResult = components['schemas']['ReleaseResult'];

/**
 * Which deliveries.
 */
export type ReplayRequest = components['schemas']['ReplayRequest'];

/**
 * What is delivered again.
 */
export type Replayed = components['schemas']['Replayed'];

/**
 * How long both secrets are used.
 */
export type RotateSecretRequest = components['schemas']['RotateSecretRequest'];

/**
 * The endpoint's new secret.
 */
export type RotatedSecret = components['schemas']['RotatedSecret'];

/**
 * A code to resolve.
 */
export type ScanRequest = components['schemas']['ScanRequest'];

/**
 * What a code names and says. Fields that were not found are left out.
 */
export type ScanResult = components['schemas']['ScanResult'];

/**
 * What the scanner sent, as it is: at most 400 Unicode characters. Keep group separators (ASCII 29, in JSON
 * `\u001d`) and the symbology identifier where the scanner sends one.
 */
export type ScannedCode = components['schemas']['ScannedCode'];

/**
 * Who receives it, and where. In the US, `state` and `postal_code` are required too. It is sealed at rest, and
 * no answer shows it.
 */
export type ShipTo = components['schemas']['ShipTo'];

/**
 * A lot whose number looks like another one's.
 */
export type SimilarLot = components['schemas']['SimilarLot'];

/**
 * A lot that would be passed over.
 */
export type SkippedLot = components['schemas']['SkippedLot'];

/**
 * A product as the organization stocks it.
 */
export type Sku = components['schemas']['Sku'];

/**
 * The organization's own code of a SKU.
 */
export type SkuCode = components['schemas']['SkuCode'];

/**
 * What `sku.created` says.
 */
export type SkuCreatedData = components['schemas']['SkuCreatedData'];

/**
 * The body of a `sku.created` delivery.
 */
export type SkuCreatedEvent = components['schemas']['SkuCreatedEvent'];

/**
 * A page of SKUs.
 */
export type SkuList = components['schemas']['SkuList'];

/**
 * What `sku.updated` says.
 */
export type SkuUpdatedData = components['schemas']['SkuUpdatedData'];

/**
 * The body of a `sku.updated` delivery.
 */
export type SkuUpdatedEvent = components['schemas']['SkuUpdatedEvent'];

/**
 * What `stock.changed` says.
 */
export type StockChangedData = components['schemas']['StockChangedData'];

/**
 * The body of a `stock.changed` delivery.
 */
export type StockChangedEvent = components['schemas']['StockChangedEvent'];

/**
 * What the change was for.
 */
export type StockChangedReference = components['schemas']['StockChangedReference'];

/**
 * Stock of one SKU at one location, in units.
 */
export type StockLevel = components['schemas']['StockLevel'];

/**
 * A page of stock levels.
 */
export type StockLevelList = components['schemas']['StockLevelList'];

/**
 * What `stock.low` says.
 */
export type StockLowData = components['schemas']['StockLowData'];

/**
 * The body of a `stock.low` delivery.
 */
export type StockLowEvent = components['schemas']['StockLowEvent'];

/**
 * Where the units are.
 */
export type StockShortage = components['schemas']['StockShortage'];

/**
 * The customer of a store; `null` where nothing is known.
 */
export type StoreCustomer = components['schemas']['StoreCustomer'];

/**
 * An order that a customer placed in the store. What is not known of it is `null`.
 */
export type StoreOrder = components['schemas']['StoreOrder'];

/**
 * What the store's checkout page used to turn the card into a token; `null` where no card was taken there.
 */
export type StoreOrderCheckout = components['schemas']['StoreOrderCheckout'];

/**
 * One line of a store's order.
 */
export type StoreOrderItem = components['schemas']['StoreOrderItem'];

/**
 * A page of a store's orders.
 */
export type StoreOrderList = components['schemas']['StoreOrderList'];

/**
 * The address that a store's order is shipped to; `null` where nothing is known.
 */
export type StoreShipTo = components['schemas']['StoreShipTo'];

/**
 * What `temperature.excursion` says.
 */
export type TemperatureExcursionData = components['schemas']['TemperatureExcursionData'];

/**
 * The body of a `temperature.excursion` delivery.
 */
export type TemperatureExcursionEvent = components['schemas']['TemperatureExcursionEvent'];

/**
 * A temperature that was measured at a location.
 */
export type TemperatureReading = components['schemas']['TemperatureReading'];

/**
 * A page of temperature readings.
 */
export type TemperatureReadingList = components['schemas']['TemperatureReadingList'];

/**
 * A place in a list that is ordered by time: an ISO 8601 timestamp. In those we give, the fraction has 25
 * digits: the microsecond and the row's number, so that rows of the same microsecond keep their order.
 */
export type TimeCursor = components['schemas']['TimeCursor'];

/**
 * An ISO 8601 timestamp in UTC with six fraction digits.
 */
export type Timestamp = components['schemas']['Timestamp'];

/**
 * An ISO 8601 timestamp with its offset from UTC.
 */
export type TimestampInput = components['schemas']['TimestampInput'];

/**
 * An order.
 */
export type TracedOrder = components['schemas']['TracedOrder'];

/**
 * A part of a code that was there and could not be read.
 */
export type UnresolvedElement = components['schemas']['UnresolvedElement'];

/**
 * A UUID.
 */
export type Uuid = components['schemas']['Uuid'];

/**
 * A refusal of a request that is not valid.
 */
export type ValidationProblem = components['schemas']['ValidationProblem'];

/**
 * What went wrong.
 */
export type ValidationProblemError = components['schemas']['ValidationProblemError'];

/**
 * One try of a delivery.
 */
export type WebhookAttempt = components['schemas']['WebhookAttempt'];

/**
 * What was deleted.
 */
export type WebhookDeleted = components['schemas']['WebhookDeleted'];

/**
 * One event for one endpoint.
 */
export type WebhookDelivery = components['schemas']['WebhookDelivery'];

/**
 * A page of deliveries.
 */
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];

/**
 * A webhook endpoint.
 */
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];

/**
 * What changes; the rest stays, the secret included.
 */
export type WebhookEndpointChange = components['schemas']['WebhookEndpointChange'];

/**
 * A page of endpoints.
 */
export type WebhookEndpointList = components['schemas']['WebhookEndpointList'];

/**
 * A subscription.
 */
export type WebhookEndpointRequest = components['schemas']['WebhookEndpointRequest'];

/**
 * A webhook endpoint with its secret.
 */
export type WebhookEndpointWithSecret = components['schemas']['WebhookEndpointWithSecret'];

/**
 * What `webhook.test` says.
 */
export type WebhookTestData = components['schemas']['WebhookTestData'];

/**
 * The body of a `webhook.test` delivery.
 */
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];

/**
 * What kind of event is sent.
 */
export type WebhookTestRequest = components['schemas']['WebhookTestRequest'];
