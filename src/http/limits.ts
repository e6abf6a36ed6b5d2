/**
 * What a caller may ask of a process over HTTP: how much at once, how long, how deep. Each is here with its
 * reason, and in docs/limits.md, which a test compares. How large the body of an operation may be says the
 * contract (`x-body-bytes-max`); how many requests of a key are answered at once, `api-keys/plans.ts`; how long
 * the database may take, `database/database.ts`.
 */

/**
 * Open connections of a process. One costs some 20 kB. For whoever comes then, the one is closed that has waited
 * for a request, or for the rest of its head, for longest.
 */
export const CONNECTIONS_MAX = 8_000;
/**
 * Requests of one connection that wait for their answers. Node would begin whatever it has read at once, some
 * three thousand of the shortest, and no client that is in use sends more than one before its answer.
 */
export const PIPELINED_MAX = 16;

/** From the first byte, or the connection, to the end of the head. */
export const HEAD_MILLISECONDS = 15_000;
/** From the first byte to the end of the body. What a refused request still sends is discarded so long. */
export const REQUEST_MILLISECONDS = 30_000;
/** Neither a byte taken nor one sent, as by a caller who does not read. Longer than any answer takes to make. */
export const STALLED_MILLISECONDS = 30_000;
/** Between two requests. Longer than a load balancer keeps its side (60 s), so that we never close first. */
export const IDLE_MILLISECONDS = 65_000;
/** How often the first two are looked at: they end that much later at the most. */
export const CHECK_MILLISECONDS = 5_000;
/** After the answer to what was no request, so that it is read before the connection breaks. */
export const LINGER_MILLISECONDS = 1_000;

/** Request line and headers together; Node's parser counts. */
export const HEAD_BYTES_MAX = 16_384;
/** As other servers have it. */
export const HEADERS_MAX = 100;
/** Bytes of the address with its query. Proxies and servers commonly take as many. */
export const TARGET_BYTES_MAX = 8_192;
/** No operation knows a tenth of them. */
export const QUERY_PARAMETERS_MAX = 100;

/** No operation may take more. */
export const BODY_BYTES_MAX = 1_000_000;
/** Four times as deep as any body of the contract; JSON.parse and validation recurse. */
export const BODY_DEPTH_MAX = 32;
/** Members and elements together; bounds what validation can find wrong. */
export const BODY_VALUES_MAX = 10_000;

/** Seconds that a read waits for a slot. */
export const SEMAPHORE_WAIT_SECONDS_MAX = 5;
/** Reads that wait for their turn: what the reader's connections do in a second, and the last of them in time. */
export const SEMAPHORE_WAITING_MAX = 1_000;

/**
 * Requests of operations that a process answers at once: some two seconds of its work, and 100 MB. More would only
 * wait for longer, and each caller has fewer (`api-keys/plans.ts`).
 */
export const OPERATIONS_IN_FLIGHT_MAX = 4_000;
/** By so much the event loop is late where a process has more to do than it can: it answers no operations then. */
export const LAG_MILLISECONDS_MAX = 1_000;
/** How often that is looked at. */
export const LAG_POLL_MILLISECONDS = 250;

/** Time in which the database must answer a readiness check. Probes ask again after some seconds. */
export const READY_MILLISECONDS_MAX = 3_000;

/** Once it is told to end, connections are still answered and taken so long. */
export const GRACE_MILLISECONDS = 1_000;
/** Unless nobody is connected, and no request came for so long. */
export const RECENT_MILLISECONDS = 10_000;
/** Where another process hands connections on, it closes the door; so long it is waited for, and looked for so often. */
export const SOCKET_CLOSE_MILLISECONDS = 1_500;
export const SOCKET_POLL_MILLISECONDS = 20;
/** And requests in flight may take so long after that. */
export const DRAIN_MILLISECONDS = 6_500;

/** Addresses of ours for which the contract is kept compressed; further ones get it plain. */
export const DOCUMENT_ADDRESSES_MAX = 8;
