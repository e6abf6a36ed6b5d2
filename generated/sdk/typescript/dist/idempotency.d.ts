/**
 * A fresh `Idempotency-Key`: 128 random bits as text. The client makes one for each call that has none; make
 * one yourself to store it before you call.
 */
export declare function newIdempotencyKey(): string;
/** @throws ConfigurationError where the API would not take it */
export declare function checkedKey(key: string): string;
