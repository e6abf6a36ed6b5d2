import type { Limits } from './types.js';
/** What bounds one call: attempts, time, and the caller's signal. */
export declare class Budget {
    #private;
    readonly signal: AbortSignal | undefined;
    constructor(limits: Limits, signal: AbortSignal | undefined);
    /** How often it was sent so far. */
    get attempts(): number;
    /** Begins an attempt; answers how long it may take, in seconds. */
    begin(): number;
    /** Whether another attempt is allowed after such a wait; where it is, it has waited. */
    wait(seconds: number): Promise<boolean>;
}
/** @throws the signal's reason, as soon as there is one */
export declare function sleep(seconds: number, signal: AbortSignal | undefined): Promise<void>;
