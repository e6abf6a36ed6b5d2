// Deliveries of the real worker, and others that are not genuine.
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSecret, signedHeaders } from '../../src/webhooks/endpoints/sign.ts';
import { until } from '../../test/support/concurrency.ts';
import { useDeliveries } from '../../test/support/deliveries.ts';
import { day, makePharmacy } from '../../test/support/pharmacy.ts';
import type { Received } from '../../test/support/receiver.ts';
import {
  ConfigurationError,
  createClient,
  type PharmacyPlatform,
  verifyWebhook,
  type WebhookEvent,
} from '../typescript/index.ts';

const deliveries = useDeliveries();
let api: PharmacyPlatform;
beforeAll(async () => {
  const { liveKey } = await makePharmacy(deliveries.db.database, { slug: 'sdk', reorderPoint: 20 });
  api = createClient({ apiKey: liveKey, baseUrl: `${deliveries.service.url}/api/public` });
});

async function delivered(received: readonly Received[], count: number): Promise<Received[]> {
  await until('it is delivered', () => received.length >= count);
  return received.slice(0, count);
}

const verify = ({ text, headers }: Received, secrets: string | string[]) =>
  verifyWebhook(text, headers, secrets);

describe('a delivery of the service', () => {
  it('is verified, and its event is typed by its kind', async () => {
    const { url, received } = await deliveries.receiver();
    const { secret } = await api.createWebhook({ body: { url, events: ['stock.low'] } });
    deliveries.work();
    const lot = { sku_code: 'SKU-1', lot_number: 'L-1' };
    await api.postMovement({ body: { type: 'receive', qty: 30, expiry_date: day(60), ...lot } });
    await api.postMovement({ body: { type: 'fulfill', qty: 12, ...lot } });
    const [one] = await delivered(received, 1);
    const event = await verify(one as Received, secret);
    if (event.type !== 'stock.low') throw new Error(event.type);
    expect([event.data.sku_code, event.data.available, event.data.reorder_point]).toEqual([
      'SKU-1',
      18,
      20,
    ]);
    // As bytes, and with what a fetch runtime has.
    const bytes = new TextEncoder().encode(one?.text);
    const headers = new Headers(one?.headers as Record<string, string>);
    expect(await verifyWebhook(bytes, headers, [secret])).toEqual(event);
    expect(await verifyWebhook(bytes.buffer, headers, [secret])).toEqual(event);
  });

  it('is verified by the old and by the new secret while one replaces the other', async () => {
    const { url, received } = await deliveries.receiver();
    const { id, secret: old } = await api.createWebhook({ body: { url } });
    deliveries.work();
    const { secret: next } = await api.rotateWebhookSecret({ path: { id } });
    await api.testWebhook({ path: { id } });
    const [one] = await delivered(received, 1);
    for (const secrets of [old, next, [old, next], [makeSecret(), next]]) {
      expect(await verify(one as Received, secrets)).toMatchObject({
        type: 'webhook.test',
        data: { webhook_id: id },
      });
    }
    await expect(verify(one as Received, makeSecret())).rejects.toMatchObject({
      problem: 'signature_mismatch',
    });
  });
});

describe('what is not genuine', () => {
  const secret = makeSecret();
  const at = new Date('2026-11-20T10:15:30.999Z');
  const text = '{"id":"e-1","type":"stock.low","created_at":"…","data":{"location":"Größe"}}';
  const headers = (payload = text) =>
    signedHeaders({ deliveryId: 'd-1', type: 'x', payload, at, secret, nextSecret: null });
  const check = (change: Record<string, string | string[] | undefined>, payload = text, now = at) =>
    verifyWebhook(payload, { ...headers(), ...change }, secret, { now });

  it('is genuine as it stands', async () => {
    expect(await check({})).toEqual(JSON.parse(text));
    const upper = Object.fromEntries(
      Object.entries(headers()).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(await verifyWebhook(text, upper, secret, { now: at })).toEqual(JSON.parse(text));
  });

  it('is genuine where a gateway gives each header as a list of one, and not where one came twice', async () => {
    const lists = Object.fromEntries(
      Object.entries(headers()).map(([name, value]) => [name, [value]]),
    );
    expect(await check(lists)).toEqual(JSON.parse(text));
    for (const id of [[], ['d-1', 'd-1']]) {
      await expect(check({ ...lists, 'webhook-id': id })).rejects.toMatchObject({
        problem: 'malformed_headers',
      });
    }
  });

  it.each([
    ['another body', {}, text.replace('e-1', 'e-2')],
    ['a body of the same meaning', {}, `${text} `],
    ['another delivery', { 'webhook-id': 'd-2' }],
    ['another time', { 'webhook-timestamp': '1795169731' }],
    ['no version that is known', { 'webhook-signature': 'v2,AAAA' }],
    ['a signature that is no base64', { 'webhook-signature': 'v1,ü' }],
    ['an empty signature', { 'webhook-signature': 'v1,' }],
  ])('is refused: %s', async (_what, change, payload = text) => {
    await expect(check(change, payload)).rejects.toMatchObject({ problem: 'signature_mismatch' });
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'is refused without %s, whatever the other headers say',
    async (name) => {
      await expect(check({ [name]: undefined })).rejects.toMatchObject({
        name: 'WebhookVerificationError',
        problem: 'malformed_headers',
      });
    },
  );

  it.each([
    [301, false],
    [-302, false],
    [299, true],
    [-299, true],
  ])('is what is sent again %i seconds later: genuine %s', async (seconds, isGenuine) => {
    const now = new Date(Math.floor(at.getTime() / 1000) * 1000 + seconds * 1000);
    const checked = check({}, text, now);
    if (isGenuine) expect(await checked).toMatchObject({ id: 'e-1' });
    else await expect(checked).rejects.toMatchObject({ problem: 'timestamp_out_of_tolerance' });
  });

  it('is no event', async () => {
    for (const payload of ['[]', 'null', '{', '{"id": 1}']) {
      const checked = verifyWebhook(payload, headers(payload), secret, { now: at });
      await expect(checked).rejects.toMatchObject({ problem: 'malformed_payload' });
    }
  });

  it('is reported where the receiver is set up wrongly, and shows no secret', async () => {
    const wrong = verifyWebhook(JSON.parse(text), headers(), secret);
    await expect(wrong).rejects.toThrow('before anything parses it');
    for (const given of ['', 'whsec_', secret.slice('whsec_'.length), `${secret} `, []]) {
      const error = await verifyWebhook(text, headers(), given).catch((thrown: Error) => thrown);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(String(error)).not.toContain(secret.slice(10, 20));
    }
  });

  it('has room for a kind that is added later', async () => {
    const payload = '{"id":"e-9","type":"lot.frozen","created_at":"…","data":{"depth":3}}';
    const event: WebhookEvent = await verifyWebhook(payload, headers(payload), secret, { now: at });
    const seen = event.type === 'stock.low' ? event.data.sku_code : event.type;
    expect(seen).toBe('lot.frozen');
  });
});
