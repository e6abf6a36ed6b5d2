import { OPERATIONS, PRODUCTION_URL, } from "./operations.js";
import { sendBatch, withKeys } from "./batch.js";
import { Budget } from "./budget.js";
import { ConfigurationError } from "./errors.js";
import { EventFeed } from "./event-feed.js";
import { checkedKey, newIdempotencyKey } from "./idempotency.js";
import { itemsOf, pagesOf } from "./pages.js";
import { sender } from "./send.js";
const DEFAULTS = { maxAttempts: 5, timeoutSeconds: 90, attemptTimeoutSeconds: 30 };
const SECONDS_MAX = 86_400;
const ATTEMPTS_MAX = 100;
/**
 * A client of the API. It keeps nothing open and needs no closing.
 *
 * What failed on the way, and 429, 502, 503 and 504, is tried again by itself where that is safe: reads, writes
 * with an idempotency key, and what does nothing twice.
 *
 * @throws ConfigurationError where an option is of the wrong form
 *
 * @example
 * const pharmacy = createClient({ apiKey: process.env.PHARMACY_KEY ?? '' });
 * const { data } = await pharmacy.listStock({ query: { sku_code: 'AMOX-500-CAP' } });
 */
export function createClient(options) {
    const { fetch = (request) => globalThis.fetch(request), appName } = options;
    const defaults = checkedLimits({ ...DEFAULTS, ...defined(options) });
    const send = sender({
        baseUrl: checkedUrl(options.baseUrl ?? PRODUCTION_URL),
        apiKey: keyProvider(options.apiKey),
        fetch,
        appName,
    });
    async function answered(id, call = {}, own = {}) {
        const limits = checkedLimits({ ...defaults, ...defined(own) });
        const budget = new Budget(limits, own.signal);
        const outgoing = prepared(id, call, own.idempotencyKey);
        const shape = batchShape(id);
        const { data, response } = shape
            ? await sendBatch(send, outgoing, { shape, budget })
            : await send(outgoing, budget);
        return envelope({ data, response }, { outgoing, budget });
    }
    const run = async (id, call, own) => (await answered(id, call, own)).data;
    const methods = {};
    const each = {};
    const pages = {};
    for (const id of Object.keys(OPERATIONS)) {
        methods[id] = (call, own) => run(id, call, own);
        const page = pageShape(id);
        if (page === undefined)
            continue;
        const pagesOfOne = (call = {}, own) => pagesOf((query) => run(id, { ...call, query }, own), call.query ?? {}, page);
        pages[id] = pagesOfOne;
        each[id] = (call, own) => itemsOf(pagesOfOne(call, own), page);
    }
    return {
        ...methods,
        each,
        pages,
        events: ({ after, limit, pollSeconds, ...own } = {}) => new EventFeed((query) => run('listEvents', { query }, own), {
            after,
            limit,
            pollSeconds,
            ...own,
        }),
        call: answered,
    };
}
function prepared(id, call, idempotencyKey) {
    const outgoing = { id, ...call, idempotencyKeys: [] };
    const shape = batchShape(id);
    if (shape !== undefined)
        return withKeys(outgoing, shape);
    if (OPERATIONS[id].repeat !== 'with-key')
        return outgoing;
    const key = idempotencyKey === undefined ? newIdempotencyKey() : checkedKey(idempotencyKey);
    return { ...outgoing, idempotencyKey: key, idempotencyKeys: [key] };
}
function envelope({ data, response }, { outgoing, budget }) {
    return {
        data,
        status: response.status,
        requestId: response.headers.get('x-request-id') ?? undefined,
        headers: response.headers,
        attempts: budget.attempts,
        idempotencyKeys: outgoing.idempotencyKeys,
    };
}
function batchShape(id) {
    const operation = OPERATIONS[id];
    return 'batch' in operation ? operation.batch : undefined;
}
function pageShape(id) {
    const operation = OPERATIONS[id];
    return 'page' in operation ? operation.page : undefined;
}
const KEY = /^vita_(live|test)_[0-9A-Za-z]+$/;
function keyProvider(apiKey) {
    if (typeof apiKey === 'function')
        return async () => checkedApiKey(await apiKey());
    const key = checkedApiKey(apiKey);
    return async () => key;
}
/** What is wrong with it is said without showing it. */
function checkedApiKey(key) {
    if (key === undefined || key === null || key === '') {
        throw new ConfigurationError('apiKey is missing. Is the variable set that holds it?');
    }
    if (typeof key === 'string' && KEY.test(key))
        return key;
    throw new ConfigurationError('apiKey must be a whole key, vita_live_… or vita_test_…, with nothing before or after it.');
}
function checkedUrl(baseUrl) {
    const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
    if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
        throw new ConfigurationError(`baseUrl must be a whole address, as ${PRODUCTION_URL} or http://127.0.0.1:3000/api/public.`);
    }
    if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
        throw new ConfigurationError('baseUrl must have no query, no fragment and no user.');
    }
    if (/\/v\d+\/?$/.test(url.pathname)) {
        throw new ConfigurationError('baseUrl ends before the version: …/api/public, without /v1.');
    }
    return url.href;
}
function checkedLimits(limits) {
    const { maxAttempts, timeoutSeconds, attemptTimeoutSeconds } = limits;
    if (!Number.isInteger(maxAttempts) || !isWithin(maxAttempts, ATTEMPTS_MAX)) {
        throw new ConfigurationError(`maxAttempts must be a whole number from 1 to ${ATTEMPTS_MAX}.`);
    }
    for (const [name, seconds] of Object.entries({ timeoutSeconds, attemptTimeoutSeconds })) {
        if (!isWithin(seconds, SECONDS_MAX)) {
            throw new ConfigurationError(`${name} must be more than 0 and at most ${SECONDS_MAX}.`);
        }
    }
    return { maxAttempts, timeoutSeconds, attemptTimeoutSeconds };
}
function isWithin(value, most) {
    return typeof value === 'number' && value > 0 && value <= most;
}
/** What is given as undefined is not given. */
function defined({ maxAttempts, timeoutSeconds, attemptTimeoutSeconds, }) {
    const given = { maxAttempts, timeoutSeconds, attemptTimeoutSeconds };
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
