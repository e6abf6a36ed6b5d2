/* Written by scripts/contract/sdk.ts from openapi/. Not for editing. */
import type { CallOptions, KeyedOptions, Call, Result } from '../../../sdk/typescript/types.ts';

/** The version of the contract, and of this package. */
export const VERSION = '1.0.0';

/** Production. */
export const PRODUCTION_URL = 'https://api.pharmacy.example/api/public';

/** What an `Idempotency-Key` looks like. */
export const KEY_PATTERN = /^[\x21-\x7E]{8,100}$/;

/** Codes of refusals that this version knows. */
export const ERROR_CODES = ["invalid_id","invalid_movement","lot_required","validation_error","validation_failed","unauthorized","insufficient_scope","not_vita_clinic","not_found","product_not_found","location_not_found","lot_not_found","method_not_allowed","insufficient_stock","request_timeout","payload_too_large","address_too_long","unsupported_media_type","expectation_failed","headers_too_large","lot_expired","lot_not_released","lot_expiry_mismatch","expiry_required","prescription_invalid","idempotency_key_reused","rate_limited","internal_error","unavailable"] as const;

/** Types of events in the feed that this version knows. */
export const EVENT_TYPES = ["stock.changed","stock.low","lot.status_changed","lot.expiring","sku.created","sku.updated","count.approved","temperature.excursion","order.updated"] as const;

export const OPERATIONS = {
  getMovementByKey: {"method":"GET","path":"/v1/inventory/movements","repeat":"always"},
  postMovement: {"method":"POST","path":"/v1/inventory/movements","repeat":"with-key"},
  postMovementBatch: {"method":"POST","path":"/v1/inventory/movements/batch","repeat":"always","batch":{"items":"movements","key":"idempotency_key"}},
  previewMovement: {"method":"POST","path":"/v1/inventory/movements/preview","repeat":"always"},
  resolveScan: {"method":"POST","path":"/v1/inventory/scan/resolve","repeat":"always"},
  listStock: {"method":"GET","path":"/v1/inventory/stock","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  listTransactions: {"method":"GET","path":"/v1/inventory/transactions","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  listLots: {"method":"GET","path":"/v1/inventory/lots","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  traceLot: {"method":"GET","path":"/v1/inventory/lots/{id}/trace","repeat":"always","page":{"items":"movements","cursor":"cursor","limitMax":100}},
  listAllocations: {"method":"GET","path":"/v1/inventory/allocations","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  createAllocation: {"method":"POST","path":"/v1/inventory/allocations","repeat":"with-key"},
  releaseAllocations: {"method":"DELETE","path":"/v1/inventory/allocations","repeat":"always"},
  listLocations: {"method":"GET","path":"/v1/inventory/locations","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  listSkus: {"method":"GET","path":"/v1/inventory/skus","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  listTemperatures: {"method":"GET","path":"/v1/inventory/temperatures","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  listWebhooks: {"method":"GET","path":"/v1/inventory/webhooks","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  createWebhook: {"method":"POST","path":"/v1/inventory/webhooks","repeat":"never"},
  deleteWebhook: {"method":"DELETE","path":"/v1/inventory/webhooks","repeat":"always"},
  getWebhook: {"method":"GET","path":"/v1/inventory/webhooks/{id}","repeat":"always"},
  updateWebhook: {"method":"PATCH","path":"/v1/inventory/webhooks/{id}","repeat":"never"},
  deleteWebhookById: {"method":"DELETE","path":"/v1/inventory/webhooks/{id}","repeat":"always"},
  testWebhook: {"method":"POST","path":"/v1/inventory/webhooks/{id}/test","repeat":"never"},
  rotateWebhookSecret: {"method":"POST","path":"/v1/inventory/webhooks/{id}/rotate-secret","repeat":"never"},
  listDeliveries: {"method":"GET","path":"/v1/inventory/webhooks/{id}/deliveries","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  replayDelivery: {"method":"POST","path":"/v1/inventory/webhooks/{id}/deliveries/{delivery_id}/replay","repeat":"never"},
  replayDeliveries: {"method":"POST","path":"/v1/inventory/webhooks/{id}/replay","repeat":"never"},
  listEvents: {"method":"GET","path":"/v1/inventory/events","repeat":"always","page":{"items":"data","cursor":"after","limitMax":100}},
  listPatients: {"method":"GET","path":"/v1/patients","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  createPatient: {"method":"POST","path":"/v1/patients","repeat":"with-key"},
  getPatient: {"method":"GET","path":"/v1/patients/{id}","repeat":"always"},
  createIntake: {"method":"POST","path":"/v1/intakes","repeat":"with-key"},
  listPrescriptions: {"method":"GET","path":"/v1/prescriptions","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  getPrescription: {"method":"GET","path":"/v1/prescriptions/{id}","repeat":"always"},
  getPartner: {"method":"GET","path":"/v1/partners/{external_id}","repeat":"always"},
  listStoreOrders: {"method":"GET","path":"/partner/v1/store/orders","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  getCheckoutConfig: {"method":"GET","path":"/partner/v1/store/checkout-config","repeat":"always"},
  listOrders: {"method":"GET","path":"/v1/orders","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  createOrder: {"method":"POST","path":"/v1/orders","repeat":"with-key"},
  getOrder: {"method":"GET","path":"/v1/orders/{id}","repeat":"always"},
  listOrderItems: {"method":"GET","path":"/v1/orders/{id}/items","repeat":"always"},
  listProducts: {"method":"GET","path":"/v1/products","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  listListings: {"method":"GET","path":"/v1/shop/listings","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  listBundles: {"method":"GET","path":"/v1/shop/bundles","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
  putBundle: {"method":"PUT","path":"/v1/shop/bundles","repeat":"with-id"},
  listRequests: {"method":"GET","path":"/v1/requests","repeat":"always","page":{"items":"data","cursor":"cursor","limitMax":100}},
} as const;

/**
 * One method for each operation of the API. The first argument is what is sent, in `path`, `query` and
 * `body`; the second is how. Each answers the body of a 2xx answer, whose fields, with their units, are
 * described at its type.
 */
export interface Methods {
  /**
   * Show what a key posted.
   *
   * Shows the movement that was posted with an `Idempotency-Key`, by itself or in a batch, and its transactions as the
   * first answer gave them. It posts nothing, so it is for a look after an answer was lost: a request that is still on
   * its way is 404, and to be sure that a movement is posted, send it again with its key. Keys of reservations and other
   * requests are not found here.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `not_found`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  getMovementByKey(call: Call<'getMovementByKey'>, options?: CallOptions): Promise<Result<'getMovementByKey'>>;

  /**
   * Post a stock movement.
   *
   * Receives stock into a lot, returns it to one, or draws it for an order (`fulfill`) or a patient
   * (`dispense`).
   *
   * **Draws.** Without a `lot_number` a draw takes usable lots (released, unexpired, unreserved), the
   * first to expire first, and may span several: one transaction is returned for each. With a
   * `lot_number` it takes that lot or fails. A draw is all or nothing: when stock is short nothing is
   * posted, and `insufficient_stock` says how much was available and what blocked the rest. A lot can be
   * drawn through the whole day of its expiry date, in the location's time zone. A draw takes from at most 1,000 lots:
   * one that would need more is `invalid_movement`, which says how many units the first 1,000 hold.
   *
   * **Receiving.** `receive` needs a `lot_number`; a lot that is new to the location needs its
   * `expiry_date` too. A lot number of a SKU has one expiry date at every location. A new lot starts
   * `released` unless `status` says `quarantine`; for a lot that is there already, `status` must agree
   * with it. `return` puts units back into an existing lot, whatever its state. `status` and
   * `expiry_date` belong to `receive` alone.
   *
   * **The product** is named by `sku_code`, by `product_id` (when one SKU stocks it), by `scanned_code`, or
   * by several of them when they agree. No `location` means the organization's default one.
   *
   * **A scanned code** names the product as `POST /v1/inventory/scan/resolve` would, and fills in
   * `lot_number` (for a draw too) and, for `receive`, `expiry_date`; the body's own must be the same. Where
   * several SKUs of the product share the code, `sku_code` chooses. For any other type the scanned expiry
   * date is compared with that of each lot the movement touches, and another is `lot_expiry_mismatch`.
   *
   * **Idempotency.** The key is remembered for good. The same key with the same body (order of fields and
   * white space aside) answers 200 with the first result and `idempotent: true`; with another body it
   * answers `idempotency_key_reused`. A refused movement stores nothing, so its key may be used again.
   *
   * @throws ApiError with the code `validation_error`, `lot_required`, `invalid_movement`, `unauthorized`, `insufficient_scope`, `product_not_found`, `location_not_found`, `lot_not_found`, `insufficient_stock`, `payload_too_large`, `unsupported_media_type`, `lot_expired`, `lot_expiry_mismatch`, `idempotency_key_reused`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  postMovement(call: Call<'postMovement'>, options?: KeyedOptions): Promise<Result<'postMovement'>>;

  /**
   * Post many stock movements.
   *
   * Posts 1 to 100 movements in one request: for warehouse systems, nightly uploads and carts. Each is decided
   * as if it came alone to `POST /v1/inventory/movements`, with its own key, and what becomes of one never
   * depends on whether another is refused. So this answers 200 with a result for each movement, in the order
   * sent: look at the `status` of each.
   *
   * **Order.** Movements of one SKU at one location are decided in the order sent; others in any order, and
   * side by side. It is not all or nothing, and others' movements may come in between.
   *
   * **Keys.** Each movement has an `idempotency_key` in the place of the header, and one key is the same key
   * here and there: what was posted alone is a repeat here, and the other way round. A key that stands in the
   * batch twice is decided in the order sent: the second is 200 with the first's result, or, with another
   * movement, `idempotency_key_reused`. **When the answer is lost, send the whole request again:** what was
   * posted answers 200 with `idempotent: true`, what was not is posted now.
   *
   * **What is wrong with one movement is its own.** A movement or a key of the wrong form is a
   * `validation_error` of this item alone, and `details` names the fields as the single operation would: `qty`,
   * `reference.id`, and `idempotency_key`. A request is refused as a whole where the body is not JSON, is no
   * list of 1 to 100 objects with these two members, or has a key that is no text.
   *
   * **Limits.** Each movement counts as one write, whatever becomes of it. A batch of more movements than are
   * left of the minute or of the day is 429, counts nothing and posts nothing. One of more than the key may write
   * in a minute is 400 and counts as one write, like any request that is refused as a whole. In flight it is one
   * request.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `payload_too_large`, `unsupported_media_type`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  postMovementBatch(call: Call<'postMovementBatch'>, options?: CallOptions): Promise<Result<'postMovementBatch'>>;

  /**
   * Preview a draw.
   *
   * Says which lots a `fulfill` or `dispense` with this body would take now, which lots with stock it would
   * pass over and why, and how many units it would lack. Nothing is posted or reserved, and stock may change
   * before the movement follows. It counts as a read. A `scanned_code` is taken as a movement takes it. A draw that
   * would take from more than 1,000 lots is `invalid_movement`, as the movement would be.
   *
   * @throws ApiError with the code `validation_error`, `invalid_movement`, `unauthorized`, `insufficient_scope`, `product_not_found`, `location_not_found`, `lot_not_found`, `payload_too_large`, `unsupported_media_type`, `lot_expiry_mismatch`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  previewMovement(call: Call<'previewMovement'>, options?: CallOptions): Promise<Result<'previewMovement'>>;

  /**
   * Resolve a scanned code.
   *
   * Says which SKU a scanned code names, and the lot, the expiry date and the serial number it carries. It
   * changes nothing and counts as a read.
   *
   * **What is read.** A SKU code, exactly as written. GS1 DataMatrix, GS1-128 and other GS1 symbols, with or
   * without symbology identifier and group separators, or typed with brackets (`(01)…(17)…(10)…`). GS1
   * Digital Link addresses. UPC-A, UPC-E, EAN-8, EAN-13 and GTIN-14. NDCs of ten digits (4-4-2, 5-3-2, 5-4-1)
   * or eleven, with or without hyphens, and those within a GTIN that begins with 003.
   *
   * **What it names.** A SKU code comes before any other reading, a GTIN, UPC or EAN (one space of numbers)
   * before an NDC. NDCs are looked up in the SKU's `ndc`, and in its product's `ndc_code` unless the SKU has
   * another NDC of its own. A code that fits two products names none: `unknown_code` without a product. One
   * that fits several SKUs of one product is `unknown_code` with that `product_id`.
   *
   * **What is certain.** Nothing is guessed, for a wrong lot or expiry is worse than none. A number with a
   * wrong check digit is not looked up. An identifier that is not known, or a value of the wrong form or
   * length, ends the reading; what came before it stands. A date that does not exist is left out. When an
   * identifier comes twice with different values, the code names no product. Where a scanner has lost the
   * group separators and a value could end in two places, neither reading is given. What a GS1 code had there and
   * could not be read is named in `unresolved`, with the reason: a person can look at the package.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `payload_too_large`, `unsupported_media_type`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  resolveScan(call: Call<'resolveScan'>, options?: CallOptions): Promise<Result<'resolveScan'>>;

  /**
   * List stock levels.
   *
   * Lists what is in stock, one row for each SKU at each location that has ever held it, ordered by
   * `sku_code` and location name. Pass `next_cursor` back as `cursor` for the next page; it is `null` on
   * the last one. A filter that names nothing gives an empty list. `low` and `as_of` do not go together.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listStock(call?: Call<'listStock'>, options?: CallOptions): Promise<Result<'listStock'>>;

  /**
   * List ledger entries.
   *
   * Lists the ledger, newest first: every change of every lot, permanently. `cursor` is the `next_cursor`
   * of the previous page, or any ISO 8601 timestamp, and then only older entries are listed. Entries
   * posted in the same microsecond are neither lost nor repeated between pages.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listTransactions(call?: Call<'listTransactions'>, options?: CallOptions): Promise<Result<'listTransactions'>>;

  /**
   * List lots.
   *
   * Lists lots, the first to expire first, depleted ones included unless `in_stock` is `true`. A lot is one
   * lot number of a SKU at one location.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listLots(call?: Call<'listLots'>, options?: CallOptions): Promise<Result<'listLots'>>;

  /**
   * Trace a lot.
   *
   * Everything that ever happened to a lot, with the reference of each movement, what is left of it and who
   * still holds reservations: the list that a recall needs. `everywhere` follows the lot number to all
   * locations. `similar_lots` names lots of the SKU whose numbers look like this one's, which may be the same
   * lot.
   *
   * `movements` are paged, newest first: pass `next_cursor` back as `cursor`, or any ISO 8601 timestamp, and
   * then only older ones are shown. What is left and who holds it is the same on each page, but as it is when
   * that page is read. Of very many reservations the newest 100 are shown; `allocations_total` says how many
   * there are, and `/v1/inventory/allocations?lot_id=` lists them all.
   *
   * @throws ApiError with the code `invalid_id`, `validation_error`, `unauthorized`, `insufficient_scope`, `lot_not_found`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  traceLot(call: Call<'traceLot'>, options?: CallOptions): Promise<Result<'traceLot'>>;

  /**
   * List reservations.
   *
   * Lists what is reserved now, the newest first, one row for each order and lot.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listAllocations(call?: Call<'listAllocations'>, options?: CallOptions): Promise<Result<'listAllocations'>>;

  /**
   * Reserve stock for an order.
   *
   * Makes sure that the order holds `qty` units of a SKU at a location, in released, unexpired lots, the
   * first to expire first. All or nothing.
   *
   * Asking again for the same `reference` reserves nothing twice: a larger `qty` reserves the difference, a
   * smaller one releases nothing. Units are compared for each reference, SKU and location, and for the lot
   * too where `lot_id` names one. A `fulfill` or `dispense` with the same reference draws what is reserved
   * first; no movement takes what another order holds. An order holds at most 1,000 lots of a SKU at a location: what
   * would need more is `invalid_movement`, which says how many units the first 1,000 hold.
   *
   * When a lot is quarantined or expires, what is reserved in it moves to other lots where they have room, the first
   * to expire first, whatever `lot_id` and `min_expiry_date` had asked for.
   * An `Idempotency-Key` is optional here: with one, a repeat answers 200 with the first body.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `product_not_found`, `location_not_found`, `lot_not_found`, `insufficient_stock`, `payload_too_large`, `unsupported_media_type`, `lot_not_released`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  createAllocation(call: Call<'createAllocation'>, options?: KeyedOptions): Promise<Result<'createAllocation'>>;

  /**
   * Release what an order holds.
   *
   * Releases all that is reserved for the order, of one SKU where `sku_code` names it. Nothing to release is
   * no error. It is one step over all locations and SKUs: a read shows all of it or nothing, what is reserved for the order
   * meanwhile is released too or comes after it, and after a 503 nothing is released, unless its end was lost.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  releaseAllocations(call: Call<'releaseAllocations'>, options?: CallOptions): Promise<Result<'releaseAllocations'>>;

  /**
   * List locations.
   *
   * Lists the organization's places that hold stock, by name.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listLocations(call?: Call<'listLocations'>, options?: CallOptions): Promise<Result<'listLocations'>>;

  /**
   * List SKUs.
   *
   * Lists what the organization stocks and the codes that name it, by `sku_code`.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listSkus(call?: Call<'listSkus'>, options?: CallOptions): Promise<Result<'listSkus'>>;

  /**
   * List temperature readings.
   *
   * Lists the temperatures that were measured at locations, newest first. A wrong reading stays: the one that
   * corrects it names it and has its time, and stands before it. `cursor` is the `next_cursor` of the previous
   * page, or any ISO 8601 timestamp, and then only older readings are listed.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listTemperatures(call?: Call<'listTemperatures'>, options?: CallOptions): Promise<Result<'listTemperatures'>>;

  /**
   * List webhook endpoints.
   *
   * The endpoints of the key's environment, oldest first. Secrets are never shown again.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listWebhooks(call?: Call<'listWebhooks'>, options?: CallOptions): Promise<Result<'listWebhooks'>>;

  /**
   * Create a webhook endpoint.
   *
   * Subscribes a public https address to events. A name must lead to public addresses, now and at each
   * delivery, and the port is 443 or 8443. An empty `events` list, or none, subscribes to all of them
   * but `order.updated`, which must be named. The secret is in this answer alone. At most 100 endpoints are
   * kept in each environment.
   *
   * Endpoints of live keys get inventory events; those of test keys get `webhook.test` and what test orders
   * cause. Every delivery is signed: see the webhooks of this document.
   *
   * A key with `orders:read` and without `inventory:write` keeps endpoints of `order.updated` alone, which it must name:
   * other events are 403, and an endpoint that gets others does not exist to it, in any operation on endpoints.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `payload_too_large`, `unsupported_media_type`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  createWebhook(call: Call<'createWebhook'>, options?: CallOptions): Promise<Result<'createWebhook'>>;

  /**
   * Delete a webhook endpoint.
   *
   * Deletes the endpoint at once: it is unknown from then on, and what is still to be delivered to it is
   * cancelled, however much that is.
   *
   * @throws ApiError with the code `invalid_id`, `unauthorized`, `insufficient_scope`, `not_found`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  deleteWebhook(call: Call<'deleteWebhook'>, options?: CallOptions): Promise<Result<'deleteWebhook'>>;

  /**
   * Get a webhook endpoint.
   *
   * One endpoint, without its secret.
   *
   * @throws ApiError with the code `invalid_id`, `unauthorized`, `insufficient_scope`, `not_found`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  getWebhook(call: Call<'getWebhook'>, options?: CallOptions): Promise<Result<'getWebhook'>>;

  /**
   * Change a webhook endpoint.
   *
   * Changes the fields that are sent. `status` `disabled` ends what is pending as `dead` at once, however much
   * that is; what happens while it is disabled is in the feed of events alone. `enabled` begins with the
   * events from then on; what is dead can be replayed.
   *
   * An endpoint that had failures and no success for five days is disabled by us, with `disabled_reason`
   * `failing`. Enabling it starts the five days anew.
   *
   * @throws ApiError with the code `invalid_id`, `validation_error`, `unauthorized`, `insufficient_scope`, `not_found`, `payload_too_large`, `unsupported_media_type`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  updateWebhook(call: Call<'updateWebhook'>, options?: CallOptions): Promise<Result<'updateWebhook'>>;

  /**
   * Delete a webhook endpoint by its address.
   *
   * The same as `DELETE /v1/inventory/webhooks?id=`.
   *
   * @throws ApiError with the code `invalid_id`, `unauthorized`, `insufficient_scope`, `not_found`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  deleteWebhookById(call: Call<'deleteWebhookById'>, options?: CallOptions): Promise<Result<'deleteWebhookById'>>;

  /**
   * Send a test event.
   *
   * Delivers a test event to the endpoint now: `webhook.test`, or one of the `type` that is named, also where the
   * endpoint does not ask for that kind. Such an event says what the example of its kind says in `/webhooks.json`.
   * Every test has `is_test: true`, and none is part of the feed of events. A disabled endpoint is refused.
   *
   * @throws ApiError with the code `invalid_id`, `validation_error`, `unauthorized`, `insufficient_scope`, `not_found`, `payload_too_large`, `unsupported_media_type`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  testWebhook(call: Call<'testWebhook'>, options?: CallOptions): Promise<Result<'testWebhook'>>;

  /**
   * Rotate the secret.
   *
   * Makes a new secret. During the overlap `X-Webhook-Signature` is still keyed with the old one,
   * `X-Webhook-Signature-Next` with the new one, and `webhook-signature` carries both.
   *
   * @throws ApiError with the code `invalid_id`, `validation_error`, `unauthorized`, `insufficient_scope`, `not_found`, `payload_too_large`, `unsupported_media_type`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  rotateWebhookSecret(call: Call<'rotateWebhookSecret'>, options?: CallOptions): Promise<Result<'rotateWebhookSecret'>>;

  /**
   * List deliveries.
   *
   * What was or will be delivered to the endpoint, newest first, with every attempt. `dead` ones have used up
   * their attempts, are older than 36 hours or ended when the endpoint was disabled; they wait for a replay. Finished deliveries are kept for 30 days.
   *
   * @throws ApiError with the code `invalid_id`, `validation_error`, `unauthorized`, `insufficient_scope`, `not_found`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listDeliveries(call: Call<'listDeliveries'>, options?: CallOptions): Promise<Result<'listDeliveries'>>;

  /**
   * Replay a delivery.
   *
   * Delivers it again, with the same id and the same bytes, through all attempts anew. One that is pending stays
   * as it is. A disabled endpoint is refused.
   *
   * @throws ApiError with the code `invalid_id`, `validation_error`, `unauthorized`, `insufficient_scope`, `not_found`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  replayDelivery(call: Call<'replayDelivery'>, options?: CallOptions): Promise<Result<'replayDelivery'>>;

  /**
   * Replay all dead deliveries.
   *
   * Delivers again whatever died since the time, the oldest first, 20 ms apart. It is settled at once, however
   * many they are; where they are many, they become `pending` bit by bit. What an earlier replay is about to
   * deliver is not counted again. A disabled endpoint is refused.
   *
   * @throws ApiError with the code `invalid_id`, `validation_error`, `unauthorized`, `insufficient_scope`, `not_found`, `payload_too_large`, `unsupported_media_type`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  replayDeliveries(call: Call<'replayDeliveries'>, options?: CallOptions): Promise<Result<'replayDeliveries'>>;

  /**
   * Read the feed of events.
   *
   * Lists the organization's events in the order in which they happened, the oldest first: what webhooks send,
   * for a reader that asks instead. Those of stock and catalog are the same for live and test keys; those of
   * orders are of the key's environment alone. Pass the last id that you have handled as `after`, or
   * leave it out to begin with the oldest event that is kept (90 days). An event never appears before one
   * that was read already, so following the feed misses nothing. `next_cursor` is the id to go on after; it
   * is `after` itself where there is nothing new, and `null` where there is no event at all. Where `type` or `from`
   * leaves nothing to list and there is no `after`, it is the newest event.
   *
   * @throws ApiError with the code `validation_error`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listEvents(call?: Call<'listEvents'>, options?: CallOptions): Promise<Result<'listEvents'>>;

  /**
   * List patients.
   *
   * The patients that the caller's organization owns, and those that carry its brand, newest first; of the
   * key's environment. `cursor` is the `next_cursor` of the previous page, or any ISO 8601 timestamp, and then
   * only older patients are listed. Patients of the same microsecond are neither lost nor repeated between
   * pages.
   *
   * Date of birth, e-mail, phone, address, allergies, medications and notes are never answered.
   *
   * @throws ApiError with the code `validation_failed`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listPatients(call?: Call<'listPatients'>, options?: CallOptions): Promise<Result<'listPatients'>>;

  /**
   * Create a patient.
   *
   * Creates a patient of the caller's organization, which must be an active clinic, in the key's environment:
   * what a test key creates only test keys see. All but the projection that is answered is sealed at rest.
   * Names, and the parts of the address, are each a line of text: not blank, and without control characters.
   *
   * Whose brand a patient carries, and so who else may read it, is not for a caller to say: the operator sets
   * it.
   *
   * An `Idempotency-Key` is optional here: with one, a repeat creates nothing and answers 200 with the first
   * body. Without one, a request that is sent again creates another patient. When the patient has been erased,
   * a repeat answers 404, whatever its body.
   *
   * @throws ApiError with the code `validation_failed`, `unauthorized`, `insufficient_scope`, `not_vita_clinic`, `not_found`, `payload_too_large`, `unsupported_media_type`, `idempotency_key_reused`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  createPatient(call: Call<'createPatient'>, options?: KeyedOptions): Promise<Result<'createPatient'>>;

  /**
   * Get a patient.
   *
   * One patient that the caller's organization owns, or that carries its brand; of the key's environment. Any
   * other is 404, whether or not there is one.
   *
   * @throws ApiError with the code `invalid_id`, `unauthorized`, `insufficient_scope`, `not_found`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  getPatient(call: Call<'getPatient'>, options?: CallOptions): Promise<Result<'getPatient'>>;

  /**
   * Submit an intake.
   *
   * Keeps what a patient answered before an order. The patient must be one of the caller's own, of the key's
   * environment; the caller's organization must be an active clinic. Answers, consent and requested products
   * are sealed at rest, and no operation answers them.
   *
   * An `Idempotency-Key` is optional here: with one, a repeat keeps nothing new and answers 200 with the first
   * body. When the patient has been erased, a repeat answers 404, whatever its body.
   *
   * @throws ApiError with the code `validation_failed`, `unauthorized`, `insufficient_scope`, `not_vita_clinic`, `not_found`, `payload_too_large`, `unsupported_media_type`, `idempotency_key_reused`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  createIntake(call: Call<'createIntake'>, options?: KeyedOptions): Promise<Result<'createIntake'>>;

  /**
   * List prescriptions.
   *
   * The prescriptions of the caller's providers, newest first; of the key's environment. `cursor` is the
   * `next_cursor` of the previous page, or any ISO 8601 timestamp, and then only older prescriptions are
   * listed. Prescriptions of the same microsecond are neither lost nor repeated between pages.
   *
   * @throws ApiError with the code `validation_failed`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listPrescriptions(call?: Call<'listPrescriptions'>, options?: CallOptions): Promise<Result<'listPrescriptions'>>;

  /**
   * Get a prescription.
   *
   * One prescription of the caller's providers, of the key's environment. Any other is 404, whether or not
   * there is one.
   *
   * @throws ApiError with the code `invalid_id`, `unauthorized`, `insufficient_scope`, `not_found`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  getPrescription(call: Call<'getPrescription'>, options?: CallOptions): Promise<Result<'getPrescription'>>;

  /**
   * Get a partner by its external id.
   *
   * One partner of the organization, by the id that the organization gave it. Live and test keys have partners
   * of their own.
   *
   * @throws ApiError with the code `validation_failed`, `unauthorized`, `insufficient_scope`, `not_found`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  getPartner(call: Call<'getPartner'>, options?: CallOptions): Promise<Result<'getPartner'>>;

  /**
   * List the store's orders.
   *
   * Lists the orders of the organization's own store, newest first. `cursor` is the `next_cursor` of the
   * previous page, or any ISO 8601 timestamp, and then only older orders are listed. Orders of the same
   * microsecond are neither lost nor repeated between pages. Test keys see the sandbox's orders alone.
   *
   * @throws ApiError with the code `validation_failed`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listStoreOrders(call?: Call<'listStoreOrders'>, options?: CallOptions): Promise<Result<'listStoreOrders'>>;

  /**
   * Get the checkout configuration.
   *
   * What the organization's own checkout page needs to turn a card into a token. A live key gets the values of
   * production, a test key those of the sandbox; 404 `not_found` where none are set. The transaction key is
   * never answered.
   *
   * @throws ApiError with the code `validation_failed`, `unauthorized`, `insufficient_scope`, `not_found`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  getCheckoutConfig(call?: Call<'getCheckoutConfig'>, options?: CallOptions): Promise<Result<'getCheckoutConfig'>>;

  /**
   * List orders.
   *
   * Lists orders, newest first: those that the caller's organization placed, brought as their affiliate or
   * ships as their pharmacy, in the environment of the key. `cursor` is the `next_cursor` of the previous
   * page, or any ISO 8601 timestamp, and then only older orders are listed. Orders created in the same
   * microsecond are neither lost nor repeated between pages.
   *
   * With `order_number` or `external_order_id` beside another filter but the times, a page looks at no more than 500
   * orders of that name, and may come short: go on until `next_cursor` is `null`.
   *
   * @throws ApiError with the code `validation_failed`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listOrders(call?: Call<'listOrders'>, options?: CallOptions): Promise<Result<'listOrders'>>;

  /**
   * Place an order.
   *
   * Places an order for a patient. Its products are active, listed in the organization's storefront and of one
   * pharmacy, to which a live order is routed. It costs the products' catalog prices, which they must have,
   * times the quantities, at most 9007199254740991 cents in all. It begins `pending`, and is told by
   * `order.updated` to each organization that may read it.
   *
   * The parts of `ship_to` are each a line of text: not blank, and without control characters.
   *
   * A live order is charged to the organization's account. A test order is neither charged nor routed: no
   * pharmacy sees it.
   *
   * A product that requires a prescription needs one that is signed, has not expired, is of that patient and
   * names the product: its `product_name` is the product's name, in whatever case and with whatever white space.
   * All orders that name it but cancelled ones have at most its `quantity` of units together, and as much again
   * for each of its `refills_authorized`; without a `quantity` it covers one order. The prescription then names
   * the order, if it named none before.
   *
   * **No stock is reserved by it.** Who ships the order reserves with `POST /v1/inventory/allocations`, whose
   * `reference` is `{type: order, id: <the order's id>}`.
   *
   * Only a key of an active clinic organization may order. An `Idempotency-Key` is optional here: with one, a
   * repeat orders nothing and answers 200 with the first body. Without one, a request that is sent again is
   * another order. When the patient has been erased, a repeat answers 404, whatever its body; the order stays
   * readable, without its address.
   *
   * @throws ApiError with the code `validation_failed`, `unauthorized`, `insufficient_scope`, `not_vita_clinic`, `not_found`, `payload_too_large`, `unsupported_media_type`, `prescription_invalid`, `idempotency_key_reused`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  createOrder(call: Call<'createOrder'>, options?: KeyedOptions): Promise<Result<'createOrder'>>;

  /**
   * Get an order.
   *
   * One order that the caller's organization placed, brought as its affiliate or ships as its pharmacy, in the
   * environment of the key. To all others it does not exist.
   *
   * @throws ApiError with the code `invalid_id`, `unauthorized`, `insufficient_scope`, `not_found`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  getOrder(call: Call<'getOrder'>, options?: CallOptions): Promise<Result<'getOrder'>>;

  /**
   * List the items of an order.
   *
   * What was ordered, and for the pharmacy what to pack. The organization that placed the order and the pharmacy that
   * fulfils it may read its items, in the environment of the key; to all others the order does not exist here, also to
   * the affiliate that brought it.
   *
   * The pharmacy is also told by which SKUs it stocks each product, how many units the order holds of each and how
   * many more are available. Of a product with more than 100 SKUs it is told 100. Reserve with
   * `POST /v1/inventory/allocations`, whose `reference` is `{type: order, id: <the order's id>}`. An order that was
   * imported has no items.
   *
   * @throws ApiError with the code `invalid_id`, `unauthorized`, `insufficient_scope`, `not_found`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listOrderItems(call: Call<'listOrderItems'>, options?: CallOptions): Promise<Result<'listOrderItems'>>;

  /**
   * List products.
   *
   * Lists the catalog of the key's own organization, newest first: drafts and what is archived too, with their
   * `status`. Live and test keys see the same catalog. `cursor` is the `next_cursor` of the previous page, or
   * any ISO 8601 timestamp, and then only older products are listed. Products of the same microsecond are
   * neither lost nor repeated between pages.
   *
   * With `in_stock` a page looks at no more than 500 products, so that it costs the same in a catalog of any
   * size: go on until `next_cursor` is `null`.
   *
   * @throws ApiError with the code `validation_failed`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listProducts(call?: Call<'listProducts'>, options?: CallOptions): Promise<Result<'listProducts'>>;

  /**
   * List what a storefront lists.
   *
   * Lists the products in the storefront of the key's organization, newest first: what it may order. A product can be
   * ordered while it is listed here and `active`. Live and test keys see the same storefront. `cursor` is the
   * `next_cursor` of the previous page, or any ISO 8601 timestamp, and then only what was listed earlier comes. Listings
   * of the same microsecond are neither lost nor repeated between pages.
   *
   * @throws ApiError with the code `validation_failed`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listListings(call?: Call<'listListings'>, options?: CallOptions): Promise<Result<'listListings'>>;

  /**
   * List bundles.
   *
   * Lists the bundles of the key's organization and environment, newest first, each as `PUT /v1/shop/bundles` answers it:
   * prices, and all that follows from the members, are as of now. A bundle whose member was taken from the storefront,
   * or is no longer active, is listed and not `eligible`. `cursor` is the `next_cursor` of the previous page, or any
   * ISO 8601 timestamp, and then only older bundles are listed. Bundles of the same microsecond are neither lost nor
   * repeated between pages.
   *
   * @throws ApiError with the code `validation_failed`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listBundles(call?: Call<'listBundles'>, options?: CallOptions): Promise<Result<'listBundles'>>;

  /**
   * Create or replace a bundle.
   *
   * Without `id` a bundle is made, with it that one is replaced: a field that is left out gets its default, and
   * its members become those that are sent. Both happen whole or not at all.
   *
   * Every member must be listed in the organization's storefront. Members may be drafts or archived: the bundle
   * is not `eligible` then, and becomes so when its products are active. Prices, and all that follows from
   * the members, are as of the answer. A bundle costs at most 9007199254740991 cents.
   *
   * Live and test keys have bundles of their own. No `Idempotency-Key` is taken: a repeat with `id` changes
   * nothing further, and a repeat without makes a second bundle.
   *
   * @throws ApiError with the code `validation_failed`, `unauthorized`, `insufficient_scope`, `not_found`, `payload_too_large`, `unsupported_media_type`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  putBundle(call: Call<'putBundle'>, options?: CallOptions): Promise<Result<'putBundle'>>;

  /**
   * List requests that were refused or failed.
   *
   * Lists the requests of the organization's keys, in the environment of this key, that were answered with 4xx or 5xx
   * in the last seven days, newest first. Find one by the `request_id` of its answer. What was sent is not kept: only
   * the operation, the status, the code, which fields were named, and how long it took. Any key with a scope may read them.
   *
   * The list is for a look at what went wrong, and not a record: an answer appears within a second or so, and what a
   * process had not yet written is lost where it crashes. Each process keeps up to 60 a minute of an organization in
   * an environment, and 3,000 of all; beyond that they are left out. Left out are also requests whose key is not known (401), and
   * those that were given up before their answer. An item that is refused in a batch is in the answer to that batch alone.
   *
   * `cursor` is the `next_cursor` of the previous page, or any ISO 8601 timestamp, and then only older requests are listed.
   *
   * @throws ApiError with the code `validation_failed`, `unauthorized`, `insufficient_scope`, `rate_limited`, or one that any operation may answer; ConnectionError where no answer came.
   */
  listRequests(call?: Call<'listRequests'>, options?: CallOptions): Promise<Result<'listRequests'>>;
}
