/* Written by scripts/contract/generate.ts from openapi/. Not for editing. */
export interface paths {
    "/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List count sheets
         * @description Lists the sheets of the organization, newest first. `cursor` is the `next_cursor` of the previous page, or any ISO 8601
         *     timestamp, and then only older sheets are listed.
         */
        get: operations["listCountSheets"];
        put?: never;
        /**
         * Make a count sheet
         * @description Makes a sheet for a location. Its lines are the lots that are in stock there now, without their quantities: people count
         *     blind, and no answer about the sheet says what the ledger has until it is handed in. Nothing is frozen while they count.
         *     A sheet has at most 2,000 lines and at least one, and as many are open at most as the organization has people.
         *
         *     The `Idempotency-Key` is required: a repeat makes nothing and answers 200 with the first body.
         */
        post: operations["createCountSheet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/counts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a count sheet
         * @description Answers the sheet with a page of its lines. Once it is handed in, each counted line has the ledger's balance at
         *     `counted_at`, the difference, what has moved since, and the orders that the count would shorten if the lines of the page
         *     that are not approved yet were approved now.
         */
        get: operations["getCountSheet"];
        put?: never;
        post?: never;
        /**
         * Cancel a count sheet
         * @description Cancels a sheet: what is not approved is not posted. What was approved stays. A sheet that was handed in needs
         *     `counts:approve`. A repeat answers the same.
         */
        delete: operations["cancelCountSheet"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/counts/{id}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Record what was counted
         * @description Records counts on an open sheet. The same lot counted again replaces what was counted before, unless that was later by
         *     its `counted_at`: a count that arrives late, or twice, changes nothing. All are recorded or none.
         *
         *     A lot that was not expected, but is known at the location, becomes a line of its own. So does one that is not known
         *     there: on approval it is received into quarantine.
         */
        put: operations["recordCountLines"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/counts/{id}/hand-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand in a count sheet
         * @description Ends the counting. From now on the sheet shows what the ledger has, and waits for approval. A repeat answers the same.
         */
        post: operations["handInCountSheet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/counts/{id}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve counted lines
         * @description Posts the difference of each line, one after the other, each whole: what was counted less the balance at `counted_at`,
         *     so that what has moved since stays as it moved. A lot that the location does not know is received into quarantine.
         *
         *     Nobody approves what they counted themselves: then nothing is posted. Where the operator has said that the pharmacy has
         *     one person, they may, but never a controlled product.
         *
         *     A repeat with the same `Idempotency-Key` is answered with the first result. A line that is approved already is answered
         *     as `approved`, and posted once. After an answer that was lost, the repeat goes on with the lines that are left.
         */
        post: operations["approveCountLines"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the session
         * @description Who is signed in, what they may do, and whether the session is locked.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /**
         * Sign out
         * @description Ends the session, and takes its cookie away.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by a link
         * @description Begins a session by a one-time link, which works for 72 hours.
         */
        post: operations["signInWithLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a passkey
         * @description Makes a challenge that a passkey answers within five minutes, to sign in, to unlock or to witness.
         */
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by a passkey
         * @description Begins a session by a passkey of the person's own device.
         */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by a PIN
         * @description Begins a session at a terminal. Five failures lock the PIN until the person has signed in by another way.
         */
        post: operations["signInWithPin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where to sign in
         * @description Where somebody works, or is invited to, whom the identity provider has named to this browser within ten minutes. Nothing
         *     is bound before one is chosen.
         */
        get: operations["listSignInChoices"];
        put?: never;
        /**
         * Sign in by an identity provider
         * @description Begins a session of one of the choices. An invitation belongs from then on to the account at the identity provider. A
         *     sign-in is chosen for once.
         */
        post: operations["signInWithOpenId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unlock the session
         * @description By this, people also show who they are where nothing is locked: to change their ways in, or since they came by a link.
         *     There a PIN is taken at any browser.
         *     Unlocks the session for the same person, by a PIN at a terminal or by a passkey.
         */
        post: operations["unlockSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lock the session
         * @description Locks the session, as it does by itself after ten minutes at a terminal and thirty elsewhere.
         */
        post: operations["lockSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a new passkey
         * @description Makes a challenge for a passkey that is made on this device. As for a PIN, a way in that the person has is shown first.
         */
        post: operations["beginPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a passkey
         * @description Keeps a new passkey of the person. As for a PIN, a way in that the person has is shown first.
         */
        post: operations["registerPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the PIN
         * @description Gives the person a PIN, in the place of an earlier one. It opens at terminals alone. Somebody who has a way in shows
         *     it first, by signing in with it or by `unlockSession`, within five minutes; a link does not count as one, unless it
         *     is the operator's or somebody else has confirmed the person since.
         */
        put: operations["setPin"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminal/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who can sign in by a PIN
         * @description Who can sign in at the terminal that the browser is.
         */
        get: operations["listTerminalPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/colleagues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who works here
         * @description The names of all who work or worked here, so that ids can be shown as names; at most 1,000. The person who asks is
         *     among them.
         */
        get: operations["listColleagues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/witness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Witness a request
         * @description Another person, of whom neither rests on a link of the other or both on one person's, says by PIN or passkey
         *     that they have seen what is about to be posted. The token lives two minutes, works once and fits that body of that person alone.
         */
        post: operations["createWitness"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people
         * @description The people of the organization, those who have left last; at most 1,000.
         */
        get: operations["listPeople"];
        put?: never;
        /**
         * Invite somebody
         * @description Makes a person, and the link by which they sign in for the first time. It works once, for 72 hours. Until
         *     somebody else confirms the person, what they do counts as done by who invited them too, wherever two people are
         *     needed. People that the operator invited count as confirmed.
         */
        post: operations["invitePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a person
         * @description Ends a person, and their sessions with the next request. The last manager cannot be ended.
         */
        delete: operations["endPerson"];
        options?: never;
        head?: never;
        /**
         * Change roles
         * @description Gives a person other roles. The last manager stays one. Nobody widens their own roles: another manager does, or the
         *     operator.
         */
        patch: operations["updatePerson"];
        trace?: never;
    };
    "/people/{id}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a person
         * @description Says that somebody who came in by a link is who they say. Who says so is confirmed, is somebody else, and has no part
         *     in the link: neither made it, nor invited who made it. The operator and an identity provider confirm too.
         *     A PIN or passkeys that were chosen by an earlier link than the one by which they came are gone then: they choose again.
         */
        post: operations["confirmPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/ways-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List passkeys and sessions
         * @description The passkeys of a person and their sessions that last: one's own, or with `people:write` another person's.
         */
        get: operations["listWaysIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description Removes a passkey: one's own, where a way in that the person has was shown within five minutes, or with `people:write`
         *     another person's. Sessions that began by it last until they are ended. Nobody removes their own last way in.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Ends a session with its next request: one's own, or with `people:write` another person's.
         */
        delete: operations["endPersonSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make another link
         * @description Makes another link for somebody else who cannot sign in. Earlier links and all sessions of the person end. Until the
         *     person shows a way in of their own, or somebody else confirms them, what they do in the session of the link counts as
         *     done by the manager too, and it changes none of their ways in.
         */
        post: operations["renewLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the terminals
         * @description The terminals of the organization, those that were ended last; at most 1,000.
         */
        get: operations["listTerminals"];
        put?: never;
        /**
         * Enrol this browser
         * @description Makes the browser a terminal, at which people may sign in by a PIN, until it is ended.
         */
        post: operations["enrolTerminal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a terminal
         * @description Ends a terminal, and the sessions at it with their next request.
         */
        delete: operations["endTerminal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a delivery
         * @description Receives units of a lot, which may be new, as a movement `receive` of the public API does.
         *     The key is remembered for good: the same request with it is answered with the first result and `idempotent: true`.
         */
        post: operations["receiveStock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adjust a lot
         * @description Adds units to a lot or takes them away, whatever its state. A product that is controlled takes a witness, whose
         *     token is used up with the change. It can be undone for 15 minutes.
         *
         *     The key is remembered for good: the same request with it is answered with the first result and `idempotent: true`.
         */
        post: operations["adjustStock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/waste": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Waste units of a lot
         * @description Takes units that are destroyed or lost out of a lot, whatever its state: expired and quarantined ones too. A product
         *     that is controlled needs the scope `stock:waste-controlled` as well, and a witness, whose token is used up with the
         *     change. It can be undone for 15 minutes.
         *
         *     The key is remembered for good: the same request with it is answered with the first result and `idempotent: true`.
         */
        post: operations["wasteStock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move units to another location
         * @description Moves units of a lot at once; its status and its expiry date go with them. A trip takes two transfers: to a location
         *     such as "In transit", and from there.
         *
         *     The key is remembered for good: the same request with it is answered with the first result and `idempotent: true`.
         */
        post: operations["transferStock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/corrections/{movement_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an adjustment or waste
         * @description Posts the opposite of an adjustment or of waste, as an adjustment that refers to it: nothing is deleted. Only the
         *     person who posted it may do so, once, within 15 minutes, and as long as nothing else has touched the lot. A product
         *     that is controlled takes a witness again, whose `body` holds the `movement_id` beside what is sent here.
         *
         *     The key is remembered for good: the same request with it is answered with the first result and `idempotent: true`.
         */
        post: operations["undoCorrection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/lots/status/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a quarantine
         * @description Shows what a quarantine of a lot number would do, at one location or everywhere: which reservations would move to
         *     other lots, and which orders would be short. Nothing is changed.
         */
        post: operations["previewLotStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/lots/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quarantine or release a lot
         * @description Quarantines a lot number, or releases it, at one location or everywhere. It takes effect at once; what orders hold in
         *     it moves to other lots then, in steps. The same request with the same key goes on with what still waits.
         *
         *     A quarantine needs the scope `stock:quarantine`, a release `lots:release`, and either of them everywhere
         *     `lots:recall` too.
         */
        post: operations["setLotStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/lots/expiry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct an expiry date
         * @description Corrects the expiry date of a lot number at every location. Where that day is past, what orders hold in it moves to
         *     other lots, in steps. The same request with the same key goes on with what still waits.
         */
        post: operations["setLotExpiry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/temperatures": {
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
        /**
         * Record a temperature
         * @description Records what was measured at a location, or corrects a reading. A temperature out of the range of the location needs
         *     a comment, and the first of them is announced.
         *
         *     The key is remembered for good: the same request with it is answered with the first result and `idempotent: true`.
         */
        post: operations["recordTemperature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what people did
         * @description Lists what people did in the application, newest first: who, what, why, who witnessed it, and whether it was undone.
         *     `cursor` is the `next_cursor` of the previous page.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developers/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the endpoints with their health
         * @description All endpoints of the environment, those that fail first, and how their deliveries go. At most 100 exist.
         */
        get: operations["listEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developers/endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an endpoint with its health
         * @description One endpoint, and how its deliveries go.
         */
        get: operations["getEndpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developers/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys
         * @description The keys of the environment, those that are valid first, then the newest; at most 1,000. A key itself is shown to
         *     nobody: the operator issues, rotates and revokes them.
         */
        get: operations["listApiKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/packing/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders to pack
         * @description Lists the orders that this pharmacy has to pack: live ones that are routed to it and `paid` or `processing`, the
         *     oldest first. One whose payment was given back is among them until it is cancelled; it cannot be shipped. `cursor` is the `next_cursor` of the previous page. With `order_number` a page looks at no more than
         *     500 orders of that number, and may so hold fewer than there are before its `next_cursor`.
         */
        get: operations["listPackingOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/packing/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open an order to pack
         * @description What was ordered, which lots to take from the location in the order in which they are drawn, what is short, and the
         *     address that it goes to. The order of the lots is that of the movement which ships them: first what the order holds,
         *     then what nobody holds, the first to expire first. The address is shown for the label; that it was read is entered
         *     in the access log of the patient under the person's id.
         */
        get: operations["getPackingOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/packing/orders/{id}/ship": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ship an order
         * @description Ships an order with what was packed: status, movements and events are one transaction. The lots must hold just what
         *     was ordered of each product; first what the order holds of a lot is drawn, then what nobody holds.
         */
        post: operations["shipPackingOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/packing/orders/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order
         * @description Cancels an order that is not shipped, and releases all that it holds, in one transaction. Nothing is refunded.
         */
        post: operations["cancelPackingOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/movements/preview": {
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
    "/inventory/scan/resolve": {
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
    "/inventory/stock": {
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
    "/inventory/transactions": {
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
    "/inventory/lots": {
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
    "/inventory/lots/{id}/trace": {
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
    "/inventory/allocations": {
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
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/locations": {
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
    "/inventory/skus": {
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
    "/inventory/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
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
    "/inventory/webhooks/{id}/test": {
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
    "/inventory/webhooks/{id}/rotate-secret": {
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
    "/inventory/webhooks/{id}/deliveries": {
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
    "/inventory/webhooks/{id}/deliveries/{delivery_id}/replay": {
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
    "/inventory/webhooks/{id}/replay": {
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
    "/requests": {
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
export type webhooks = Record<string, never>;
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
        /** @description For programs. New codes may be added. */
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
        /**
         * @description `open` while people count; `handed_in` until each counted line is approved, then `closed`; or `cancelled`.
         * @enum {string}
         */
        CountSheetState: "open" | "handed_in" | "closed" | "cancelled";
        /**
         * @description Which lots in stock at the location are expected: all, those of some SKUs, those that were neither counted nor new
         *     there for 90 days, or those of controlled products.
         * @enum {string}
         */
        CountScope: "all" | "skus" | "not_counted" | "controlled";
        /** @description How many lines a sheet has. */
        CountSheetLines: {
            /**
             * Format: int32
             * @description Lots that were expected, and those that were found besides.
             */
            total: number;
            /**
             * Format: int32
             * @description How many of them are counted.
             */
            counted: number;
            /**
             * Format: int32
             * @description How many of these are approved.
             */
            approved: number;
        };
        /** @description A list of lots at a location that people count. */
        CountSheet: {
            /** @description Names the sheet. */
            id: components["schemas"]["Uuid"];
            /** @description Where is counted. */
            location: components["schemas"]["LocationName"];
            /** @description Which lots were expected. */
            scope: components["schemas"]["CountScope"];
            /** @description How far it is. */
            state: components["schemas"]["CountSheetState"];
            /** @description The person who made it. */
            created_by: components["schemas"]["Uuid"];
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description The person who handed it in; `null` before.
             */
            handed_in_by: string | null;
            /**
             * Format: date-time
             * @description When it was handed in; `null` before.
             */
            handed_in_at: string | null;
            /**
             * Format: uuid
             * @description The person who approved its last line, or cancelled it; `null` before.
             */
            ended_by: string | null;
            /**
             * Format: date-time
             * @description When; `null` before.
             */
            ended_at: string | null;
            /** @description How many lines it has. */
            lines: components["schemas"]["CountSheetLines"];
        };
        /** @description A page of sheets. */
        CountSheetList: {
            /** @description The sheets, newest first. */
            data: components["schemas"]["CountSheet"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description What shall be counted. */
        CountSheetRequest: {
            /** @description Where, by the location's name; the organization's default location where nothing is said. */
            location?: components["schemas"]["LocationName"];
            /** @description Which lots are expected. It covers at least one lot. */
            scope: components["schemas"]["CountScope"];
            /** @description The SKUs; with the scope `skus` and no other. */
            sku_codes?: components["schemas"]["SkuCode"][];
        };
        /** @description What stock is reserved for. */
        CountReference: {
            /** @description The kind of thing, `order` for example. */
            type: string;
            /** @description Its id. */
            id: string;
        };
        /** @description Units that an order has to give up in a lot. */
        CountShortfall: {
            /** @description The order. */
            reference: components["schemas"]["CountReference"];
            /**
             * Format: int64
             * @description Units that other lots take over.
             */
            moved: number;
            /**
             * Format: int64
             * @description Units that no other lot has room for; the order is short of them.
             */
            released: number;
        };
        /** @description A lot of a sheet. What the ledger says of it is `null` until the sheet is handed in: people count blind. */
        CountLine: {
            /** @description Names the line. */
            id: components["schemas"]["Uuid"];
            /**
             * Format: uuid
             * @description The lot; `null` where the location had no such lot when it was counted.
             */
            lot_id: string | null;
            /** @description The SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description Its product. */
            product_id: components["schemas"]["Uuid"];
            /** @description The product's name. */
            product_name: string;
            /** @description The lot number. */
            lot_number: components["schemas"]["LotNumber"];
            /**
             * Format: date
             * @description The last usable day; of a lot that is not there, the day on its label.
             */
            expiry_date: string;
            /** @description Whether it was in stock there, and of the scope, when the sheet was made. */
            is_expected: boolean;
            /** @description Whether its product is controlled, so that another person always approves. */
            is_controlled: boolean;
            /**
             * Format: int64
             * @description Units that lay there; `null` where nobody has counted. Such a lot stays as it is.
             */
            counted: number | null;
            /**
             * Format: date-time
             * @description When.
             */
            counted_at: string | null;
            /**
             * Format: uuid
             * @description The person who counted.
             */
            counted_by: string | null;
            /**
             * Format: uuid
             * @description The person who approved it; `null` before.
             */
            approved_by: string | null;
            /**
             * Format: date-time
             * @description When.
             */
            approved_at: string | null;
            /**
             * Format: uuid
             * @description The movement that posted it; `null` before, and where there was nothing to post.
             */
            movement_id: string | null;
            /**
             * Format: int64
             * @description The balance in the ledger when it was counted; `null` also where that cannot be said (`refusal`).
             */
            book: number | null;
            /**
             * Format: int64
             * @description What was counted less `book`. An approval posts it.
             */
            difference: number | null;
            /**
             * Format: int64
             * @description Signed units that have come or gone since it was counted; `null` once it is approved.
             */
            moved_since: number | null;
            /**
             * Format: int64
             * @description Units on hand now; `null` once it is approved.
             */
            on_hand: number | null;
            /** @description What is reserved in the lot beyond what would be left, by order. Empty once it is approved. */
            shortens: components["schemas"]["CountShortfall"][];
            /** @description Why it cannot be posted now; `null` where it can. */
            refusal: string | null;
            /** @description Whether the person who asks may approve it. */
            may_approve: boolean;
        };
        /** @description A sheet with a page of its lines. */
        CountSheetAnswer: {
            /** @description The sheet; how many lines it has is of all of them. */
            sheet: components["schemas"]["CountSheet"];
            /** @description Its lines, those of a SKU together and by lot number. */
            data: components["schemas"]["CountLine"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description What was counted of one lot: of `lot_id`, or of `sku_code` and `lot_number` as they are on the label. */
        CountLineRequest: {
            /** @description The lot, at the sheet's location. */
            lot_id?: components["schemas"]["Uuid"];
            /** @description The SKU. */
            sku_code?: components["schemas"]["SkuCode"];
            /** @description The lot number. It may be one that nobody expected. */
            lot_number?: components["schemas"]["LotNumber"];
            /** @description The day on the label; needed where the lot number is new to the organization. */
            expiry_date?: components["schemas"]["DateInput"];
            /**
             * Format: int64
             * @description Units that lie there.
             */
            counted: number;
            /**
             * @description When they were counted; now where nothing is said. Not later than now, but for a minute that clocks may differ,
             *     which is taken as now.
             */
            counted_at?: components["schemas"]["TimestampInput"];
        };
        /** @description What was counted. */
        CountLinesRequest: {
            /** @description One for each lot; of two for the same lot the later `counted_at` holds. */
            lines: components["schemas"]["CountLineRequest"][];
        };
        /** @description Lines of a sheet. */
        CountLineList: {
            /** @description The lines, in the order sent. */
            data: components["schemas"]["CountLine"][];
        };
        /** @description A line that is approved. */
        CountApprovalLine: {
            /** @description The line. */
            id: components["schemas"]["Uuid"];
            /**
             * @description Whether the lot is quarantined at the location before the count is posted: then all that orders hold in it moves
             *     to other lots or waits, and nobody draws from it.
             * @default false
             */
            quarantine_first: boolean;
        };
        /** @description The lines that are approved. */
        CountApprovalRequest: {
            /** @description Each line once. */
            lines: components["schemas"]["CountApprovalLine"][];
        };
        /** @description What became of a line. */
        CountApprovalResult: {
            /** @description The line. */
            id: components["schemas"]["Uuid"];
            /**
             * @description `approved` also where it was before. A line that is `refused` is as it was; the others do not depend on it.
             * @enum {string}
             */
            outcome: "approved" | "refused";
            /**
             * Format: int64
             * @description Signed units that were posted; `null` where it was refused.
             */
            difference: number | null;
            /**
             * Format: uuid
             * @description The movement; `null` where it was refused, or there was nothing to post.
             */
            movement_id: string | null;
            /** @description What orders had to give up in the lot. */
            moved: components["schemas"]["CountShortfall"][];
            /** @description Why it was refused. */
            refusal: string | null;
        };
        /** @description What became of each line. */
        CountApproval: {
            /** @description The sheet afterwards. */
            sheet: components["schemas"]["CountSheet"];
            /** @description One for each line, in the order sent. */
            results: components["schemas"]["CountApprovalResult"][];
        };
        /**
         * @description What a person may do; src/people/roles.ts says which scopes each has.
         * @enum {string}
         */
        Role: "clerk" | "pharmacist" | "manager" | "developer";
        /** @description Somebody who is signed in. */
        SignedInPerson: {
            /** @description Names the person. */
            id: components["schemas"]["Uuid"];
            /** @description The name; `null` once it is erased. */
            name: string | null;
            /** @description The roles. */
            roles: components["schemas"]["Role"][];
            /** @description Whether a PIN opens at a terminal; a locked one does not. */
            has_pin: boolean;
            /**
             * Format: int64
             * @description How many passkeys the person has.
             */
            passkeys: number;
            /**
             * @description The people whose links this one rests on, since nobody else has confirmed who it is. The person neither approves nor
             *     witnesses for them, nor they for the person; empty once confirmed.
             */
            linked_by: components["schemas"]["Uuid"][];
        };
        /** @description An id and its name. */
        NamedThing: {
            /** @description The id. */
            id: components["schemas"]["Uuid"];
            /** @description The name. */
            name: string;
        };
        /** @description A link that was made for somebody who had been here before. */
        NewLink: {
            /** @description When. */
            made_at: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description Who made it; `null` where it was the operator.
             */
            made_by: string | null;
            /** @description Whether somebody has come in by it. */
            used: boolean;
        };
        /** @description A session. */
        Session: {
            /** @description Who is signed in. */
            person: components["schemas"]["SignedInPerson"];
            /** @description What the roles allow. */
            scopes: string[];
            /** @description Where the person works. */
            organization: components["schemas"]["NamedThing"];
            /** @description The terminal that the session began at; `null` elsewhere. */
            terminal: components["schemas"]["NamedThing"] | null;
            /** @description Whether it must be unlocked first. */
            locked: boolean;
            /** @description The link that was made for the person since they last came in by a way of their own; `null` where there was none. */
            new_link: components["schemas"]["NewLink"] | null;
        };
        /** @description The session has ended. */
        SignedOut: {
            /** @description Always true. */
            signed_out: boolean;
        };
        /** @description A one-time link. */
        LinkRequest: {
            /** @description The part of the link behind the hash sign. */
            token: string;
        };
        /** @description What a passkey is asked. */
        PasskeyChallenge: {
            /** @description Names the challenge in the answer. */
            challenge_id: components["schemas"]["Uuid"];
            /** @description The options of the Web Authentication API, as JSON. */
            options: {
                [key: string]: unknown;
            };
        };
        /** @description The answer of a browser to a challenge. */
        PasskeyAnswer: {
            /** @description The challenge. */
            challenge_id: components["schemas"]["Uuid"];
            /** @description The answer of the Web Authentication API, as JSON. */
            response: {
                /** @description The passkey that answers, in base64url. */
                id?: string;
            } & {
                [key: string]: unknown;
            };
        };
        /** @description A PIN. */
        PinSignInRequest: {
            /** @description Whose PIN it is. */
            person_id: components["schemas"]["Uuid"];
            /** @description Six digits. */
            pin: string;
        };
        /** @description A person at an organization. */
        SignInChoice: {
            /** @description Names the person. */
            id: components["schemas"]["Uuid"];
            /** @description The name there. */
            name: string | null;
            /** @description The name of the organization. */
            organization: string;
            /** @description Whether it is an invitation, which to choose accepts. */
            invited: boolean;
        };
        /** @description Where somebody may sign in. */
        SignInChoices: {
            /** @description Where they work first, then who invited them, the earliest first. */
            data: components["schemas"]["SignInChoice"][];
        };
        /** @description A choice. */
        SignInChoiceRequest: {
            /** @description The `id` of one of the choices. */
            person_id: components["schemas"]["Uuid"];
        };
        /** @description A PIN, at a terminal, or a passkey, and not both. */
        UnlockRequest: {
            /** @description Six digits. */
            pin?: string;
            /** @description The answer of a passkey. */
            passkey?: components["schemas"]["PasskeyAnswer"];
        };
        /** @description A passkey that is kept. */
        PasskeyKept: {
            /** @description Names the passkey. */
            id: components["schemas"]["Uuid"];
        };
        /** @description A new PIN. */
        PinRequest: {
            /** @description Six digits that repeat no one, two or three of them, as 121212 does, and are not in a row such as 123456. */
            pin: string;
        };
        /** @description The PIN is set. */
        PinSet: {
            /** @description Always true. */
            has_pin: boolean;
        };
        /** @description Somebody who can sign in by a PIN. */
        TerminalPerson: {
            /** @description Names the person. */
            id: components["schemas"]["Uuid"];
            /** @description The name. */
            name: string | null;
        };
        /** @description Who can sign in at the terminal by a PIN. */
        TerminalPeople: {
            /** @description The name of the terminal. */
            terminal: string;
            /** @description The people, by name. */
            data: components["schemas"]["TerminalPerson"][];
        };
        /** @description Somebody who works here, or did. */
        Colleague: {
            /** @description Names the person. */
            id: components["schemas"]["Uuid"];
            /** @description The name; `null` once it is erased. */
            name: string | null;
            /** @description Whether the person may witness what the person who asks does. */
            may_witness: boolean;
            /** @description Whether the person has left. */
            ended: boolean;
            /**
             * @description The people whose links this one rests on, since nobody else has confirmed who it is. The person neither approves nor
             *     witnesses for them, nor they for the person; empty once confirmed.
             */
            linked_by: components["schemas"]["Uuid"][];
        };
        /** @description Who works here. */
        ColleagueList: {
            /** @description The people, by name. */
            data: components["schemas"]["Colleague"][];
        };
        /** @description Who has seen what, by a PIN or a passkey and not both. */
        WitnessRequest: {
            /** @description The witness. */
            person_id: components["schemas"]["Uuid"];
            /** @description Six digits. */
            pin?: string;
            /** @description The answer of the witness's passkey. */
            passkey?: components["schemas"]["PasskeyAnswer"];
            /** @description The operation that follows, by its id. */
            operation: string;
            /** @description The body that will be sent to it, without `witness_token`; its numbers are at most 1.7976931348623157e308. */
            body: {
                [key: string]: unknown;
            };
        };
        /** @description A token for one request. */
        WitnessToken: {
            /** @description Sent as `witness_token`; it works once, with that body alone. */
            token: string;
            /** @description When it ends, two minutes later. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description Somebody who works here. */
        Person: {
            /** @description Names the person. */
            id: components["schemas"]["Uuid"];
            /** @description The name; `null` once it is erased. */
            name: string | null;
            /** @description The e-mail address, for sign-in by an identity provider. */
            email: string | null;
            /** @description The roles. */
            roles: components["schemas"]["Role"][];
            /** @description Whether the person has a PIN. */
            has_pin: boolean;
            /** @description Whether the PIN is locked after five failures. */
            pin_locked: boolean;
            /**
             * Format: int64
             * @description How many passkeys the person has.
             */
            passkeys: number;
            /** @description The people whose links this one rests on, since nobody else has confirmed who it is; empty once confirmed. */
            linked_by: components["schemas"]["Uuid"][];
            /** @description When the person was invited. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the person was ended.
             */
            ended_at: string | null;
        };
        /** @description The people. */
        PersonList: {
            /** @description The people, those who have left last. */
            data: components["schemas"]["Person"][];
        };
        /** @description Whom to invite. */
        InvitationRequest: {
            /** @description The name. */
            name: string;
            /** @description What the person may do; one, or several. */
            roles: components["schemas"]["Role"][];
            /**
             * Format: email
             * @description The e-mail address that the identity provider knows; no two people have the same.
             */
            email?: string;
        };
        /** @description A person who is invited. */
        Invitation: {
            /** @description Names the person. */
            id: components["schemas"]["Uuid"];
            /** @description Works once; it is shown this once. */
            link: string;
            /** @description When the link ends. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description What was ended. */
        Ended: {
            /** @description Names it. */
            id: components["schemas"]["Uuid"];
            /** @description Always true. */
            ended: boolean;
        };
        /** @description Other roles. */
        RolesRequest: {
            /** @description What the person may do; one, or several. */
            roles: components["schemas"]["Role"][];
        };
        /** @description The roles of a person. */
        PersonRoles: {
            /** @description Names the person. */
            id: components["schemas"]["Uuid"];
            /** @description The roles. */
            roles: components["schemas"]["Role"][];
        };
        /** @description A person who is confirmed. */
        Confirmed: {
            /** @description Names the person. */
            id: components["schemas"]["Uuid"];
            /**
             * @description They are.
             * @constant
             */
            confirmed: true;
        };
        /** @description A passkey. */
        KeptPasskey: {
            /** @description Names the passkey. */
            id: components["schemas"]["Uuid"];
            /** @description When it was kept. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When somebody came in by it last.
             */
            last_used_at: string | null;
        };
        /** @description A session that lasts, locked or not. */
        PersonSession: {
            /** @description Names the session. */
            id: components["schemas"]["Uuid"];
            /** @description The operation by which it began, such as `signInWithPin`; `null` where that is not known. */
            operation: string | null;
            /** @description The name of the terminal that it is at. */
            terminal: string | null;
            /** @description Whether it is the session of this request. */
            this_one: boolean;
            /** @description When it began. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was used last, to some seconds. */
            last_used_at: components["schemas"]["Timestamp"];
        };
        /** @description By what a person comes in, and where they are in. */
        WaysIn: {
            /** @description The passkeys, the first kept first. */
            passkeys: components["schemas"]["KeptPasskey"][];
            /** @description The sessions that last, the last used first. */
            sessions: components["schemas"]["PersonSession"][];
        };
        /** @description A terminal. */
        Terminal: {
            /** @description Names the terminal. */
            id: components["schemas"]["Uuid"];
            /** @description What people call it. */
            name: string;
            /** @description The person who enrolled it. */
            enrolled_by: components["schemas"]["Uuid"];
            /** @description When it was enrolled. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was ended.
             */
            ended_at: string | null;
        };
        /** @description The terminals. */
        TerminalList: {
            /** @description The terminals, those that were ended last. */
            data: components["schemas"]["Terminal"][];
        };
        /** @description A terminal. */
        TerminalRequest: {
            /** @description What people call it. */
            name: string;
        };
        /**
         * @description Whether the lot may be drawn.
         * @enum {string}
         */
        LotStatus: "released" | "quarantine";
        /** @description Units of a lot that arrived. */
        ReceiptRequest: {
            /** @description The SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description Where they go. */
            location: components["schemas"]["LocationName"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /** @description The lot's last usable day. */
            expiry_date: components["schemas"]["DateInput"];
            /**
             * Format: int64
             * @description Units.
             */
            qty: number;
            /**
             * @description What a new lot starts as; `released`, or `quarantine` where the lot number is recalled, if it is left out. A lot
             *     that is there must agree.
             */
            status?: components["schemas"]["LotStatus"];
            /** @description The purchase order that the goods came with. It can never be redacted. */
            po_number?: string;
        };
        /** @description What was posted. */
        Correction: {
            /** @description Names the movement; an adjustment or waste is undone by it. */
            movement_id: components["schemas"]["Uuid"];
            /** @description Whether this is the result of an earlier request with the same key. */
            idempotent: boolean;
            /** @description The SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The lot. */
            lot_number: components["schemas"]["LotNumber"];
            /** @description Where it lies. */
            location: components["schemas"]["LocationName"];
            /**
             * Format: int64
             * @description Signed units; negative ones have left.
             */
            qty: number;
            /**
             * Format: int64
             * @description Units in the lot after it.
             */
            balance_after: number;
        };
        /** @description A correction of what a lot holds. */
        AdjustmentRequest: {
            /** @description The SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description Where the lot lies. */
            location: components["schemas"]["LocationName"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /**
             * Format: int64
             * @description Signed units, and not 0; negative ones are taken away.
             */
            qty: number;
            /**
             * @description Why; `other` needs a comment.
             * @enum {string}
             */
            reason: "found" | "mistake" | "other";
            /** @description Free text, kept as the note of the movement, where it can be redacted. It appears in no event. */
            comment?: string;
            /** @description What the witness was given, where the product is controlled. */
            witness_token?: string;
        };
        /** @description Units that are destroyed or lost. */
        WasteRequest: {
            /** @description The SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description Where the lot lies. */
            location: components["schemas"]["LocationName"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /**
             * Format: int64
             * @description Units.
             */
            qty: number;
            /**
             * @description Why; `other` needs a comment.
             * @enum {string}
             */
            reason: "broken" | "spilled" | "expired" | "recalled" | "theft_or_loss" | "other";
            /** @description Free text, kept as the note of the movement, where it can be redacted. It appears in no event. */
            comment?: string;
            /** @description What the witness was given, where the product is controlled. */
            witness_token?: string;
        };
        /** @description Units that move to another location. */
        TransferRequest: {
            /** @description The SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description Where they lie. */
            location: components["schemas"]["LocationName"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /** @description The location they go to, another one. */
            to: components["schemas"]["LocationName"];
            /**
             * Format: int64
             * @description Units.
             */
            qty: number;
            /** @description Free text, kept as the note of the movement, where it can be redacted. It appears in no event. */
            comment?: string;
        };
        /** @description What was moved. */
        Transfer: {
            /** @description Names the movement. */
            movement_id: components["schemas"]["Uuid"];
            /** @description Whether this is the result of an earlier request with the same key. */
            idempotent: boolean;
            /** @description The SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The lot. */
            lot_number: components["schemas"]["LotNumber"];
            /** @description Where the units lay. */
            from: components["schemas"]["LocationName"];
            /** @description Where they lie now. */
            to: components["schemas"]["LocationName"];
            /**
             * Format: int64
             * @description Units.
             */
            qty: number;
        };
        /** @description Who witnesses it. The witness is asked with the body `{movement_id}`, so that the token fits this movement alone. */
        UndoRequest: {
            /** @description What the witness was given, where the product is controlled. */
            witness_token?: string;
        };
        /** @description The lot number that may be quarantined. */
        LotStatusPreviewRequest: {
            /** @description The SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /** @description The one location where it changes. */
            location?: components["schemas"]["LocationName"];
            /**
             * @description All locations, and those that receive the lot number later: a recall, or its end. Either this or `location` is
             *     sent.
             * @enum {boolean}
             */
            everywhere?: true;
        };
        /** @description What units are reserved for. */
        ReservedFor: {
            /** @description The kind of thing, `order` for example. */
            type: string;
            /** @description Its id. */
            id: string;
        };
        /** @description Units of a lot. */
        LotUnits: {
            /** @description The lot. */
            lot_number: components["schemas"]["LotNumber"];
            /**
             * Format: int64
             * @description Units.
             */
            qty: number;
        };
        /** @description A reservation that would leave its lot. */
        LeavingReservation: {
            /** @description Whose reservation it is. */
            reference: components["schemas"]["ReservedFor"];
            /** @description The lots that its units would go to, the first to expire first. */
            into: components["schemas"]["LotUnits"][];
            /**
             * Format: int64
             * @description Units that would go to other lots.
             */
            moved: number;
            /**
             * Format: int64
             * @description Units that no other lot could hold; the order would be short of them.
             */
            released: number;
        };
        /** @description A lot, and what would leave it. */
        PreviewedLot: {
            /** @description Where it lies. */
            location: components["schemas"]["LocationName"];
            /** @description What it is now. */
            status: components["schemas"]["LotStatus"];
            /**
             * Format: int64
             * @description Units in it.
             */
            on_hand: number;
            /**
             * Format: int64
             * @description Units of these that orders hold.
             */
            reserved: number;
            /** @description What would become of each reservation, the oldest first. */
            reservations: components["schemas"]["LeavingReservation"][];
        };
        /** @description What a quarantine would do. */
        LotStatusPreview: {
            /** @description The lots of the number, one for each location. */
            lots: components["schemas"]["PreviewedLot"][];
            /** @description How many orders would be short of units. */
            short_orders: number;
            /** @description Lots of the same SKU whose numbers look alike. They would not be changed. */
            similar_lots: components["schemas"]["SimilarLot"][];
        };
        /** @description The status that a lot number shall have. */
        LotStatusRequest: {
            /** @description The SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /** @description The one location where it changes. */
            location?: components["schemas"]["LocationName"];
            /**
             * @description All locations, and those that receive the lot number later: a recall, or its end. Either this or `location` is
             *     sent.
             * @enum {boolean}
             */
            everywhere?: true;
            /** @description What it shall be. */
            status: components["schemas"]["LotStatus"];
            /** @description Free text, kept as the note of the movement, where it can be redacted. It appears in no event. */
            comment?: string;
        };
        /** @description A reservation that left a lot. */
        MovedReservation: {
            /** @description Whose reservation it is. */
            reference: components["schemas"]["ReservedFor"];
            /** @description The lot that it left. */
            lot_number: components["schemas"]["LotNumber"];
            /**
             * Format: int64
             * @description Units that are reserved in other lots now.
             */
            moved: number;
            /**
             * Format: int64
             * @description Units that no other lot could hold; the order is short of them.
             */
            released: number;
        };
        /** @description A lot whose status was set. */
        ChangedLot: {
            /** @description Where it lies. */
            location: components["schemas"]["LocationName"];
            /** @description Whether it had another status before. */
            changed: boolean;
            /** @description Reservations that have left the lots since, whoever moved them. */
            moved: components["schemas"]["MovedReservation"][];
            /**
             * Format: int64
             * @description Units that are reserved there and still have to be moved; the same request goes on with them.
             */
            waiting: number;
        };
        /** @description What a change of status did. */
        LotStatusResult: {
            /** @description The status that was asked for. */
            status: components["schemas"]["LotStatus"];
            /** @description Whether an earlier request with the same key changed it. */
            idempotent: boolean;
            /** @description The lots of the number, one for each location. */
            lots: components["schemas"]["ChangedLot"][];
            /** @description Lots of the same SKU whose numbers look alike. They were not changed. */
            similar_lots: components["schemas"]["SimilarLot"][];
        };
        /** @description The expiry date that a lot number really has. */
        LotExpiryRequest: {
            /** @description The SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /** @description Its last usable day, at every location. */
            expiry_date: components["schemas"]["DateInput"];
            /** @description Why; kept as the note of the movement, where it can be redacted. */
            comment: string;
        };
        /** @description What a correction of the expiry date did. */
        LotExpiryResult: {
            /**
             * Format: date
             * @description The last usable day, at every location.
             */
            expiry_date: string;
            /** @description Whether an earlier request with the same key corrected it. */
            idempotent: boolean;
            /** @description Reservations that have left the lots since, whoever moved them. */
            moved: components["schemas"]["MovedReservation"][];
            /**
             * Format: int64
             * @description Units that are reserved there and still have to be moved; the same request goes on with them.
             */
            waiting: number;
        };
        /** @description A temperature that was measured. */
        TemperatureRequest: {
            /** @description Where it was measured; where a reading is corrected, its own location. */
            location: components["schemas"]["LocationName"];
            /** @description Degrees, with at most four decimals. */
            celsius: number;
            /**
             * @description When; now where it is left out. Not later than now, a year ago or more with `force` alone, and left out where a
             *     reading is corrected.
             */
            measured_at?: components["schemas"]["TimestampInput"];
            /** @description The reading that was wrong. */
            corrects?: components["schemas"]["Uuid"];
            /** @description Also takes what is below -90 or above 60 °C, and a time of more than a year ago. */
            force?: boolean;
            /** @description What is done about it, required where it is out of the range of the location. */
            comment?: string;
        };
        /** @description A temperature that was recorded. */
        RecordedTemperature: {
            /** @description Names the reading. */
            id: components["schemas"]["Uuid"];
            /** @description Where it was measured. */
            location: components["schemas"]["LocationName"];
            /** @description The temperature. */
            celsius: number;
            /** @description The least that the location allows; `null` where it has no such bound. */
            min_celsius: number | null;
            /** @description The most that it allows; `null` where it has no such bound. */
            max_celsius: number | null;
            /** @description Whether it is within those bounds. */
            in_range: boolean;
            /** @description When it was measured. */
            measured_at: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description The reading that it corrects; `null` where it corrects none.
             */
            corrects: string | null;
            /** @description Whether no later reading decides over the location. */
            is_newest: boolean;
            /** @description Whether the location is out of its range now, by its newest reading. */
            in_excursion: boolean;
            /** @description Whether it began an excursion, which is announced once. */
            announced: boolean;
            /** @description Whether this is the result of an earlier request with the same key. */
            idempotent: boolean;
        };
        /** @description What a person did. */
        Activity: {
            /** @description Names it. */
            id: components["schemas"]["Uuid"];
            /** @description When. */
            at: components["schemas"]["Timestamp"];
            /** @description The operation, `wasteStock` for example. */
            operation: string;
            /** @description Who did it. */
            person_id: components["schemas"]["Uuid"];
            /**
             * Format: uuid
             * @description Who witnessed it; `null` where nobody had to.
             */
            witness_id: string | null;
            /**
             * Format: uuid
             * @description The terminal that it was done at; `null` on a device of the person's own.
             */
            terminal_id: string | null;
            /** @description What was changed, for people. */
            target: string | null;
            /** @description Why, in a word or a sentence. */
            reason: string | null;
            /** @description The note of the movement; `null` where it has none, or once it is redacted. */
            comment: string | null;
            /**
             * Format: uuid
             * @description The movement that was posted, the first of several.
             */
            movement_id: string | null;
            /**
             * @description Whether it is taken back: `possible` for the person who did it, within 15 minutes and while nothing else has
             *     touched the lot; `undone`; `over`. `null` for what is not undone at all.
             */
            undo: string | null;
        };
        /** @description A page of what people did. */
        ActivityList: {
            /** @description What was done, newest first. */
            data: components["schemas"]["Activity"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A webhook endpoint, and how its deliveries go. */
        EndpointHealth: {
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
            /**
             * Format: date-time
             * @description Until when two secrets sign, after a rotation; `null` where one does.
             */
            overlap_ends_at: string | null;
            /**
             * Format: date-time
             * @description The first failure since the last success; `null` where the last attempt succeeded.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When an attempt last succeeded, to the minute; `null` where none is known.
             */
            last_success_at: string | null;
            /** @description The newest failure of the deliveries that wait, died last or were made last; `null` where none failed. */
            last_failure: {
                /** @description When the receiver was asked. */
                at: components["schemas"]["Timestamp"];
                /**
                 * Format: int32
                 * @description The receiver's HTTP status; `null` where there was none.
                 */
                status: number | null;
                /** @description The class of failure, as in the attempts of a delivery. */
                error: string;
            } | null;
            /**
             * Format: int32
             * @description Deliveries that wait; 1,000 stands for that many or more.
             */
            pending: number;
            /**
             * Format: int32
             * @description Deliveries that are dead; 1,000 stands for that many or more.
             */
            dead: number;
        };
        /** @description The endpoints of an environment. */
        EndpointHealthList: {
            /** @description The endpoints, those that fail first. */
            data: components["schemas"]["EndpointHealth"][];
        };
        /** @description An API key, without the key itself. */
        ApiKey: {
            /** @description Names the key; the operator's commands take it. */
            id: components["schemas"]["Uuid"];
            /**
             * @description What the key begins with: its environment and the first four random characters. `null` for a key that was issued
             *     before they were kept.
             */
            prefix: string | null;
            /** @description What the key is for. */
            label: string | null;
            /**
             * @description What the key acts on.
             * @enum {string}
             */
            environment: "live" | "test";
            /**
             * @description Whether it opens anything now.
             * @enum {string}
             */
            status: "valid" | "expired" | "revoked";
            /** @description What it may do. */
            scopes: string[];
            /** @description The plan of its limits. */
            plan: string;
            /**
             * Format: int64
             * @description Writes a minute.
             */
            requests_per_minute: number;
            /**
             * Format: int64
             * @description Writes a day.
             */
            requests_per_day: number;
            /**
             * Format: date-time
             * @description When it was last used, to five minutes; `null` where it never was.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When it ends; `null` where it does not.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked; `null` where it was not.
             */
            revoked_at: string | null;
            /** @description When it was issued. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description The keys of an environment. */
        ApiKeyList: {
            /** @description The keys, those that are valid first. */
            data: components["schemas"]["ApiKey"][];
        };
        /** @description An order to pack. */
        PackingOrderSummary: {
            /** @description Names the order. */
            id: components["schemas"]["Uuid"];
            /** @description Its number. */
            order_number: string;
            /** @description `paid` or `processing`. */
            status: string;
            /** @description When it was placed. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description How many products it has; 0 for an order that was imported.
             */
            items: number;
            /**
             * Format: int64
             * @description How many units of them are ordered.
             */
            units: number;
        };
        /** @description A page of orders to pack. */
        PackingOrderList: {
            /** @description The orders, oldest first. */
            data: components["schemas"]["PackingOrderSummary"][];
            /** @description Pass it as `cursor` for the next page; `null` on the last. */
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A SKU by which the pharmacy stocks the product. */
        PackingSku: {
            /** @description The pharmacy's code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The GTIN on its packages. */
            gtin: string | null;
            /**
             * Format: int64
             * @description Units that the order holds, at all locations.
             */
            reserved: number;
            /**
             * Format: int64
             * @description Units that nobody holds, at all locations.
             */
            available: number;
            /** @description What to take at the location, in this order. */
            lots: components["schemas"]["PreviewLot"][];
        };
        /** @description A product of the order, and what to take for it. */
        PackingItem: {
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
             * Format: int64
             * @description Units that the location cannot give.
             */
            short: number;
            /** @description The SKUs of the product that have something to take, and those that the order holds. */
            skus: components["schemas"]["PackingSku"][];
        };
        /** @description What the label needs. */
        PackingAddress: {
            /** @description Who receives it. */
            name: string;
            /** @description The telephone number. */
            phone: string | null;
            /** @description Street and number. */
            line1: string;
            /** @description Apartment, floor or the like. */
            line2: string | null;
            /** @description The city. */
            city: string;
            /** @description The state or region. */
            state: string | null;
            /** @description The ZIP or postal code. */
            postal_code: string | null;
            /** @description The two letters of ISO 3166-1. */
            country: string;
        };
        /** @description An order to pack. */
        PackingOrder: {
            /** @description Names the order. */
            id: components["schemas"]["Uuid"];
            /** @description Its number. */
            order_number: string;
            /** @description Its status; `paid` and `processing` ones can be shipped. */
            status: string;
            /** @description When it was placed. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The location whose lots are named. */
            location: components["schemas"]["LocationName"];
            /** @description What was ordered; empty for an order that was imported. */
            items: components["schemas"]["PackingItem"][];
            /** @description Where it goes, while it is to be packed; `null` later, for an order that was imported, and where the patient is erased. */
            ship_to: components["schemas"]["PackingAddress"] | null;
        };
        /** @description Units of one lot. */
        ShippedLotRequest: {
            /** @description The pharmacy's code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The manufacturer's lot (batch) number. */
            lot_number: components["schemas"]["LotNumber"];
            /** @description Where it was taken; the default location where it is left out. */
            location?: components["schemas"]["LocationName"];
            /**
             * Format: int64
             * @description Units.
             */
            qty: number;
        };
        /** @description The shipment, and the lots that are in it. */
        ShipmentRequest: {
            /** @description The carrier's number of the shipment. */
            tracking_number: string;
            /** @description Who carries it. */
            tracking_carrier: string;
            /** @description What is in it. It is empty for an order that was imported, whose items are not known. */
            lots: components["schemas"]["ShippedLotRequest"][];
        };
        /** @description What was drawn of one lot. */
        DrawnLot: {
            /** @description The pharmacy's code of the SKU. */
            sku_code: components["schemas"]["SkuCode"];
            /** @description The lot number. */
            lot_number: components["schemas"]["LotNumber"];
            /** @description The name of the location. */
            location: components["schemas"]["LocationName"];
            /**
             * Format: int64
             * @description Units.
             */
            qty: number;
            /**
             * Format: int64
             * @description What is left of the lot there.
             */
            balance_after: number;
        };
        /** @description A shipped order. */
        ShippedOrder: {
            /** @description Names the order. */
            id: components["schemas"]["Uuid"];
            /** @description Its number. */
            order_number: string;
            /** @description Its status. */
            status: string;
            /** @description Whether it was shipped before, with the same key; nothing has changed now. */
            idempotent: boolean;
            /** @description What was drawn. */
            lots: components["schemas"]["DrawnLot"][];
        };
        /** @description Why an order is cancelled. */
        CancellationRequest: {
            /** @description Why, for those who read the activity. */
            reason: string;
        };
        /** @description A cancelled order. */
        CancelledOrder: {
            /** @description Names the order. */
            id: components["schemas"]["Uuid"];
            /** @description Its number. */
            order_number: string;
            /** @description Its status. */
            status: string;
            /**
             * Format: int64
             * @description Units that are free again.
             */
            released: number;
            /** @description Whether it was cancelled before, with the same key; nothing has changed now. */
            idempotent: boolean;
        };
    };
    responses: {
        /** @description Nobody is signed in, or the session has ended or is locked. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The person's roles do not allow it, or the request did not come from the page. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests of the person are being answered at this moment. */
        RateLimited: {
            headers: {
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description The id is not a UUID: `invalid_id`. Or a parameter is not valid. */
        InvalidIdOrPage: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description The request is not valid. */
        InvalidInput: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description Nobody is signed in, or the session has ended. */
        NoSession: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request did not come from the page. */
        WrongOrigin: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The way in is not valid, for the reason that the message gives. */
        SignInRefused: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The PIN is wrong, `unauthorized`, or locked after five failures, `pin_locked`. */
        PinRefused: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description It is not that person's PIN or passkey, or nobody is signed in, `unauthorized`; or the PIN is locked after five failures, `pin_locked`. */
        ProofRefused: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description A way in that the person has must be shown first: `unlockSession` takes it. */
        ProofRequired: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description It is not the witness's PIN or passkey, or nobody is signed in, `unauthorized`; the session is locked, `session_locked`; or the PIN is locked after five failures, `pin_locked`. */
        WitnessProofRefused: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The organization has no such person. */
        PersonNotFound: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description People do not witness what they do themselves, nor what is done by a person whose link they made, who made theirs, or
         *     whose link the same person made, before somebody else confirms them.
         */
        OwnApproval: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The id is not a UUID, `invalid_id`, or it is the last manager, `validation_failed`. */
        InvalidPerson: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description People do not widen their own roles. */
        OwnRoles: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The person is confirmed, or has not used the link yet. */
        NothingToConfirm: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description It has to be somebody else, who is confirmed. */
        OwnConfirmation: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The organization has no such person, or the person no such passkey or session. */
        WayInNotFound: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description It is the last way in of the person who asks. */
        LastWayIn: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description People make no link for themselves. */
        OwnLink: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The organization has no such terminal. */
        TerminalNotFound: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The request is not valid: `validation_error` names each field that is wrong. `invalid_movement` is one whose
         *     fields do not fit together, or would make a location hold more than it can.
         */
        InvalidRequest: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description The organization has no such SKU, `product_not_found`, or no such location, `location_not_found`. */
        ReceiptNotFound: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /**
         * @description The lot is expired, `lot_expired`, or has another expiry date, `lot_expiry_mismatch`; or the key came with another
         *     request before, `idempotency_key_reused`. Nothing was done.
         */
        LotRefused: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is not valid; each field that is wrong is named. */
        InvalidFields: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description The organization has no such location, `location_not_found`, or no such lot of the SKU there, `lot_not_found`. */
        StockNotFound: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description The lot holds too little that nobody has reserved. Nothing was done. */
        TooFewUnits: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientStockProblem"];
            };
        };
        /**
         * @description The product is controlled and nobody, or the wrong person, witnesses it, `witness_required`; or the key came with
         *     another request before, `idempotency_key_reused`. Nothing was done.
         */
        CorrectionRefused: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The lot number is quarantined everywhere, `lot_not_released`; or the key came with another request before,
         *     `idempotency_key_reused`. Nothing was done.
         */
        LotHeld: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The organization has no such lot of the SKU, `lot_not_found`. */
        LotNotFound: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description The key came with another request before. */
        KeyReused: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The pharmacy has no such order, `not_found`, or no such location, `location_not_found`. */
        PackingPlaceNotFound: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The id is not a UUID, `invalid_id`, or the request is not valid, `validation_failed`. */
        InvalidPackingRequest: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /**
         * @description The pharmacy has no such order, `not_found`, or no such location, `location_not_found`, or lot of the SKU there,
         *     `lot_not_found`.
         */
        PackingOrderNotFound: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description A lot is expired, `lot_expired`, or not released, `lot_not_released`, or the key came with another request before,
         *     `idempotency_key_reused`; nothing was done.
         */
        PackingRefused: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The pharmacy has no such order, `not_found`. */
        PackingOrderUnknown: {
            headers: {
                /**
                 * @description Names this request; quote it to support.
                 * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                 */
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
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
         * @description Only orders with this number. Several organizations may have given the same.
         * @example VO-4T9K2M7QXR
         */
        OrderNumber: string;
        /**
         * @description The order.
         * @example de300002-0000-4000-8000-000000000001
         */
        OrderId: components["schemas"]["Uuid"];
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
         * @description Sheets in this state only.
         * @example handed_in
         */
        CountSheetState: components["schemas"]["CountSheetState"];
        /**
         * @description The sheet.
         * @example 01935f4e-9a11-7a52-9f0e-2d8b5a1c5e01
         */
        CountSheetId: components["schemas"]["Uuid"];
        /**
         * @description The `next_cursor` of the previous page. Its content is ours and may change.
         * @example line.01935f4011aa7c3ea1d24b5c6d7e8f90.QU1YLTIyMDc
         */
        CountLineCursor: string;
        /**
         * @description Names the person.
         * @example 019a1b2c-0000-7000-8000-000000000001
         */
        PersonId: components["schemas"]["Uuid"];
        /**
         * @description Names the passkey.
         * @example 019a1b2c-0000-7000-8000-000000000003
         */
        PasskeyId: components["schemas"]["Uuid"];
        /**
         * @description Names the session.
         * @example 019a1b2c-0000-7000-8000-000000000004
         */
        SessionId: components["schemas"]["Uuid"];
        /**
         * @description Names the terminal.
         * @example 019a1b2c-0000-7000-8000-000000000002
         */
        TerminalId: components["schemas"]["Uuid"];
        /**
         * @description The adjustment or waste that is undone.
         * @example 01935f4e-7c10-7a52-9f0e-2d8b5a1c4e01
         */
        MovementId: components["schemas"]["Uuid"];
        /**
         * @description The `next_cursor` of the previous page. Its content is ours and may change.
         * @example activity.1795169730123456.01935f61bbbb4c3ea1d24b5c6d7e8f90
         */
        ActivityCursor: string;
        /**
         * @description Where it is packed, by name (exact); the default location where it is left out.
         * @example Main
         */
        PackingLocation: components["schemas"]["LocationName"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listCountSheets: {
        parameters: {
            query: {
                /**
                 * @description Sheets in this state only.
                 * @example handed_in
                 */
                state?: components["parameters"]["CountSheetState"];
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
            /** @description A page of sheets. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountSheetList"];
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
    createCountSheet: {
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
        /** @description What shall be counted. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountSheetRequest"];
            };
        };
        responses: {
            /** @description The `Idempotency-Key` was used before; nothing new was made. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountSheet"];
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountSheet"];
                };
            };
            /** @description The request is not valid; `details` names each field. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such location, `location_not_found`, or SKU, `product_not_found`. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description As many sheets are open as the organization has people. */
            409: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The key was used before with another body. */
            422: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
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
    getCountSheet: {
        parameters: {
            query: {
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Its content is ours and may change.
                 * @example line.01935f4011aa7c3ea1d24b5c6d7e8f90.QU1YLTIyMDc
                 */
                cursor?: components["parameters"]["CountLineCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The sheet.
                 * @example 01935f4e-9a11-7a52-9f0e-2d8b5a1c5e01
                 */
                id: components["parameters"]["CountSheetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sheet and a page of its lines. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountSheetAnswer"];
                };
            };
            400: components["responses"]["InvalidIdOrPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such sheet in this organization. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
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
    cancelCountSheet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The sheet.
                 * @example 01935f4e-9a11-7a52-9f0e-2d8b5a1c5e01
                 */
                id: components["parameters"]["CountSheetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancelled. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountSheet"];
                };
            };
            400: components["responses"]["InvalidIdElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such sheet in this organization. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The sheet is closed. */
            409: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
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
    recordCountLines: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The sheet.
                 * @example 01935f4e-9a11-7a52-9f0e-2d8b5a1c5e01
                 */
                id: components["parameters"]["CountSheetId"];
            };
            cookie?: never;
        };
        /** @description What was counted. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountLinesRequest"];
            };
        };
        responses: {
            /** @description Recorded; the lines as they are now. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountLineList"];
                };
            };
            /** @description The id is not a UUID, `invalid_id`; or the request is not valid, and `details` names each field. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such sheet, `not_found`, lot, `lot_not_found`, or SKU, `product_not_found`. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The sheet is not in the state that this needs. */
            409: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The lot number has another expiry date. */
            422: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
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
    handInCountSheet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The sheet.
                 * @example 01935f4e-9a11-7a52-9f0e-2d8b5a1c5e01
                 */
                id: components["parameters"]["CountSheetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Handed in. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountSheet"];
                };
            };
            400: components["responses"]["InvalidIdElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such sheet in this organization. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Nothing is counted yet, or the sheet is cancelled. */
            409: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
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
    approveCountLines: {
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
            path: {
                /**
                 * @description The sheet.
                 * @example 01935f4e-9a11-7a52-9f0e-2d8b5a1c5e01
                 */
                id: components["parameters"]["CountSheetId"];
            };
            cookie?: never;
        };
        /** @description The lines. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountApprovalRequest"];
            };
        };
        responses: {
            /** @description What became of each line. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountApproval"];
                };
            };
            /** @description The id is not a UUID, `invalid_id`; or the request is not valid, and `details` names each field. */
            400: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such sheet in this organization. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The sheet is not handed in, or cancelled. */
            409: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description Somebody approves what they counted, or what was counted by a person whose link they made, who made theirs, or
             *     whose link the same person made, unconfirmed then, `own_approval`; or the key was used before with another body,
             *     `idempotency_key_reused`.
             */
            422: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
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
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoSession"];
            403: components["responses"]["WrongOrigin"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedOut"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoSession"];
            403: components["responses"]["WrongOrigin"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInWithLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The link. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkRequest"];
            };
        };
        responses: {
            /** @description The session; its cookie comes along. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["SignInRefused"];
            403: components["responses"]["WrongOrigin"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The challenge. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallenge"];
                };
            };
            400: components["responses"]["InvalidInput"];
            403: components["responses"]["WrongOrigin"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The answer to the challenge. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAnswer"];
            };
        };
        responses: {
            /** @description The session; its cookie comes along. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["SignInRefused"];
            403: components["responses"]["WrongOrigin"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInWithPin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Who, and the PIN. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PinSignInRequest"];
            };
        };
        responses: {
            /** @description The session; its cookie comes along. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["PinRefused"];
            403: components["responses"]["WrongOrigin"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSignInChoices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The choices. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInChoices"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["SignInRefused"];
            403: components["responses"]["WrongOrigin"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInWithOpenId: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Which. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInChoiceRequest"];
            };
        };
        responses: {
            /** @description The session; its cookie comes along. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["SignInRefused"];
            403: components["responses"]["WrongOrigin"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unlockSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A PIN or a passkey. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnlockRequest"];
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["ProofRefused"];
            403: components["responses"]["WrongOrigin"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    lockSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WrongOrigin"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginPasskeyRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The challenge. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallenge"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WrongOrigin"];
            422: components["responses"]["ProofRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The answer to the challenge. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAnswer"];
            };
        };
        responses: {
            /** @description The passkey is kept. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyKept"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WrongOrigin"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ProofRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setPin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The PIN. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PinRequest"];
            };
        };
        responses: {
            /** @description The PIN is set. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinSet"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WrongOrigin"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ProofRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTerminalPeople: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TerminalPeople"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["SignInRefused"];
            403: components["responses"]["WrongOrigin"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listColleagues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColleagueList"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWitness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Who has seen what. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WitnessRequest"];
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WitnessToken"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["WitnessProofRefused"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PersonNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["OwnApproval"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPeople: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonList"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    invitePerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Whom to invite. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            /** @description The person is invited. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Names the person.
                 * @example 019a1b2c-0000-7000-8000-000000000001
                 */
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person is ended. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ended"];
                };
            };
            400: components["responses"]["InvalidPerson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PersonNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Names the person.
                 * @example 019a1b2c-0000-7000-8000-000000000001
                 */
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        /** @description The roles. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RolesRequest"];
            };
        };
        responses: {
            /** @description The roles. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonRoles"];
                };
            };
            400: components["responses"]["InvalidPerson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PersonNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["OwnRoles"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Names the person.
                 * @example 019a1b2c-0000-7000-8000-000000000001
                 */
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person is confirmed. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Confirmed"];
                };
            };
            400: components["responses"]["InvalidIdElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PersonNotFound"];
            409: components["responses"]["NothingToConfirm"];
            422: components["responses"]["OwnConfirmation"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWaysIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Names the person.
                 * @example 019a1b2c-0000-7000-8000-000000000001
                 */
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkeys and the sessions. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaysIn"];
                };
            };
            400: components["responses"]["InvalidIdElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PersonNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Names the person.
                 * @example 019a1b2c-0000-7000-8000-000000000001
                 */
                id: components["parameters"]["PersonId"];
                /**
                 * @description Names the passkey.
                 * @example 019a1b2c-0000-7000-8000-000000000003
                 */
                passkey_id: components["parameters"]["PasskeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkey is removed. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ended"];
                };
            };
            400: components["responses"]["InvalidIdElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WayInNotFound"];
            409: components["responses"]["LastWayIn"];
            422: components["responses"]["ProofRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endPersonSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Names the person.
                 * @example 019a1b2c-0000-7000-8000-000000000001
                 */
                id: components["parameters"]["PersonId"];
                /**
                 * @description Names the session.
                 * @example 019a1b2c-0000-7000-8000-000000000004
                 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is ended. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ended"];
                };
            };
            400: components["responses"]["InvalidIdElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WayInNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    renewLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Names the person.
                 * @example 019a1b2c-0000-7000-8000-000000000001
                 */
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["InvalidIdElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PersonNotFound"];
            422: components["responses"]["OwnLink"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTerminals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The terminals. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TerminalList"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    enrolTerminal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The terminal. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TerminalRequest"];
            };
        };
        responses: {
            /** @description The terminal; its cookie comes along. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedThing"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endTerminal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Names the terminal.
                 * @example 019a1b2c-0000-7000-8000-000000000002
                 */
                id: components["parameters"]["TerminalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The terminal is ended. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ended"];
                };
            };
            400: components["responses"]["InvalidIdElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TerminalNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveStock: {
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
        /** @description What arrived. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReceiptRequest"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
            /** @description Received. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ReceiptNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["LotRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    adjustStock: {
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
        /** @description The correction. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdjustmentRequest"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
            /** @description Adjusted. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
            400: components["responses"]["InvalidFields"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["StockNotFound"];
            409: components["responses"]["TooFewUnits"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["CorrectionRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    wasteStock: {
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
        /** @description What is wasted, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WasteRequest"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
            /** @description Wasted. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
            400: components["responses"]["InvalidFields"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["StockNotFound"];
            409: components["responses"]["TooFewUnits"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["CorrectionRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    transferStock: {
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
        /** @description What moves, and where it goes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferRequest"];
            };
        };
        responses: {
            /** @description The key was used before with this body. This is the first result; nothing was moved. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            /** @description Moved. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["StockNotFound"];
            409: components["responses"]["TooFewUnits"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["LotHeld"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    undoCorrection: {
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
            path: {
                /**
                 * @description The adjustment or waste that is undone.
                 * @example 01935f4e-7c10-7a52-9f0e-2d8b5a1c4e01
                 */
                movement_id: components["parameters"]["MovementId"];
            };
            cookie?: never;
        };
        /** @description Who witnesses it, if anybody has to. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoRequest"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
            /** @description Undone. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
            400: components["responses"]["InvalidIdOrRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The organization has no such movement. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description It cannot be undone: it is no adjustment or waste, somebody else posted it, it was undone already, it is too old, or
             *     the lot has changed since, or an order holds some of it since. Nothing was done.
             */
            409: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["CorrectionRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewLotStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The lot. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LotStatusPreviewRequest"];
            };
        };
        responses: {
            /** @description What a quarantine would do. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LotStatusPreview"];
                };
            };
            400: components["responses"]["InvalidFields"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["StockNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setLotStatus: {
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
        /** @description The lot, and what it shall be. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LotStatusRequest"];
            };
        };
        responses: {
            /** @description The lots have the status. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LotStatusResult"];
                };
            };
            400: components["responses"]["InvalidFields"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["StockNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["LotHeld"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setLotExpiry: {
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
        /** @description The lot, and its expiry date. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LotExpiryRequest"];
            };
        };
        responses: {
            /** @description The lot number has the date. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LotExpiryResult"];
                };
            };
            400: components["responses"]["InvalidFields"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LotNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
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
    recordTemperature: {
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
        /** @description What was measured. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemperatureRequest"];
            };
        };
        responses: {
            /** @description The key was used before with this body. This is the first result; nothing was recorded. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedTemperature"];
                };
            };
            /** @description Recorded. */
            201: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedTemperature"];
                };
            };
            400: components["responses"]["InvalidFields"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The organization has no such location, `location_not_found`, or reading to correct, `not_found`. */
            404: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listActivity: {
        parameters: {
            query: {
                /**
                 * @description Rows on a page.
                 * @example 25
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Its content is ours and may change.
                 * @example activity.1795169730123456.01935f61bbbb4c3ea1d24b5c6d7e8f90
                 */
                cursor?: components["parameters"]["ActivityCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of what people did. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityList"];
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
    listEndpoints: {
        parameters: {
            query: {
                /**
                 * @description The environment whose things are meant, `live` or `test`. There is no default value.
                 * @example live
                 */
                environment: "live" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointHealthList"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEndpoint: {
        parameters: {
            query: {
                /**
                 * @description The environment whose things are meant, `live` or `test`. There is no default value.
                 * @example live
                 */
                environment: "live" | "test";
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
            /** @description The endpoint. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointHealth"];
                };
            };
            400: components["responses"]["InvalidIdElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query: {
                /**
                 * @description The environment whose things are meant, `live` or `test`. There is no default value.
                 * @example live
                 */
                environment: "live" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPackingOrders: {
        parameters: {
            query: {
                /**
                 * @description Only orders with this number. Several organizations may have given the same.
                 * @example VO-4T9K2M7QXR
                 */
                order_number?: components["parameters"]["OrderNumber"];
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
            /** @description A page of orders to pack. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackingOrderList"];
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
    getPackingOrder: {
        parameters: {
            query?: {
                /**
                 * @description Where it is packed, by name (exact); the default location where it is left out.
                 * @example Main
                 */
                location?: components["parameters"]["PackingLocation"];
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackingOrder"];
                };
            };
            400: components["responses"]["InvalidIdElsewhere"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PackingPlaceNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    shipPackingOrder: {
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
            path: {
                /**
                 * @description The order.
                 * @example de300002-0000-4000-8000-000000000001
                 */
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        /** @description The shipment, and the lots that are in it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentRequest"];
            };
        };
        responses: {
            /** @description The order is shipped, now or with the same key before. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippedOrder"];
                };
            };
            400: components["responses"]["InvalidPackingRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PackingOrderNotFound"];
            /** @description A lot holds too little that this order may have; nothing was done. */
            409: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientStockProblem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["PackingRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelPackingOrder: {
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
            path: {
                /**
                 * @description The order.
                 * @example de300002-0000-4000-8000-000000000001
                 */
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        /** @description Why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancellationRequest"];
            };
        };
        responses: {
            /** @description The order is cancelled, now or before. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledOrder"];
                };
            };
            400: components["responses"]["InvalidPackingRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PackingOrderUnknown"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockLevelList"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerTransactionList"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LotList"];
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
    createWebhook: {
        parameters: {
            query: {
                /**
                 * @description The environment whose things are meant, `live` or `test`. There is no default value.
                 * @example live
                 */
                environment: "live" | "test";
            };
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
    deleteWebhookById: {
        parameters: {
            query: {
                /**
                 * @description The environment whose things are meant, `live` or `test`. There is no default value.
                 * @example live
                 */
                environment: "live" | "test";
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
            /** @description Deleted. */
            200: {
                headers: {
                    /**
                     * @description Names this request; quote it to support.
                     * @example 0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11
                     */
                    "X-Request-Id": components["schemas"]["Uuid"];
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
            query: {
                /**
                 * @description The environment whose things are meant, `live` or `test`. There is no default value.
                 * @example live
                 */
                environment: "live" | "test";
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
            query: {
                /**
                 * @description The environment whose things are meant, `live` or `test`. There is no default value.
                 * @example live
                 */
                environment: "live" | "test";
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
            query: {
                /**
                 * @description The environment whose things are meant, `live` or `test`. There is no default value.
                 * @example live
                 */
                environment: "live" | "test";
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
                /**
                 * @description The environment whose things are meant, `live` or `test`. There is no default value.
                 * @example live
                 */
                environment: "live" | "test";
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
            query: {
                /**
                 * @description The environment whose things are meant, `live` or `test`. There is no default value.
                 * @example live
                 */
                environment: "live" | "test";
            };
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
            query: {
                /**
                 * @description The environment whose things are meant, `live` or `test`. There is no default value.
                 * @example live
                 */
                environment: "live" | "test";
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
                /**
                 * @description The environment whose things are meant, `live` or `test`. There is no default value.
                 * @example live
                 */
                environment: "live" | "test";
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
}
