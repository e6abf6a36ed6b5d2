/* Written by scripts/contract/generate.ts from openapi/. Not for editing. */
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
        PostedTransaction: {
            id: components["schemas"]["Uuid"];
            lot_number: components["schemas"]["LotNumber"];
            qty: number;
            balance_after: number;
        };
        PostedMovement: {
            id: components["schemas"]["Uuid"];
            type: string;
            reference: components["schemas"]["LedgerReference"];
            created_at: components["schemas"]["Timestamp"];
            transactions: components["schemas"]["PostedTransaction"][];
        };
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
        LotStatus: "released" | "quarantine";
        Reference: {
            type?: string;
            id?: string;
            rx_number?: string;
        };
        ScannedCode: string;
        MovementRequest: {
            type: "receive" | "fulfill" | "dispense" | "return";
            qty: number;
            sku_code?: components["schemas"]["SkuCode"];
            product_id?: components["schemas"]["Uuid"];
            location?: components["schemas"]["LocationName"];
            lot_number?: components["schemas"]["LotNumber"];
            expiry_date?: string;
            status?: components["schemas"]["LotStatus"];
            po_number?: string;
            reference?: components["schemas"]["Reference"];
            scanned_code?: components["schemas"]["ScannedCode"];
            note?: string;
        };
        MovementResult: {
            idempotent: boolean;
            transactions: components["schemas"]["PostedTransaction"][];
        };
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
        MovementBatchItem: {
            idempotency_key: string;
            movement: components["schemas"]["MovementRequest"];
        };
        MovementBatchRequest: {
            movements: components["schemas"]["MovementBatchItem"][];
        };
        MovementOutcome: components["schemas"]["MovementResult"] | components["schemas"]["InsufficientStockProblem"] | components["schemas"]["ValidationProblem"];
        MovementBatchItemResult: {
            status: number;
            body: components["schemas"]["MovementOutcome"];
        };
        MovementBatchResult: {
            results: components["schemas"]["MovementBatchItemResult"][];
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
        OrderReferenceRequest: {
            type: string;
            id: string;
        };
        AllocationRequest: {
            reference: components["schemas"]["OrderReferenceRequest"];
            qty: number;
            sku_code?: components["schemas"]["SkuCode"];
            product_id?: components["schemas"]["Uuid"];
            location?: components["schemas"]["LocationName"];
            lot_id?: components["schemas"]["Uuid"];
            min_expiry_date?: string;
        };
        HeldLot: {
            lot_id: components["schemas"]["Uuid"];
            lot_number: components["schemas"]["LotNumber"];
            expiry_date: string;
            location: components["schemas"]["LocationName"];
            qty: number;
        };
        AllocationResult: {
            reference: components["schemas"]["OrderReference"];
            sku_code: components["schemas"]["SkuCode"];
            product_id: components["schemas"]["Uuid"];
            location: components["schemas"]["LocationName"];
            qty: number;
            reserved_now: number;
            already_reserved: boolean;
            allocations: components["schemas"]["HeldLot"][];
        };
        ReleaseResult: {
            released: number;
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
        WebhookEndpointList: {
            data: components["schemas"]["WebhookEndpoint"][];
            next_cursor: components["schemas"]["NextCursor"];
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
        Event: {
            id: components["schemas"]["Uuid"];
            type: string;
            created_at: components["schemas"]["Timestamp"];
            data: {
                [key: string]: unknown;
            };
        };
        EventList: {
            data: components["schemas"]["Event"][];
            next_cursor: string | null;
        };
        Patient: {
            id: components["schemas"]["Uuid"];
            first_name: string;
            last_initial: string;
            assigned_physician_id: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        PatientList: {
            data: components["schemas"]["Patient"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        Address: {
            line1: string;
            line2?: string;
            city: string;
            state?: string;
            postal_code?: string;
            country: string;
        };
        PatientRequest: {
            first_name: string;
            last_name: string;
            date_of_birth: string;
            email?: string;
            phone?: string;
            address?: components["schemas"]["Address"];
            allergies?: string[];
            medications?: string[];
            clinical_notes?: string;
            assigned_physician_id?: string;
        };
        PatientAnswer: {
            data: components["schemas"]["Patient"];
        };
        IntakeAnswerValue: unknown;
        Consent: {
            accepted: true;
            at: string;
        };
        IntakeRequest: {
            patient_id: components["schemas"]["Uuid"];
            answers: {
                [key: string]: components["schemas"]["IntakeAnswerValue"];
            };
            consent: components["schemas"]["Consent"];
            requested_products?: components["schemas"]["Uuid"][];
        };
        Intake: {
            id: components["schemas"]["Uuid"];
            patient_id: components["schemas"]["Uuid"];
            status: string;
            created_at: components["schemas"]["Timestamp"];
        };
        IntakeAnswer: {
            data: components["schemas"]["Intake"];
        };
        Prescription: {
            id: components["schemas"]["Uuid"];
            patient_id: components["schemas"]["Uuid"];
            provider_org_id: string;
            order_id: string | null;
            product_name: string;
            dosage: string | null;
            frequency: string | null;
            quantity: number | null;
            refills_authorized: number | null;
            status: string;
            expires_at: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        PrescriptionList: {
            data: components["schemas"]["Prescription"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        Partner: {
            id: components["schemas"]["Uuid"];
            external_id: string;
            name: string;
            email: string | null;
            sponsor_external_id: string | null;
            status: string;
            invite_sent: boolean;
            portal_linked: boolean;
            created_at: components["schemas"]["Timestamp"];
        };
        PartnerAnswer: {
            data: components["schemas"]["Partner"];
        };
        StoreCustomer: {
            email: string | null;
            first_name: string | null;
            last_name: string | null;
            phone: string | null;
        } | null;
        StoreShipTo: {
            name: string | null;
            phone: string | null;
            line1: string | null;
            line2: string | null;
            city: string | null;
            state: string | null;
            postal_code: string | null;
            country: string | null;
        } | null;
        StoreOrderItem: {
            product_id: string | null;
            name: string | null;
            quantity: number | null;
            unit_price_cents: number | null;
        };
        StoreOrderCheckout: {
            public_client_key: string | null;
            api_login_id: string | null;
            accept_js_url: string | null;
            environment: string | null;
            amount_cents: number | null;
        } | null;
        StoreOrder: {
            id: components["schemas"]["Uuid"];
            order_number: string;
            status: string;
            payment_status: string;
            external_order_id: string | null;
            subtotal_cents: number;
            shipping_cents: number;
            tax_cents: number;
            total_cents: number;
            your_markup_cents: number;
            currency: string;
            customer: components["schemas"]["StoreCustomer"];
            ship_to: components["schemas"]["StoreShipTo"];
            items: components["schemas"]["StoreOrderItem"][];
            checkout: components["schemas"]["StoreOrderCheckout"];
            created_at: components["schemas"]["Timestamp"];
        };
        StoreOrderList: {
            data: components["schemas"]["StoreOrder"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        CheckoutConfig: {
            public_client_key: string | null;
            api_login_id: string | null;
            accept_js_url: string | null;
            environment: string;
        };
        CheckoutConfigAnswer: {
            data: components["schemas"]["CheckoutConfig"];
        };
        Order: {
            id: components["schemas"]["Uuid"];
            order_number: string;
            status: string;
            payment_status: string;
            total_cents: number;
            currency: string;
            tracking_number: string | null;
            tracking_carrier: string | null;
            shipped_at: string | null;
            patient_id: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        OrderList: {
            data: components["schemas"]["Order"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        OrderItemRequest: {
            product_id: string;
            quantity: number;
            prescription_id?: string;
        };
        ShipTo: {
            name: string;
            phone?: string;
            line1: string;
            line2?: string;
            city: string;
            state?: string;
            postal_code?: string;
            country: string;
        };
        OrderRequest: {
            patient_id: string;
            items: components["schemas"]["OrderItemRequest"][];
            ship_to: components["schemas"]["ShipTo"];
            external_order_id?: string;
        };
        OrderAnswer: {
            data: components["schemas"]["Order"];
        };
        OrderItemSku: {
            sku_code: string;
            reserved: number;
            available: number;
        };
        OrderItem: {
            product_id: components["schemas"]["Uuid"];
            name: string;
            quantity: number;
            skus?: components["schemas"]["OrderItemSku"][];
        };
        OrderItemList: {
            data: components["schemas"]["OrderItem"][];
        };
        Product: {
            id: components["schemas"]["Uuid"];
            name: string;
            description: string | null;
            category: string | null;
            product_type: string | null;
            strengths: string[];
            dosage_forms: string[];
            ndc_code: string | null;
            in_stock: boolean;
            requires_prescription: boolean;
            ships_to_patient: boolean;
            ships_to_office: boolean;
            min_order_qty: number;
            status: string;
            created_at: components["schemas"]["Timestamp"];
        };
        ProductList: {
            data: components["schemas"]["Product"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        Listing: {
            product_id: components["schemas"]["Uuid"];
            name: string;
            patient_price_cents: number;
            is_listed: boolean;
            requires_prescription: boolean;
            min_order_qty: number;
            status: string;
        };
        ListingList: {
            data: components["schemas"]["Listing"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        BundleItem: {
            platform_product_id: components["schemas"]["Uuid"];
            qty: number;
            name: string;
            product_type: string | null;
        };
        Bundle: {
            id: components["schemas"]["Uuid"];
            name: string;
            description: string | null;
            image_url: string | null;
            pricing_mode: string;
            flat_price_cents: number | null;
            package_markup_type: string | null;
            package_markup_value: number | null;
            is_listed: boolean;
            is_subscribable: boolean;
            purchase_mode: string;
            default_cadence: string | null;
            first_order_immediate: boolean;
            items: components["schemas"]["BundleItem"][];
            item_kind: string;
            patient_price_cents: number;
            available_cadences: string[];
            requires_prescription: boolean;
            requires_shipping: boolean;
            rx_mode: string;
            eligible: boolean;
        };
        BundleList: {
            data: components["schemas"]["Bundle"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        BundleItemRequest: {
            platform_product_id: string;
            qty: number;
        };
        BundleRequest: {
            id?: string;
            name: string;
            items: components["schemas"]["BundleItemRequest"][];
            description?: string | null;
            image_url?: string | null;
            pricing_mode: "sum" | "flat" | "package_markup";
            flat_price_cents?: number | null;
            package_markup_type?: "percent" | "flat" | null;
            package_markup_value?: number | null;
            is_listed: boolean;
            is_subscribable?: boolean;
            purchase_mode?: "one_time" | "subscription" | "both";
            default_cadence?: "weekly" | "monthly" | "quarterly" | null;
            first_order_immediate: boolean;
        };
        BundleResult: {
            bundle: components["schemas"]["Bundle"];
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
        StockChangedReference: {
            type: string | null;
            id: string | null;
        } | null;
        StockChangedData: {
            sku_code: components["schemas"]["SkuCode"];
            product_id: components["schemas"]["Uuid"];
            location: components["schemas"]["LocationName"];
            cause: string;
            on_hand: number;
            reserved: number;
            available: number;
            version: number;
            reference: components["schemas"]["StockChangedReference"];
        };
        StockChangedEvent: {
            id: components["schemas"]["Uuid"];
            type: "stock.changed";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["StockChangedData"];
            is_test?: boolean;
        };
        StockLowData: {
            sku_code: components["schemas"]["SkuCode"];
            product_id: components["schemas"]["Uuid"];
            location: components["schemas"]["LocationName"];
            available: number;
            reorder_point: number;
        };
        StockLowEvent: {
            id: components["schemas"]["Uuid"];
            type: "stock.low";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["StockLowData"];
            is_test?: boolean;
        };
        LotStatusChangedData: {
            sku_code: components["schemas"]["SkuCode"];
            product_id: components["schemas"]["Uuid"];
            location: components["schemas"]["LocationName"];
            lot_id: components["schemas"]["Uuid"];
            lot_number: components["schemas"]["LotNumber"];
            from: string;
            to: string;
        };
        LotStatusChangedEvent: {
            id: components["schemas"]["Uuid"];
            type: "lot.status_changed";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["LotStatusChangedData"];
            is_test?: boolean;
        };
        LotExpiringData: {
            sku_code: components["schemas"]["SkuCode"];
            product_id: components["schemas"]["Uuid"];
            location: components["schemas"]["LocationName"];
            lot_id: components["schemas"]["Uuid"];
            lot_number: components["schemas"]["LotNumber"];
            expiry_date: string;
            days: number;
            on_hand: number;
        };
        LotExpiringEvent: {
            id: components["schemas"]["Uuid"];
            type: "lot.expiring";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["LotExpiringData"];
            is_test?: boolean;
        };
        SkuCreatedData: {
            sku_code: components["schemas"]["SkuCode"];
            product_id: components["schemas"]["Uuid"];
            gtin: string | null;
            upc: string | null;
            ean: string | null;
            ndc: string | null;
            reorder_point: number | null;
        };
        SkuCreatedEvent: {
            id: components["schemas"]["Uuid"];
            type: "sku.created";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["SkuCreatedData"];
            is_test?: boolean;
        };
        SkuUpdatedData: {
            sku_code: components["schemas"]["SkuCode"];
            product_id: components["schemas"]["Uuid"];
            gtin: string | null;
            upc: string | null;
            ean: string | null;
            ndc: string | null;
            reorder_point: number | null;
        };
        SkuUpdatedEvent: {
            id: components["schemas"]["Uuid"];
            type: "sku.updated";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["SkuUpdatedData"];
            is_test?: boolean;
        };
        CountApprovedData: {
            sku_code: components["schemas"]["SkuCode"];
            product_id: components["schemas"]["Uuid"];
            location: components["schemas"]["LocationName"];
            lot_id: components["schemas"]["Uuid"];
            lot_number: components["schemas"]["LotNumber"];
            counted: number;
            counted_at?: components["schemas"]["Timestamp"];
            difference: number;
        };
        CountApprovedEvent: {
            id: components["schemas"]["Uuid"];
            type: "count.approved";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["CountApprovedData"];
            is_test?: boolean;
        };
        TemperatureExcursionData: {
            location: components["schemas"]["LocationName"];
            celsius: number;
            min_celsius: number | null;
            max_celsius: number | null;
        };
        TemperatureExcursionEvent: {
            id: components["schemas"]["Uuid"];
            type: "temperature.excursion";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["TemperatureExcursionData"];
            is_test?: boolean;
        };
        OrderUpdatedData: {
            order_id: components["schemas"]["Uuid"];
            order_number: string;
            status: string;
            payment_status: string;
        };
        OrderUpdatedEvent: {
            id: components["schemas"]["Uuid"];
            type: "order.updated";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["OrderUpdatedData"];
            is_test?: boolean;
        };
        WebhookTestData: {
            webhook_id: components["schemas"]["Uuid"];
        };
        WebhookTestEvent: {
            id: components["schemas"]["Uuid"];
            type: "webhook.test";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["WebhookTestData"];
            is_test?: boolean;
        };
    };
    responses: {
        Unauthorized: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        Forbidden: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "X-RateLimit-Limit": number;
                "X-RateLimit-Remaining": number;
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        RateLimited: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "X-RateLimit-Limit": number;
                "X-RateLimit-Remaining": number;
                "X-RateLimit-Reset": number;
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitedProblem"];
            };
        };
        InternalError: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "X-RateLimit-Limit"?: number;
                "X-RateLimit-Remaining"?: number;
                "X-RateLimit-Reset"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        Unavailable: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "X-RateLimit-Limit"?: number;
                "X-RateLimit-Remaining"?: number;
                "X-RateLimit-Reset"?: number;
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
                "X-RateLimit-Limit": number;
                "X-RateLimit-Remaining": number;
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "X-RateLimit-Limit": number;
                "X-RateLimit-Remaining": number;
                "X-RateLimit-Reset": number;
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
                "X-RateLimit-Limit": number;
                "X-RateLimit-Remaining": number;
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        InvalidIdOrQuery: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "X-RateLimit-Limit": number;
                "X-RateLimit-Remaining": number;
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        UnknownSku: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "X-RateLimit-Limit": number;
                "X-RateLimit-Remaining": number;
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        InvalidId: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "X-RateLimit-Limit": number;
                "X-RateLimit-Remaining": number;
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        NotFound: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "X-RateLimit-Limit": number;
                "X-RateLimit-Remaining": number;
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        InvalidIdOrRequest: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "X-RateLimit-Limit": number;
                "X-RateLimit-Remaining": number;
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        InvalidIdOrDisabled: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "X-RateLimit-Limit": number;
                "X-RateLimit-Remaining": number;
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        InvalidQueryElsewhere: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "X-RateLimit-Limit": number;
                "X-RateLimit-Remaining": number;
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        InvalidIdElsewhere: {
            headers: {
                "X-Request-Id": components["schemas"]["Uuid"];
                "X-RateLimit-Limit": number;
                "X-RateLimit-Remaining": number;
                "X-RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
    };
    parameters: {
        IdempotencyKeyInQuery: string;
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
        OptionalIdempotencyKey: string;
        RequiredReferenceType: string;
        RequiredReferenceId: string;
        LocationCursor: string;
        SkuCursor: string;
        SkuCodeInPath: components["schemas"]["SkuCode"];
        PackCursor: string;
        PackCodeTypeInQuery: "gtin" | "upc" | "ean" | "ndc" | "pzn" | "hibc" | "aic" | "cip" | "other";
        PackCode: components["schemas"]["ScannedCode"];
        MeasuredFrom: components["schemas"]["TimestampInput"];
        MeasuredTo: components["schemas"]["TimestampInput"];
        WebhookCursor: string;
        WebhookIdInQuery: string;
        WebhookId: components["schemas"]["Uuid"];
        DeliveryStatus: string;
        DeliveryCursor: string;
        DeliveryId: components["schemas"]["Uuid"];
        After: components["schemas"]["Uuid"];
        EventTypeInQuery: string;
        EventFrom: components["schemas"]["TimestampInput"];
        PatientId: components["schemas"]["Uuid"];
        PrescriptionStatus: string;
        PrescriptionId: components["schemas"]["Uuid"];
        ExternalId: string;
        StoreOrderLimit: number;
        OrderStatus: string;
        OrderNumber: string;
        ExternalOrderId: string;
        CreatedFrom: components["schemas"]["TimestampInput"];
        CreatedTo: components["schemas"]["TimestampInput"];
        OrderId: components["schemas"]["Uuid"];
        ProductInStock: boolean;
        RequestId: components["schemas"]["Uuid"];
        RequestStatus: number;
        RequestOperation: string;
        RequestsFrom: components["schemas"]["TimestampInput"];
        RequestsTo: components["schemas"]["TimestampInput"];
        XWebhookSignature: string;
        XWebhookSignatureNext: string;
        XWebhookDelivery: string;
        XWebhookTimestamp: string;
        WebhookDeliveryId: string;
        WebhookTriedAt: string;
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
                idempotency_key: components["parameters"]["IdempotencyKeyInQuery"];
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostedMovement"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovementRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementResult"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementResult"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientStockProblem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovementBatchRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementBatchResult"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScanRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanResult"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllocationRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllocationResult"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllocationResult"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientStockProblem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                reference_type: components["parameters"]["RequiredReferenceType"];
                reference_id: components["parameters"]["RequiredReferenceId"];
                sku_code?: components["parameters"]["SkuCodeInQuery"];
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseResult"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkuPack"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkuPackDeleted"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["WebhookCursor"];
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                id: components["parameters"]["WebhookIdInQuery"];
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                status?: components["parameters"]["DeliveryStatus"];
                limit: components["parameters"]["Limit"];
                cursor?: components["parameters"]["DeliveryCursor"];
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                after?: components["parameters"]["After"];
                type?: components["parameters"]["EventTypeInQuery"];
                from?: components["parameters"]["EventFrom"];
                limit: components["parameters"]["Limit"];
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatientRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatientAnswer"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatientAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                id: components["parameters"]["PatientId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IntakeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntakeAnswer"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntakeAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                status?: components["parameters"]["PrescriptionStatus"];
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                id: components["parameters"]["PrescriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                external_id: components["parameters"]["ExternalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                limit: components["parameters"]["StoreOrderLimit"];
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutConfigAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                status?: components["parameters"]["OrderStatus"];
                order_number?: components["parameters"]["OrderNumber"];
                external_order_id?: components["parameters"]["ExternalOrderId"];
                created_from?: components["parameters"]["CreatedFrom"];
                created_to?: components["parameters"]["CreatedTo"];
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderAnswer"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
            404: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                in_stock?: components["parameters"]["ProductInStock"];
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["BundleRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BundleResult"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BundleResult"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["schemas"]["Uuid"];
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
                    "X-RateLimit-Reset": number;
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                request_id?: components["parameters"]["RequestId"];
                status?: components["parameters"]["RequestStatus"];
                operation?: components["parameters"]["RequestOperation"];
                from?: components["parameters"]["RequestsFrom"];
                to?: components["parameters"]["RequestsTo"];
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
                    "X-RateLimit-Limit": number;
                    "X-RateLimit-Remaining": number;
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
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                "X-Webhook-Event": string;
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StockChangedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                "X-Webhook-Event": string;
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StockLowEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                "X-Webhook-Event": string;
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LotStatusChangedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                "X-Webhook-Event": string;
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LotExpiringEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                "X-Webhook-Event": string;
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkuCreatedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                "X-Webhook-Event": string;
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkuUpdatedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                "X-Webhook-Event": string;
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountApprovedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                "X-Webhook-Event": string;
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemperatureExcursionEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                "X-Webhook-Event": string;
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderUpdatedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                "X-Webhook-Signature": components["parameters"]["XWebhookSignature"];
                "X-Webhook-Signature-Next"?: components["parameters"]["XWebhookSignatureNext"];
                "X-Webhook-Event": string;
                "X-Webhook-Delivery": components["parameters"]["XWebhookDelivery"];
                "X-Webhook-Timestamp": components["parameters"]["XWebhookTimestamp"];
                "webhook-id": components["parameters"]["WebhookDeliveryId"];
                "webhook-timestamp": components["parameters"]["WebhookTriedAt"];
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
