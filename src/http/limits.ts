/**
 * The limits of what a caller may ask of a process over HTTP, each with its reason; docs/limits.md lists them, and a
 * test compares. The contract limits the size of each operation's body (`x-body-bytes-max`), `api-keys/plans.ts` the
 * concurrent requests of a key, and `database/database.ts` the time of the database.
 */

/**
 * The most open connections of a process. One costs some 20 kB. When another comes, the process closes the one that
 * has waited longest for a request, or for the rest of its head.
 */
export const CONNECTIONS_MAX = 8_000;
/**
 * The most requests of one connection that wait for their answers. Node would begin whatever it has read at once,
 * some three thousand of the shortest, and no client in common use sends more than one before its answer.
 */
export const PIPELINED_MAX = 16;

/** The time from the first byte, or the connection, to the end of the head. */
export const HEAD_MILLISECONDS = 15_000;
/** The time from the first byte to the end of the body. Until then, the rest of a refused request is discarded. */
export const REQUEST_MILLISECONDS = 30_000;
/** The time without a byte received or sent, as when a caller does not read. It is longer than any answer takes. */
export const STALLED_MILLISECONDS = 30_000;
/** The time between two requests. It is longer than a load balancer's (60 s), so that we never close first. */
export const IDLE_MILLISECONDS = 65_000;
/** How often the first two timeouts are checked, and so how much later they may fire. */
export const CHECK_MILLISECONDS = 5_000;
/** The wait after the answer to an invalid request, so that it is read before the connection breaks. */
export const LINGER_MILLISECONDS = 1_000;

/** The size of request line and headers together, which Node's parser counts. */
export const HEAD_BYTES_MAX = 16_384;
/** Other servers have the same limit. */
export const HEADERS_MAX = 100;
/** The size of the address with its query. It is a common limit of proxies and servers. */
export const TARGET_BYTES_MAX = 8_192;
/** No operation has a tenth as many parameters. */
export const QUERY_PARAMETERS_MAX = 100;

/** The largest `x-body-bytes-max` that an operation may have. */
export const BODY_BYTES_MAX = 1_000_000;
/** The limit is four times the depth of any body of the contract; JSON.parse and validation recurse. */
export const BODY_DEPTH_MAX = 32;
/** Members and elements together count; the limit bounds the work of validation. */
export const BODY_VALUES_MAX = 10_000;

/** How many reads at once a process allows for each report at once, and so at least as many slots for short reads. */
export const READS_TO_A_REPORT = 4;

/**
 * The most requests of operations that a process answers at once: some two seconds of its work, and 100 MB. More
 * would only wait longer, and each caller has a lower limit (`api-keys/plans.ts`).
 */
export const OPERATIONS_IN_FLIGHT_MAX = 4_000;
/** The delay of the event loop at which a process counts as overloaded, and answers no operations. */
export const LAG_MILLISECONDS_MAX = 1_000;
/** How often the delay is measured. */
export const LAG_POLL_MILLISECONDS = 250;

/** The time that the database has to answer a readiness check. Probes repeat the check after some seconds. */
export const READY_MILLISECONDS_MAX = 3_000;
/** After one of several cells is ready, the others have so long to answer. */
export const READY_OTHERS_MILLISECONDS = 300;

/** After the signal to stop, connections are still accepted and answered for this long. */
export const GRACE_MILLISECONDS = 1_000;
/** The grace period is skipped when no one is connected and no request came for this long. */
export const RECENT_MILLISECONDS = 10_000;
/** Where another process passes connections on, that one closes the socket. This one polls for it, so long. */
export const SOCKET_CLOSE_MILLISECONDS = 1_500;
export const SOCKET_POLL_MILLISECONDS = 20;
/** After that, requests in flight have this long to finish. */
export const DRAIN_MILLISECONDS = 6_500;

/** How many addresses of ours have a compressed copy of the contract; further ones get it uncompressed. */
export const DOCUMENT_ADDRESSES_MAX = 8;

/** A caller who takes no piece of a report in so long holds it up, whose slot and snapshot others need. */
export const UNREAD_SECONDS_MAX = 5;
