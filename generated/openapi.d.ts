/* Written by scripts/generate.ts from openapi/. Not for editing. */
export interface paths {
    "/v1/inventory/movements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post a stock movement
         * @description Changes stock once per Idempotency-Key and returns the ledger entries.
         */
        post: operations["postMovement"];
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
         * @description One row per SKU and location.
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
         * @description Newest first.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A stock movement to post. */
        MovementRequest: {
            /**
             * @description What happens.
             * @enum {string}
             */
            type: "receive" | "fulfill" | "dispense" | "return";
            /** @description Units. */
            qty: number;
            /** @description The SKU. */
            sku_code?: string;
            /** @description The lot. */
            lot_number?: string;
            /**
             * Format: date
             * @description The last usable day.
             */
            expiry_date?: string;
            /** @description Free text. */
            note?: string;
            /** @description What the movement is for. */
            reference?: {
                /** @description Kind of reference. */
                type?: string;
                /** @description Its id. */
                id?: string;
                /** @description Prescription number. */
                rx_number?: string;
            };
        };
        /** @description What a movement did. */
        MovementResult: {
            /** @description Whether this repeats an earlier result. */
            idempotent: boolean;
            /** @description The ledger entries. */
            transactions: {
                /**
                 * Format: uuid
                 * @description The entry.
                 */
                id: string;
                /** @description The lot. */
                lot_number: string;
                /** @description Signed; negative leaves. */
                qty: number;
                /** @description What the lot holds then. */
                balance_after: number;
            }[];
        };
        /** @description The error envelope. */
        Problem: {
            /** @description What went wrong. */
            error: {
                /** @description Machine-readable. */
                code: string;
                /** @description Plain English. */
                message: string;
                /**
                 * Format: uuid
                 * @description Names the request.
                 */
                request_id: string;
                /** @description An array for validation, an object for insufficient_stock. */
                details?: {
                    /** @description The field. */
                    path: string;
                    /** @description What would be right. */
                    message: string;
                }[] | {
                    /** @description Units asked for. */
                    requested: number;
                    /** @description Units there are. */
                    available: number;
                };
            };
        };
        /** @description The body of a 429. */
        RateLimited: {
            /**
             * @description The code.
             * @constant
             */
            error: "rate_limited";
            /** @description Plain English. */
            message: string;
            /**
             * Format: date-time
             * @description When to try again.
             */
            retry_after: string;
        };
        /** @description A page. */
        StockPage: {
            /** @description The rows. */
            data: {
                /** @description The SKU. */
                sku_code: string;
                /** @description Units. */
                on_hand: number;
                /**
                 * Format: date
                 * @description The first expiry.
                 */
                next_expiry: string | null;
            }[];
            /** @description Where the next page starts. */
            next_cursor: string | null;
        };
        /** @description A page. */
        TransactionPage: {
            /** @description The rows. */
            data: {
                /** @description The SKU. */
                sku_code: string;
                /** @description Units. */
                balance_after: number;
                /**
                 * Format: date
                 * @description The first expiry.
                 */
                next_expiry: string | null;
            }[];
            /** @description Where the next page starts. */
            next_cursor: string | null;
        };
    };
    responses: {
        /** @description Refused; `code` says why. */
        problem: {
            headers: {
                /** @description Names this request in our logs. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "not_found",
                 *         "message": "There is nothing here.",
                 *         "request_id": "0b7f5f3c-1f1c-4f0e-9a53-2f0c6a0b8c11"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The key's limit is reached. */
        "rate-limited": {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "rate_limited",
                 *       "message": "Too many requests.",
                 *       "retry_after": "2026-01-01T00:01:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["RateLimited"];
            };
        };
    };
    parameters: {
        /**
         * @description Rows per page.
         * @example 25
         */
        limit: number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    postMovement: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description 8 to 100 visible ASCII characters, unique per movement.
                 * @example order-1001-line-1
                 */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "fulfill",
                 *       "qty": 2,
                 *       "sku_code": "AMOX-500"
                 *     }
                 */
                "application/json": components["schemas"]["MovementRequest"];
            };
        };
        responses: {
            /** @description The key was used before; the first result again. */
            200: {
                headers: {
                    /** @description Names this request in our logs. */
                    "X-Request-Id": string;
                    /** @description Requests allowed in the window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests left in the window. */
                    "X-RateLimit-Remaining": number;
                    /** @description When the window ends, Unix seconds. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "idempotent": true,
                     *       "transactions": [
                     *         {
                     *           "id": "0b7f5f3c-1f1c-4f0e-9a53-2f0c6a0b8c11",
                     *           "lot_number": "L1",
                     *           "qty": -2,
                     *           "balance_after": 8
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MovementResult"];
                };
            };
            /** @description Posted. */
            201: {
                headers: {
                    /** @description Names this request in our logs. */
                    "X-Request-Id": string;
                    /** @description Requests allowed in the window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests left in the window. */
                    "X-RateLimit-Remaining": number;
                    /** @description When the window ends, Unix seconds. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "idempotent": false,
                     *       "transactions": [
                     *         {
                     *           "id": "0b7f5f3c-1f1c-4f0e-9a53-2f0c6a0b8c11",
                     *           "lot_number": "L1",
                     *           "qty": -2,
                     *           "balance_after": 8
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MovementResult"];
                };
            };
            400: components["responses"]["problem"];
            401: components["responses"]["problem"];
            403: components["responses"]["problem"];
            404: components["responses"]["problem"];
            409: components["responses"]["problem"];
            413: components["responses"]["problem"];
            415: components["responses"]["problem"];
            422: components["responses"]["problem"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["problem"];
            503: components["responses"]["problem"];
        };
    };
    listStock: {
        parameters: {
            query: {
                /**
                 * @description Only this SKU.
                 * @example AMOX-500
                 */
                sku_code?: string;
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                limit: components["parameters"]["limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description Names this request in our logs. */
                    "X-Request-Id": string;
                    /** @description Requests allowed in the window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests left in the window. */
                    "X-RateLimit-Remaining": number;
                    /** @description When the window ends, Unix seconds. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["StockPage"];
                };
            };
            400: components["responses"]["problem"];
            401: components["responses"]["problem"];
            403: components["responses"]["problem"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["problem"];
            503: components["responses"]["problem"];
        };
    };
    listTransactions: {
        parameters: {
            query: {
                /**
                 * @description Only this SKU.
                 * @example AMOX-500
                 */
                sku_code?: string;
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                limit: components["parameters"]["limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description Names this request in our logs. */
                    "X-Request-Id": string;
                    /** @description Requests allowed in the window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests left in the window. */
                    "X-RateLimit-Remaining": number;
                    /** @description When the window ends, Unix seconds. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            400: components["responses"]["problem"];
            401: components["responses"]["problem"];
            403: components["responses"]["problem"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["problem"];
            503: components["responses"]["problem"];
        };
    };
}
