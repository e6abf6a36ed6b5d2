import type { WebhookEvent } from './types.js';
/** Headers as a runtime gives them: a `Headers`, or an object as Node.js has it. */
export type WebhookHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;
/** How a delivery is verified. */
export interface VerifyOptions {
    /** How far the time of the attempt may lie from now, both ways, in seconds: 300 unless said otherwise. */
    toleranceSeconds?: number;
    /** Instead of this moment; for tests. */
    now?: Date;
}
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
export declare function verifyWebhook(payload: string | Uint8Array | ArrayBuffer, headers: WebhookHeaders, secrets: string | readonly string[], { toleranceSeconds, now }?: VerifyOptions): Promise<WebhookEvent>;
