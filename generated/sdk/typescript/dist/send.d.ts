import type { Budget } from './budget.js';
import type { OperationId } from './types.js';
/** A call as it is sent, whatever its operation. */
export interface Outgoing {
    readonly id: OperationId;
    readonly path?: Readonly<Record<string, unknown>> | undefined;
    readonly query?: Readonly<Record<string, unknown>> | undefined;
    readonly body?: unknown;
    /** For the header; of a batch the keys stand in the body. */
    readonly idempotencyKey?: string | undefined;
    /** What errors say was sent. */
    readonly idempotencyKeys: readonly string[];
}
export interface Incoming {
    readonly data: unknown;
    readonly response: Response;
}
export type Send = (outgoing: Outgoing, budget: Budget) => Promise<Incoming>;
export interface Means {
    readonly baseUrl: string;
    readonly apiKey: () => string | Promise<string>;
    readonly fetch: (request: Request) => Promise<Response>;
    readonly appName: string | undefined;
}
export declare function sender({ baseUrl, apiKey, fetch, appName }: Means): Send;
