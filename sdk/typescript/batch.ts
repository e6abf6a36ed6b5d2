/** Many requests in one: each has a key, and those that could not be decided are sent again. */
import type { Budget } from './budget.ts';
import { ConfigurationError } from './errors.ts';
import { checkedKey, newIdempotencyKey } from './idempotency.ts';
import { waitSeconds } from './retry.ts';
import type { Incoming, Outgoing, Send } from './send.ts';

/** Where the requests are in the body, and where in each its key is. */
export interface BatchShape {
  readonly items: string;
  readonly key: string;
}

type Item = Readonly<Record<string, unknown>>;

interface Results {
  readonly results: readonly { readonly status: number }[];
}

const UNDECIDED = 503;

/** @returns the call with a key in each item, the one that was given where there is one */
export function withKeys(outgoing: Outgoing, { items, key }: BatchShape): Outgoing {
  const body = outgoing.body as Readonly<Record<string, unknown>> | undefined;
  const given = body?.[items];
  if (!Array.isArray(given)) throw new ConfigurationError(`body.${items} must be a list.`);
  const keyed = given.map((item: Item) => {
    const own = item[key];
    return { ...item, [key]: own === undefined ? newIdempotencyKey() : checkedKey(own as string) };
  });
  const idempotencyKeys = keyed.map((item) => (item as Item)[key] as string);
  return { ...outgoing, body: { ...body, [items]: keyed }, idempotencyKeys };
}

/**
 * Sends all; then, as long as the budget lasts, what was answered with 503 alone. What was decided stays
 * decided, so a failure on the way takes nothing away from what is known.
 */
export async function sendBatch(
  send: Send,
  outgoing: Outgoing,
  { shape, budget }: { shape: BatchShape; budget: Budget },
): Promise<Incoming> {
  const first = await send(outgoing, budget);
  const body = outgoing.body as Readonly<Record<string, readonly Item[]>>;
  const results = [...(first.data as Results).results];
  let { response } = first;
  for (;;) {
    const undecided = [...results.keys()].filter((index) => results[index]?.status === UNDECIDED);
    if (undecided.length === 0) break;
    const asked = Number(response.headers.get('retry-after') ?? Number.NaN);
    const seconds = waitSeconds(
      budget.attempts,
      Number.isFinite(asked) ? asked : undefined,
      Math.random(),
    );
    if (!(await budget.wait(seconds))) break;
    const again = {
      ...outgoing,
      body: { ...body, [shape.items]: undecided.map((index) => body[shape.items]?.[index]) },
    };
    const later = await send(again, budget).catch(() => undefined);
    budget.signal?.throwIfAborted();
    if (later === undefined) break;
    response = later.response;
    for (const [index, result] of (later.data as Results).results.entries()) {
      results[undecided[index] as number] = result;
    }
  }
  return { response, data: { ...(first.data as object), results } };
}
