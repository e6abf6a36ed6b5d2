/* Written by scripts/contract/generate.ts from openapi/. Not for editing. */
export interface paths {
    "/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCountSheets"];
        put?: never;
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
        get: operations["getCountSheet"];
        put?: never;
        post?: never;
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
        get: operations["getSession"];
        put?: never;
        post?: never;
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
        get: operations["listSignInChoices"];
        put?: never;
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
        get: operations["listPeople"];
        put?: never;
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
        delete: operations["endPerson"];
        options?: never;
        head?: never;
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
        get: operations["listTerminals"];
        put?: never;
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
        get: operations["listTemperatures"];
        put?: never;
        post: operations["recordTemperature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/lots/{id}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRecallCalls"];
        put?: never;
        post: operations["noteRecallCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/lots/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLotHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["search"];
        put?: never;
        post?: never;
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
        get: operations["listSkus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inventory/skus/{sku_code}/packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSkuPacks"];
        put: operations["putSkuPack"];
        post?: never;
        delete: operations["deleteSkuPack"];
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
        delete: operations["deleteWebhookById"];
        options?: never;
        head?: never;
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
        Uuid: string;
        LedgerReference: {
            type: string | null;
            id: string | null;
            rx_number: string | null;
        } | null;
        Timestamp: string;
        LotNumber: string;
        ErrorCode: string;
        FieldProblem: {
            path: string;
            message: string;
        };
        ValidationProblemError: {
            code: components["schemas"]["ErrorCode"];
            message: string;
            details?: components["schemas"]["FieldProblem"][];
            request_id: components["schemas"]["Uuid"];
        };
        ValidationProblem: {
            error: components["schemas"]["ValidationProblemError"];
        };
        ProblemError: {
            code: components["schemas"]["ErrorCode"];
            message: string;
            request_id: components["schemas"]["Uuid"];
        };
        Problem: {
            error: components["schemas"]["ProblemError"];
        };
        RateLimitedProblem: {
            error: "rate_limited";
            message: string;
            retry_after: components["schemas"]["Timestamp"];
        };
        SkuCode: string;
        LocationName: string;
        Reference: {
            type?: string;
            id?: string;
            rx_number?: string;
        };
        ScannedCode: string;
        BlockedStock: {
            reserved: number;
            quarantined: number;
            expired: number;
        };
        StockShortage: {
            requested: number;
            available: number;
            blocked: components["schemas"]["BlockedStock"];
        };
        InsufficientStockProblemError: {
            code: string;
            message: string;
            details: components["schemas"]["StockShortage"];
            request_id: components["schemas"]["Uuid"];
        };
        InsufficientStockProblem: {
            error: components["schemas"]["InsufficientStockProblemError"];
        };
        PreviewRequest: {
            type: "fulfill" | "dispense";
            qty: number;
            sku_code?: components["schemas"]["SkuCode"];
            product_id?: components["schemas"]["Uuid"];
            location?: components["schemas"]["LocationName"];
            lot_number?: components["schemas"]["LotNumber"];
            po_number?: string;
            reference?: components["schemas"]["Reference"];
            scanned_code?: components["schemas"]["ScannedCode"];
            note?: string;
        };
        PreviewLot: {
            lot_id: components["schemas"]["Uuid"];
            lot_number: components["schemas"]["LotNumber"];
            expiry_date: string;
            qty: number;
        };
        SkippedLot: {
            lot_id: components["schemas"]["Uuid"];
            lot_number: components["schemas"]["LotNumber"];
            expiry_date: string;
            on_hand: number;
            reason: string;
        };
        Preview: {
            lots: components["schemas"]["PreviewLot"][];
            skipped: components["schemas"]["SkippedLot"][];
            skipped_total: number;
            shortfall: number;
        };
        ScanRequest: {
            code: components["schemas"]["ScannedCode"];
        };
        UnresolvedElement: {
            field: string;
            reason: string;
        };
        ScanResult: {
            match: string;
            product_id?: components["schemas"]["Uuid"];
            sku_code?: components["schemas"]["SkuCode"];
            lot_number?: string;
            lot_matched?: boolean;
            expiry_date?: string;
            serial?: string;
            matched_by?: string;
            units_per_pack?: number;
            gtin?: string;
            ndc?: string;
            ndc_12?: string;
            item_count?: number;
            code_type?: string;
            unresolved?: components["schemas"]["UnresolvedElement"][];
        };
        TimestampInput: string;
        StockLevel: {
            sku_code: components["schemas"]["SkuCode"];
            product_id: components["schemas"]["Uuid"];
            location: components["schemas"]["LocationName"];
            on_hand: number;
            reserved: number | null;
            available: number | null;
            quarantined: number | null;
            expired: number;
            next_expiry: string | null;
            reorder_point: number | null;
            version: number | null;
            product_name: string;
        };
        NextCursor: string | null;
        StockLevelList: {
            data: components["schemas"]["StockLevel"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        Csv: string;
        TimeCursor: string;
        LedgerTransaction: {
            id: components["schemas"]["Uuid"];
            movement_id: components["schemas"]["Uuid"];
            type: string;
            sku_code: components["schemas"]["SkuCode"];
            product_id: components["schemas"]["Uuid"];
            location: components["schemas"]["LocationName"];
            lot_id: components["schemas"]["Uuid"];
            lot_number: components["schemas"]["LotNumber"];
            qty: number;
            balance_after: number;
            reference: components["schemas"]["LedgerReference"];
            po_number: string | null;
            note: string | null;
            hash: string;
            created_at: components["schemas"]["Timestamp"];
            redacted_at: string | null;
        };
        LedgerTransactionList: {
            data: components["schemas"]["LedgerTransaction"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        DateInput: string;
        Lot: {
            id: components["schemas"]["Uuid"];
            sku_code: components["schemas"]["SkuCode"];
            product_id: components["schemas"]["Uuid"];
            location: components["schemas"]["LocationName"];
            lot_number: components["schemas"]["LotNumber"];
            expiry_date: string;
            status: string;
            on_hand: number;
            reserved: number;
            available: number;
            created_at: components["schemas"]["Timestamp"];
            product_name: string;
        };
        LotList: {
            data: components["schemas"]["Lot"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        OrderReference: {
            type: string;
            id: string;
        };
        Allocation: {
            id: components["schemas"]["Uuid"];
            reference: components["schemas"]["OrderReference"];
            sku_code: components["schemas"]["SkuCode"];
            product_id: components["schemas"]["Uuid"];
            location: components["schemas"]["LocationName"];
            lot_id: components["schemas"]["Uuid"];
            lot_number: components["schemas"]["LotNumber"];
            expiry_date: string;
            qty: number;
            created_at: components["schemas"]["Timestamp"];
        };
        TracedOrder: {
            id: components["schemas"]["Uuid"];
            order_number: string;
            status: string;
        };
        SimilarLot: {
            lot_id: string;
            lot_number: components["schemas"]["LotNumber"];
            location: components["schemas"]["LocationName"];
            status: string;
        };
        LotTrace: {
            lot: components["schemas"]["Lot"];
            is_controlled: boolean;
            movements: components["schemas"]["LedgerTransaction"][];
            allocations: components["schemas"]["Allocation"][];
            allocations_total: number;
            orders: components["schemas"]["TracedOrder"][];
            on_hand: number;
            similar_lots: components["schemas"]["SimilarLot"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        AllocationList: {
            data: components["schemas"]["Allocation"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        Location: {
            id: components["schemas"]["Uuid"];
            name: components["schemas"]["LocationName"];
            is_default: boolean;
            time_zone: string;
        };
        LocationList: {
            data: components["schemas"]["Location"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        Sku: {
            id: components["schemas"]["Uuid"];
            sku_code: components["schemas"]["SkuCode"];
            product_id: components["schemas"]["Uuid"];
            gtin: string | null;
            upc: string | null;
            ean: string | null;
            ndc: string | null;
            reorder_point: number | null;
            created_at: components["schemas"]["Timestamp"];
        };
        SkuList: {
            data: components["schemas"]["Sku"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        PackCodeType: string;
        SkuPack: {
            sku_code: components["schemas"]["SkuCode"];
            code_type: components["schemas"]["PackCodeType"];
            code: string;
            units: number;
        };
        SkuPackList: {
            data: components["schemas"]["SkuPack"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        SkuPackRequest: {
            code_type?: "gtin" | "upc" | "ean" | "ndc" | "pzn" | "hibc" | "aic" | "cip" | "other";
            code: components["schemas"]["ScannedCode"];
            units: number;
        };
        SkuPackDeleted: {
            deleted: number;
        };
        TemperatureReading: {
            id: components["schemas"]["Uuid"];
            location: components["schemas"]["LocationName"];
            celsius: number;
            min_celsius: number | null;
            max_celsius: number | null;
            in_range: boolean;
            measured_at: components["schemas"]["Timestamp"];
            corrects: string | null;
            comment: string | null;
            recorded_by: string | null;
        };
        TemperatureReadingList: {
            data: components["schemas"]["TemperatureReading"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        WebhookEndpoint: {
            id: components["schemas"]["Uuid"];
            url: string;
            events: string[];
            description: string | null;
            status: string;
            disabled_at: string | null;
            disabled_reason: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        EventType: "stock.changed" | "stock.low" | "lot.status_changed" | "lot.expiring" | "sku.created" | "sku.updated" | "count.approved" | "temperature.excursion" | "order.updated";
        EventSelection: components["schemas"]["EventType"][];
        WebhookEndpointRequest: {
            url: string;
            events?: components["schemas"]["EventSelection"];
            description?: string;
        };
        WebhookEndpointWithSecret: {
            id: components["schemas"]["Uuid"];
            url: string;
            events: string[];
            description: string | null;
            status: string;
            disabled_at: string | null;
            disabled_reason: string | null;
            created_at: components["schemas"]["Timestamp"];
            secret: string;
        };
        WebhookDeleted: {
            id: components["schemas"]["Uuid"];
            deleted: boolean;
        };
        WebhookEndpointChange: {
            url?: string;
            events?: components["schemas"]["EventSelection"];
            description?: string | null;
            status?: "enabled" | "disabled";
        };
        WebhookTestRequest: {
            type?: "webhook.test" | "stock.changed" | "stock.low" | "lot.status_changed" | "lot.expiring" | "sku.created" | "sku.updated" | "count.approved" | "temperature.excursion" | "order.updated";
        };
        WebhookAttempt: {
            at: components["schemas"]["Timestamp"];
            status: number | null;
            milliseconds: number;
            error: string | null;
        };
        WebhookDelivery: {
            id: components["schemas"]["Uuid"];
            event_id: components["schemas"]["Uuid"];
            type: string;
            status: string;
            attempts: components["schemas"]["WebhookAttempt"][];
            created_at: components["schemas"]["Timestamp"];
            next_attempt_at: string | null;
        };
        RotateSecretRequest: {
            overlap_seconds?: number;
        };
        RotatedSecret: {
            id: components["schemas"]["Uuid"];
            secret: string;
        };
        WebhookDeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        ReplayRequest: {
            since: components["schemas"]["TimestampInput"];
        };
        Replayed: {
            replayed: number;
        };
        RefusedRequest: {
            request_id: components["schemas"]["Uuid"];
            api_key_id: components["schemas"]["Uuid"];
            operation: string;
            status: number;
            code: components["schemas"]["ErrorCode"];
            fields: string[];
            milliseconds: number;
            created_at: components["schemas"]["Timestamp"];
        };
        RefusedRequestList: {
            data: components["schemas"]["RefusedRequest"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        CountSheetState: "open" | "handed_in" | "closed" | "cancelled";
        CountScope: "all" | "skus" | "not_counted" | "controlled";
        CountSheetLines: {
            total: number;
            counted: number;
            approved: number;
        };
        CountSheet: {
            id: components["schemas"]["Uuid"];
            location: components["schemas"]["LocationName"];
            scope: components["schemas"]["CountScope"];
            state: components["schemas"]["CountSheetState"];
            created_by: components["schemas"]["Uuid"];
            created_at: components["schemas"]["Timestamp"];
            handed_in_by: string | null;
            handed_in_at: string | null;
            ended_by: string | null;
            ended_at: string | null;
            lines: components["schemas"]["CountSheetLines"];
        };
        CountSheetList: {
            data: components["schemas"]["CountSheet"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        CountSheetRequest: {
            location?: components["schemas"]["LocationName"];
            scope: components["schemas"]["CountScope"];
            sku_codes?: components["schemas"]["SkuCode"][];
        };
        CountLineCode: {
            code_type: components["schemas"]["PackCodeType"];
            code: string;
            units: number;
        };
        CountReference: {
            type: string;
            id: string;
        };
        CountShortfall: {
            reference: components["schemas"]["CountReference"];
            moved: number;
            released: number;
        };
        CountLine: {
            id: components["schemas"]["Uuid"];
            lot_id: string | null;
            sku_code: components["schemas"]["SkuCode"];
            codes: components["schemas"]["CountLineCode"][];
            product_id: components["schemas"]["Uuid"];
            product_name: string;
            lot_number: components["schemas"]["LotNumber"];
            expiry_date: string;
            is_expected: boolean;
            is_controlled: boolean;
            counted: number | null;
            counted_at: string | null;
            counted_by: string | null;
            approved_by: string | null;
            approved_at: string | null;
            movement_id: string | null;
            book: number | null;
            difference: number | null;
            moved_since: number | null;
            on_hand: number | null;
            shortens: components["schemas"]["CountShortfall"][];
            refusal: string | null;
            may_approve: boolean;
        };
        CountSheetAnswer: {
            sheet: components["schemas"]["CountSheet"];
            data: components["schemas"]["CountLine"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        CountLineRequest: {
            lot_id?: components["schemas"]["Uuid"];
            sku_code?: components["schemas"]["SkuCode"];
            lot_number?: components["schemas"]["LotNumber"];
            expiry_date?: components["schemas"]["DateInput"];
            counted: number;
            counted_at?: components["schemas"]["TimestampInput"];
        };
        CountLinesRequest: {
            lines: components["schemas"]["CountLineRequest"][];
        };
        CountLineList: {
            data: components["schemas"]["CountLine"][];
        };
        CountApprovalLine: {
            id: components["schemas"]["Uuid"];
            quarantine_first: boolean;
        };
        CountApprovalRequest: {
            lines: components["schemas"]["CountApprovalLine"][];
        };
        CountApprovalResult: {
            id: components["schemas"]["Uuid"];
            outcome: "approved" | "refused";
            difference: number | null;
            movement_id: string | null;
            moved: components["schemas"]["CountShortfall"][];
            refusal: string | null;
        };
        CountApproval: {
            sheet: components["schemas"]["CountSheet"];
            results: components["schemas"]["CountApprovalResult"][];
        };
        Role: "clerk" | "pharmacist" | "manager" | "developer";
        SignedInPerson: {
            id: components["schemas"]["Uuid"];
            name: string | null;
            roles: components["schemas"]["Role"][];
            has_pin: boolean;
            passkeys: number;
            linked_by: components["schemas"]["Uuid"][];
        };
        NamedThing: {
            id: components["schemas"]["Uuid"];
            name: string;
        };
        NewLink: {
            made_at: components["schemas"]["Timestamp"];
            made_by: string | null;
            used: boolean;
        };
        Session: {
            person: components["schemas"]["SignedInPerson"];
            scopes: string[];
            organization: components["schemas"]["NamedThing"];
            terminal: components["schemas"]["NamedThing"] | null;
            locked: boolean;
            new_link: components["schemas"]["NewLink"] | null;
        };
        SignedOut: {
            signed_out: boolean;
        };
        LinkRequest: {
            token: string;
        };
        PasskeyChallenge: {
            challenge_id: components["schemas"]["Uuid"];
            options: {
                [key: string]: unknown;
            };
        };
        PasskeyAnswer: {
            challenge_id: components["schemas"]["Uuid"];
            response: {
                id?: string;
            } & {
                [key: string]: unknown;
            };
        };
        PinSignInRequest: {
            person_id: components["schemas"]["Uuid"];
            pin: string;
        };
        SignInChoice: {
            id: components["schemas"]["Uuid"];
            name: string | null;
            organization: string;
            invited: boolean;
        };
        SignInChoices: {
            data: components["schemas"]["SignInChoice"][];
        };
        SignInChoiceRequest: {
            person_id: components["schemas"]["Uuid"];
        };
        UnlockRequest: {
            pin?: string;
            passkey?: components["schemas"]["PasskeyAnswer"];
        };
        PasskeyKept: {
            id: components["schemas"]["Uuid"];
        };
        PinRequest: {
            pin: string;
        };
        PinSet: {
            has_pin: boolean;
        };
        TerminalPerson: {
            id: components["schemas"]["Uuid"];
            name: string | null;
        };
        TerminalPeople: {
            terminal: string;
            data: components["schemas"]["TerminalPerson"][];
        };
        Colleague: {
            id: components["schemas"]["Uuid"];
            name: string | null;
            may_witness: boolean;
            ended: boolean;
            linked_by: components["schemas"]["Uuid"][];
        };
        ColleagueList: {
            data: components["schemas"]["Colleague"][];
        };
        WitnessRequest: {
            person_id: components["schemas"]["Uuid"];
            pin?: string;
            passkey?: components["schemas"]["PasskeyAnswer"];
            operation: string;
            body: {
                [key: string]: unknown;
            };
        };
        WitnessToken: {
            token: string;
            expires_at: components["schemas"]["Timestamp"];
        };
        Person: {
            id: components["schemas"]["Uuid"];
            name: string | null;
            email: string | null;
            roles: components["schemas"]["Role"][];
            has_pin: boolean;
            pin_locked: boolean;
            passkeys: number;
            linked_by: components["schemas"]["Uuid"][];
            created_at: components["schemas"]["Timestamp"];
            ended_at: string | null;
        };
        PersonList: {
            data: components["schemas"]["Person"][];
        };
        InvitationRequest: {
            name: string;
            roles: components["schemas"]["Role"][];
            email?: string;
        };
        Invitation: {
            id: components["schemas"]["Uuid"];
            link: string;
            expires_at: components["schemas"]["Timestamp"];
        };
        Ended: {
            id: components["schemas"]["Uuid"];
            ended: boolean;
        };
        RolesRequest: {
            roles: components["schemas"]["Role"][];
        };
        PersonRoles: {
            id: components["schemas"]["Uuid"];
            roles: components["schemas"]["Role"][];
        };
        Confirmed: {
            id: components["schemas"]["Uuid"];
            confirmed: true;
        };
        KeptPasskey: {
            id: components["schemas"]["Uuid"];
            created_at: components["schemas"]["Timestamp"];
            last_used_at: string | null;
        };
        PersonSession: {
            id: components["schemas"]["Uuid"];
            operation: string | null;
            terminal: string | null;
            this_one: boolean;
            created_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["Timestamp"];
        };
        WaysIn: {
            passkeys: components["schemas"]["KeptPasskey"][];
            sessions: components["schemas"]["PersonSession"][];
        };
        Terminal: {
            id: components["schemas"]["Uuid"];
            name: string;
            enrolled_by: components["schemas"]["Uuid"];
            created_at: components["schemas"]["Timestamp"];
            ended_at: string | null;
        };
        TerminalList: {
            data: components["schemas"]["Terminal"][];
        };
        TerminalRequest: {
            name: string;
        };
        LotStatus: "released" | "quarantine";
        ReceiptRequest: {
            sku_code: components["schemas"]["SkuCode"];
            location: components["schemas"]["LocationName"];
            lot_number: components["schemas"]["LotNumber"];
            expiry_date: components["schemas"]["DateInput"];
            qty: number;
            status?: components["schemas"]["LotStatus"];
            po_number?: string;
        };
        Correction: {
            movement_id: components["schemas"]["Uuid"];
            idempotent: boolean;
            sku_code: components["schemas"]["SkuCode"];
            lot_number: components["schemas"]["LotNumber"];
            location: components["schemas"]["LocationName"];
            qty: number;
            balance_after: number;
        };
        AdjustmentRequest: {
            sku_code: components["schemas"]["SkuCode"];
            location: components["schemas"]["LocationName"];
            lot_number: components["schemas"]["LotNumber"];
            qty: number;
            reason: "found" | "mistake" | "other";
            comment?: string;
            witness_token?: string;
        };
        WasteRequest: {
            sku_code: components["schemas"]["SkuCode"];
            location: components["schemas"]["LocationName"];
            lot_number: components["schemas"]["LotNumber"];
            qty: number;
            reason: "broken" | "spilled" | "expired" | "recalled" | "theft_or_loss" | "other";
            comment?: string;
            witness_token?: string;
        };
        TransferRequest: {
            sku_code: components["schemas"]["SkuCode"];
            location: components["schemas"]["LocationName"];
            lot_number: components["schemas"]["LotNumber"];
            to: components["schemas"]["LocationName"];
            qty: number;
            comment?: string;
        };
        Transfer: {
            movement_id: components["schemas"]["Uuid"];
            idempotent: boolean;
            sku_code: components["schemas"]["SkuCode"];
            lot_number: components["schemas"]["LotNumber"];
            from: components["schemas"]["LocationName"];
            to: components["schemas"]["LocationName"];
            qty: number;
        };
        UndoRequest: {
            witness_token?: string;
        };
        LotStatusPreviewRequest: {
            sku_code: components["schemas"]["SkuCode"];
            lot_number: components["schemas"]["LotNumber"];
            location?: components["schemas"]["LocationName"];
            everywhere?: true;
        };
        ReservedFor: {
            type: string;
            id: string;
        };
        LotUnits: {
            lot_number: components["schemas"]["LotNumber"];
            qty: number;
        };
        LeavingReservation: {
            reference: components["schemas"]["ReservedFor"];
            into: components["schemas"]["LotUnits"][];
            moved: number;
            released: number;
        };
        PreviewedLot: {
            location: components["schemas"]["LocationName"];
            status: components["schemas"]["LotStatus"];
            on_hand: number;
            reserved: number;
            reservations: components["schemas"]["LeavingReservation"][];
        };
        LotStatusPreview: {
            lots: components["schemas"]["PreviewedLot"][];
            short_orders: number;
            similar_lots: components["schemas"]["SimilarLot"][];
        };
        LotStatusRequest: {
            sku_code: components["schemas"]["SkuCode"];
            lot_number: components["schemas"]["LotNumber"];
            location?: components["schemas"]["LocationName"];
            everywhere?: true;
            status: components["schemas"]["LotStatus"];
            comment?: string;
        };
        MovedReservation: {
            reference: components["schemas"]["ReservedFor"];
            lot_number: components["schemas"]["LotNumber"];
            moved: number;
            released: number;
        };
        ChangedLot: {
            location: components["schemas"]["LocationName"];
            changed: boolean;
            moved: components["schemas"]["MovedReservation"][];
            waiting: number;
        };
        LotStatusResult: {
            status: components["schemas"]["LotStatus"];
            idempotent: boolean;
            lots: components["schemas"]["ChangedLot"][];
            similar_lots: components["schemas"]["SimilarLot"][];
        };
        LotExpiryRequest: {
            sku_code: components["schemas"]["SkuCode"];
            lot_number: components["schemas"]["LotNumber"];
            expiry_date: components["schemas"]["DateInput"];
            comment: string;
        };
        LotExpiryResult: {
            expiry_date: string;
            idempotent: boolean;
            moved: components["schemas"]["MovedReservation"][];
            waiting: number;
        };
        TemperatureRequest: {
            location: components["schemas"]["LocationName"];
            celsius: number;
            measured_at?: components["schemas"]["TimestampInput"];
            corrects?: components["schemas"]["Uuid"];
            force?: boolean;
            comment?: string;
        };
        RecordedTemperature: {
            id: components["schemas"]["Uuid"];
            location: components["schemas"]["LocationName"];
            celsius: number;
            min_celsius: number | null;
            max_celsius: number | null;
            in_range: boolean;
            measured_at: components["schemas"]["Timestamp"];
            corrects: string | null;
            is_newest: boolean;
            in_excursion: boolean;
            announced: boolean;
            idempotent: boolean;
        };
        RecallCall: {
            id: components["schemas"]["Uuid"];
            order_number: string;
            status: string;
            clinic: string;
            name: string | null;
            phone: string | null;
            shipped: number;
            held: number;
            moved: number;
            short: number;
            shipped_at: string | null;
            called_by: string | null;
            called_at: string | null;
        };
        RecallCalls: {
            sku_code: string;
            lot_number: string;
            orders: components["schemas"]["RecallCall"][];
            has_more: boolean;
            other_units: number;
        };
        RecallCallRequest: {
            order_id: components["schemas"]["Uuid"];
            called: boolean;
        };
        NotedCall: {
            order_id: components["schemas"]["Uuid"];
            called: boolean;
        };
        LotEvent: {
            id: string;
            created_at: components["schemas"]["Timestamp"];
            type: string;
            units: number | null;
            balance_after: number | null;
            from_location: string | null;
            to_location: string | null;
            order_number: string | null;
            po_number: string | null;
            value: string | null;
            reason: string | null;
            comment: string | null;
            actor: string;
            person_id: string | null;
            witness_id: string | null;
            is_everywhere: boolean;
        };
        LotEventList: {
            data: components["schemas"]["LotEvent"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        SearchResult: {
            kind: string;
            matched_by: string;
            sku_code: string | null;
            product_name: string | null;
            lot_number: string | null;
            order_id: string | null;
            order_number: string | null;
            status: string | null;
        };
        SearchResults: {
            data: components["schemas"]["SearchResult"][];
        };
        Activity: {
            id: components["schemas"]["Uuid"];
            at: components["schemas"]["Timestamp"];
            operation: string;
            person_id: components["schemas"]["Uuid"];
            witness_id: string | null;
            terminal_id: string | null;
            target: string | null;
            reason: string | null;
            comment: string | null;
            movement_id: string | null;
            undo: string | null;
            units: number | null;
            from_location: string | null;
            to_location: string | null;
            order_number: string | null;
            value: string | null;
        };
        ActivityList: {
            data: components["schemas"]["Activity"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        EndpointHealth: {
            id: components["schemas"]["Uuid"];
            url: string;
            events: string[];
            description: string | null;
            status: string;
            disabled_at: string | null;
            disabled_reason: string | null;
            created_at: components["schemas"]["Timestamp"];
            overlap_ends_at: string | null;
            failing_since: string | null;
            last_success_at: string | null;
            last_failure: {
                at: components["schemas"]["Timestamp"];
                status: number | null;
                error: string;
            } | null;
            pending: number;
            dead: number;
        };
        EndpointHealthList: {
            data: components["schemas"]["EndpointHealth"][];
        };
        ApiKey: {
            id: components["schemas"]["Uuid"];
            prefix: string | null;
            label: string | null;
            environment: "live" | "test";
            status: "valid" | "expired" | "revoked";
            scopes: string[];
            plan: string;
            requests_per_minute: number;
            requests_per_day: number;
            last_used_at: string | null;
            expires_at: string | null;
            revoked_at: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        ApiKeyList: {
            data: components["schemas"]["ApiKey"][];
        };
        PackingOrderSummary: {
            id: components["schemas"]["Uuid"];
            order_number: string;
            status: string;
            created_at: components["schemas"]["Timestamp"];
            items: number;
            units: number;
            short_by_recall: boolean;
        };
        PackingOrderList: {
            data: components["schemas"]["PackingOrderSummary"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        PackingSku: {
            sku_code: components["schemas"]["SkuCode"];
            gtin: string | null;
            reserved: number;
            available: number;
            lots: components["schemas"]["PreviewLot"][];
        };
        PackingItem: {
            product_id: components["schemas"]["Uuid"];
            name: string;
            quantity: number;
            short: number;
            skus: components["schemas"]["PackingSku"][];
        };
        PackingAddress: {
            name: string;
            phone: string | null;
            line1: string;
            line2: string | null;
            city: string;
            state: string | null;
            postal_code: string | null;
            country: string;
        };
        PackingOrder: {
            id: components["schemas"]["Uuid"];
            order_number: string;
            status: string;
            created_at: components["schemas"]["Timestamp"];
            location: components["schemas"]["LocationName"];
            items: components["schemas"]["PackingItem"][];
            ship_to: components["schemas"]["PackingAddress"] | null;
        };
        ShippedLotRequest: {
            sku_code: components["schemas"]["SkuCode"];
            lot_number: components["schemas"]["LotNumber"];
            location?: components["schemas"]["LocationName"];
            qty: number;
        };
        ShipmentRequest: {
            tracking_number: string;
            tracking_carrier: string;
            lots: components["schemas"]["ShippedLotRequest"][];
        };
        DrawnLot: {
            sku_code: components["schemas"]["SkuCode"];
            lot_number: components["schemas"]["LotNumber"];
            location: components["schemas"]["LocationName"];
            qty: number;
            balance_after: number;
        };
        ShippedOrder: {
            id: components["schemas"]["Uuid"];
            order_number: string;
            status: string;
            idempotent: boolean;
            lots: components["schemas"]["DrawnLot"][];
        };
        CancellationRequest: {
            reason: string;
        };
        CancelledOrder: {
            id: components["schemas"]["Uuid"];
            order_number: string;
            status: string;
            released: number;
            idempotent: boolean;
        };
    };
    responses: {
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        RateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitedProblem"];
            };
        };
        InternalError: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        Unavailable: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                Accept?: string;
                "Accept-Encoding"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        InvalidQuery: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        InvalidIdOrQuery: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        UnknownSku: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        InvalidId: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        NotFound: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        InvalidIdOrRequest: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        InvalidIdOrDisabled: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        InvalidQueryElsewhere: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        InvalidIdElsewhere: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        InvalidIdOrPage: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        InvalidInput: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        NoSession: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        WrongOrigin: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        SignInRefused: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        PinRefused: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        ProofRefused: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        ProofRequired: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        WitnessProofRefused: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        PersonNotFound: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        OwnApproval: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        InvalidPerson: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        OwnRoles: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        NothingToConfirm: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        OwnConfirmation: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        WayInNotFound: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        LastWayIn: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        OwnLink: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        TerminalNotFound: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        ReceiptNotFound: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        LotRefused: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        InvalidFields: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        StockNotFound: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        TooFewUnits: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientStockProblem"];
            };
        };
        CorrectionRefused: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        LotHeld: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        LotNotFound: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        KeyReused: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        RecallOrderNotFound: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        PackingPlaceNotFound: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        InvalidPackingRequest: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        PackingOrderNotFound: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        PackingRefused: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        PackingOrderUnknown: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        IdempotencyKey: string;
        SkuCodeInQuery: components["schemas"]["SkuCode"];
        ProductId: components["schemas"]["Uuid"];
        LocationInQuery: components["schemas"]["LocationName"];
        Low: boolean;
        AsOf: components["schemas"]["TimestampInput"];
        Limit: number;
        StockCursor: string;
        LotId: components["schemas"]["Uuid"];
        TransactionType: string;
        ReferenceType: string;
        ReferenceId: string;
        From: components["schemas"]["TimestampInput"];
        To: components["schemas"]["TimestampInput"];
        TimeCursorInQuery: components["schemas"]["TimeCursor"];
        LotStatusInQuery: string;
        LotNumberInQuery: components["schemas"]["LotNumber"];
        ExpiringBefore: components["schemas"]["DateInput"];
        InStock: boolean;
        LotCursor: string;
        LotIdInPath: components["schemas"]["Uuid"];
        Everywhere: boolean;
        AllocationCursor: string;
        LocationCursor: string;
        SkuCursor: string;
        SkuCodeInPath: components["schemas"]["SkuCode"];
        PackCursor: string;
        PackCodeTypeInQuery: "gtin" | "upc" | "ean" | "ndc" | "pzn" | "hibc" | "aic" | "cip" | "other";
        PackCode: components["schemas"]["ScannedCode"];
        MeasuredFrom: components["schemas"]["TimestampInput"];
        MeasuredTo: components["schemas"]["TimestampInput"];
        WebhookId: components["schemas"]["Uuid"];
        DeliveryStatus: string;
        DeliveryCursor: string;
        DeliveryId: components["schemas"]["Uuid"];
        OrderNumber: string;
        OrderId: components["schemas"]["Uuid"];
        RequestId: components["schemas"]["Uuid"];
        RequestStatus: number;
        RequestOperation: string;
        RequestsFrom: components["schemas"]["TimestampInput"];
        RequestsTo: components["schemas"]["TimestampInput"];
        CountSheetState: components["schemas"]["CountSheetState"];
        CountSheetId: components["schemas"]["Uuid"];
        CountLineCursor: string;
        PersonId: components["schemas"]["Uuid"];
        PasskeyId: components["schemas"]["Uuid"];
        SessionId: components["schemas"]["Uuid"];
        TerminalId: components["schemas"]["Uuid"];
        MovementId: components["schemas"]["Uuid"];
        SearchText: string;
        ActivityCursor: string;
        DoneBy: components["schemas"]["Uuid"];
        DoneOperation: string;
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
                state?: components["parameters"]["CountSheetState"];
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountSheetRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountSheet"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountSheet"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
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
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["CountLineCursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["CountSheetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
            404: {
                headers: {
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
                id: components["parameters"]["CountSheetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
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
                id: components["parameters"]["CountSheetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountLinesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountLineList"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
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
                id: components["parameters"]["CountSheetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
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
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["CountSheetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountApprovalRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountApproval"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
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
            200: {
                headers: {
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
            200: {
                headers: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkRequest"];
            };
        };
        responses: {
            200: {
                headers: {
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
            201: {
                headers: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAnswer"];
            };
        };
        responses: {
            200: {
                headers: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["PinSignInRequest"];
            };
        };
        responses: {
            200: {
                headers: {
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
            200: {
                headers: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInChoiceRequest"];
            };
        };
        responses: {
            200: {
                headers: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnlockRequest"];
            };
        };
        responses: {
            200: {
                headers: {
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
            200: {
                headers: {
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
            201: {
                headers: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAnswer"];
            };
        };
        responses: {
            201: {
                headers: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["PinRequest"];
            };
        };
        responses: {
            200: {
                headers: {
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
            200: {
                headers: {
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
            200: {
                headers: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["WitnessRequest"];
            };
        };
        responses: {
            201: {
                headers: {
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
            200: {
                headers: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
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
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RolesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
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
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                id: components["parameters"]["PersonId"];
                passkey_id: components["parameters"]["PasskeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                id: components["parameters"]["PersonId"];
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
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
            200: {
                headers: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["TerminalRequest"];
            };
        };
        responses: {
            201: {
                headers: {
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
                id: components["parameters"]["TerminalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReceiptRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
            201: {
                headers: {
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
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdjustmentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
            201: {
                headers: {
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
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WasteRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
            201: {
                headers: {
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
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            201: {
                headers: {
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
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                movement_id: components["parameters"]["MovementId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
            201: {
                headers: {
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
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["LotStatusPreviewRequest"];
            };
        };
        responses: {
            200: {
                headers: {
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
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LotStatusRequest"];
            };
        };
        responses: {
            200: {
                headers: {
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
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LotExpiryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
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
                location?: components["parameters"]["LocationInQuery"];
                from?: components["parameters"]["MeasuredFrom"];
                to?: components["parameters"]["MeasuredTo"];
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemperatureRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedTemperature"];
                };
            };
            201: {
                headers: {
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
            404: {
                headers: {
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
    getRecallCalls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LotIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecallCalls"];
                };
            };
            400: components["responses"]["InvalidId"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LotNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    noteRecallCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LotIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecallCallRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotedCall"];
                };
            };
            400: components["responses"]["InvalidIdOrRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecallOrderNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLotHistory: {
        parameters: {
            query: {
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path: {
                id: components["parameters"]["LotIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LotEventList"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["InvalidIdOrQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LotNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    search: {
        parameters: {
            query: {
                text: components["parameters"]["SearchText"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
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
    listActivity: {
        parameters: {
            query: {
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["ActivityCursor"];
                person_id?: components["parameters"]["DoneBy"];
                operation?: components["parameters"]["DoneOperation"];
                sku_code?: components["parameters"]["SkuCodeInQuery"];
                lot_number?: components["parameters"]["LotNumberInQuery"];
                from?: components["parameters"]["From"];
                to?: components["parameters"]["To"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityList"];
                    "text/csv": components["schemas"]["Csv"];
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
                environment: "live" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                environment: "live" | "test";
            };
            header?: never;
            path: {
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                environment: "live" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                order_number?: components["parameters"]["OrderNumber"];
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                location?: components["parameters"]["PackingLocation"];
            };
            header?: never;
            path: {
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
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
            409: {
                headers: {
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
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancellationRequest"];
            };
        };
        responses: {
            200: {
                headers: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScanRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanResult"];
                };
            };
            400: {
                headers: {
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
                sku_code?: components["parameters"]["SkuCodeInQuery"];
                product_id?: components["parameters"]["ProductId"];
                location?: components["parameters"]["LocationInQuery"];
                low?: components["parameters"]["Low"];
                as_of?: components["parameters"]["AsOf"];
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["StockCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                sku_code?: components["parameters"]["SkuCodeInQuery"];
                lot_id?: components["parameters"]["LotId"];
                type?: components["parameters"]["TransactionType"];
                reference_type?: components["parameters"]["ReferenceType"];
                reference_id?: components["parameters"]["ReferenceId"];
                from?: components["parameters"]["From"];
                to?: components["parameters"]["To"];
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                sku_code?: components["parameters"]["SkuCodeInQuery"];
                location?: components["parameters"]["LocationInQuery"];
                status?: components["parameters"]["LotStatusInQuery"];
                lot_number?: components["parameters"]["LotNumberInQuery"];
                expiring_before?: components["parameters"]["ExpiringBefore"];
                in_stock?: components["parameters"]["InStock"];
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["LotCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                everywhere: components["parameters"]["Everywhere"];
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["TimeCursorInQuery"];
            };
            header?: never;
            path: {
                id: components["parameters"]["LotIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
            404: {
                headers: {
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
                reference_type?: components["parameters"]["ReferenceType"];
                reference_id?: components["parameters"]["ReferenceId"];
                sku_code?: components["parameters"]["SkuCodeInQuery"];
                location?: components["parameters"]["LocationInQuery"];
                lot_id?: components["parameters"]["LotId"];
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["AllocationCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["LocationCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                sku_code?: components["parameters"]["SkuCodeInQuery"];
                product_id?: components["parameters"]["ProductId"];
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["SkuCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
    listSkuPacks: {
        parameters: {
            query: {
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["PackCursor"];
            };
            header?: never;
            path: {
                sku_code: components["parameters"]["SkuCodeInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkuPackList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UnknownSku"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putSkuPack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sku_code: components["parameters"]["SkuCodeInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkuPackRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkuPack"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UnknownSku"];
            409: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
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
    deleteSkuPack: {
        parameters: {
            query: {
                code_type?: components["parameters"]["PackCodeTypeInQuery"];
                code: components["parameters"]["PackCode"];
            };
            header?: never;
            path: {
                sku_code: components["parameters"]["SkuCodeInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkuPackDeleted"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UnknownSku"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query: {
                environment: "live" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            400: {
                headers: {
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
                environment: "live" | "test";
            };
            header?: never;
            path: {
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                environment: "live" | "test";
            };
            header?: never;
            path: {
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointChange"];
            };
        };
        responses: {
            200: {
                headers: {
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
                environment: "live" | "test";
            };
            header?: never;
            path: {
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookTestRequest"];
            };
        };
        responses: {
            201: {
                headers: {
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
                environment: "live" | "test";
            };
            header?: never;
            path: {
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSecretRequest"];
            };
        };
        responses: {
            200: {
                headers: {
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
                status?: components["parameters"]["DeliveryStatus"];
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["DeliveryCursor"];
                environment: "live" | "test";
            };
            header?: never;
            path: {
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                environment: "live" | "test";
            };
            header?: never;
            path: {
                id: components["parameters"]["WebhookId"];
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
                environment: "live" | "test";
            };
            header?: never;
            path: {
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            200: {
                headers: {
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
                request_id?: components["parameters"]["RequestId"];
                status?: components["parameters"]["RequestStatus"];
                operation?: components["parameters"]["RequestOperation"];
                from?: components["parameters"]["RequestsFrom"];
                to?: components["parameters"]["RequestsTo"];
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["TimeCursorInQuery"];
                environment: "live" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
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
