import { ConfigurationError } from "./errors.js";
import { checkedKey, newIdempotencyKey } from "./idempotency.js";
import { waitSeconds } from "./retry.js";
const UNDECIDED = 503;
/** @returns the call with a key in each item, the one that was given where there is one */
export function withKeys(outgoing, { items, key }) {
    const body = outgoing.body;
    const given = body?.[items];
    if (!Array.isArray(given))
        throw new ConfigurationError(`body.${items} must be a list.`);
    const keyed = given.map((item) => {
        const own = item[key];
        return { ...item, [key]: own === undefined ? newIdempotencyKey() : checkedKey(own) };
    });
    const idempotencyKeys = keyed.map((item) => item[key]);
    return { ...outgoing, body: { ...body, [items]: keyed }, idempotencyKeys };
}
/**
 * Sends all; then, as long as the budget lasts, what was answered with 503 alone. What was decided stays
 * decided, so a failure on the way takes nothing away from what is known.
 */
export async function sendBatch(send, outgoing, { shape, budget }) {
    const first = await send(outgoing, budget);
    const body = outgoing.body;
    const results = [...first.data.results];
    let { response } = first;
    for (;;) {
        const places = [...results.keys()].filter((place) => results[place]?.status === UNDECIDED);
        if (places.length === 0)
            break;
        const asked = Number(response.headers.get('retry-after') ?? Number.NaN);
        const seconds = waitSeconds(budget.attempts, Number.isFinite(asked) ? asked : undefined, Math.random());
        if (!(await budget.wait(seconds)))
            break;
        const again = {
            ...outgoing,
            body: { ...body, [shape.items]: places.map((place) => body[shape.items]?.[place]) },
        };
        const later = await send(again, budget).catch(() => undefined);
        budget.signal?.throwIfAborted();
        if (later === undefined)
            break;
        response = later.response;
        for (const [nth, result] of later.data.results.entries()) {
            results[places[nth]] = result;
        }
    }
    return { response, data: { ...first.data, results } };
}
