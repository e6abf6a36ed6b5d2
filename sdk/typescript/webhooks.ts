/**
 * Verification of deliveries after Standard Webhooks 1.0.0: the signature covers the delivery's id, the time of
 * the attempt and the exact bytes of the body. `X-Webhook-Signature` covers the body alone, so no one could
 * tell from it when a delivery was sent; it is not looked at here.
 */
import { ConfigurationError, WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './types.ts';

/** Headers as a runtime gives them: a `Headers`, or an object as Node.js has it. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How a delivery is verified. */
export interface VerifyOptions {
  /** How far the time of the attempt may lie from now, both ways, in seconds: 300 unless said otherwise. */
  toleranceSeconds?: number;
  /** Instead of this moment; for tests. */
  now?: Date;
}

const TOLERANCE_SECONDS = 300;
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const SIGNATURES_MAX = 10;

/**
 * Verifies a delivery and answers its event. Do this before anything is done with the body.
 *
 * Deliveries come at least once: keep `event.id` of what you have handled, and skip what you have seen. They
 * come in any order: in `stock.changed` the higher `version` is newer.
 *
 * @param payload the exact bytes that came, or their text; never what a JSON parser made of them
 * @param secrets `whsec_…` as it was shown when the endpoint was made; while it is being rotated the old and
 * the new one
 * @throws WebhookVerificationError where it is not genuine or too old; answer 400 or 401
 * @throws ConfigurationError where a secret or the payload is of the wrong form
 *
 * @example
 * const event = await verifyWebhook(await request.text(), request.headers, secret);
 * if (event.type === 'stock.low') console.log(event.data.sku_code, event.data.available);
 */
export async function verifyWebhook(
  payload: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const bytes = bytesOf(payload);
  const keys = keysOf(secrets);
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = signaturesOf(header(headers, 'webhook-signature'));
  const content = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(content, { keys, signatures }))) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      'No secret that was given made a signature of this delivery. Is the body exactly as it came?',
    );
  }
  checkTime(timestamp, { toleranceSeconds, now });
  return eventOf(bytes);
}

function bytesOf(payload: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof payload === 'string') return new TextEncoder().encode(payload);
  if (ArrayBuffer.isView(payload)) {
    return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength);
  }
  if (Object.prototype.toString.call(payload) === '[object ArrayBuffer]') {
    return new Uint8Array(payload);
  }
  throw new ConfigurationError(
    'The payload must be the body as it came, as bytes or text: verify before anything parses it.',
  );
}

function keysOf(secrets: string | readonly string[]): Uint8Array[] {
  const given = typeof secrets === 'string' ? [secrets] : secrets;
  if (!Array.isArray(given) || given.length === 0) {
    throw new ConfigurationError('A secret is needed.');
  }
  return given.map((secret: unknown) => {
    const encoded = SECRET.exec(String(secret))?.[1];
    const bytes = encoded === undefined ? undefined : decoded(encoded);
    if (bytes !== undefined) return bytes;
    throw new ConfigurationError(
      'A secret must be whole, as it was shown when the endpoint was made: whsec_ and base64.',
    );
  });
}

function header(headers: WebhookHeaders, name: string): string {
  const found =
    typeof headers.get === 'function'
      ? (headers as Pick<Headers, 'get'>).get(name)
      : Object.entries(headers).find(([own]) => own.toLowerCase() === name)?.[1];
  // Some gateways give each header as a list. One that came twice is not genuine.
  const value = Array.isArray(found) && found.length === 1 ? found[0] : found;
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError('malformed_headers', `The header ${name} is missing.`);
}

/** Several stand side by side while a secret is being rotated; those of other versions are passed over. */
function signaturesOf(list: string): Uint8Array[] {
  return list
    .split(' ', SIGNATURES_MAX)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => decoded(one.slice('v1,'.length)))
    .filter((bytes) => bytes !== undefined);
}

/** The comparison is the platform's own, which takes the same time wherever the difference is. */
async function isSigned(
  content: Uint8Array,
  { keys, signatures }: { keys: readonly Uint8Array[]; signatures: readonly Uint8Array[] },
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', source(bytes), algorithm, false, ['verify']);
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, source(signature), source(content))) return true;
    }
  }
  return false;
}

function checkTime(timestamp: string, { toleranceSeconds, now }: Required<VerifyOptions>): void {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      'timestamp_out_of_tolerance',
      `The attempt was made more than ${toleranceSeconds} seconds from now.`,
    );
  }
}

function eventOf(bytes: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof event.id === 'string' && typeof event.type === 'string') return event;
  } catch {
    // Said below.
  }
  throw new WebhookVerificationError('malformed_payload', 'The body is genuine, and no event.');
}

function decoded(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** The types of some versions tell bytes that may be shared from others; ours never are. */
function source(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}
