/** Many requests in one: each has a key, and those that could not be decided are sent again. */
import type { Budget } from './budget.js';
import type { Incoming, Outgoing, Send } from './send.js';
/** Where the requests stand in the body, and where in each its key is. */
export interface BatchShape {
    readonly items: string;
    readonly key: string;
}
/** @returns the call with a key in each item, the one that was given where there is one */
export declare function withKeys(outgoing: Outgoing, { items, key }: BatchShape): Outgoing;
/**
 * Sends all; then, as long as the budget lasts, what was answered with 503 alone. What was decided stays
 * decided, so a failure on the way takes nothing away from what is known.
 */
export declare function sendBatch(send: Send, outgoing: Outgoing, { shape, budget }: {
    shape: BatchShape;
    budget: Budget;
}): Promise<Incoming>;
