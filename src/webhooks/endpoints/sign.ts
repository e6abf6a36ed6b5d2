import { createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** `whsec_` and base64 of 32 bytes, as Standard Webhooks has it. */
export function makeSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface Signing {
  readonly deliveryId: string;
  readonly type: string;
  /** The exact bytes, as text. */
  readonly payload: string;
  readonly at: Date;
  /** The old secret during an overlap. */
  readonly secret: string;
  /** The new secret during an overlap; null otherwise. */
  readonly nextSecret: string | null;
}

/** The headers of one try: ours, keyed with the whole secret text, and those of Standard Webhooks. */
export function signedHeaders(signing: Signing): Record<string, string> {
  const { deliveryId, type, payload, at, secret, nextSecret } = signing;
  const seconds = String(Math.floor(at.getTime() / 1000));
  const secrets = nextSecret === null ? [secret] : [secret, nextSecret];
  return {
    'X-Webhook-Signature': hexSignature(secret, payload),
    ...(nextSecret !== null && { 'X-Webhook-Signature-Next': hexSignature(nextSecret, payload) }),
    'X-Webhook-Event': type,
    'X-Webhook-Delivery': deliveryId,
    'X-Webhook-Timestamp': at.toISOString(),
    'webhook-id': deliveryId,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets
      .map((key) => standardSignature(key, `${deliveryId}.${seconds}.${payload}`))
      .join(' '),
  };
}

function hexSignature(secret: string, payload: string): string {
  return `sha256=${createHmac('sha256', secret).update(payload, 'utf8').digest('hex')}`;
}

/** Standard Webhooks 1.0.0: the key is the decoded secret, the content `id.timestamp.payload`. */
function standardSignature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content, 'utf8').digest('base64')}`;
}
