/**
 * Follows the feed of events, and posts each to a program of yours, signed as a delivery of a webhook is.
 *
 * - An answer of any status settles an event: it is shown, and the next follows.
 * - An event without an answer is sent again until there is one: none is lost while your program restarts.
 * - The position is stored after the answer. So after a crash the last event may come again, with another delivery id.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiError,
  ConnectionError,
  createClient,
  type EventPage,
  type FeedEvent,
  isApiError,
} from '../index.ts';

export interface ListenOptions {
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
  readonly forwardTo: string;
  /** Whether events of this type are forwarded. */
  readonly takes: (type: string) => boolean;
  /** ISO 8601; instead of the stored position. */
  readonly since: string | undefined;
  readonly positionFile: string;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/** What is kept between two runs. */
interface Position {
  readonly secret: string;
  /** The id of the last event that was handled; null where there was none. */
  readonly after: string | null;
  /** ISO 8601, as it was asked for. */
  readonly since: string | null;
}

const POLL_SECONDS = 1;
const RETRY_SECONDS = 2;
/** As long as a delivery waits for an answer. */
const ANSWER_SECONDS_MAX = 15;
/** Where no event is this late, the API answers the id of the newest. */
const NO_EVENT_YET = '2999-12-31T00:00:00Z';

/** @throws ApiError, ConnectionError, ConfigurationError; never ends otherwise, until the signal does it */
export async function listen(options: ListenOptions): Promise<never> {
  const { positionFile, signal, print } = options;
  const pharmacy = createClient({ ...options, appName: 'pharmacy-listen', maxAttempts: 1 });
  const read = (query: { after?: string; from?: string }): Promise<EventPage> =>
    pharmacy.listEvents({ query }, { signal }) as Promise<EventPage>;

  const stored = await readPosition(positionFile);
  const secret = stored?.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
  let { after, since } = stored ?? { after: null, since: null };
  if (options.since !== undefined) ({ after, since } = { after: null, since: options.since });
  else if (stored === undefined) after = (await read({ from: NO_EVENT_YET })).next_cursor;
  const next = () =>
    read({ ...(after !== null && { after }), ...(since !== null && { from: since }) });
  const move = async (to: string | null) => {
    after = to;
    await writePosition(positionFile, { secret, after, since });
  };

  let page = await next().catch((error) => {
    if (stored === undefined || !isApiError(error, 'validation_error')) throw error;
    throw new Error(`${error.message}\nDelete ${positionFile}, or begin elsewhere with --since.`);
  });
  await move(after);
  print(`Forwarding to ${options.forwardTo}. Each event is signed with the secret ${secret}`);
  for (;;) {
    for (const event of page.data) {
      if (!options.takes(event.type)) continue;
      await forward(event, { ...options, secret });
      await move(event.id);
    }
    if (page.next_cursor !== after) await move(page.next_cursor);
    if (page.data.length === 0) await sleep(POLL_SECONDS * 1000, undefined, { signal });
    page = await untilAnswered(next, options);
  }
}

/** A restart of the API, or a limit that was met, must not end the listening. */
async function untilAnswered(
  next: () => Promise<EventPage>,
  { signal, print }: ListenOptions,
): Promise<EventPage> {
  for (;;) {
    try {
      return await next();
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429;
      if (isRefusal || !(error instanceof ApiError || error instanceof ConnectionError))
        throw error;
      const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
      print(`${error.message} Asking again.`);
      await sleep((asked ?? RETRY_SECONDS) * 1000, undefined, { signal });
    }
  }
}

async function forward(
  event: FeedEvent,
  { forwardTo, secret, signal, print }: ListenOptions & { readonly secret: string },
): Promise<void> {
  const deliveryId = randomUUID();
  const body = JSON.stringify(event);
  for (;;) {
    const begun = performance.now();
    const headers = signedHeaders({ deliveryId, type: event.type, body, at: new Date(), secret });
    const tooLong = AbortSignal.timeout(ANSWER_SECONDS_MAX * 1000);
    try {
      const response = await fetch(forwardTo, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, tooLong]),
      });
      await response.body?.cancel();
      const milliseconds = Math.round(performance.now() - begun);
      const outcome = response.ok ? '' : ': failed, only 2xx says that it was taken';
      print(`${event.type} ${event.id} ${response.status} in ${milliseconds} ms${outcome}`);
      return;
    } catch (error) {
      signal.throwIfAborted();
      const reason = tooLong.aborted ? `within ${ANSWER_SECONDS_MAX} s` : causeOf(error);
      print(`${event.type} ${event.id} no answer ${reason}; sent again in ${RETRY_SECONDS} s`);
      await sleep(RETRY_SECONDS * 1000, undefined, { signal });
    }
  }
}

/** `(ECONNREFUSED)`: what fetch itself says is "fetch failed" for everything. */
function causeOf(error: unknown): string {
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string };
  return `(${code ?? message})`;
}

interface Signing {
  readonly deliveryId: string;
  readonly type: string;
  readonly body: string;
  readonly at: Date;
  readonly secret: string;
}

/** All that a delivery has: our own headers, keyed with the secret's text, and those of Standard Webhooks 1.0.0. */
function signedHeaders({ deliveryId, type, body, at, secret }: Signing): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const hmac = (by: string | Buffer, text: string) => createHmac('sha256', by).update(text);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'pharmacy-webhooks/1',
    'X-Webhook-Signature': `sha256=${hmac(secret, body).digest('hex')}`,
    'X-Webhook-Event': type,
    'X-Webhook-Delivery': deliveryId,
    'X-Webhook-Timestamp': at.toISOString(),
    'webhook-id': deliveryId,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${hmac(key, `${deliveryId}.${seconds}.${body}`).digest('base64')}`,
  };
}

/** @returns undefined where there is no file yet */
async function readPosition(file: string): Promise<Position | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { secret, after, since } = JSON.parse(text);
    const isPosition = [after, since].every((part) => part === null || typeof part === 'string');
    if (isPosition && /^whsec_[A-Za-z0-9+/]+=*$/.test(secret)) return { secret, after, since };
  } catch {
    // The error below says it.
  }
  throw new Error(`${file} holds no position: delete it, or name another file with --position.`);
}

/** It is replaced at once and whole, and is its owner's alone, as the secret is in it. */
async function writePosition(file: string, position: Position): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(position)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
