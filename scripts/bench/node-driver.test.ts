import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driveByNode } from './load/node-driver.ts';
import { fulfil, fulfilMany, mixed, RELEASE_LAG } from './load/requests.ts';

interface Sent {
  readonly request: IncomingMessage;
  readonly body: string;
}

const SECONDS = 0.3;
const COMMON = { keys: ['key-a', 'key-b', 'key-c'], skus: 5, connections: 4 };

let sent: Sent[];
let answer: { status: number; body: string };
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (bytes) => {
    body += bytes;
  });
  request.on('end', () => {
    sent.push({ request, body });
    response.writeHead(answer.status).end(answer.body);
  });
});
let url: string;

beforeEach(async () => {
  sent = [];
  answer = { status: 200, body: '{}' };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

describe('a load', () => {
  it('sends each movement once, under a key of its own, to a SKU that is there', async () => {
    const { requests } = await driveByNode(url, { ...COMMON, requests: [fulfil] }, SECONDS);
    expect(requests).toBe(sent.length);
    const keys = sent.map(({ request }) => request.headers['idempotency-key']);
    expect(new Set(keys).size).toBe(sent.length);
    expect(new Set(sent.map(({ request }) => request.url))).toEqual(
      new Set(['/v1/inventory/movements']),
    );
    for (const { body } of sent) {
      expect(JSON.parse(body).sku_code).toMatch(/^SKU-[0-4]$/);
      expect(JSON.parse(body).qty).toSatisfy((qty) => [1, 2, 3].includes(qty as number));
    }
  });

  it('releases what the same organization has reserved a while before, and all of it in turn', async () => {
    // Long enough for the first release on a slow machine, too.
    await driveByNode(url, { ...COMMON, requests: mixed }, 2);
    const keyOf = ({ request }: Sent) => request.headers.authorization;
    const reserved = new Map(
      sent
        .filter(({ body }) => body.includes('"reference"'))
        .map((one) => [JSON.parse(one.body).reference.id as string, keyOf(one)]),
    );
    const released = sent
      .filter(({ request }) => request.method === 'DELETE')
      .map((one) => ({ id: one.request.url?.split('reference_id=')[1] as string, key: keyOf(one) }))
      // Before so many are reserved there is nothing to release.
      .filter(({ id }) => !id.endsWith('-r0'));
    expect(reserved.size).toBeGreaterThan(RELEASE_LAG);
    expect(released.length).toBeGreaterThan(0);
    expect(released.filter(({ id, key }) => reserved.get(id) !== key)).toEqual([]);
    expect(new Set(released.map(({ id }) => id)).size).toBe(released.length);
  });

  it('gives each movement of a batch a key and a SKU of its own', async () => {
    await driveByNode(url, { ...COMMON, ...fulfilMany(20) }, SECONDS);
    const movements = sent.flatMap(({ body }) => JSON.parse(body).movements);
    expect(movements).toHaveLength(sent.length * 20);
    expect(new Set(movements.map(({ idempotency_key }) => idempotency_key)).size).toBe(
      movements.length,
    );
    expect(new Set(movements.map(({ movement }) => movement.sku_code)).size).toBe(5);
  });

  it('counts an answer that is refused, as a whole or for one item, and no work for it', async () => {
    answer = { status: 503, body: '' };
    const refused = await driveByNode(url, { ...COMMON, requests: [fulfil] }, SECONDS);
    expect(refused).toMatchObject({ odd: refused.requests, perSecond: 0 });
    answer = { status: 200, body: '{"results":[{"status":409}]}' };
    const item = await driveByNode(url, { ...COMMON, ...fulfilMany(2) }, SECONDS);
    expect(item).toMatchObject({ odd: item.requests, perSecond: 0 });
  });
});
