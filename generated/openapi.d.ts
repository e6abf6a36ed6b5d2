/* Written by scripts/contract/generate.ts from openapi/. Not for editing. */
export interface paths {
    "/v1/inventory/movements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what a key posted
         * @description Shows the movement that was posted with an `Idempotency-Key`, by itself or in a batch, and its transactions as the
         *     first answer gave them. It posts nothing, so it is for a look after an answer was lost: a request that is still on
         *     its way is 404, and to be sure that a movement is posted, send it again with its key. Keys of reservations and other
         *     requests are not found here.
         */
        get: operations["getMovementByKey"];
        put?: never;
        /**
         * Post a stock movement
         * @description Receives stock into a lot, returns it to one, or draws it for an order (`fulfill`) or a patient
         *     (`dispense`).
         *
         *     **Draws.** Without a `lot_number` a draw takes usable lots (released, unexpired, unreserved), the
         *     first to expire first, and may span several: one transaction is returned for each. With a
         *     `lot_number` it takes that lot or fails. A draw is all or nothing: when stock is short nothing is
         *     posted, and `insufficient_stock` says how much was available and what blocked the rest. A lot can be
         *     drawn through the whole day of its expiry date, in the location's time zone. A draw takes from at most 1,000 lots:
         *     one that would need more is `invalid_movement`, which says how many units the first 1,000 hold.
         *
         *     **Receiving.** `receive` needs a `lot_number`; a lot that is new to the location needs its
         *     `expiry_date` too. A lot number of a SKU has one expiry date at every location. A new lot starts
         *     `released` unless `status` says `quarantine`; for a lot that is there already, `status` must agree
         *     with it. `return` puts units back into an existing lot, whatever its state. `status` and
         *     `expiry_date` belong to `receive` alone.
         *
         *     **The product** is named by `sku_code`, by `product_id` (when one SKU stocks it), by `scanned_code`, or
         *     by several of them when they agree. No `location` means the organization's default one.
         *
         *     **A scanned code** names the product as `POST /v1/inventory/scan/resolve` would, and fills in
         *     `lot_number` (for a draw too) and, for `receive`, `expiry_date`; the body's own must be the same. Where
         *     several SKUs of the product share the code, `sku_code` chooses. For any other type the scanned expiry
         *     date is compared with that of each lot the movement touches, and another is `lot_expiry_mismatch`.
         *
         *     **Idempotency.** The key is remembered for good. The same key with the same body (order of fields and
         *     white space aside) answers 200 with the first result and `idempotent: true`; with another body it
         *     answers `idempotency_key_reused`. A refused movement stores nothing, so its key may be used again.
         */
        post: operations["postMovement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/movements/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post many stock movements
         * @description Posts 1 to 100 movements in one request: for warehouse systems, nightly uploads and carts. Each is decided
         *     as if it came alone to `POST /v1/inventory/movements`, with its own key, and what becomes of one never
         *     depends on whether another is refused. So this answers 200 with a result for each movement, in the order
         *     sent: look at the `status` of each.
         *
         *     **Order.** Movements of one SKU at one location are decided in the order sent; others in any order, and
         *     side by side. It is not all or nothing, and others' movements may come in between.
         *
         *     **Keys.** Each movement has an `idempotency_key` in the place of the header, and one key is the same key
         *     here and there: what was posted alone is a repeat here, and the other way round. A key that stands in the
         *     batch twice is decided in the order sent: the second is 200 with the first's result, or, with another
         *     movement, `idempotency_key_reused`. **When the answer is lost, send the whole request again:** what was
         *     posted answers 200 with `idempotent: true`, what was not is posted now.
         *
         *     **What is wrong with one movement is its own.** A movement or a key of the wrong form is a
         *     `validation_error` of this item alone, and `details` names the fields as the single operation would: `qty`,
         *     `reference.id`, and `idempotency_key`. A request is refused as a whole where the body is not JSON, is no
         *     list of 1 to 100 objects with these two members, or has a key that is no text.
         *
         *     **Limits.** Each movement counts as one write, whatever becomes of it. A batch of more movements than are
         *     left of the minute or of the day is 429, counts nothing and posts nothing. One of more than the key may write
         *     in a minute is 400 and counts as one write, like any request that is refused as a whole. In flight it is one
         *     request.
         */
        post: operations["postMovementBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/movements/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a draw
         * @description Says which lots a `fulfill` or `dispense` with this body would take now, which lots with stock it would
         *     pass over and why, and how many units it would lack. Nothing is posted or reserved, and stock may change
         *     before the movement follows. It counts as a read. A `scanned_code` is taken as a movement takes it. A draw that
         *     would take from more than 1,000 lots is `invalid_movement`, as the movement would be.
         */
        post: operations["previewMovement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/scan/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a scanned code
         * @description Says which SKU a scanned code names, and the lot, the expiry date and the serial number it carries. It
         *     changes nothing and counts as a read.
         *
         *     **What is read.** A SKU code, exactly as written. GS1 DataMatrix, GS1-128 and other GS1 symbols, with or
         *     without symbology identifier and group separators, or typed with brackets (`(01)…(17)…(10)…`). GS1
         *     Digital Link addresses. UPC-A, UPC-E, EAN-8, EAN-13 and GTIN-14. NDCs of ten digits (4-4-2, 5-3-2, 5-4-1)
         *     or eleven, with or without hyphens, and those within a GTIN that begins with 003.
         *
         *     **What it names.** A SKU code comes before any other reading, a GTIN, UPC or EAN (one space of numbers)
         *     before an NDC. NDCs are looked up in the SKU's `ndc`, and in its product's `ndc_code` unless the SKU has
         *     another NDC of its own. A code that fits two products names none: `unknown_code` without a product. One
         *     that fits several SKUs of one product is `unknown_code` with that `product_id`.
         *
         *     **What is certain.** Nothing is guessed, for a wrong lot or expiry is worse than none. A number with a
         *     wrong check digit is not looked up. An identifier that is not known, or a value of the wrong form or
         *     length, ends the reading; what came before it stands. A date that does not exist is left out. When an
         *     identifier comes twice with different values, the code names no product. Where a scanner has lost the
         *     group separators and a value could end in two places, neither reading is given. What a GS1 code had there and
         *     could not be read is named in `unresolved`, with the reason: a person can look at the package.
         */
        post: operations["resolveScan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/stock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stock levels
         * @description Lists what is in stock, one row for each SKU at each location that has ever held it, ordered by
         *     `sku_code` and location name. Pass `next_cursor` back as `cursor` for the next page; it is `null` on
         *     the last one. A filter that names nothing gives an empty list. `low` and `as_of` do not go together.
         */
        get: operations["listStock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ledger entries
         * @description Lists the ledger, newest first: every change of every lot, permanently. `cursor` is the `next_cursor`
         *     of the previous page, or any ISO 8601 timestamp, and then only older entries are listed. Entries
         *     posted in the same microsecond are neither lost nor repeated between pages.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/lots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lots
         * @description Lists lots, the first to expire first, depleted ones included unless `in_stock` is `true`. A lot is one
         *     lot number of a SKU at one location.
         */
        get: operations["listLots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/lots/{id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trace a lot
         * @description Everything that ever happened to a lot, with the reference of each movement, what is left of it and who
         *     still holds reservations: the list that a recall needs. `everywhere` follows the lot number to all
         *     locations. `similar_lots` names lots of the SKU whose numbers look like this one's, which may be the same
         *     lot.
         *
         *     `movements` are paged, newest first: pass `next_cursor` back as `cursor`, or any ISO 8601 timestamp, and
         *     then only older ones are shown. What is left and who holds it is the same on each page, but as it is when
         *     that page is read. Of very many reservations the newest 100 are shown; `allocations_total` says how many
         *     there are, and `/v1/inventory/allocations?lot_id=` lists them all.
         */
        get: operations["traceLot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/allocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reservations
         * @description Lists what is reserved now, the newest first, one row for each order and lot.
         */
        get: operations["listAllocations"];
        put?: never;
        /**
         * Reserve stock for an order
         * @description Makes sure that the order holds `qty` units of a SKU at a location, in released, unexpired lots, the
         *     first to expire first. All or nothing.
         *
         *     Asking again for the same `reference` reserves nothing twice: a larger `qty` reserves the difference, a
         *     smaller one releases nothing. Units are compared for each reference, SKU and location, and for the lot
         *     too where `lot_id` names one. A `fulfill` or `dispense` with the same reference draws what is reserved
         *     first; no movement takes what another order holds. An order holds at most 1,000 lots of a SKU at a location: what
         *     would need more is `invalid_movement`, which says how many units the first 1,000 hold.
         *
         *     When a lot is quarantined or expires, what is reserved in it moves to other lots where they have room, the first
         *     to expire first, whatever `lot_id` and `min_expiry_date` had asked for.
         *     An `Idempotency-Key` is optional here: with one, a repeat answers 200 with the first body.
         */
        post: operations["createAllocation"];
        /**
         * Release what an order holds
         * @description Releases all that is reserved for the order, of one SKU where `sku_code` names it. Nothing to release is
         *     no error. It is one step over all locations and SKUs: a read shows all of it or nothing, what is reserved for the order
         *     meanwhile is released too or comes after it, and after a 503 nothing is released, unless its end was lost.
         */
        delete: operations["releaseAllocations"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locations
         * @description Lists the organization's places that hold stock, by name.
         */
        get: operations["listLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/skus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SKUs
         * @description Lists what the organization stocks and the codes that name it, by `sku_code`.
         */
        get: operations["listSkus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/temperatures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List temperature readings
         * @description Lists the temperatures that were measured at locations, newest first. A wrong reading stays: the one that
         *     corrects it names it and has its time, and stands before it. `cursor` is the `next_cursor` of the previous
         *     page, or any ISO 8601 timestamp, and then only older readings are listed.
         */
        get: operations["listTemperatures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description The endpoints of the key's environment, oldest first. Secrets are never shown again.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Subscribes a public https address to events. A name must lead to public addresses, now and at each
         *     delivery, and the port is 443 or 8443. An empty `events` list, or none, subscribes to all of them
         *     but `order.updated`, which must be named. The secret is in this answer alone. At most 100 endpoints are
         *     kept in each environment.
         *
         *     Endpoints of live keys get inventory events; those of test keys get `webhook.test` and what test orders
         *     cause. Every delivery is signed: see the webhooks of this document.
         *
         *     A key with `orders:read` and without `inventory:write` keeps endpoints of `order.updated` alone, which it must name:
         *     other events are 403, and an endpoint that gets others does not exist to it, in any operation on endpoints.
         */
        post: operations["createWebhook"];
        /**
         * Delete a webhook endpoint
         * @description Deletes the endpoint at once: it is unknown from then on, and what is still to be delivered to it is
         *     cancelled, however much that is.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description One endpoint, without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint by its address
         * @description The same as `DELETE /v1/inventory/webhooks?id=`.
         */
        delete: operations["deleteWebhookById"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes the fields that are sent. `status` `disabled` ends what is pending as `dead` at once, however much
         *     that is; what happens while it is disabled is in the feed of events alone. `enabled` begins with the
         *     events from then on; what is dead can be replayed.
         *
         *     An endpoint that had failures and no success for five days is disabled by us, with `disabled_reason`
         *     `failing`. Enabling it starts the five days anew.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/inventory/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Delivers a test event to the endpoint now: `webhook.test`, or one of the `type` that is named, also where the
         *     endpoint does not ask for that kind. Such an event says what the example of its kind says in `/webhooks.json`.
         *     Every test has `is_test: true`, and none is part of the feed of events. A disabled endpoint is refused.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret
         * @description Makes a new secret. During the overlap `X-Webhook-Signature` is still keyed with the old one,
         *     `X-Webhook-Signature-Next` with the new one, and `webhook-signature` carries both.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description What was or will be delivered to the endpoint, newest first, with every attempt. `dead` ones have used up
         *     their attempts, are older than 36 hours or ended when the endpoint was disabled; they wait for a replay. Finished deliveries are kept for 30 days.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/webhooks/{id}/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a delivery
         * @description Delivers it again, with the same id and the same bytes, through all attempts anew. One that is pending stays
         *     as it is. A disabled endpoint is refused.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay all dead deliveries
         * @description Delivers again whatever died since the time, the oldest first, 20 ms apart. It is settled at once, however
         *     many they are; where they are many, they become `pending` bit by bit. What an earlier replay is about to
         *     deliver is not counted again. A disabled endpoint is refused.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inventory/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the feed of events
         * @description Lists the organization's events in the order in which they happened, the oldest first: what webhooks send,
         *     for a reader that asks instead. Those of stock and catalog are the same for live and test keys; those of
         *     orders are of the key's environment alone. Pass the last id that you have handled as `after`, or
         *     leave it out to begin with the oldest event that is kept (90 days). An event never appears before one
         *     that was read already, so following the feed misses nothing. `next_cursor` is the id to go on after; it
         *     is `after` itself where there is nothing new, and `null` where there is no event at all. Where `type` or `from`
         *     leaves nothing to list and there is no `after`, it is the newest event.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/patients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List patients
         * @description The patients that the caller's organization owns, and those that carry its brand, newest first; of the
         *     key's environment. `cursor` is the `next_cursor` of the previous page, or any ISO 8601 timestamp, and then
         *     only older patients are listed. Patients of the same microsecond are neither lost nor repeated between
         *     pages.
         *
         *     Date of birth, e-mail, phone, address, allergies, medications and notes are never answered.
         */
        get: operations["listPatients"];
        put?: never;
        /**
         * Create a patient
         * @description Creates a patient of the caller's organization, which must be an active clinic, in the key's environment:
         *     what a test key creates only test keys see. All but the projection that is answered is sealed at rest.
         *     Names, and the parts of the address, are each a line of text: not blank, and without control characters.
         *
         *     Whose brand a patient carries, and so who else may read it, is not for a caller to say: the operator sets
         *     it.
         *
         *     An `Idempotency-Key` is optional here: with one, a repeat creates nothing and answers 200 with the first
         *     body. Without one, a request that is sent again creates another patient. When the patient has been erased,
         *     a repeat answers 404, whatever its body.
         */
        post: operations["createPatient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/patients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a patient
         * @description One patient that the caller's organization owns, or that carries its brand; of the key's environment. Any
         *     other is 404, whether or not there is one.
         */
        get: operations["getPatient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/intakes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit an intake
         * @description Keeps what a patient answered before an order. The patient must be one of the caller's own, of the key's
         *     environment; the caller's organization must be an active clinic. Answers, consent and requested products
         *     are sealed at rest, and no operation answers them.
         *
         *     An `Idempotency-Key` is optional here: with one, a repeat keeps nothing new and answers 200 with the first
         *     body. When the patient has been erased, a repeat answers 404, whatever its body.
         */
        post: operations["createIntake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prescriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prescriptions
         * @description The prescriptions of the caller's providers, newest first; of the key's environment. `cursor` is the
         *     `next_cursor` of the previous page, or any ISO 8601 timestamp, and then only older prescriptions are
         *     listed. Prescriptions of the same microsecond are neither lost nor repeated between pages.
         */
        get: operations["listPrescriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prescriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a prescription
         * @description One prescription of the caller's providers, of the key's environment. Any other is 404, whether or not
         *     there is one.
         */
        get: operations["getPrescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{external_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a partner by its external id
         * @description One partner of the organization, by the id that the organization gave it. Live and test keys have partners
         *     of their own.
         */
        get: operations["getPartner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partner/v1/store/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the store's orders
         * @description Lists the orders of the organization's own store, newest first. `cursor` is the `next_cursor` of the
         *     previous page, or any ISO 8601 timestamp, and then only older orders are listed. Orders of the same
         *     microsecond are neither lost nor repeated between pages. Test keys see the sandbox's orders alone.
         */
        get: operations["listStoreOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partner/v1/store/checkout-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the checkout configuration
         * @description What the organization's own checkout page needs to turn a card into a token. A live key gets the values of
         *     production, a test key those of the sandbox; 404 `not_found` where none are set. The transaction key is
         *     never answered.
         */
        get: operations["getCheckoutConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Lists orders, newest first: those that the caller's organization placed, brought as their affiliate or
         *     ships as their pharmacy, in the environment of the key. `cursor` is the `next_cursor` of the previous
         *     page, or any ISO 8601 timestamp, and then only older orders are listed. Orders created in the same
         *     microsecond are neither lost nor repeated between pages.
         *
         *     With `order_number` or `external_order_id` beside another filter but the times, a page looks at no more than 500
         *     orders of that name, and may come short: go on until `next_cursor` is `null`.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Place an order
         * @description Places an order for a patient. Its products are active, listed in the organization's storefront and of one
         *     pharmacy, to which a live order is routed. It costs the products' catalog prices, which they must have,
         *     times the quantities, at most 9007199254740991 cents in all. It begins `pending`, and is told by
         *     `order.updated` to each organization that may read it.
         *
         *     The parts of `ship_to` are each a line of text: not blank, and without control characters.
         *
         *     A live order is charged to the organization's account. A test order is neither charged nor routed: no
         *     pharmacy sees it.
         *
         *     A product that requires a prescription needs one that is signed, has not expired, is of that patient and
         *     names the product: its `product_name` is the product's name, in whatever case and with whatever white space.
         *     All orders that name it but cancelled ones have at most its `quantity` of units together, and as much again
         *     for each of its `refills_authorized`; without a `quantity` it covers one order. The prescription then names
         *     the order, if it named none before.
         *
         *     **No stock is reserved by it.** Who ships the order reserves with `POST /v1/inventory/allocations`, whose
         *     `reference` is `{type: order, id: <the order's id>}`.
         *
         *     Only a key of an active clinic organization may order. An `Idempotency-Key` is optional here: with one, a
         *     repeat orders nothing and answers 200 with the first body. Without one, a request that is sent again is
         *     another order. When the patient has been erased, a repeat answers 404, whatever its body; the order stays
         *     readable, without its address.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order
         * @description One order that the caller's organization placed, brought as its affiliate or ships as its pharmacy, in the
         *     environment of the key. To all others it does not exist.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of an order
         * @description What was ordered, and for the pharmacy what to pack. The organization that placed the order and the pharmacy that
         *     fulfils it may read its items, in the environment of the key; to all others the order does not exist here, also to
         *     the affiliate that brought it.
         *
         *     The pharmacy is also told by which SKUs it stocks each product, how many units the order holds of each and how
         *     many more are available. Of a product with more than 100 SKUs it is told 100. Reserve with
         *     `POST /v1/inventory/allocations`, whose `reference` is `{type: order, id: <the order's id>}`. An order that was
         *     imported has no items.
         */
        get: operations["listOrderItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description Lists the catalog of the key's own organization, newest first: drafts and what is archived too, with their
         *     `status`. Live and test keys see the same catalog. `cursor` is the `next_cursor` of the previous page, or
         *     any ISO 8601 timestamp, and then only older products are listed. Products of the same microsecond are
         *     neither lost nor repeated between pages.
         *
         *     With `in_stock` a page looks at no more than 500 products, so that it costs the same in a catalog of any
         *     size: go on until `next_cursor` is `null`.
         */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shop/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a storefront lists
         * @description Lists the products in the storefront of the key's organization, newest first: what it may order. A product can be
         *     ordered while it is listed here and `active`. Live and test keys see the same storefront. `cursor` is the
         *     `next_cursor` of the previous page, or any ISO 8601 timestamp, and then only what was listed earlier comes. Listings
         *     of the same microsecond are neither lost nor repeated between pages.
         */
        get: operations["listListings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shop/bundles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bundles
         * @description Lists the bundles of the key's organization and environment, newest first, each as `PUT /v1/shop/bundles` answers it:
         *     prices, and all that follows from the members, are as of now. A bundle whose member was taken from the storefront,
         *     or is no longer active, is listed and not `eligible`. `cursor` is the `next_cursor` of the previous page, or any
         *     ISO 8601 timestamp, and then only older bundles are listed. Bundles of the same microsecond are neither lost nor
         *     repeated between pages.
         */
        get: operations["listBundles"];
        /**
         * Create or replace a bundle
         * @description Without `id` a bundle is made, with it that one is replaced: a field that is left out gets its default, and
         *     its members become those that are sent. Both happen whole or not at all.
         *
         *     Every member must be listed in the organization's storefront. Members may be drafts or archived: the bundle
         *     is not `eligible` then, and becomes so when its products are active. Prices, and all that follows from
         *     the members, are as of the answer. A bundle costs at most 9007199254740991 cents.
         *
         *     Live and test keys have bundles of their own. No `Idempotency-Key` is taken: a repeat with `id` changes
         *     nothing further, and a repeat without makes a second bundle.
         */
        put: operations["putBundle"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests that were refused or failed
         * @description Lists the requests of the organization's keys, in the environment of this key, that were answered with 4xx or 5xx
         *     in the last seven days, newest first. Find one by the `request_id` of its answer. What was sent is not kept: only
         *     the operation, the status, the code, which fields were named, and how long it took. Any key with a scope may read them.
         *
         *     The list is for a look at what went wrong, and not a record: an answer appears within a second or so, and what a
         *     process had not yet written is lost where it crashes. Each process keeps up to 60 a minute of an organization in
         *     an environment, and 3,000 of all; beyond that they are left out. Left out are also requests whose key is not known (401), and
         *     those that were given up before their answer. An item that is refused in a batch is in the answer to that batch alone.
         *
         *     `cursor` is the `next_cursor` of the previous page, or any ISO 8601 timestamp, and then only older requests are listed.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "stock.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stock of a SKU at a location changed.
         * @description Sent once for each SKU, location and operation: a movement, a reservation, a release or a change of a lot. `cause` is the ledger type, or `reserve`, `release`, `lot_status`. `version` rises by one with each, so a report that arrives late can be told.
         */
        post: operations["onStockChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "stock.low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stock fell to its reorder point.
         * @description Sent when available goes from above the reorder point to at or below it, whatever the cause, and again only after it was above.
         */
        post: operations["onStockLow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lot.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A lot was quarantined or released.
         * @description Sent for each location of the lot number.
         */
        post: operations["onLotStatusChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lot.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A lot expires soon.
         * @description Sent once for a lot at 90, 30 and 7 days before its expiry date.
         */
        post: operations["onLotExpiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sku.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A SKU was created.
         * @description The SKU and the codes that name it.
         */
        post: operations["onSkuCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sku.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A SKU was changed.
         * @description The SKU and the codes that name it now.
         */
        post: operations["onSkuUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "count.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A lot was counted.
         * @description Sent for each count, also when it found what the ledger says.
         */
        post: operations["onCountApproved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "temperature.excursion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A location left its temperature range.
         * @description Sent once for each excursion.
         */
        post: operations["onTemperatureExcursion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was created or changed.
         * @description Sent when an order is new, or something of it changed that `GET /v1/orders/{id}` shows: one event for each
         *     change, and for each organization that may read the order. Only endpoints that name this kind get it: live
         *     ones of live orders, test ones of test orders.
         */
        post: operations["onOrderUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test.
         * @description Sent when a test is asked for. It is not part of the feed of events.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Format: uuid
         * @description A UUID.
         */
        Uuid: string;
        /** @description What the movement was for. */
        LedgerReference: {
            /** @description The kind of thing. */
            type: string | null;
            /** @description Its id in the caller's system. */
            id: string | null;
            /** @description The prescription's number; `null` for test keys. */
            rx_number: string | null;
        } | null;
        /**
         * Format: date-time
         * @description An ISO 8601 timestamp in UTC with six fraction digits.
         */
        Timestamp: string;
        /** @description The manufacturer's lot (batch) number. */
        LotNumber: string;
        /** @description A ledger entry that was posted. */
        PostedTransaction: {
            /** @description Names the ledger entry. */
            id: components["schemas"]["Uuid"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /**
             * Format: int64
             * @description Signed units; negative leaves.
             */
            qty: number;
            /**
             * Format: int64
             * @description Units in the lot after this entry.
             */
            balance_after: number;
        };
        /** @description A movement that was posted with a key. */
        PostedMovement: {
            /** @description Names the movement; `movement_id` of its ledger entries. */
            id: components["schemas"]["Uuid"];
            /** @description The movement's type. */
            type: string;
            /** @description What the movement was for; `null` where it named nothing. */
            reference: components["schemas"]["LedgerReference"];
            /** @description When it was posted. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The ledger entries, in the order in which they were posted. */
            transactions: components["schemas"]["PostedTransaction"][];
        };
        /** @description For programs. New codes may be added. Today: `invalid_id`, `invalid_movement`, `lot_required`, `validation_error`, `validation_failed`, `unauthorized`, `insufficient_scope`, `not_vita_clinic`, `not_found`, `product_not_found`, `location_not_found`, `lot_not_found`, `method_not_allowed`, `insufficient_stock`, `request_timeout`, `payload_too_large`, `address_too_long`, `unsupported_media_type`, `expectation_failed`, `headers_too_large`, `lot_expired`, `lot_not_released`, `lot_expiry_mismatch`, `expiry_required`, `prescription_invalid`, `idempotency_key_reused`, `rate_limited`, `internal_error`, `unavailable`. */
        ErrorCode: string;
        /** @description What is wrong with one field. */
        FieldProblem: {
            /** @description The field, header or parameter, as the caller wrote it. */
            path: string;
            /** @description What would be right. */
            message: string;
        };
        /** @description What went wrong. */
        ValidationProblemError: {
            /** @description For programs. New codes may be added. */
            code: components["schemas"]["ErrorCode"];
            /** @description For people, in plain English. */
            message: string;
            /** @description One entry for each field that is wrong. */
            details?: components["schemas"]["FieldProblem"][];
            /** @description Names this request; quote it to support. */
            request_id: components["schemas"]["Uuid"];
        };
        /** @description A refusal of a request that is not valid. */
        ValidationProblem: {
            /** @description What went wrong. */
            error: components["schemas"]["ValidationProblemError"];
        };
        /** @description What went wrong. */
        ProblemError: {
            /** @description For programs. New codes may be added. */
            code: components["schemas"]["ErrorCode"];
            /** @description For people, in plain English. */
            message: string;
            /** @description Names this request; quote it to support. */
            request_id: components["schemas"]["Uuid"];
        };
        /** @description A refusal. */
        Problem: {
            /** @description What went wrong. */
            error: components["schemas"]["ProblemError"];
        };
        /** @description The answer to a request over its limit. */
        RateLimitedProblem: {
            /**
             * @description Always `rate_limited`.
             * @constant
             */
            error: "rate_limited";
            /** @description For people, in plain English. */
            message: string;
            /** @description When to try again. */
            retry_after: components["schemas"]["Timestamp"];
        };
        /** @description The organization's own code of a SKU. */
        SkuCode: string;
        /** @description The name of a location. */
        LocationName: string;
        /**
         * @description Whether the lot may be drawn.
         * @enum {string}
         */
        LotStatus: "released" | "quarantine";
        /**
         * @description What the movement is for. `type` and `id` together name one order. They can never be redacted: name the
         *     order, not the patient. New ones take no control or format characters and no white space around them, and
         *     are kept in NFC.
         */
        Reference: {
            /**
             * @description The kind of thing, `order` for example.
             * @example order
             */
            type?: string;
            /**
             * @description Its id in the caller's system.
             * @example ORD-1001
             */
            id?: string;
            /**
             * @description The prescription's number. It is stored with the entry, appears in no event and can be redacted.
             * @example RX-88213
             */
            rx_number?: string;
        };
        /**
         * @description What the scanner sent, as it is: at most 400 Unicode characters. Keep group separators (ASCII 29, in JSON
         *     `\u001d`) and the symbology identifier where the scanner sends one.
         */
        ScannedCode: string;
        /** @description A stock movement. */
        MovementRequest: {
            /**
             * @description What happens to the stock.
             * @enum {string}
             */
            type: "receive" | "fulfill" | "dispense" | "return";
            /**
             * Format: int64
             * @description Units moved, always positive; the type says in which direction.
             */
            qty: number;
            /** @description The SKU, by the organization's own code, exact and case-sensitive. */
            sku_code?: components["schemas"]["SkuCode"];
            /** @description The product, where one SKU stocks it; with `sku_code` it must be that SKU's. */
            product_id?: components["schemas"]["Uuid"];
            /** @description Where it happens, by the location's name; the organization's default location where nothing is said. */
            location?: components["schemas"]["LocationName"];
            /**
             * @description The manufacturer's lot (batch) number. `receive` and `return` need it, here or in the scanned code;
             *     a draw with it takes this lot or fails. A new one takes no control or format characters and no white space
             *     around it, and is kept in NFC.
             */
            lot_number?: components["schemas"]["LotNumber"];
            /**
             * Format: date
             * @description The lot's last usable day. For `receive` alone; required where the lot is new.
             * @example 2035-11-30
             */
            expiry_date?: string;
            /**
             * @description What a new lot starts as, `released` where nothing is said. For `receive` alone; a lot that is there
             *     must agree.
             */
            status?: components["schemas"]["LotStatus"];
            /**
             * @description The purchase order that the goods came with. It can never be redacted: nothing personal belongs here.
             * @example PO-10021
             */
            po_number?: string;
            /** @description What the movement is for. A draw takes what its order has reserved first. */
            reference?: components["schemas"]["Reference"];
            /** @description What the scanner sent. It names the product, and may give lot and expiry date too. */
            scanned_code?: components["schemas"]["ScannedCode"];
            /** @description Free text, kept with the movement. It appears in no event and can be redacted. */
            note?: string;
        };
        /** @description What was posted. */
        MovementResult: {
            /** @description True when this repeats the result of an earlier request with the same key. */
            idempotent: boolean;
            /** @description The ledger entries, in the order in which they were posted. */
            transactions: components["schemas"]["PostedTransaction"][];
        };
        /** @description Units that lie there and could not be taken. */
        BlockedStock: {
            /**
             * Format: int64
             * @description Held for other orders.
             */
            reserved: number;
            /**
             * Format: int64
             * @description In quarantined lots, expired ones included.
             */
            quarantined: number;
            /**
             * Format: int64
             * @description In released lots that are past their expiry date.
             */
            expired: number;
        };
        /** @description Where the units are. */
        StockShortage: {
            /**
             * Format: int64
             * @description Units asked for.
             */
            requested: number;
            /**
             * Format: int64
             * @description Units that this movement could have taken.
             */
            available: number;
            /** @description Units that lie there and could not be taken. */
            blocked: components["schemas"]["BlockedStock"];
        };
        /** @description What went wrong. */
        InsufficientStockProblemError: {
            /** @description Always `insufficient_stock`. */
            code: string;
            /** @description For people, in plain English. */
            message: string;
            /** @description Where the units are. */
            details: components["schemas"]["StockShortage"];
            /** @description Names this request; quote it to support. */
            request_id: components["schemas"]["Uuid"];
        };
        /** @description A refusal because stock is short. */
        InsufficientStockProblem: {
            /** @description What went wrong. */
            error: components["schemas"]["InsufficientStockProblemError"];
        };
        /** @description One movement and its key. */
        MovementBatchItem: {
            /**
             * @description What the single operation takes as `Idempotency-Key`: 8 to 100 visible ASCII characters. A key is
             *     the same key there and here, with or without double quotes around it.
             * @example upload-2026-11-20-1
             */
            idempotency_key: string;
            /** @description The movement, as the single operation takes it. */
            movement: components["schemas"]["MovementRequest"];
        };
        /** @description Stock movements, each with a key of its own. */
        MovementBatchRequest: {
            /** @description In the order in which they are decided where they touch one SKU at one location. */
            movements: components["schemas"]["MovementBatchItem"][];
        };
        /** @description The result of the movement, or its error, whose `request_id` is that of the whole request. */
        MovementOutcome: components["schemas"]["MovementResult"] | components["schemas"]["InsufficientStockProblem"] | components["schemas"]["ValidationProblem"];
        /** @description What the single operation would have answered. */
        MovementBatchItemResult: {
            /**
             * Format: int32
             * @description 201 posted, 200 posted before with this key, 400 to 422 refused. 503: it could not be decided; send
             *     the movement again with the same key. 500: something failed on our side, which is no reason not to
             *     send it again.
             */
            status: number;
            /** @description What the single operation would have answered. */
            body: components["schemas"]["MovementOutcome"];
        };
        /** @description What came of each movement. */
        MovementBatchResult: {
            /** @description One result for each movement, in the order in which they were sent. */
            results: components["schemas"]["MovementBatchItemResult"][];
        };
        /** @description A draw to look at beforehand. */
        PreviewRequest: {
            /**
             * @description The movement that would follow.
             * @enum {string}
             */
            type: "fulfill" | "dispense";
            /**
             * Format: int64
             * @description Units to draw.
             */
            qty: number;
            /** @description The SKU, by the organization's own code, exact and case-sensitive. */
            sku_code?: components["schemas"]["SkuCode"];
            /** @description The product, where one SKU stocks it; with `sku_code` it must be that SKU's. */
            product_id?: components["schemas"]["Uuid"];
            /** @description Where to draw, by the location's name; the organization's default location where nothing is said. */
            location?: components["schemas"]["LocationName"];
            /** @description Draws from this lot number alone. */
            lot_number?: components["schemas"]["LotNumber"];
            /**
             * @description Accepted as in a movement; it changes nothing here.
             * @example PO-10021
             */
            po_number?: string;
            /** @description What the movement is for. A draw takes what its order has reserved first. */
            reference?: components["schemas"]["Reference"];
            /** @description What the scanner sent. It names the product, and may give lot and expiry date too. */
            scanned_code?: components["schemas"]["ScannedCode"];
            /** @description Accepted as in a movement; it changes nothing here. */
            note?: string;
        };
        /** @description A lot that the draw would take from. */
        PreviewLot: {
            /** @description The lot. */
            lot_id: components["schemas"]["Uuid"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /**
             * Format: date
             * @description The lot's last usable day.
             */
            expiry_date: string;
            /**
             * Format: int64
             * @description Units from this lot.
             */
            qty: number;
        };
        /** @description A lot that would be passed over. */
        SkippedLot: {
            /** @description The lot. */
            lot_id: components["schemas"]["Uuid"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /**
             * Format: date
             * @description The lot's last usable day.
             */
            expiry_date: string;
            /**
             * Format: int64
             * @description Units in the lot.
             */
            on_hand: number;
            /** @description `reserved` (all of it), `quarantined` (expired too, perhaps) or `expired`. */
            reason: string;
        };
        /** @description What a draw would take now. */
        Preview: {
            /** @description The lots that it would take from, in order; at most 1,000. */
            lots: components["schemas"]["PreviewLot"][];
            /** @description Lots that hold units and would be passed over, first to expire first; the first 1,000 of them. */
            skipped: components["schemas"]["SkippedLot"][];
            /**
             * Format: int64
             * @description How many lots would be passed over, also those that are not named; counted up to 50,000.
             */
            skipped_total: number;
            /**
             * Format: int64
             * @description Units that the draw would lack; 0 when it would be posted.
             */
            shortfall: number;
        };
        /** @description A code to resolve. */
        ScanRequest: {
            /** @description The code, as the scanner sent it. At most 400 Unicode characters. */
            code: components["schemas"]["ScannedCode"];
        };
        /** @description A part of a code that was there and could not be read. */
        UnresolvedElement: {
            /** @description The field that it would have filled. New values may be added. */
            field: string;
            /**
             * @description `invalid_date`: there is no such day. `invalid_check_digit`: the last digit does not follow from the others.
             *     `invalid_value`: too long, or with characters that it cannot have. `ambiguous`: it may have run into the next
             *     element, since no separator came between. `contradicting`: the code has it twice and not the same. New values may
             *     be added.
             */
            reason: string;
        };
        /** @description What a code names and says. Fields that were not found are left out. */
        ScanResult: {
            /**
             * @description `sku`: the code names one SKU of the organization. `unknown_code`: it does not; the other fields carry
             *     what could be read. New values may come; take them as `unknown_code`.
             */
            match: string;
            /** @description The product that the code names. */
            product_id?: components["schemas"]["Uuid"];
            /** @description The organization's own code of the SKU that the code names. */
            sku_code?: components["schemas"]["SkuCode"];
            /** @description The lot (batch) number that the code carries. */
            lot_number?: string;
            /**
             * Format: date
             * @description The expiry date that the code carries; day 00 of a month is its last day.
             */
            expiry_date?: string;
            /** @description The serial number that the code carries. */
            serial?: string;
            /** @description What the catalog was found by: `sku_code`, `gtin`, `upc`, `ean` or `ndc` (the SKU's, or its product's). */
            matched_by?: string;
            /** @description The GTIN that the code carries, its check digit verified, filled with zeros to 14 digits. */
            gtin?: string;
            /**
             * @description The NDC that the code carries, in 11 digits (5-4-2 without hyphens). Ten digits without hyphens may
             *     mean several NDCs; then it is here only when the catalog told which.
             */
            ndc?: string;
            /** @description What the code was read as. New values may come. Today: `sku_code`, `gs1_element_string`, `gs1_digital_link`, `upc_a`, `upc_e`, `ean_8`, `ean_13`, `gtin_14`, `ndc`. */
            code_type?: string;
            /**
             * @description What was there and could not be read; its field is left out. Ask a person to look at the package. Left out where
             *     everything was read.
             */
            unresolved?: components["schemas"]["UnresolvedElement"][];
        };
        /**
         * Format: date-time
         * @description An ISO 8601 timestamp with its offset from UTC.
         */
        TimestampInput: string;
        /** @description Stock of one SKU at one location, in units. */
        StockLevel: {
            /** @description The organization's own code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The product in its pharmacy's catalog. */
            product_id: components["schemas"]["Uuid"];
            /** @description Where the stock lies. */
            location: components["schemas"]["LocationName"];
            /**
             * Format: int64
             * @description All units that lie there, usable or not.
             */
            on_hand: number;
            /**
             * Format: int64
             * @description Units held for orders.
             */
            reserved: number | null;
            /**
             * Format: int64
             * @description Units that a new order can have, in released, unexpired lots and not reserved.
             */
            available: number | null;
            /**
             * Format: int64
             * @description Units in quarantined lots, expired ones included.
             */
            quarantined: number | null;
            /**
             * Format: int64
             * @description Units in released lots that are past their expiry date.
             */
            expired: number;
            /**
             * Format: date
             * @description The earliest expiry date among the usable lots that hold stock.
             */
            next_expiry: string | null;
            /**
             * Format: int64
             * @description At or below this many available units the stock is low.
             */
            reorder_point: number | null;
            /**
             * Format: int64
             * @description Rises by one with every change, so that of two reports the later one can be told.
             */
            version: number | null;
        };
        /** @description Pass it as `cursor` for the next page; `null` on the last. */
        NextCursor: string | null;
        /** @description A page of stock levels. */
        StockLevelList: {
            /** @description The levels. */
            data: components["schemas"]["StockLevel"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description All rows of the list at one moment, where the request has `Accept: text/csv`: a report for people and spreadsheets.
         *     Programs that keep a copy read the pages or the events instead. It is RFC 4180 in UTF-8 with a line of names first;
         *     read columns by their names, since more may be added. A field of an object is a column such as `reference.id`, `null`
         *     is an empty cell, and a list or an open object is one cell of JSON. Every text is in quotes; one that a spreadsheet
         *     would run as a formula, or that begins with a line break, has an apostrophe before it. More than 50,000 rows are refused
         *     with 400 before the first byte, `limit`, `cursor` and `after` too; it takes at most 30 seconds, and is broken off where
         *     its reader stops for 5. A key has one report at a time, and others wait. An answer that breaks off ends its connection
         *     without its last chunk: keep no file that did not end.
         */
        Csv: string;
        /**
         * @description A place in a list that is ordered by time: an ISO 8601 timestamp. In those we give, the fraction has 25
         *     digits: the microsecond and the row's number, so that rows of the same microsecond keep their order.
         */
        TimeCursor: string;
        /** @description One permanent change of one lot. */
        LedgerTransaction: {
            /** @description Names the ledger entry. */
            id: components["schemas"]["Uuid"];
            /** @description The movement that the entry is of. */
            movement_id: components["schemas"]["Uuid"];
            /** @description The movement's type; for a transfer which side of it this is. */
            type: string;
            /** @description The organization's own code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The product in its pharmacy's catalog. */
            product_id: components["schemas"]["Uuid"];
            /** @description The name of the location. */
            location: components["schemas"]["LocationName"];
            /** @description The lot. */
            lot_id: components["schemas"]["Uuid"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /**
             * Format: int64
             * @description Signed units; negative leaves.
             */
            qty: number;
            /**
             * Format: int64
             * @description Units in the lot after this entry.
             */
            balance_after: number;
            /** @description What the movement was for; `null` where it named nothing. */
            reference: components["schemas"]["LedgerReference"];
            /** @description The purchase order. */
            po_number: string | null;
            /** @description Free text; `null` for test keys. */
            note: string | null;
            /** @description SHA-256 chained to what happened to the lot before, in hex; see the introduction. */
            hash: string;
            /** @description When it was posted; never before an earlier entry of the lot. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When `note` and `rx_number` were redacted, both for good; `null` where they were not. Everything else
             *     stays: quantities, times, hashes, `reference.type`, `reference.id` and `po_number`.
             */
            redacted_at: string | null;
        };
        /** @description A page of ledger entries. */
        LedgerTransactionList: {
            /** @description The entries, newest first. */
            data: components["schemas"]["LedgerTransaction"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * Format: date
         * @description A calendar date.
         */
        DateInput: string;
        /** @description One lot number of a SKU at one location, in units. */
        Lot: {
            /** @description Names the lot. */
            id: components["schemas"]["Uuid"];
            /** @description The organization's own code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The product in its pharmacy's catalog. */
            product_id: components["schemas"]["Uuid"];
            /** @description The name of the location. */
            location: components["schemas"]["LocationName"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /**
             * Format: date
             * @description The last usable day, in the location's time zone.
             */
            expiry_date: string;
            /** @description `released` or `quarantine`. */
            status: string;
            /**
             * Format: int64
             * @description All units that lie there.
             */
            on_hand: number;
            /**
             * Format: int64
             * @description Units held for orders.
             */
            reserved: number;
            /**
             * Format: int64
             * @description Units that a new order can have; 0 for a lot that is quarantined or expired.
             */
            available: number;
            /** @description When it was first received. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of lots. */
        LotList: {
            /** @description The lots, first to expire first. */
            data: components["schemas"]["Lot"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description The order that the stock is for. Both parts together name it. */
        OrderReference: {
            /**
             * @description The kind of thing, `order` for example.
             * @example order
             */
            type: string;
            /**
             * @description Its id in the caller's system.
             * @example ORD-1001
             */
            id: string;
        };
        /** @description Stock reserved for one order in one lot. */
        Allocation: {
            /** @description Names the reservation. */
            id: components["schemas"]["Uuid"];
            /** @description The order that the stock is reserved for. */
            reference: components["schemas"]["OrderReference"];
            /** @description The organization's own code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The product in its pharmacy's catalog. */
            product_id: components["schemas"]["Uuid"];
            /** @description The name of the location. */
            location: components["schemas"]["LocationName"];
            /** @description The lot. */
            lot_id: components["schemas"]["Uuid"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /**
             * Format: date
             * @description The lot's last usable day.
             */
            expiry_date: string;
            /**
             * Format: int64
             * @description Units.
             */
            qty: number;
            /** @description When it was reserved. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description An order. */
        TracedOrder: {
            /** @description Names the order. */
            id: components["schemas"]["Uuid"];
            /** @description Its number. */
            order_number: string;
            /** @description Its status now, as `GET /v1/orders/{id}` shows it. */
            status: string;
        };
        /** @description A lot whose number looks like another one's. */
        SimilarLot: {
            /**
             * Format: uuid
             * @description The lot.
             */
            lot_id: string;
            /** @description Its own number. */
            lot_number: components["schemas"]["LotNumber"];
            /** @description Where it lies. */
            location: components["schemas"]["LocationName"];
            /** @description `released` or `quarantine`. */
            status: string;
        };
        /** @description A lot's history. */
        LotTrace: {
            /** @description The lot itself. */
            lot: components["schemas"]["Lot"];
            /** @description A page of its ledger entries, newest first. */
            movements: components["schemas"]["LedgerTransaction"][];
            /**
             * @description Who holds reservations in it now, the newest 100, the same on each page. All of a lot are in
             *     `/v1/inventory/allocations?lot_id=`.
             */
            allocations: components["schemas"]["Allocation"][];
            /**
             * Format: int64
             * @description How many reservations there are now, over all locations where `everywhere` asks for them.
             */
            allocations_total: number;
            /**
             * @description Orders that the movements and reservations of this page are for: those whose `reference` is of type
             *     `order` with the id of an order that the caller's organization may read, in the environment of the key.
             */
            orders: components["schemas"]["TracedOrder"][];
            /**
             * Format: int64
             * @description Units left, over all locations where `everywhere` asks for them.
             */
            on_hand: number;
            /**
             * @description Lots of the same SKU, at any location, whose numbers differ from this one's only by case, white space or
             *     characters that look alike: they may be the same lot, written otherwise, and a recall of this number passes
             *     over them. At most 100 are named, by their numbers.
             */
            similar_lots: components["schemas"]["SimilarLot"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A page of reservations. */
        AllocationList: {
            /** @description The reservations, newest first. */
            data: components["schemas"]["Allocation"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description The order that the stock is for. Both parts together name it. They can never be redacted: name the order,
         *     not the patient. New ones take no control or format characters and no white space around them, and are kept
         *     in NFC.
         */
        OrderReferenceRequest: {
            /**
             * @description The kind of thing, `order` for example.
             * @example order
             */
            type: string;
            /**
             * @description Its id in the caller's system.
             * @example ORD-1001
             */
            id: string;
        };
        /** @description What an order shall hold. The product is named by `sku_code`, `product_id` or both. */
        AllocationRequest: {
            /** @description The order that the stock is for. */
            reference: components["schemas"]["OrderReferenceRequest"];
            /**
             * Format: int64
             * @description Units that the order shall hold in all.
             */
            qty: number;
            /** @description The SKU, by the organization's own code, exact and case-sensitive. */
            sku_code?: components["schemas"]["SkuCode"];
            /** @description The product, where one SKU stocks it; with `sku_code` it must be that SKU's. */
            product_id?: components["schemas"]["Uuid"];
            /** @description Where to reserve, by the location's name; the organization's default location where nothing is said. */
            location?: components["schemas"]["LocationName"];
            /** @description Reserves in this lot alone. */
            lot_id?: components["schemas"]["Uuid"];
            /**
             * Format: date
             * @description Reserves nothing in lots that expire before this day; what the order holds already counts all the same. It is
             *     for this request alone: what a recall or an expiry moves to another lot may then lie in one that expires before.
             * @example 2031-06-30
             */
            min_expiry_date?: string;
        };
        /** @description What an order holds in one lot. */
        HeldLot: {
            /** @description The lot. */
            lot_id: components["schemas"]["Uuid"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /**
             * Format: date
             * @description The lot's last usable day.
             */
            expiry_date: string;
            /** @description The name of the location. */
            location: components["schemas"]["LocationName"];
            /**
             * Format: int64
             * @description Units.
             */
            qty: number;
        };
        /** @description What the order holds. */
        AllocationResult: {
            /** @description The order that the stock is reserved for. */
            reference: components["schemas"]["OrderReference"];
            /** @description The organization's own code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The product in its pharmacy's catalog. */
            product_id: components["schemas"]["Uuid"];
            /** @description The name of the location. */
            location: components["schemas"]["LocationName"];
            /**
             * Format: int64
             * @description Units asked for.
             */
            qty: number;
            /**
             * Format: int64
             * @description Units that this request reserved.
             */
            reserved_now: number;
            /** @description Whether the order held as much already, so that nothing new was reserved. */
            already_reserved: boolean;
            /** @description All that the order holds of this SKU at this location. */
            allocations: components["schemas"]["HeldLot"][];
        };
        /** @description What was released. */
        ReleaseResult: {
            /**
             * Format: int64
             * @description Units.
             */
            released: number;
        };
        /** @description A place that holds stock. */
        Location: {
            /** @description Names the location. */
            id: components["schemas"]["Uuid"];
            /** @description Its name, unique in the organization. */
            name: components["schemas"]["LocationName"];
            /** @description Whether a movement that names no location happens here. */
            is_default: boolean;
            /** @description IANA time zone; it decides when a lot's expiry date is over. */
            time_zone: string;
        };
        /** @description A page of locations. */
        LocationList: {
            /** @description The locations, by name. */
            data: components["schemas"]["Location"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A product as the organization stocks it. */
        Sku: {
            /** @description Names the SKU. */
            id: components["schemas"]["Uuid"];
            /** @description The organization's own code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The product in its pharmacy's catalog. */
            product_id: components["schemas"]["Uuid"];
            /** @description GTIN in 14 digits. */
            gtin: string | null;
            /** @description UPC-A in 12 digits. */
            upc: string | null;
            /** @description EAN in 8 or 13 digits. */
            ean: string | null;
            /** @description NDC in 11 digits, without hyphens. */
            ndc: string | null;
            /**
             * Format: int64
             * @description At or below this many available units the stock at a location is low.
             */
            reorder_point: number | null;
            /** @description When the SKU was created. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of SKUs. */
        SkuList: {
            /** @description The SKUs, by `sku_code`. */
            data: components["schemas"]["Sku"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A temperature that was measured at a location. */
        TemperatureReading: {
            /** @description Names the reading. */
            id: components["schemas"]["Uuid"];
            /** @description Where it was measured. */
            location: components["schemas"]["LocationName"];
            /** @description The temperature that was measured. */
            celsius: number;
            /** @description The least that the location allowed then; `null` where it had no such bound. */
            min_celsius: number | null;
            /** @description The most that it allowed then; `null` where it had no such bound. */
            max_celsius: number | null;
            /** @description Whether it is within those bounds. */
            in_range: boolean;
            /** @description When it was measured; of a correction, when the reading was that it corrects. */
            measured_at: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description The reading that was wrong, and that this one replaces; `null` where it corrects none.
             */
            corrects: string | null;
        };
        /** @description A page of temperature readings. */
        TemperatureReadingList: {
            /** @description The readings, newest first. */
            data: components["schemas"]["TemperatureReading"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A webhook endpoint. */
        WebhookEndpoint: {
            /** @description Names the endpoint. */
            id: components["schemas"]["Uuid"];
            /** @description Where events are sent. */
            url: string;
            /** @description Kinds of events; none means all but `order.updated`. */
            events: string[];
            /** @description For people. */
            description: string | null;
            /** @description `enabled`, or `disabled`: nothing is sent to it. */
            status: string;
            /**
             * Format: date-time
             * @description When it was disabled; `null` while it is enabled.
             */
            disabled_at: string | null;
            /** @description `requested`, or `failing`: for five days it had failures and no success. `null` while it is enabled. */
            disabled_reason: string | null;
            /** @description When the endpoint was created. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of endpoints. */
        WebhookEndpointList: {
            /** @description The rows. */
            data: components["schemas"]["WebhookEndpoint"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description A kind of event that an endpoint can ask for.
         * @enum {string}
         */
        EventType: "stock.changed" | "stock.low" | "lot.status_changed" | "lot.expiring" | "sku.created" | "sku.updated" | "count.approved" | "temperature.excursion" | "order.updated";
        /** @description Kinds of events; none means all but `order.updated`. */
        EventSelection: components["schemas"]["EventType"][];
        /** @description A subscription. */
        WebhookEndpointRequest: {
            /**
             * @description A public https address, without user info.
             * @example https://partner.example/hooks/stock
             */
            url: string;
            /** @description Kinds of events; none means all but `order.updated`. */
            events?: components["schemas"]["EventSelection"];
            /** @description For people. */
            description?: string;
        };
        /** @description A webhook endpoint with its secret. */
        WebhookEndpointWithSecret: {
            /** @description Names the endpoint. */
            id: components["schemas"]["Uuid"];
            /** @description Where events are sent. */
            url: string;
            /** @description Kinds of events; none means all but `order.updated`. */
            events: string[];
            /** @description For people. */
            description: string | null;
            /** @description `enabled`, or `disabled`: nothing is sent to it. */
            status: string;
            /**
             * Format: date-time
             * @description When it was disabled; `null` while it is enabled.
             */
            disabled_at: string | null;
            /** @description `requested`, or `failing`: for five days it had failures and no success. `null` while it is enabled. */
            disabled_reason: string | null;
            /** @description When the endpoint was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description `whsec_` and base64 of 32 bytes. Keep it; it is not shown again. */
            secret: string;
        };
        /** @description What was deleted. */
        WebhookDeleted: {
            /** @description Names the endpoint that was deleted. */
            id: components["schemas"]["Uuid"];
            /** @description Always true. */
            deleted: boolean;
        };
        /** @description What changes; the rest stays, the secret included. */
        WebhookEndpointChange: {
            /**
             * @description A public https address, without user info. What is pending goes there too.
             * @example https://partner.example/hooks/stock
             */
            url?: string;
            /** @description Kinds of events; none means all but `order.updated`. */
            events?: components["schemas"]["EventSelection"];
            /** @description For people; `null` clears it. */
            description?: string | null;
            /**
             * @description `disabled` ends what is pending as `dead`, and nothing is sent until `enabled`, which begins with the
             *     events from then on.
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        /** @description What kind of event is sent. */
        WebhookTestRequest: {
            /**
             * @description The kind of event; `webhook.test` if not said.
             * @enum {string}
             */
            type?: "webhook.test" | "stock.changed" | "stock.low" | "lot.status_changed" | "lot.expiring" | "sku.created" | "sku.updated" | "count.approved" | "temperature.excursion" | "order.updated";
        };
        /** @description One try of a delivery. */
        WebhookAttempt: {
            /** @description When the receiver was asked. */
            at: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description The receiver's HTTP status; `null` where there was none.
             */
            status: number | null;
            /**
             * Format: int32
             * @description How long it took.
             */
            milliseconds: number;
            /**
             * @description The class of failure: `status`, `redirect`, `timeout`, `connect`, `dns` (the name leads to no
             *     public address), `address` (the url is no public address), `tls`, `reset`, or `null` for a
             *     success.
             */
            error: string | null;
        };
        /** @description One event for one endpoint. */
        WebhookDelivery: {
            /** @description Names the delivery. */
            id: components["schemas"]["Uuid"];
            /** @description The event that is delivered. */
            event_id: components["schemas"]["Uuid"];
            /** @description The kind of event. */
            type: string;
            /** @description `pending`, `succeeded` or `dead`. */
            status: string;
            /** @description The tries, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it is tried next; `null` once it is finished.
             */
            next_attempt_at: string | null;
        };
        /** @description How long both secrets are used. */
        RotateSecretRequest: {
            /**
             * Format: int32
             * @description Seconds; a day if not said.
             */
            overlap_seconds?: number;
        };
        /** @description The endpoint's new secret. */
        RotatedSecret: {
            /** @description Names the endpoint. */
            id: components["schemas"]["Uuid"];
            /** @description `whsec_` and base64 of 32 bytes. Keep it; it is not shown again. */
            secret: string;
        };
        /** @description A page of deliveries. */
        WebhookDeliveryList: {
            /** @description The rows. */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description Which deliveries. */
        ReplayRequest: {
            /** @description Deliveries that died at or after this time. */
            since: components["schemas"]["TimestampInput"];
        };
        /** @description What is delivered again. */
        Replayed: {
            /**
             * Format: int64
             * @description How many deliveries, counted up to 1,000,000; those beyond are replayed too.
             */
            replayed: number;
        };
        /** @description Something that happened. */
        Event: {
            /** @description Names the event. */
            id: components["schemas"]["Uuid"];
            /** @description What kind of thing. New kinds may be added. */
            type: string;
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description What the kind of event says. Ids, codes and quantities only.
             *
             *     | type | data |
             *     |---|---|
             *     | `stock.changed` | `StockChangedData` |
             *     | `stock.low` | `StockLowData` |
             *     | `lot.status_changed` | `LotStatusChangedData` |
             *     | `lot.expiring` | `LotExpiringData` |
             *     | `sku.created` | `SkuCreatedData` |
             *     | `sku.updated` | `SkuUpdatedData` |
             *     | `count.approved` | `CountApprovedData` |
             *     | `temperature.excursion` | `TemperatureExcursionData` |
             *     | `order.updated` | `OrderUpdatedData` |
             */
            data: {
                [key: string]: unknown;
            };
        };
        /** @description A page of events. */
        EventList: {
            /** @description The events, oldest first. */
            data: components["schemas"]["Event"][];
            /**
             * @description The event to go on after: the last one of `data`, or `after` itself where nothing is new. The feed never ends, so
             *     it says nothing of whether there is more: a page with fewer events than `limit` was the last for now. It is
             *     `null` only where there was no event at all, and no `after`.
             */
            next_cursor: string | null;
        };
        /** @description A patient, in the least that tells one from another. */
        Patient: {
            /** @description Names the patient. */
            id: components["schemas"]["Uuid"];
            /** @description The first name. */
            first_name: string;
            /**
             * @description The first letter of the last name, upper-case where its script has cases: `O` of O'Brien, `D` of
             *     de Vries, `李` of 李.
             */
            last_initial: string;
            /**
             * Format: uuid
             * @description The physician, by an id of the organization's own; `null` where none is assigned.
             */
            assigned_physician_id: string | null;
            /** @description When the patient was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the record last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of patients. */
        PatientList: {
            /** @description The patients, newest first. */
            data: components["schemas"]["Patient"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A postal address. In the US, `state` and `postal_code` are required too. */
        Address: {
            /**
             * @description Street and number.
             * @example 120 Congress Avenue
             */
            line1: string;
            /** @description Apartment, floor or the like. */
            line2?: string;
            /**
             * @description The city.
             * @example Austin
             */
            city: string;
            /**
             * @description In the US, the two capital letters that the postal service uses for a state, the District of Columbia,
             *     a territory or the armed forces. Elsewhere the region, as it is written there.
             * @example TX
             */
            state?: string;
            /**
             * @description In the US a ZIP code, `12345` or `12345-6789`.
             * @example 78701
             */
            postal_code?: string;
            /**
             * @description The two capital letters of ISO 3166-1.
             * @default US
             */
            country: string;
        };
        /** @description A patient. No answer ever holds more of it than `Patient` has. */
        PatientRequest: {
            /**
             * @description The first name. Spaces around it are dropped.
             * @example Maria
             */
            first_name: string;
            /**
             * @description The last name, with at least one letter. Spaces around it are dropped.
             * @example de Vries
             */
            last_name: string;
            /**
             * Format: date
             * @description A calendar date, from 1900-01-01 and not in the future.
             * @example 1984-02-29
             */
            date_of_birth: string;
            /**
             * Format: email
             * @description The e-mail address.
             * @example maria@mail.example
             */
            email?: string;
            /**
             * @description A telephone number in any usual writing, without an extension. One without a country code is a number of
             *     the US. It is kept in the form of E.164, `+15125550142`.
             * @example (512) 555-0142
             */
            phone?: string;
            /** @description The patient's address. */
            address?: components["schemas"]["Address"];
            /** @description What the patient must not have. */
            allergies?: string[];
            /** @description What the patient takes. */
            medications?: string[];
            /** @description Free text of the clinic. */
            clinical_notes?: string;
            /**
             * Format: uuid
             * @description The physician, by an id of the organization's own.
             */
            assigned_physician_id?: string;
        };
        /** @description One patient. */
        PatientAnswer: {
            /** @description The patient. */
            data: components["schemas"]["Patient"];
        };
        /** @description A text, a number, `true` or `false`, or a list of texts. */
        IntakeAnswerValue: unknown;
        /** @description That the patient agreed, and when. Without it there is no intake. */
        Consent: {
            /**
             * @description Nothing but `true` is taken.
             * @enum {boolean}
             */
            accepted: true;
            /**
             * Format: date-time
             * @description When the patient agreed, not in the future (five minutes are allowed for clocks that differ).
             * @example 2026-11-20T10:14:58Z
             */
            at: string;
        };
        /** @description What a patient answered, and consented to, before an order. No answer ever holds it. */
        IntakeRequest: {
            /** @description The patient. */
            patient_id: components["schemas"]["Uuid"];
            /** @description The answers, each under a name of the caller's. */
            answers: {
                [key: string]: components["schemas"]["IntakeAnswerValue"];
            };
            /** @description That the patient agreed, and when. */
            consent: components["schemas"]["Consent"];
            /**
             * @description The products that the patient asks for, by their ids. Each must be active and listed in the caller's
             *     storefront, as in an order. One that is named twice counts once.
             */
            requested_products?: components["schemas"]["Uuid"][];
        };
        /** @description That an intake was taken. What it holds is sealed, and is in no answer. */
        Intake: {
            /** @description Names the intake. */
            id: components["schemas"]["Uuid"];
            /** @description The patient. */
            patient_id: components["schemas"]["Uuid"];
            /** @description What became of it, `submitted` at first. New values may be added. */
            status: string;
            /** @description When it was taken. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description One intake. */
        IntakeAnswer: {
            /** @description The intake. */
            data: components["schemas"]["Intake"];
        };
        /** @description A prescription. */
        Prescription: {
            /** @description Names the prescription. */
            id: components["schemas"]["Uuid"];
            /** @description The patient. */
            patient_id: components["schemas"]["Uuid"];
            /**
             * Format: uuid
             * @description The organization of the provider who prescribed, which is the caller's.
             */
            provider_org_id: string;
            /**
             * Format: uuid
             * @description The order that it belongs to; `null` where there is none.
             */
            order_id: string | null;
            /** @description What is prescribed, as the provider named it. Orders with it are for the product of this name. */
            product_name: string;
            /** @description How much is taken at a time. */
            dosage: string | null;
            /** @description How often it is taken. */
            frequency: string | null;
            /**
             * Format: int64
             * @description Units that are dispensed each time; `null` where it says none, and covers one order.
             */
            quantity: number | null;
            /**
             * Format: int64
             * @description How often it may be dispensed again; `null` is never.
             */
            refills_authorized: number | null;
            /** @description Today `draft`, `signed`, `completed`, `cancelled` or `expired`. New values may be added. */
            status: string;
            /**
             * Format: date-time
             * @description From when on it is no longer valid; `null` where it says no end.
             */
            expires_at: string | null;
            /** @description When it was written. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of prescriptions. */
        PrescriptionList: {
            /** @description The prescriptions, newest first. */
            data: components["schemas"]["Prescription"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A partner of the organization. */
        Partner: {
            /** @description Names the partner. */
            id: components["schemas"]["Uuid"];
            /** @description The id that the organization gave, in its own form. */
            external_id: string;
            /** @description The partner's name. */
            name: string;
            /** @description The partner's e-mail address. */
            email: string | null;
            /**
             * @description The external id of the partner who brought this one; `null` where there was none. It is the organization's
             *     own text too, and may name somebody who is not listed here.
             */
            sponsor_external_id: string | null;
            /** @description `invited`, `active` or `suspended`. */
            status: string;
            /** @description Whether an invitation was sent. */
            invite_sent: boolean;
            /** @description Whether the partner has an account in the portal. */
            portal_linked: boolean;
            /** @description When the partner was created. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description One partner. */
        PartnerAnswer: {
            /** @description The partner. */
            data: components["schemas"]["Partner"];
        };
        /** @description The customer of a store; `null` where nothing is known. */
        StoreCustomer: {
            /** @description The e-mail address. */
            email: string | null;
            /** @description The first name. */
            first_name: string | null;
            /** @description The last name. */
            last_name: string | null;
            /** @description The telephone number. */
            phone: string | null;
        } | null;
        /** @description The address that a store's order is shipped to; `null` where nothing is known. */
        StoreShipTo: {
            /** @description Who receives it. */
            name: string | null;
            /** @description The telephone number of who receives it. */
            phone: string | null;
            /** @description Street and number. */
            line1: string | null;
            /** @description Apartment, floor or the like. */
            line2: string | null;
            /** @description The city. */
            city: string | null;
            /** @description The state or region. */
            state: string | null;
            /** @description The postal code. */
            postal_code: string | null;
            /** @description The country. */
            country: string | null;
        } | null;
        /** @description One line of a store's order. */
        StoreOrderItem: {
            /** @description The product's id. */
            product_id: string | null;
            /** @description The product's name when it was ordered. */
            name: string | null;
            /**
             * Format: int64
             * @description How many were ordered.
             */
            quantity: number | null;
            /**
             * Format: int64
             * @description The price of one.
             */
            unit_price_cents: number | null;
        };
        /** @description What the store's checkout page used to turn the card into a token; `null` where no card was taken there. */
        StoreOrderCheckout: {
            /** @description The public client key. */
            public_client_key: string | null;
            /** @description The API login id. */
            api_login_id: string | null;
            /** @description The address of the tokenization script. */
            accept_js_url: string | null;
            /** @description `production` or `sandbox`. */
            environment: string | null;
            /**
             * Format: int64
             * @description The amount that was asked for.
             */
            amount_cents: number | null;
        } | null;
        /** @description An order that a customer placed in the store. What is not known of it is `null`. */
        StoreOrder: {
            /** @description Names the order. */
            id: components["schemas"]["Uuid"];
            /** @description Names the order for people; unique in the store. */
            order_number: string;
            /** @description `pending`, `paid`, `processing`, `shipped`, `delivered` or `cancelled`. */
            status: string;
            /** @description `pending`, `paid`, `refunded` or `failed`. */
            payment_status: string;
            /** @description The order's id in the store's own system. */
            external_order_id: string | null;
            /**
             * Format: int64
             * @description The items together.
             */
            subtotal_cents: number;
            /**
             * Format: int64
             * @description Shipping.
             */
            shipping_cents: number;
            /**
             * Format: int64
             * @description Tax.
             */
            tax_cents: number;
            /**
             * Format: int64
             * @description What the customer pays.
             */
            total_cents: number;
            /**
             * Format: int64
             * @description What of it is the store's own markup.
             */
            your_markup_cents: number;
            /** @description An ISO 4217 code. */
            currency: string;
            /** @description The customer; `null` where nothing is known. */
            customer: components["schemas"]["StoreCustomer"];
            /** @description Where it is shipped to; `null` where nothing is known. */
            ship_to: components["schemas"]["StoreShipTo"];
            /** @description What was ordered. */
            items: components["schemas"]["StoreOrderItem"][];
            /** @description What the store's checkout page used; `null` where no card was taken there. */
            checkout: components["schemas"]["StoreOrderCheckout"];
            /** @description When it was placed. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of a store's orders. */
        StoreOrderList: {
            /** @description The orders, newest first. */
            data: components["schemas"]["StoreOrder"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description What a checkout page needs to turn a card into a token. Public values alone. */
        CheckoutConfig: {
            /** @description The public client key. */
            public_client_key: string | null;
            /** @description The API login id. */
            api_login_id: string | null;
            /** @description The address of the tokenization script. */
            accept_js_url: string | null;
            /** @description `production` for a live key, `sandbox` for a test key. */
            environment: string;
        };
        /** @description The checkout configuration of the key's environment. */
        CheckoutConfigAnswer: {
            /** @description The configuration. */
            data: components["schemas"]["CheckoutConfig"];
        };
        /** @description An order of a customer. */
        Order: {
            /** @description Names the order. */
            id: components["schemas"]["Uuid"];
            /** @description Its number, unique within the ordering organization and the environment. */
            order_number: string;
            /** @description `pending`, `paid`, `processing`, `shipped`, `delivered` or `cancelled`. New ones may be added. */
            status: string;
            /** @description `pending`, `paid`, `refunded` or `failed`. New ones may be added. */
            payment_status: string;
            /**
             * Format: int64
             * @description What the customer pays, in the smallest unit of the currency.
             */
            total_cents: number;
            /** @description The currency's code (ISO 4217). */
            currency: string;
            /** @description The carrier's number of the shipment. */
            tracking_number: string | null;
            /** @description Who carries it. */
            tracking_carrier: string | null;
            /**
             * Format: date-time
             * @description When it was shipped.
             */
            shipped_at: string | null;
            /**
             * Format: uuid
             * @description Whom it is for.
             */
            patient_id: string | null;
            /** @description When it was placed. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of orders. */
        OrderList: {
            /** @description The orders, newest first. */
            data: components["schemas"]["Order"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A product that is ordered. */
        OrderItemRequest: {
            /**
             * Format: uuid
             * @description An active product that the organization's storefront lists.
             */
            product_id: string;
            /**
             * Format: int64
             * @description Units of it, not below the product's `min_order_qty`.
             */
            quantity: number;
            /**
             * Format: uuid
             * @description The patient's prescription for this product. Needed where the product requires one, and judged wherever it is
             *     sent.
             */
            prescription_id?: string;
        };
        /**
         * @description Who receives it, and where. In the US, `state` and `postal_code` are required too. It is sealed at rest, and
         *     no answer shows it.
         */
        ShipTo: {
            /**
             * @description Who receives it.
             * @example Maya Okafor
             */
            name: string;
            /**
             * @description A telephone number in any usual writing, without an extension. One without a country code is a number of
             *     the US.
             * @example (212) 555-0141
             */
            phone?: string;
            /**
             * @description Street and number.
             * @example 18 Harbor Street
             */
            line1: string;
            /** @description Apartment, floor or the like. */
            line2?: string;
            /**
             * @description The city.
             * @example Boston
             */
            city: string;
            /**
             * @description In the US, the two capital letters that the postal service uses for a state, the District of Columbia,
             *     a territory or the armed forces. Elsewhere the region, as it is written there.
             * @example MA
             */
            state?: string;
            /**
             * @description In the US a ZIP code, `12345` or `12345-6789`.
             * @example 02110
             */
            postal_code?: string;
            /**
             * @description The two capital letters of ISO 3166-1.
             * @default US
             */
            country: string;
        };
        /** @description An order. */
        OrderRequest: {
            /**
             * Format: uuid
             * @description A patient of the organization, in the environment of the key.
             */
            patient_id: string;
            /** @description What is ordered, all of it products of one pharmacy. */
            items: components["schemas"]["OrderItemRequest"][];
            /** @description Who receives it, and where. */
            ship_to: components["schemas"]["ShipTo"];
            /**
             * @description The order's id in the caller's system. Nothing personal belongs here. It takes no control or format
             *     characters and no white space around it, and is kept in NFC.
             * @example WEB-10042
             */
            external_order_id?: string;
        };
        /** @description One order. */
        OrderAnswer: {
            /** @description The order. */
            data: components["schemas"]["Order"];
        };
        /** @description A SKU by which the fulfilment pharmacy stocks a product. */
        OrderItemSku: {
            /** @description The pharmacy's code of the SKU. */
            sku_code: string;
            /**
             * Format: int64
             * @description How many units this order holds of the SKU, at all locations.
             */
            reserved: number;
            /**
             * Format: int64
             * @description How many units of the SKU are available at all locations, as `GET /v1/inventory/stock` counts them.
             */
            available: number;
        };
        /** @description A product of an order, and how many units of it are ordered. */
        OrderItem: {
            /** @description Names the product. */
            product_id: components["schemas"]["Uuid"];
            /** @description What the product is called now. */
            name: string;
            /**
             * Format: int64
             * @description How many units are ordered.
             */
            quantity: number;
            /**
             * @description The SKUs by which the fulfilment pharmacy stocks the product, by code. Of more than 100, these are the ones that the
             *     order holds, then those with available units, then the others by code, until there are 100. It is there
             *     for that pharmacy alone and left out for the ordering organization.
             */
            skus?: components["schemas"]["OrderItemSku"][];
        };
        /** @description The items of one order. */
        OrderItemList: {
            /** @description The items, in the order in which they were sent; at most 100. */
            data: components["schemas"]["OrderItem"][];
        };
        /** @description A product of a pharmacy's catalog. */
        Product: {
            /** @description Names the product. */
            id: components["schemas"]["Uuid"];
            /** @description What it is called. */
            name: string;
            /** @description For people who choose it. */
            description: string | null;
            /** @description The pharmacy's own. */
            category: string | null;
            /** @description The pharmacy's own, `medication` or `supply` for example. */
            product_type: string | null;
            /** @description The strengths it comes in. */
            strengths: string[];
            /** @description The forms it comes in. */
            dosage_forms: string[];
            /** @description Its NDC, as the pharmacy writes it. */
            ndc_code: string | null;
            /**
             * @description Whether any unit is available now: in a released lot that has not expired where it lies, and not
             *     reserved, at any location.
             */
            in_stock: boolean;
            /** @description Whether an order of it needs a prescription. */
            requires_prescription: boolean;
            /** @description Whether it is sent to patients. */
            ships_to_patient: boolean;
            /** @description Whether it is sent to offices. */
            ships_to_office: boolean;
            /**
             * Format: int64
             * @description The least that an order may ask for.
             */
            min_order_qty: number;
            /** @description Only an `active` product can be ordered. New values may be added. */
            status: string;
            /** @description When the product was created. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of products. */
        ProductList: {
            /** @description The products, newest first. */
            data: components["schemas"]["Product"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A product in a storefront. */
        Listing: {
            /** @description The product, as an order names it. */
            product_id: components["schemas"]["Uuid"];
            /** @description What the product is called. */
            name: string;
            /**
             * Format: int64
             * @description What a patient pays for one unit in this storefront.
             */
            patient_price_cents: number;
            /** @description Whether customers see it. Only a product that is listed can be ordered. */
            is_listed: boolean;
            /** @description Whether an order of it needs a prescription. */
            requires_prescription: boolean;
            /**
             * Format: int64
             * @description The least that an order may ask for.
             */
            min_order_qty: number;
            /** @description Only an `active` product can be ordered. New values may be added. */
            status: string;
        };
        /** @description A page of listings. */
        ListingList: {
            /** @description The listings, newest first. */
            data: components["schemas"]["Listing"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A member of a bundle. */
        BundleItem: {
            /** @description The product. */
            platform_product_id: components["schemas"]["Uuid"];
            /**
             * Format: int64
             * @description Units of it in one bundle.
             */
            qty: number;
            /** @description The product's name. */
            name: string;
            /** @description The product's type, as its pharmacy calls it. */
            product_type: string | null;
        };
        /** @description Products that are sold together. */
        Bundle: {
            /** @description Names the bundle. */
            id: components["schemas"]["Uuid"];
            /** @description What customers see. */
            name: string;
            /** @description For customers. */
            description: string | null;
            /** @description A picture. */
            image_url: string | null;
            /** @description How its price comes about. New values may be added. */
            pricing_mode: string;
            /**
             * Format: int64
             * @description The price where the mode is `flat`.
             */
            flat_price_cents: number | null;
            /** @description What the markup's value counts. New values may be added. */
            package_markup_type: string | null;
            /** @description Per cent, or cents. */
            package_markup_value: number | null;
            /** @description Whether customers see it. */
            is_listed: boolean;
            /** @description Whether `purchase_mode` allows subscriptions. */
            is_subscribable: boolean;
            /** @description What checkout allows. New values may be added. */
            purchase_mode: string;
            /** @description How often a subscription comes if the customer does not choose. */
            default_cadence: string | null;
            /** @description Whether the first order of a subscription is made at once. */
            first_order_immediate: boolean;
            /** @description The members, in the order in which they were sent. */
            items: components["schemas"]["BundleItem"][];
            /** @description Always `bundle`, where bundles stand among products. */
            item_kind: string;
            /**
             * Format: int64
             * @description What a patient pays for one bundle.
             */
            patient_price_cents: number;
            /** @description How often a subscription may come; none where `purchase_mode` is `one_time`. */
            available_cadences: string[];
            /** @description Whether any member needs a prescription. */
            requires_prescription: boolean;
            /** @description Whether any member is sent to the patient. */
            requires_shipping: boolean;
            /** @description Which members need a prescription. New values may be added. */
            rx_mode: string;
            /** @description Whether it can be sold: every member is listed in the storefront and active in its pharmacy's catalog. */
            eligible: boolean;
        };
        /** @description A page of bundles. */
        BundleList: {
            /** @description The bundles, newest first. */
            data: components["schemas"]["Bundle"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A member of a bundle. */
        BundleItemRequest: {
            /**
             * Format: uuid
             * @description A product that is listed in the organization's storefront.
             */
            platform_product_id: string;
            /**
             * Format: int64
             * @description Units of it in one bundle.
             */
            qty: number;
        };
        /** @description A bundle as it shall be. What is left out is as the defaults say, also where a bundle is replaced. */
        BundleRequest: {
            /**
             * Format: uuid
             * @description The bundle to replace. Without it a new one is made.
             */
            id?: string;
            /**
             * @description What customers see. A new one takes no control or format characters and no white space around it, and is
             *     kept in NFC.
             * @example Starter kit
             */
            name: string;
            /** @description The members, each product once. */
            items: components["schemas"]["BundleItemRequest"][];
            /** @description For customers. */
            description?: string | null;
            /**
             * Format: uri
             * @description An https address of a picture, without user info.
             * @example https://shop.example/pictures/starter-kit.png
             */
            image_url?: string | null;
            /**
             * @description `sum`: the members' storefront prices times their quantities. `flat`: `flat_price_cents`.
             *     `package_markup`: the sum and what `package_markup_type` and `package_markup_value` add to it.
             * @default sum
             * @enum {string}
             */
            pricing_mode: "sum" | "flat" | "package_markup";
            /**
             * Format: int64
             * @description The price for `flat`, which needs it and needs it above zero.
             * @example 109900
             */
            flat_price_cents?: number | null;
            /**
             * @description What `package_markup_value` counts. `package_markup` needs both.
             * @enum {string|null}
             */
            package_markup_type?: "percent" | "flat" | null;
            /**
             * @description Per cent, or cents where the type is `flat`; at most 4 fraction digits. The price is rounded half up to
             *     a cent.
             * @example 2.5
             */
            package_markup_value?: number | null;
            /**
             * @description Whether customers see it.
             * @default true
             */
            is_listed: boolean;
            /**
             * @description Of old. Without `purchase_mode`, `true` means `subscription` and `false` means `one_time`; with it, this
             *     means nothing.
             */
            is_subscribable?: boolean;
            /**
             * @description What checkout allows; `one_time` where nothing is said.
             * @enum {string}
             */
            purchase_mode?: "one_time" | "subscription" | "both";
            /**
             * @description How often a subscription comes if the customer does not choose. `subscription` and `both` need it, and so
             *     does `is_subscribable` without `purchase_mode`.
             * @enum {string|null}
             */
            default_cadence?: "weekly" | "monthly" | "quarterly" | null;
            /**
             * @description Whether the first order of a subscription is made at once.
             * @default false
             */
            first_order_immediate: boolean;
        };
        /** @description The bundle as it is now. */
        BundleResult: {
            /** @description The bundle. */
            bundle: components["schemas"]["Bundle"];
        };
        /** @description A request that was refused (4xx) or that failed (5xx). */
        RefusedRequest: {
            /** @description The id that the answer had as `request_id` and in `X-Request-Id`. */
            request_id: components["schemas"]["Uuid"];
            /** @description The key that sent it. */
            api_key_id: components["schemas"]["Uuid"];
            /** @description The operationId of what was asked. */
            operation: string;
            /**
             * Format: int32
             * @description The status of the answer.
             */
            status: number;
            /** @description The code of the answer's error. */
            code: components["schemas"]["ErrorCode"];
            /**
             * @description The fields that the answer named, as it named them. In the place of a name that the contract does not have, which
             *     the caller made up, stands `(unknown)`.
             */
            fields: string[];
            /** @description How long it took, from the head of the request to the end of the answer. */
            milliseconds: number;
            /** @description When it was answered. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of requests that were refused or failed. */
        RefusedRequestList: {
            /** @description The requests, newest first. */
            data: components["schemas"]["RefusedRequest"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description What the change was for. */
        StockChangedReference: {
            /** @description The kind of thing. */
            type: string | null;
            /** @description Its id in the caller's system. */
            id: string | null;
        } | null;
        /** @description What `stock.changed` says. */
        StockChangedData: {
            /** @description The organization's own code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The product in its pharmacy's catalog. */
            product_id: components["schemas"]["Uuid"];
            /** @description The name of the location. */
            location: components["schemas"]["LocationName"];
            /** @description What changed it. */
            cause: string;
            /**
             * Format: int64
             * @description All units that lie there.
             */
            on_hand: number;
            /**
             * Format: int64
             * @description Units held for orders.
             */
            reserved: number;
            /**
             * Format: int64
             * @description Units that a new order can have.
             */
            available: number;
            /**
             * Format: int64
             * @description Rises by one with every change.
             */
            version: number;
            /** @description What the change was for; `null` where it named nothing. */
            reference: components["schemas"]["StockChangedReference"];
        };
        /** @description The body of a `stock.changed` delivery. */
        StockChangedEvent: {
            /** @description Names the event. */
            id: components["schemas"]["Uuid"];
            /**
             * @description The kind of event.
             * @constant
             */
            type: "stock.changed";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: components["schemas"]["StockChangedData"];
            /** @description `true` on an event that was sent as a test; others do not have it. */
            is_test?: boolean;
        };
        /** @description What `stock.low` says. */
        StockLowData: {
            /** @description The organization's own code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The product in its pharmacy's catalog. */
            product_id: components["schemas"]["Uuid"];
            /** @description The name of the location. */
            location: components["schemas"]["LocationName"];
            /**
             * Format: int64
             * @description Units that a new order can have.
             */
            available: number;
            /**
             * Format: int64
             * @description The point that was reached.
             */
            reorder_point: number;
        };
        /** @description The body of a `stock.low` delivery. */
        StockLowEvent: {
            /** @description Names the event. */
            id: components["schemas"]["Uuid"];
            /**
             * @description The kind of event.
             * @constant
             */
            type: "stock.low";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: components["schemas"]["StockLowData"];
            /** @description `true` on an event that was sent as a test; others do not have it. */
            is_test?: boolean;
        };
        /** @description What `lot.status_changed` says. */
        LotStatusChangedData: {
            /** @description The organization's own code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The product in its pharmacy's catalog. */
            product_id: components["schemas"]["Uuid"];
            /** @description The name of the location. */
            location: components["schemas"]["LocationName"];
            /** @description The lot. */
            lot_id: components["schemas"]["Uuid"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /** @description The status before. */
            from: string;
            /** @description The status now. */
            to: string;
        };
        /** @description The body of a `lot.status_changed` delivery. */
        LotStatusChangedEvent: {
            /** @description Names the event. */
            id: components["schemas"]["Uuid"];
            /**
             * @description The kind of event.
             * @constant
             */
            type: "lot.status_changed";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: components["schemas"]["LotStatusChangedData"];
            /** @description `true` on an event that was sent as a test; others do not have it. */
            is_test?: boolean;
        };
        /** @description What `lot.expiring` says. */
        LotExpiringData: {
            /** @description The organization's own code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The product in its pharmacy's catalog. */
            product_id: components["schemas"]["Uuid"];
            /** @description The name of the location. */
            location: components["schemas"]["LocationName"];
            /** @description The lot. */
            lot_id: components["schemas"]["Uuid"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /**
             * Format: date
             * @description The lot's last usable day.
             */
            expiry_date: string;
            /**
             * Format: int32
             * @description Days until then.
             */
            days: number;
            /**
             * Format: int64
             * @description Units in the lot.
             */
            on_hand: number;
        };
        /** @description The body of a `lot.expiring` delivery. */
        LotExpiringEvent: {
            /** @description Names the event. */
            id: components["schemas"]["Uuid"];
            /**
             * @description The kind of event.
             * @constant
             */
            type: "lot.expiring";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: components["schemas"]["LotExpiringData"];
            /** @description `true` on an event that was sent as a test; others do not have it. */
            is_test?: boolean;
        };
        /** @description What `sku.created` says. */
        SkuCreatedData: {
            /** @description The organization's own code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The product in its pharmacy's catalog. */
            product_id: components["schemas"]["Uuid"];
            /** @description GTIN in 14 digits. */
            gtin: string | null;
            /** @description UPC-A in 12 digits. */
            upc: string | null;
            /** @description EAN in 8 or 13 digits. */
            ean: string | null;
            /** @description NDC in 11 digits. */
            ndc: string | null;
            /**
             * Format: int64
             * @description At or below this many available units the stock is low.
             */
            reorder_point: number | null;
        };
        /** @description The body of a `sku.created` delivery. */
        SkuCreatedEvent: {
            /** @description Names the event. */
            id: components["schemas"]["Uuid"];
            /**
             * @description The kind of event.
             * @constant
             */
            type: "sku.created";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: components["schemas"]["SkuCreatedData"];
            /** @description `true` on an event that was sent as a test; others do not have it. */
            is_test?: boolean;
        };
        /** @description What `sku.updated` says. */
        SkuUpdatedData: {
            /** @description The organization's own code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The product in its pharmacy's catalog. */
            product_id: components["schemas"]["Uuid"];
            /** @description GTIN in 14 digits. */
            gtin: string | null;
            /** @description UPC-A in 12 digits. */
            upc: string | null;
            /** @description EAN in 8 or 13 digits. */
            ean: string | null;
            /** @description NDC in 11 digits. */
            ndc: string | null;
            /**
             * Format: int64
             * @description At or below this many available units the stock is low.
             */
            reorder_point: number | null;
        };
        /** @description The body of a `sku.updated` delivery. */
        SkuUpdatedEvent: {
            /** @description Names the event. */
            id: components["schemas"]["Uuid"];
            /**
             * @description The kind of event.
             * @constant
             */
            type: "sku.updated";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: components["schemas"]["SkuUpdatedData"];
            /** @description `true` on an event that was sent as a test; others do not have it. */
            is_test?: boolean;
        };
        /** @description What `count.approved` says. */
        CountApprovedData: {
            /** @description The organization's own code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The product in its pharmacy's catalog. */
            product_id: components["schemas"]["Uuid"];
            /** @description The name of the location. */
            location: components["schemas"]["LocationName"];
            /** @description The lot. */
            lot_id: components["schemas"]["Uuid"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /**
             * Format: int64
             * @description Units found.
             */
            counted: number;
            /** @description When they were counted. Events from before this version do not have it. */
            counted_at?: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description What was counted less the lot's balance in the ledger at that time; so many units were posted, also 0.
             */
            difference: number;
        };
        /** @description The body of a `count.approved` delivery. */
        CountApprovedEvent: {
            /** @description Names the event. */
            id: components["schemas"]["Uuid"];
            /**
             * @description The kind of event.
             * @constant
             */
            type: "count.approved";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: components["schemas"]["CountApprovedData"];
            /** @description `true` on an event that was sent as a test; others do not have it. */
            is_test?: boolean;
        };
        /** @description What `temperature.excursion` says. */
        TemperatureExcursionData: {
            /** @description Where it was measured. */
            location: components["schemas"]["LocationName"];
            /** @description The temperature that was measured. */
            celsius: number;
            /** @description The least that the location allows. */
            min_celsius: number | null;
            /** @description The most that it allows. */
            max_celsius: number | null;
        };
        /** @description The body of a `temperature.excursion` delivery. */
        TemperatureExcursionEvent: {
            /** @description Names the event. */
            id: components["schemas"]["Uuid"];
            /**
             * @description The kind of event.
             * @constant
             */
            type: "temperature.excursion";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: components["schemas"]["TemperatureExcursionData"];
            /** @description `true` on an event that was sent as a test; others do not have it. */
            is_test?: boolean;
        };
        /** @description What `order.updated` says. */
        OrderUpdatedData: {
            /** @description The order. */
            order_id: components["schemas"]["Uuid"];
            /** @description Its number. */
            order_number: string;
            /** @description Its status now, as `GET /v1/orders/{id}` shows it. New ones may be added. */
            status: string;
            /** @description The status of its payment now. New ones may be added. */
            payment_status: string;
        };
        /** @description The body of an `order.updated` delivery. */
        OrderUpdatedEvent: {
            /** @description Names the event. */
            id: components["schemas"]["Uuid"];
            /**
             * @description The kind of event.
             * @constant
             */
            type: "order.updated";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: components["schemas"]["OrderUpdatedData"];
            /** @description `true` on an event that was sent as a test; others do not have it. */
            is_test?: boolean;
        };
        /** @description What `webhook.test` says. */
        WebhookTestData: {
            /** @description The endpoint that is tested. */
            webhook_id: components["schemas"]["Uuid"];
        };
        /** @description The body of a `webhook.test` delivery. */
        WebhookTestEvent: {
            /** @description Names the event. */
            id: components["schemas"]["Uuid"];
            /**
             * @description The kind of event.
             * @constant
             */
            type: "webhook.test";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: components["schemas"]["WebhookTestData"];
            /** @description `true` on an event that was sent as a test; others do not have it. */
            is_test?: boolean;
        };
    };
    responses: {
        /** @description The key is missing, malformed, unknown, revoked or expired. */
        Unauthorized: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description The scheme, `Bearer`.
                 * @example Bearer
                 */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The key may not do this. */
        Forbidden: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description Requests that the key may make in the window that applied.
                 * @example 60
                 */
                "X-RateLimit-Limit": number;
                /**
                 * @description Requests left in that window.
                 * @example 59
                 */
                "X-RateLimit-Remaining": number;
                /**
                 * @description When that window ends, in Unix seconds.
                 * @example 1795169760
                 */
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The key has used up its requests for now, or too many of its requests are being answered at this moment: 64
         *     at the most, of them 8 reads (Partner 256 and 16, Enterprise 1,024 and 64). The latter count in no limit.
         */
        RateLimited: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description Requests that the key may make in the window that applied.
                 * @example 60
                 */
                "X-RateLimit-Limit": number;
                /**
                 * @description Requests left in that window.
                 * @example 0
                 */
                "X-RateLimit-Remaining": number;
                /**
                 * @description When that window ends, in Unix seconds.
                 * @example 1795169760
                 */
                "X-RateLimit-Reset": number;
                /**
                 * @description Seconds to wait before trying again.
                 * @example 2
                 */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitedProblem"];
            };
        };
        /** @description Something failed on our side. Send the request again; a movement with its key is safe to repeat. */
        InternalError: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description Requests that the key may make in the window that applied.
                 * @example 60
                 */
                "X-RateLimit-Limit"?: number;
                /**
                 * @description Requests left in that window.
                 * @example 59
                 */
                "X-RateLimit-Remaining"?: number;
                /**
                 * @description When that window ends, in Unix seconds.
                 * @example 1795169760
                 */
                "X-RateLimit-Reset"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The service cannot answer right now. Nothing is known to be lost; repeat the request with the same key. */
        Unavailable: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description Requests that the key may make in the window that applied.
                 * @example 60
                 */
                "X-RateLimit-Limit"?: number;
                /**
                 * @description Requests left in that window.
                 * @example 59
                 */
                "X-RateLimit-Remaining"?: number;
                /**
                 * @description When that window ends, in Unix seconds.
                 * @example 1795169760
                 */
                "X-RateLimit-Reset"?: number;
                /**
                 * @description Seconds to wait before trying again.
                 * @example 2
                 */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than this operation takes. */
        PayloadTooLarge: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description Requests that the key may make in the window that applied.
                 * @example 60
                 */
                "X-RateLimit-Limit": number;
                /**
                 * @description Requests left in that window.
                 * @example 59
                 */
                "X-RateLimit-Remaining": number;
                /**
                 * @description When that window ends, in Unix seconds.
                 * @example 1795169760
                 */
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON in UTF-8. */
        UnsupportedMediaType: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description Requests that the key may make in the window that applied.
                 * @example 60
                 */
                "X-RateLimit-Limit": number;
                /**
                 * @description Requests left in that window.
                 * @example 59
                 */
                "X-RateLimit-Remaining": number;
                /**
                 * @description When that window ends, in Unix seconds.
                 * @example 1795169760
                 */
                "X-RateLimit-Reset": number;
                /**
                 * @description What a body may be, `application/json`; not where the body came compressed.
                 * @example application/json
                 */
                Accept?: string;
                /**
                 * @description How a body may be encoded, `identity`; only where it came compressed.
                 * @example identity
                 */
                "Accept-Encoding"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter is not valid: `validation_error`. */
        InvalidQuery: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description Requests that the key may make in the window that applied.
                 * @example 60
                 */
                "X-RateLimit-Limit": number;
                /**
                 * @description Requests left in that window.
                 * @example 59
                 */
                "X-RateLimit-Remaining": number;
                /**
                 * @description When that window ends, in Unix seconds.
                 * @example 1795169760
                 */
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description The id is not a UUID: `invalid_id`. Or a parameter is not valid. */
        InvalidIdOrQuery: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description Requests that the key may make in the window that applied.
                 * @example 60
                 */
                "X-RateLimit-Limit": number;
                /**
                 * @description Requests left in that window.
                 * @example 59
                 */
                "X-RateLimit-Remaining": number;
                /**
                 * @description When that window ends, in Unix seconds.
                 * @example 1795169760
                 */
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /**
         * @description The id is not a UUID: `invalid_id`. Or a query parameter came that the operation does not know:
         *     `validation_error`.
         */
        InvalidId: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description Requests that the key may make in the window that applied.
                 * @example 60
                 */
                "X-RateLimit-Limit": number;
                /**
                 * @description Requests left in that window.
                 * @example 59
                 */
                "X-RateLimit-Remaining": number;
                /**
                 * @description When that window ends, in Unix seconds.
                 * @example 1795169760
                 */
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description There is no such thing in this organization and environment. */
        NotFound: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description Requests that the key may make in the window that applied.
                 * @example 60
                 */
                "X-RateLimit-Limit": number;
                /**
                 * @description Requests left in that window.
                 * @example 59
                 */
                "X-RateLimit-Remaining": number;
                /**
                 * @description When that window ends, in Unix seconds.
                 * @example 1795169760
                 */
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The id is not a UUID: `invalid_id`. Or the request is not valid. */
        InvalidIdOrRequest: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description Requests that the key may make in the window that applied.
                 * @example 60
                 */
                "X-RateLimit-Limit": number;
                /**
                 * @description Requests left in that window.
                 * @example 59
                 */
                "X-RateLimit-Remaining": number;
                /**
                 * @description When that window ends, in Unix seconds.
                 * @example 1795169760
                 */
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /**
         * @description The id is not a UUID: `invalid_id`. Or the endpoint is disabled, so that nothing is sent to it, or the
         *     request is not valid otherwise.
         */
        InvalidIdOrDisabled: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description Requests that the key may make in the window that applied.
                 * @example 60
                 */
                "X-RateLimit-Limit": number;
                /**
                 * @description Requests left in that window.
                 * @example 59
                 */
                "X-RateLimit-Remaining": number;
                /**
                 * @description When that window ends, in Unix seconds.
                 * @example 1795169760
                 */
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description A parameter is not valid: `validation_failed`. */
        InvalidQueryElsewhere: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description Requests that the key may make in the window that applied.
                 * @example 60
                 */
                "X-RateLimit-Limit": number;
                /**
                 * @description Requests left in that window.
                 * @example 59
                 */
                "X-RateLimit-Remaining": number;
                /**
                 * @description When that window ends, in Unix seconds.
                 * @example 1795169760
                 */
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /**
         * @description The id is not a UUID: `invalid_id`. Or a query parameter came that the operation does not know:
         *     `validation_failed`.
         */
        InvalidIdElsewhere: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                /**
                 * @description Requests that the key may make in the window that applied.
                 * @example 60
                 */
                "X-RateLimit-Limit": number;
                /**
                 * @description Requests left in that window.
                 * @example 59
                 */
                "X-RateLimit-Remaining": number;
                /**
                 * @description When that window ends, in Unix seconds.
                 * @example 1795169760
                 */
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
    };
    parameters: {
        /**
         * @description The `Idempotency-Key` that the movement was posted with, with or without double quotes around it.
         * @example 7d4c0a5e-receive-AMX-2301
         */
        IdempotencyKeyInQuery: string;
        /**
         * @description Chosen by the caller, one for each movement: 8 to 100 visible ASCII characters. A UUID does well.
         *     A key wholly in double quotes is the same key without them.
         * @example 7d4c0a5e-receive-AMX-2301
         */
        IdempotencyKey: string;
        /**
         * @description Only this SKU (exact, case-sensitive).
         * @example AMOX-500-CAP
         */
        SkuCodeInQuery: components["schemas"]["SkuCode"];
        /**
         * @description Only SKUs of this product.
         * @example de300000-0000-4000-8000-000000000001
         */
        ProductId: components["schemas"]["Uuid"];
        /**
         * @description Only the location of this name (exact).
         * @example Main
         */
        LocationInQuery: components["schemas"]["LocationName"];
        /**
         * @description `true`: only levels with a reorder point that is reached (available at or below it). `false`: only the
         *     others.
         * @example true
         */
        Low: boolean;
        /**
         * @description Stock as it was at this time, from the ledger. Then `reserved`, `available`, `quarantined` and `version`
         *     are `null`, and `expired` and `next_expiry` are judged on that day whatever the lot's status was. Once
         *     the time is more than ten seconds ago, no movement of the API changes `on_hand` any more; an import that
         *     was running then may, and so may what waited for our database's standby. Not later than now, and not
         *     together with `low`.
         * @example 2026-11-20T00:00:00Z
         */
        AsOf: components["schemas"]["TimestampInput"];
        /**
         * @description Rows on a page.
         * @example 25
         */
        Limit: number;
        /**
         * @description The `next_cursor` of the previous page. Its content is ours and may change.
         * @example stock.QU1PWC01MDAtQ0FQ.TWFpbg
         */
        StockCursor: string;
        /**
         * @description Only this lot.
         * @example 01935f40-11aa-7c3e-a1d2-4b5c6d7e8f90
         */
        LotId: components["schemas"]["Uuid"];
        /**
         * @description Only entries of this type: `receive`, `fulfill`, `dispense`, `return`, or a person's `adjust`, `waste`,
         *     `count`, `transfer_in`, `transfer_out`. An unknown type gives an empty list.
         * @example fulfill
         */
        TransactionType: string;
        /**
         * @description Only entries of movements with this reference; goes together with `reference_id`.
         * @example order
         */
        ReferenceType: string;
        /**
         * @description The reference's id; goes together with `reference_type`.
         * @example ORD-1001
         */
        ReferenceId: string;
        /**
         * @description Only entries at or after this time.
         * @example 2026-11-20T00:00:00Z
         */
        From: components["schemas"]["TimestampInput"];
        /**
         * @description Only entries before this time.
         * @example 2026-11-20T00:00:00Z
         */
        To: components["schemas"]["TimestampInput"];
        /**
         * @description The `next_cursor` of the previous page, or any ISO 8601 timestamp.
         * @example 2026-11-20T10:15:30.1234560000000000000000042Z
         */
        TimeCursorInQuery: components["schemas"]["TimeCursor"];
        /**
         * @description Only lots of this status, `released` or `quarantine`. An unknown status gives an empty list.
         * @example quarantine
         */
        LotStatusInQuery: string;
        /**
         * @description Only lots of this lot number (exact).
         * @example AMX-2201
         */
        LotNumberInQuery: components["schemas"]["LotNumber"];
        /**
         * @description Only lots whose expiry date is before this day.
         * @example 2027-02-01
         */
        ExpiringBefore: components["schemas"]["DateInput"];
        /**
         * @description `true`: only lots that hold units, whatever their status and expiry date. `false`: only depleted ones.
         * @example true
         */
        InStock: boolean;
        /**
         * @description The `next_cursor` of the previous page. Its content is ours and may change.
         * @example lot.375107.01935f4011aa7c3ea1d24b5c6d7e8f90
         */
        LotCursor: string;
        /**
         * @description The lot.
         * @example 01935f40-11aa-7c3e-a1d2-4b5c6d7e8f90
         */
        LotIdInPath: components["schemas"]["Uuid"];
        /**
         * @description Covers the lot number at all locations.
         * @example true
         */
        Everywhere: boolean;
        /**
         * @description The `next_cursor` of the previous page. Its content is ours and may change.
         * @example allocation.1795169730123456.01935f4011aa7c3ea1d24b5c6d7e8f90
         */
        AllocationCursor: string;
        /**
         * @description Chosen by the caller, one for each request: 8 to 100 visible ASCII characters. A UUID does well.
         *     A key wholly in double quotes is the same key without them.
         * @example 7d4c0a5e-reserve-ORD-1001
         */
        OptionalIdempotencyKey: string;
        /**
         * @description The kind of thing that holds the stock, with `reference_id`.
         * @example order
         */
        RequiredReferenceType: string;
        /**
         * @description Its id.
         * @example ORD-1001
         */
        RequiredReferenceId: string;
        /**
         * @description The `next_cursor` of the previous page. Its content is ours and may change.
         * @example location.TWFpbg
         */
        LocationCursor: string;
        /**
         * @description The `next_cursor` of the previous page. Its content is ours and may change.
         * @example sku.QU1PWC01MDAtQ0FQ
         */
        SkuCursor: string;
        /**
         * @description Only readings of this time or later.
         * @example 2026-11-20T00:00:00Z
         */
        MeasuredFrom: components["schemas"]["TimestampInput"];
        /**
         * @description Only readings of before this time.
         * @example 2026-11-20T00:00:00Z
         */
        MeasuredTo: components["schemas"]["TimestampInput"];
        /**
         * @description The `next_cursor` of the previous page. Its content is ours and may change.
         * @example webhook.01935f60aaaa7c3ea1d24b5c6d7e8f90
         */
        WebhookCursor: string;
        /**
         * @description The endpoint. Anything but a UUID is `invalid_id`.
         * @example 01935f60-bbbb-7c3e-a1d2-4b5c6d7e8f90
         */
        WebhookIdInQuery: string;
        /**
         * @description The endpoint.
         * @example 01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90
         */
        WebhookId: components["schemas"]["Uuid"];
        /**
         * @description Only `pending`, `succeeded` or `dead` ones. An unknown status gives an empty list.
         * @example dead
         */
        DeliveryStatus: string;
        /**
         * @description The `next_cursor` of the previous page. Its content is ours and may change.
         * @example delivery.1795169730123456.01935f61bbbb4c3ea1d24b5c6d7e8f90
         */
        DeliveryCursor: string;
        /**
         * @description The delivery.
         * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
         */
        DeliveryId: components["schemas"]["Uuid"];
        /**
         * @description The id of the last event that was read. One that names no event of the last 90 days is refused: so much may
         *     have been missed.
         * @example 01935f4e-6b01-7a52-9f0e-2d8b5a1c5e01
         */
        After: components["schemas"]["Uuid"];
        /**
         * @description Only events of this type, `stock.changed` for example. An unknown type gives an empty list.
         * @example stock.changed
         */
        EventTypeInQuery: string;
        /**
         * @description Only events at or after this time; together with `after`, those that are both.
         * @example 2026-11-20T00:00:00Z
         */
        EventFrom: components["schemas"]["TimestampInput"];
        /**
         * @description The patient.
         * @example de300001-0000-4000-8000-000000000001
         */
        PatientId: components["schemas"]["Uuid"];
        /**
         * @description Only `draft`, `signed`, `completed`, `cancelled` or `expired` ones. An unknown status gives an empty list.
         * @example signed
         */
        PrescriptionStatus: string;
        /**
         * @description The prescription.
         * @example de300003-0000-4000-8000-000000000001
         */
        PrescriptionId: components["schemas"]["Uuid"];
        /**
         * @description The partner's id as its organization gave it, exact and case-sensitive. It is the organization's own text, so
         *     percent-encode it: `team/7 é` is sent as `team%2F7%20%C3%A9`.
         * @example north-clinic
         */
        ExternalId: string;
        /**
         * @description Rows on a page.
         * @example 50
         */
        StoreOrderLimit: number;
        /**
         * @description Only orders of this status: `pending`, `paid`, `processing`, `shipped`, `delivered` or `cancelled`. An
         *     unknown status gives an empty list.
         * @example delivered
         */
        OrderStatus: string;
        /**
         * @description Only orders with this number. Several organizations may have given the same.
         * @example VO-4T9K2M7QXR
         */
        OrderNumber: string;
        /**
         * @description Only orders to which whoever placed them gave this `external_order_id`, which is compared in Unicode's NFC.
         * @example WEB-10042
         */
        ExternalOrderId: string;
        /**
         * @description Only orders created at or after this time.
         * @example 2026-10-01T00:00:00Z
         */
        CreatedFrom: components["schemas"]["TimestampInput"];
        /**
         * @description Only orders created before this time.
         * @example 2026-11-01T00:00:00Z
         */
        CreatedTo: components["schemas"]["TimestampInput"];
        /**
         * @description The order.
         * @example de300002-0000-4000-8000-000000000001
         */
        OrderId: components["schemas"]["Uuid"];
        /**
         * @description `true`: only products of which some unit is available. `false`: only the others. With either, a page may
         *     have fewer rows than `limit`, or none, and a `next_cursor` all the same.
         * @example true
         */
        ProductInStock: boolean;
        /**
         * @description Only the request with this id, which its answer had as `request_id` and in `X-Request-Id`.
         * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
         */
        RequestId: components["schemas"]["Uuid"];
        /**
         * @description Only requests that were answered with this status.
         * @example 400
         */
        RequestStatus: number;
        /**
         * @description Only requests of this operation, by its operationId. An unknown one gives an empty list.
         * @example postMovement
         */
        RequestOperation: string;
        /**
         * @description Only requests that were answered at or after this time.
         * @example 2026-11-20T00:00:00Z
         */
        RequestsFrom: components["schemas"]["TimestampInput"];
        /**
         * @description Only requests that were answered before this time.
         * @example 2026-11-20T00:00:00Z
         */
        RequestsTo: components["schemas"]["TimestampInput"];
        /**
         * @description `sha256=` and the hex HMAC-SHA256 of the exact body, keyed with the whole secret text.
         * @example sha256=5f2b7f0d6e3c1a9485b6d7e8f90123456789abcdef0123456789abcdef012345
         */
        XWebhookSignature: string;
        /**
         * @description As `X-Webhook-Signature`, with the new secret. Only while a rotation's old secret is in use too.
         * @example sha256=0c9485b6d7e8f90123456789abcdef0123456789abcdef01234567895f2b7f0d
         */
        XWebhookSignatureNext: string;
        /**
         * @description The delivery; the same for each try, so that repeats can be told.
         * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
         */
        XWebhookDelivery: string;
        /**
         * @description The time of this try, ISO 8601.
         * @example 2026-11-20T10:15:31.123Z
         */
        XWebhookTimestamp: string;
        /**
         * @description The delivery, as Standard Webhooks names it; the same as `X-Webhook-Delivery`.
         * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
         */
        WebhookDeliveryId: string;
        /**
         * @description The time of this try in Unix seconds.
         * @example 1795169731
         */
        WebhookTriedAt: string;
        /**
         * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the exact body, joined by dots, keyed
         *     with the bytes that the secret's base64 stands for. While a rotation's old secret is in use there are two, with
         *     a space between.
         * @example v1,X1mg5EmT4pGQD1b9r6xwS5+3m0Vv8dJ2sXrV1xq0Qe8=
         */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMovementByKey: {
        parameters: {
            query: {
                /**
                 * @description The `Idempotency-Key` that the movement was posted with, with or without double quotes around it.
                 * @example 7d4c0a5e-receive-AMX-2301
                 */
                idempotency_key: components["parameters"]["IdempotencyKeyInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The movement. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostedMovement"];
                };
            };
            /** @description The key is missing or not valid: `validation_error`. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No movement of this organization was posted with the key: `not_found`. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postMovement: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Chosen by the caller, one for each movement: 8 to 100 visible ASCII characters. A UUID does well.
                 *     A key wholly in double quotes is the same key without them.
                 * @example 7d4c0a5e-receive-AMX-2301
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The movement to post. At most 16 kB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovementRequest"];
            };
        };
        responses: {
            /** @description The key was used before with this body. This is the first result; nothing was posted. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementResult"];
                };
            };
            /** @description Posted. Each transaction is one permanent ledger entry. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementResult"];
                };
            };
            /**
             * @description The request is not valid. `validation_error` lists each field; `invalid_movement` and
             *     `lot_required` are movements whose fields do not fit together, or draws from more than 1,000 lots.
             */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The product, the location or the lot is not known to the organization. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Stock is short; nothing was posted. */
            409: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientStockProblem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description A rule of the lot refuses the movement (`lot_expired`, `lot_not_released`, `lot_expiry_mismatch`,
             *     `expiry_required`), or the key was used before with another body (`idempotency_key_reused`).
             */
            422: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postMovementBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The movements to post. At most 256 kB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovementBatchRequest"];
            };
        };
        responses: {
            /** @description What came of each movement. Some or all may have been refused. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Seconds to wait before what answered 503 is sent again; only where something did.
                     * @example 2
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementBatchResult"];
                };
            };
            /** @description The request is refused as a whole, and nothing was posted. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewMovement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The draw. At most 16 kB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewRequest"];
            };
        };
        responses: {
            /** @description What the draw would take. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /**
             * @description The request is not valid. `validation_error` lists each field; `invalid_movement` is a draw whose
             *     fields do not fit together, or that would take from more than 1,000 lots.
             */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The product, the location or the lot is not known to the organization. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The scanned expiry date is not that of a lot that the draw would take. */
            422: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolveScan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The code. At most 4 kB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScanRequest"];
            };
        };
        responses: {
            /** @description What the code says, known or not. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanResult"];
                };
            };
            /** @description The request is not valid; `details` lists each field. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listStock: {
        parameters: {
            query: {
                /**
                 * @description Only this SKU (exact, case-sensitive).
                 * @example AMOX-500-CAP
                 */
                sku_code?: components["parameters"]["SkuCodeInQuery"];
                /**
                 * @description Only SKUs of this product.
                 * @example de300000-0000-4000-8000-000000000001
                 */
                product_id?: components["parameters"]["ProductId"];
                /**
                 * @description Only the location of this name (exact).
                 * @example Main
                 */
                location?: components["parameters"]["LocationInQuery"];
                /**
                 * @description `true`: only levels with a reorder point that is reached (available at or below it). `false`: only the
                 *     others.
                 * @example true
                 */
                low?: components["parameters"]["Low"];
                /**
                 * @description Stock as it was at this time, from the ledger. Then `reserved`, `available`, `quarantined` and `version`
                 *     are `null`, and `expired` and `next_expiry` are judged on that day whatever the lot's status was. Once
                 *     the time is more than ten seconds ago, no movement of the API changes `on_hand` any more; an import that
                 *     was running then may, and so may what waited for our database's standby. Not later than now, and not
                 *     together with `low`.
                 * @example 2026-11-20T00:00:00Z
                 */
                as_of?: components["parameters"]["AsOf"];
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Its content is ours and may change.
                 * @example stock.QU1PWC01MDAtQ0FQ.TWFpbg
                 */
                cursor?: components["parameters"]["StockCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of stock levels. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockLevelList"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTransactions: {
        parameters: {
            query: {
                /**
                 * @description Only this SKU (exact, case-sensitive).
                 * @example AMOX-500-CAP
                 */
                sku_code?: components["parameters"]["SkuCodeInQuery"];
                /**
                 * @description Only this lot.
                 * @example 01935f40-11aa-7c3e-a1d2-4b5c6d7e8f90
                 */
                lot_id?: components["parameters"]["LotId"];
                /**
                 * @description Only entries of this type: `receive`, `fulfill`, `dispense`, `return`, or a person's `adjust`, `waste`,
                 *     `count`, `transfer_in`, `transfer_out`. An unknown type gives an empty list.
                 * @example fulfill
                 */
                type?: components["parameters"]["TransactionType"];
                /**
                 * @description Only entries of movements with this reference; goes together with `reference_id`.
                 * @example order
                 */
                reference_type?: components["parameters"]["ReferenceType"];
                /**
                 * @description The reference's id; goes together with `reference_type`.
                 * @example ORD-1001
                 */
                reference_id?: components["parameters"]["ReferenceId"];
                /**
                 * @description Only entries at or after this time.
                 * @example 2026-11-20T00:00:00Z
                 */
                from?: components["parameters"]["From"];
                /**
                 * @description Only entries before this time.
                 * @example 2026-11-20T00:00:00Z
                 */
                to?: components["parameters"]["To"];
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, or any ISO 8601 timestamp.
                 * @example 2026-11-20T10:15:30.1234560000000000000000042Z
                 */
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of ledger entries. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerTransactionList"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLots: {
        parameters: {
            query: {
                /**
                 * @description Only this SKU (exact, case-sensitive).
                 * @example AMOX-500-CAP
                 */
                sku_code?: components["parameters"]["SkuCodeInQuery"];
                /**
                 * @description Only the location of this name (exact).
                 * @example Main
                 */
                location?: components["parameters"]["LocationInQuery"];
                /**
                 * @description Only lots of this status, `released` or `quarantine`. An unknown status gives an empty list.
                 * @example quarantine
                 */
                status?: components["parameters"]["LotStatusInQuery"];
                /**
                 * @description Only lots of this lot number (exact).
                 * @example AMX-2201
                 */
                lot_number?: components["parameters"]["LotNumberInQuery"];
                /**
                 * @description Only lots whose expiry date is before this day.
                 * @example 2027-02-01
                 */
                expiring_before?: components["parameters"]["ExpiringBefore"];
                /**
                 * @description `true`: only lots that hold units, whatever their status and expiry date. `false`: only depleted ones.
                 * @example true
                 */
                in_stock?: components["parameters"]["InStock"];
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Its content is ours and may change.
                 * @example lot.375107.01935f4011aa7c3ea1d24b5c6d7e8f90
                 */
                cursor?: components["parameters"]["LotCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of lots. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LotList"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    traceLot: {
        parameters: {
            query: {
                /**
                 * @description Covers the lot number at all locations.
                 * @example true
                 */
                everywhere: components["parameters"]["Everywhere"];
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, or any ISO 8601 timestamp.
                 * @example 2026-11-20T10:15:30.1234560000000000000000042Z
                 */
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description The lot.
                 * @example 01935f40-11aa-7c3e-a1d2-4b5c6d7e8f90
                 */
                id: components["parameters"]["LotIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lot's history. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LotTrace"];
                };
            };
            400: components["responses"]["InvalidIdOrQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No lot of this organization has the id. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAllocations: {
        parameters: {
            query: {
                /**
                 * @description Only entries of movements with this reference; goes together with `reference_id`.
                 * @example order
                 */
                reference_type?: components["parameters"]["ReferenceType"];
                /**
                 * @description The reference's id; goes together with `reference_type`.
                 * @example ORD-1001
                 */
                reference_id?: components["parameters"]["ReferenceId"];
                /**
                 * @description Only this SKU (exact, case-sensitive).
                 * @example AMOX-500-CAP
                 */
                sku_code?: components["parameters"]["SkuCodeInQuery"];
                /**
                 * @description Only the location of this name (exact).
                 * @example Main
                 */
                location?: components["parameters"]["LocationInQuery"];
                /**
                 * @description Only this lot.
                 * @example 01935f40-11aa-7c3e-a1d2-4b5c6d7e8f90
                 */
                lot_id?: components["parameters"]["LotId"];
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Its content is ours and may change.
                 * @example allocation.1795169730123456.01935f4011aa7c3ea1d24b5c6d7e8f90
                 */
                cursor?: components["parameters"]["AllocationCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of reservations. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllocationList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAllocation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Chosen by the caller, one for each request: 8 to 100 visible ASCII characters. A UUID does well.
                 *     A key wholly in double quotes is the same key without them.
                 * @example 7d4c0a5e-reserve-ORD-1001
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What the order shall hold. At most 16 kB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllocationRequest"];
            };
        };
        responses: {
            /** @description The order holds as much already; nothing new was reserved. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllocationResult"];
                };
            };
            /** @description Something new was reserved. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllocationResult"];
                };
            };
            /**
             * @description The request is not valid. `validation_error` lists each field; `invalid_movement` is an order that would hold
             *     more than 1,000 lots.
             */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The product, the location or the lot is not known to the organization. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Stock is short; nothing was posted. */
            409: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientStockProblem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description The lot that `lot_id` names cannot be used (`lot_expired`, `lot_not_released`), or the key was used
             *     before with another body (`idempotency_key_reused`).
             */
            422: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseAllocations: {
        parameters: {
            query: {
                /**
                 * @description The kind of thing that holds the stock, with `reference_id`.
                 * @example order
                 */
                reference_type: components["parameters"]["RequiredReferenceType"];
                /**
                 * @description Its id.
                 * @example ORD-1001
                 */
                reference_id: components["parameters"]["RequiredReferenceId"];
                /**
                 * @description Only this SKU (exact, case-sensitive).
                 * @example AMOX-500-CAP
                 */
                sku_code?: components["parameters"]["SkuCodeInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How much was released. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseResult"];
                };
            };
            /** @description The request is not valid; `details` lists each field. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLocations: {
        parameters: {
            query: {
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Its content is ours and may change.
                 * @example location.TWFpbg
                 */
                cursor?: components["parameters"]["LocationCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of locations. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSkus: {
        parameters: {
            query: {
                /**
                 * @description Only this SKU (exact, case-sensitive).
                 * @example AMOX-500-CAP
                 */
                sku_code?: components["parameters"]["SkuCodeInQuery"];
                /**
                 * @description Only SKUs of this product.
                 * @example de300000-0000-4000-8000-000000000001
                 */
                product_id?: components["parameters"]["ProductId"];
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Its content is ours and may change.
                 * @example sku.QU1PWC01MDAtQ0FQ
                 */
                cursor?: components["parameters"]["SkuCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of SKUs. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkuList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTemperatures: {
        parameters: {
            query: {
                /**
                 * @description Only the location of this name (exact).
                 * @example Main
                 */
                location?: components["parameters"]["LocationInQuery"];
                /**
                 * @description Only readings of this time or later.
                 * @example 2026-11-20T00:00:00Z
                 */
                from?: components["parameters"]["MeasuredFrom"];
                /**
                 * @description Only readings of before this time.
                 * @example 2026-11-20T00:00:00Z
                 */
                to?: components["parameters"]["MeasuredTo"];
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, or any ISO 8601 timestamp.
                 * @example 2026-11-20T10:15:30.1234560000000000000000042Z
                 */
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of temperature readings. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemperatureReadingList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query: {
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Its content is ours and may change.
                 * @example webhook.01935f60aaaa7c3ea1d24b5c6d7e8f90
                 */
                cursor?: components["parameters"]["WebhookCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The endpoint. At most 16 kB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            /** @description The request is not valid; `details` lists each field. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query: {
                /**
                 * @description The endpoint. Anything but a UUID is `invalid_id`.
                 * @example 01935f60-bbbb-7c3e-a1d2-4b5c6d7e8f90
                 */
                id: components["parameters"]["WebhookIdInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeleted"];
                };
            };
            400: components["responses"]["InvalidId"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint.
                 * @example 01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidId"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhookById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint.
                 * @example 01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeleted"];
                };
            };
            400: components["responses"]["InvalidId"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint.
                 * @example 01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description What changes. At most 16 kB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointChange"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidIdOrRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint.
                 * @example 01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description What kind of event is sent. At most 4 kB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookTestRequest"];
            };
        };
        responses: {
            /** @description The delivery that was started. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidIdOrDisabled"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint.
                 * @example 01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description How long both are used. At most 4 kB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSecretRequest"];
            };
        };
        responses: {
            /** @description The new secret, shown this once. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
            400: components["responses"]["InvalidIdOrRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query: {
                /**
                 * @description Only `pending`, `succeeded` or `dead` ones. An unknown status gives an empty list.
                 * @example dead
                 */
                status?: components["parameters"]["DeliveryStatus"];
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Its content is ours and may change.
                 * @example delivery.1795169730123456.01935f61bbbb4c3ea1d24b5c6d7e8f90
                 */
                cursor?: components["parameters"]["DeliveryCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The endpoint.
                 * @example 01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["InvalidIdOrQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint.
                 * @example 01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90
                 */
                id: components["parameters"]["WebhookId"];
                /**
                 * @description The delivery.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, pending again. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidIdOrDisabled"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint.
                 * @example 01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description Since when. At most 4 kB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description How many. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
            400: components["responses"]["InvalidIdOrRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query: {
                /**
                 * @description The id of the last event that was read. One that names no event of the last 90 days is refused: so much may
                 *     have been missed.
                 * @example 01935f4e-6b01-7a52-9f0e-2d8b5a1c5e01
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only events of this type, `stock.changed` for example. An unknown type gives an empty list.
                 * @example stock.changed
                 */
                type?: components["parameters"]["EventTypeInQuery"];
                /**
                 * @description Only events at or after this time; together with `after`, those that are both.
                 * @example 2026-11-20T00:00:00Z
                 */
                from?: components["parameters"]["EventFrom"];
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPatients: {
        parameters: {
            query: {
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, or any ISO 8601 timestamp.
                 * @example 2026-11-20T10:15:30.1234560000000000000000042Z
                 */
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of patients. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatientList"];
                };
            };
            400: components["responses"]["InvalidQueryElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPatient: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Chosen by the caller, one for each request: 8 to 100 visible ASCII characters. A UUID does well.
                 *     A key wholly in double quotes is the same key without them.
                 * @example 7d4c0a5e-reserve-ORD-1001
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The patient. At most 64 kB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatientRequest"];
            };
        };
        responses: {
            /** @description The `Idempotency-Key` was used before; nothing new was created. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatientAnswer"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatientAnswer"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The key may not do this, or its organization is no active clinic. */
            403: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The `Idempotency-Key` was used for a patient who was erased since; nothing is created. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The `Idempotency-Key` was used before with another body. */
            422: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPatient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The patient.
                 * @example de300001-0000-4000-8000-000000000001
                 */
                id: components["parameters"]["PatientId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The patient. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatientAnswer"];
                };
            };
            400: components["responses"]["InvalidIdElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing in this organization and environment. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIntake: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Chosen by the caller, one for each request: 8 to 100 visible ASCII characters. A UUID does well.
                 *     A key wholly in double quotes is the same key without them.
                 * @example 7d4c0a5e-reserve-ORD-1001
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The intake. At most 256 kB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IntakeRequest"];
            };
        };
        responses: {
            /** @description The `Idempotency-Key` was used before; nothing new was kept. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntakeAnswer"];
                };
            };
            /** @description Submitted. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntakeAnswer"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The key may not do this, or its organization is no active clinic. */
            403: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has no such patient, or a requested product is not listed. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The `Idempotency-Key` was used before with another body. */
            422: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPrescriptions: {
        parameters: {
            query: {
                /**
                 * @description Only `draft`, `signed`, `completed`, `cancelled` or `expired` ones. An unknown status gives an empty list.
                 * @example signed
                 */
                status?: components["parameters"]["PrescriptionStatus"];
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, or any ISO 8601 timestamp.
                 * @example 2026-11-20T10:15:30.1234560000000000000000042Z
                 */
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of prescriptions. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionList"];
                };
            };
            400: components["responses"]["InvalidQueryElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPrescription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The prescription.
                 * @example de300003-0000-4000-8000-000000000001
                 */
                id: components["parameters"]["PrescriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prescription. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prescription"];
                };
            };
            400: components["responses"]["InvalidIdElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing in this organization and environment. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPartner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner's id as its organization gave it, exact and case-sensitive. It is the organization's own text, so
                 *     percent-encode it: `team/7 é` is sent as `team%2F7%20%C3%A9`.
                 * @example north-clinic
                 */
                external_id: components["parameters"]["ExternalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The partner. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerAnswer"];
                };
            };
            /** @description The request is not valid; `details` lists each field. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing in this organization and environment. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listStoreOrders: {
        parameters: {
            query: {
                /**
                 * @description Rows on a page.
                 * @example 50
                 */
                limit: components["parameters"]["StoreOrderLimit"];
                /**
                 * @description The `next_cursor` of the previous page, or any ISO 8601 timestamp.
                 * @example 2026-11-20T10:15:30.1234560000000000000000042Z
                 */
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoreOrderList"];
                };
            };
            400: components["responses"]["InvalidQueryElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCheckoutConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutConfigAnswer"];
                };
            };
            /** @description The request is not valid; `details` lists each field. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing in this organization and environment. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrders: {
        parameters: {
            query: {
                /**
                 * @description Only orders of this status: `pending`, `paid`, `processing`, `shipped`, `delivered` or `cancelled`. An
                 *     unknown status gives an empty list.
                 * @example delivered
                 */
                status?: components["parameters"]["OrderStatus"];
                /**
                 * @description Only orders with this number. Several organizations may have given the same.
                 * @example VO-4T9K2M7QXR
                 */
                order_number?: components["parameters"]["OrderNumber"];
                /**
                 * @description Only orders to which whoever placed them gave this `external_order_id`, which is compared in Unicode's NFC.
                 * @example WEB-10042
                 */
                external_order_id?: components["parameters"]["ExternalOrderId"];
                /**
                 * @description Only orders created at or after this time.
                 * @example 2026-10-01T00:00:00Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only orders created before this time.
                 * @example 2026-11-01T00:00:00Z
                 */
                created_to?: components["parameters"]["CreatedTo"];
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, or any ISO 8601 timestamp.
                 * @example 2026-11-20T10:15:30.1234560000000000000000042Z
                 */
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            /** @description A parameter is not valid. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Chosen by the caller, one for each request: 8 to 100 visible ASCII characters. A UUID does well.
                 *     A key wholly in double quotes is the same key without them.
                 * @example 7d4c0a5e-reserve-ORD-1001
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The order. At most 64 kB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            /** @description The `Idempotency-Key` was used before; nothing new was ordered. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderAnswer"];
                };
            };
            /** @description Ordered. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderAnswer"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The key may not do this, or its organization is no active clinic. */
            403: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description The organization has no such patient in the environment of the key, or its storefront has no such
             *     active product.
             */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description A prescription is missing where one is required, is not one to order with or does not cover what is
             *     ordered (`prescription_invalid`), or the `Idempotency-Key` was used before with another body
             *     (`idempotency_key_reused`).
             */
            422: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example de300002-0000-4000-8000-000000000001
                 */
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidIdElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The organization and environment of the key have no such order. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrderItems: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example de300002-0000-4000-8000-000000000001
                 */
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The items of the order. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderItemList"];
                };
            };
            400: components["responses"]["InvalidIdElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The organization and environment of the key placed or fulfil no such order. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProducts: {
        parameters: {
            query: {
                /**
                 * @description `true`: only products of which some unit is available. `false`: only the others. With either, a page may
                 *     have fewer rows than `limit`, or none, and a `next_cursor` all the same.
                 * @example true
                 */
                in_stock?: components["parameters"]["ProductInStock"];
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, or any ISO 8601 timestamp.
                 * @example 2026-11-20T10:15:30.1234560000000000000000042Z
                 */
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of products. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
            400: components["responses"]["InvalidQueryElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listListings: {
        parameters: {
            query: {
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, or any ISO 8601 timestamp.
                 * @example 2026-11-20T10:15:30.1234560000000000000000042Z
                 */
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of listings. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingList"];
                };
            };
            400: components["responses"]["InvalidQueryElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBundles: {
        parameters: {
            query: {
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, or any ISO 8601 timestamp.
                 * @example 2026-11-20T10:15:30.1234560000000000000000042Z
                 */
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of bundles. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BundleList"];
                };
            };
            400: components["responses"]["InvalidQueryElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putBundle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The bundle. At most 64 kB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BundleRequest"];
            };
        };
        responses: {
            /** @description Replaced. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BundleResult"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BundleResult"];
                };
            };
            /** @description The bundle is not valid. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing in this organization and environment. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRequests: {
        parameters: {
            query: {
                /**
                 * @description Only the request with this id, which its answer had as `request_id` and in `X-Request-Id`.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                request_id?: components["parameters"]["RequestId"];
                /**
                 * @description Only requests that were answered with this status.
                 * @example 400
                 */
                status?: components["parameters"]["RequestStatus"];
                /**
                 * @description Only requests of this operation, by its operationId. An unknown one gives an empty list.
                 * @example postMovement
                 */
                operation?: components["parameters"]["RequestOperation"];
                /**
                 * @description Only requests that were answered at or after this time.
                 * @example 2026-11-20T00:00:00Z
                 */
                from?: components["parameters"]["RequestsFrom"];
                /**
                 * @description Only requests that were answered before this time.
                 * @example 2026-11-20T00:00:00Z
                 */
                to?: components["parameters"]["RequestsTo"];
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page, or any ISO 8601 timestamp.
                 * @example 2026-11-20T10:15:30.1234560000000000000000042Z
                 */
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of requests. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    /**
                     * @description Requests that the key may make in the window that applied.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, in Unix seconds.
                     * @example 1795169760
                     */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedRequestList"];
                };
            };
            400: components["responses"]["InvalidQueryElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    onStockChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the hex HMAC-SHA256 of the exact body, keyed with the whole secret text.
                 * @example sha256=5f2b7f0d6e3c1a9485b6d7e8f90123456789abcdef0123456789abcdef012345
                 */
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                /**
                 * @description As `X-Webhook-Signature`, with the new secret. Only while a rotation's old secret is in use too.
                 * @example sha256=0c9485b6d7e8f90123456789abcdef0123456789abcdef01234567895f2b7f0d
                 */
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                /**
                 * @description The kind of event.
                 * @example stock.changed
                 */
                "X-Webhook-Event": string;
                /**
                 * @description The delivery; the same for each try, so that repeats can be told.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                /**
                 * @description The time of this try, ISO 8601.
                 * @example 2026-11-20T10:15:31.123Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                /**
                 * @description The delivery, as Standard Webhooks names it; the same as `X-Webhook-Delivery`.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                /**
                 * @description The time of this try in Unix seconds.
                 * @example 1795169731
                 */
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the exact body, joined by dots, keyed
                 *     with the bytes that the secret's base64 stands for. While a rotation's old secret is in use there are two, with
                 *     a space between.
                 * @example v1,X1mg5EmT4pGQD1b9r6xwS5+3m0Vv8dJ2sXrV1xq0Qe8=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StockChangedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx status says that the event was received. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other status is a failure, a redirect too, and the delivery is tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onStockLow: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the hex HMAC-SHA256 of the exact body, keyed with the whole secret text.
                 * @example sha256=5f2b7f0d6e3c1a9485b6d7e8f90123456789abcdef0123456789abcdef012345
                 */
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                /**
                 * @description As `X-Webhook-Signature`, with the new secret. Only while a rotation's old secret is in use too.
                 * @example sha256=0c9485b6d7e8f90123456789abcdef0123456789abcdef01234567895f2b7f0d
                 */
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                /**
                 * @description The kind of event.
                 * @example stock.low
                 */
                "X-Webhook-Event": string;
                /**
                 * @description The delivery; the same for each try, so that repeats can be told.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                /**
                 * @description The time of this try, ISO 8601.
                 * @example 2026-11-20T10:15:31.123Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                /**
                 * @description The delivery, as Standard Webhooks names it; the same as `X-Webhook-Delivery`.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                /**
                 * @description The time of this try in Unix seconds.
                 * @example 1795169731
                 */
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the exact body, joined by dots, keyed
                 *     with the bytes that the secret's base64 stands for. While a rotation's old secret is in use there are two, with
                 *     a space between.
                 * @example v1,X1mg5EmT4pGQD1b9r6xwS5+3m0Vv8dJ2sXrV1xq0Qe8=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StockLowEvent"];
            };
        };
        responses: {
            /** @description Any 2xx status says that the event was received. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other status is a failure, a redirect too, and the delivery is tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLotStatusChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the hex HMAC-SHA256 of the exact body, keyed with the whole secret text.
                 * @example sha256=5f2b7f0d6e3c1a9485b6d7e8f90123456789abcdef0123456789abcdef012345
                 */
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                /**
                 * @description As `X-Webhook-Signature`, with the new secret. Only while a rotation's old secret is in use too.
                 * @example sha256=0c9485b6d7e8f90123456789abcdef0123456789abcdef01234567895f2b7f0d
                 */
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                /**
                 * @description The kind of event.
                 * @example lot.status_changed
                 */
                "X-Webhook-Event": string;
                /**
                 * @description The delivery; the same for each try, so that repeats can be told.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                /**
                 * @description The time of this try, ISO 8601.
                 * @example 2026-11-20T10:15:31.123Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                /**
                 * @description The delivery, as Standard Webhooks names it; the same as `X-Webhook-Delivery`.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                /**
                 * @description The time of this try in Unix seconds.
                 * @example 1795169731
                 */
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the exact body, joined by dots, keyed
                 *     with the bytes that the secret's base64 stands for. While a rotation's old secret is in use there are two, with
                 *     a space between.
                 * @example v1,X1mg5EmT4pGQD1b9r6xwS5+3m0Vv8dJ2sXrV1xq0Qe8=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LotStatusChangedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx status says that the event was received. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other status is a failure, a redirect too, and the delivery is tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLotExpiring: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the hex HMAC-SHA256 of the exact body, keyed with the whole secret text.
                 * @example sha256=5f2b7f0d6e3c1a9485b6d7e8f90123456789abcdef0123456789abcdef012345
                 */
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                /**
                 * @description As `X-Webhook-Signature`, with the new secret. Only while a rotation's old secret is in use too.
                 * @example sha256=0c9485b6d7e8f90123456789abcdef0123456789abcdef01234567895f2b7f0d
                 */
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                /**
                 * @description The kind of event.
                 * @example lot.expiring
                 */
                "X-Webhook-Event": string;
                /**
                 * @description The delivery; the same for each try, so that repeats can be told.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                /**
                 * @description The time of this try, ISO 8601.
                 * @example 2026-11-20T10:15:31.123Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                /**
                 * @description The delivery, as Standard Webhooks names it; the same as `X-Webhook-Delivery`.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                /**
                 * @description The time of this try in Unix seconds.
                 * @example 1795169731
                 */
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the exact body, joined by dots, keyed
                 *     with the bytes that the secret's base64 stands for. While a rotation's old secret is in use there are two, with
                 *     a space between.
                 * @example v1,X1mg5EmT4pGQD1b9r6xwS5+3m0Vv8dJ2sXrV1xq0Qe8=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LotExpiringEvent"];
            };
        };
        responses: {
            /** @description Any 2xx status says that the event was received. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other status is a failure, a redirect too, and the delivery is tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSkuCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the hex HMAC-SHA256 of the exact body, keyed with the whole secret text.
                 * @example sha256=5f2b7f0d6e3c1a9485b6d7e8f90123456789abcdef0123456789abcdef012345
                 */
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                /**
                 * @description As `X-Webhook-Signature`, with the new secret. Only while a rotation's old secret is in use too.
                 * @example sha256=0c9485b6d7e8f90123456789abcdef0123456789abcdef01234567895f2b7f0d
                 */
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                /**
                 * @description The kind of event.
                 * @example sku.created
                 */
                "X-Webhook-Event": string;
                /**
                 * @description The delivery; the same for each try, so that repeats can be told.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                /**
                 * @description The time of this try, ISO 8601.
                 * @example 2026-11-20T10:15:31.123Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                /**
                 * @description The delivery, as Standard Webhooks names it; the same as `X-Webhook-Delivery`.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                /**
                 * @description The time of this try in Unix seconds.
                 * @example 1795169731
                 */
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the exact body, joined by dots, keyed
                 *     with the bytes that the secret's base64 stands for. While a rotation's old secret is in use there are two, with
                 *     a space between.
                 * @example v1,X1mg5EmT4pGQD1b9r6xwS5+3m0Vv8dJ2sXrV1xq0Qe8=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkuCreatedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx status says that the event was received. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other status is a failure, a redirect too, and the delivery is tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSkuUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the hex HMAC-SHA256 of the exact body, keyed with the whole secret text.
                 * @example sha256=5f2b7f0d6e3c1a9485b6d7e8f90123456789abcdef0123456789abcdef012345
                 */
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                /**
                 * @description As `X-Webhook-Signature`, with the new secret. Only while a rotation's old secret is in use too.
                 * @example sha256=0c9485b6d7e8f90123456789abcdef0123456789abcdef01234567895f2b7f0d
                 */
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                /**
                 * @description The kind of event.
                 * @example sku.updated
                 */
                "X-Webhook-Event": string;
                /**
                 * @description The delivery; the same for each try, so that repeats can be told.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                /**
                 * @description The time of this try, ISO 8601.
                 * @example 2026-11-20T10:15:31.123Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                /**
                 * @description The delivery, as Standard Webhooks names it; the same as `X-Webhook-Delivery`.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                /**
                 * @description The time of this try in Unix seconds.
                 * @example 1795169731
                 */
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the exact body, joined by dots, keyed
                 *     with the bytes that the secret's base64 stands for. While a rotation's old secret is in use there are two, with
                 *     a space between.
                 * @example v1,X1mg5EmT4pGQD1b9r6xwS5+3m0Vv8dJ2sXrV1xq0Qe8=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkuUpdatedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx status says that the event was received. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other status is a failure, a redirect too, and the delivery is tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCountApproved: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the hex HMAC-SHA256 of the exact body, keyed with the whole secret text.
                 * @example sha256=5f2b7f0d6e3c1a9485b6d7e8f90123456789abcdef0123456789abcdef012345
                 */
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                /**
                 * @description As `X-Webhook-Signature`, with the new secret. Only while a rotation's old secret is in use too.
                 * @example sha256=0c9485b6d7e8f90123456789abcdef0123456789abcdef01234567895f2b7f0d
                 */
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                /**
                 * @description The kind of event.
                 * @example count.approved
                 */
                "X-Webhook-Event": string;
                /**
                 * @description The delivery; the same for each try, so that repeats can be told.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                /**
                 * @description The time of this try, ISO 8601.
                 * @example 2026-11-20T10:15:31.123Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                /**
                 * @description The delivery, as Standard Webhooks names it; the same as `X-Webhook-Delivery`.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                /**
                 * @description The time of this try in Unix seconds.
                 * @example 1795169731
                 */
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the exact body, joined by dots, keyed
                 *     with the bytes that the secret's base64 stands for. While a rotation's old secret is in use there are two, with
                 *     a space between.
                 * @example v1,X1mg5EmT4pGQD1b9r6xwS5+3m0Vv8dJ2sXrV1xq0Qe8=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountApprovedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx status says that the event was received. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other status is a failure, a redirect too, and the delivery is tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTemperatureExcursion: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the hex HMAC-SHA256 of the exact body, keyed with the whole secret text.
                 * @example sha256=5f2b7f0d6e3c1a9485b6d7e8f90123456789abcdef0123456789abcdef012345
                 */
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                /**
                 * @description As `X-Webhook-Signature`, with the new secret. Only while a rotation's old secret is in use too.
                 * @example sha256=0c9485b6d7e8f90123456789abcdef0123456789abcdef01234567895f2b7f0d
                 */
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                /**
                 * @description The kind of event.
                 * @example temperature.excursion
                 */
                "X-Webhook-Event": string;
                /**
                 * @description The delivery; the same for each try, so that repeats can be told.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                /**
                 * @description The time of this try, ISO 8601.
                 * @example 2026-11-20T10:15:31.123Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                /**
                 * @description The delivery, as Standard Webhooks names it; the same as `X-Webhook-Delivery`.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                /**
                 * @description The time of this try in Unix seconds.
                 * @example 1795169731
                 */
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the exact body, joined by dots, keyed
                 *     with the bytes that the secret's base64 stands for. While a rotation's old secret is in use there are two, with
                 *     a space between.
                 * @example v1,X1mg5EmT4pGQD1b9r6xwS5+3m0Vv8dJ2sXrV1xq0Qe8=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemperatureExcursionEvent"];
            };
        };
        responses: {
            /** @description Any 2xx status says that the event was received. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other status is a failure, a redirect too, and the delivery is tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the hex HMAC-SHA256 of the exact body, keyed with the whole secret text.
                 * @example sha256=5f2b7f0d6e3c1a9485b6d7e8f90123456789abcdef0123456789abcdef012345
                 */
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                /**
                 * @description As `X-Webhook-Signature`, with the new secret. Only while a rotation's old secret is in use too.
                 * @example sha256=0c9485b6d7e8f90123456789abcdef0123456789abcdef01234567895f2b7f0d
                 */
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                /**
                 * @description The kind of event.
                 * @example order.updated
                 */
                "X-Webhook-Event": string;
                /**
                 * @description The delivery; the same for each try, so that repeats can be told.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                /**
                 * @description The time of this try, ISO 8601.
                 * @example 2026-11-20T10:15:31.123Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                /**
                 * @description The delivery, as Standard Webhooks names it; the same as `X-Webhook-Delivery`.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                /**
                 * @description The time of this try in Unix seconds.
                 * @example 1795169731
                 */
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the exact body, joined by dots, keyed
                 *     with the bytes that the secret's base64 stands for. While a rotation's old secret is in use there are two, with
                 *     a space between.
                 * @example v1,X1mg5EmT4pGQD1b9r6xwS5+3m0Vv8dJ2sXrV1xq0Qe8=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderUpdatedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx status says that the event was received. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other status is a failure, a redirect too, and the delivery is tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the hex HMAC-SHA256 of the exact body, keyed with the whole secret text.
                 * @example sha256=5f2b7f0d6e3c1a9485b6d7e8f90123456789abcdef0123456789abcdef012345
                 */
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                /**
                 * @description As `X-Webhook-Signature`, with the new secret. Only while a rotation's old secret is in use too.
                 * @example sha256=0c9485b6d7e8f90123456789abcdef0123456789abcdef01234567895f2b7f0d
                 */
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                /**
                 * @description The kind of event.
                 * @example webhook.test
                 */
                "X-Webhook-Event": string;
                /**
                 * @description The delivery; the same for each try, so that repeats can be told.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                /**
                 * @description The time of this try, ISO 8601.
                 * @example 2026-11-20T10:15:31.123Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                /**
                 * @description The delivery, as Standard Webhooks names it; the same as `X-Webhook-Delivery`.
                 * @example 01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90
                 */
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                /**
                 * @description The time of this try in Unix seconds.
                 * @example 1795169731
                 */
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the exact body, joined by dots, keyed
                 *     with the bytes that the secret's base64 stands for. While a rotation's old secret is in use there are two, with
                 *     a space between.
                 * @example v1,X1mg5EmT4pGQD1b9r6xwS5+3m0Vv8dJ2sXrV1xq0Qe8=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Any 2xx status says that the event was received. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other status is a failure, a redirect too, and the delivery is tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
