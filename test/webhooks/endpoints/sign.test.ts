// What a receiver verifies, with a package and a calculation of others.
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { makeSecret, signedHeaders } from '../../../src/webhooks/endpoints/sign.ts';

const [old, fresh] = [makeSecret(), makeSecret()];
const payload = '{"id": "1", "type": "stock.low", "data": {"note": "Größe – 5 µg"}}';
const at = new Date();
const signing = { deliveryId: 'd-1', type: 'stock.low', payload, at };
const hex = (secret: string) =>
  `sha256=${createHmac('sha256', Buffer.from(secret, 'ascii')).update(Buffer.from(payload)).digest('hex')}`;
const verifies = (secret: string, headers: Record<string, string>, body = payload) => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

describe('one secret', () => {
  const headers = signedHeaders({ ...signing, secret: old, nextSecret: null });

  it('signs as Standard Webhooks verifies, and nothing else passes', () => {
    expect(verifies(old, headers)).toBe(true);
    expect(verifies(fresh, headers)).toBe(false);
    expect(verifies(old, headers, `${payload} `)).toBe(false);
    expect(verifies(old, { ...headers, 'webhook-id': 'd-2' })).toBe(false);
    const early = String(Number(headers['webhook-timestamp']) - 1);
    expect(verifies(old, { ...headers, 'webhook-timestamp': early })).toBe(false);
  });

  it('signs the exact bytes with the whole secret text, and names kind, delivery and time', () => {
    expect(headers).toEqual({
      'X-Webhook-Signature': hex(old),
      'X-Webhook-Event': 'stock.low',
      'X-Webhook-Delivery': 'd-1',
      'X-Webhook-Timestamp': at.toISOString(),
      'webhook-id': 'd-1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('is known by a vector that was computed elsewhere', () => {
    // printf %s BODY | openssl dgst -sha256 -hmac SECRET; and with the content and key of the standard.
    const vector = signedHeaders({
      deliveryId: 'msg_1',
      type: 'stock.low',
      payload: '{"test": 2432232314}',
      at: new Date(1_614_265_330_000),
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      nextSecret: null,
    });
    expect(vector['X-Webhook-Signature']).toBe(
      'sha256=80ec8a89ce3cd22133a1066caecb4d04fea7467657c8514d717ec42c38a5c94c',
    );
    expect(vector['webhook-signature']).toBe('v1,9o7UeFkn1GjVbcY4emAJruJCYqgH2EIf8u/slvVRBZI=');
  });
});

it('signs with both during an overlap: the old one where it was, the new one next to it', () => {
  const headers = signedHeaders({ ...signing, secret: old, nextSecret: fresh });
  expect(headers['X-Webhook-Signature']).toBe(hex(old));
  expect(headers['X-Webhook-Signature-Next']).toBe(hex(fresh));
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
  expect([verifies(old, headers), verifies(fresh, headers)]).toEqual([true, true]);
  expect(verifies(makeSecret(), headers)).toBe(false);
});
