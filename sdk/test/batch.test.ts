// Many movements in one call: keys of their own, and another try for what could not be decided.
import { expect, it } from 'vitest';
import { day } from '../../test/support/pharmacy.ts';
import type { Fault } from './support/fault-proxy.ts';
import { SKU, useSdk } from './support/sdk.ts';

const home = useSdk({
  lots: [{ sku_code: SKU, lot_number: 'L-1', expiry_date: day(90), qty: 1000 }],
});

const draw = (qty: number) => ({ movement: { type: 'fulfill', sku_code: SKU, qty } as const });
const sent = () => home.proxy.passed.map(({ body }) => JSON.parse(body).movements);

async function onHand(): Promise<number> {
  return (await home.client().listStock()).data[0]?.on_hand as number;
}

it('gives each movement a key, and keeps it when the answer is lost', async () => {
  const before = await onHand();
  home.proxy.plan('lose');
  const own = { ...draw(2), idempotency_key: 'upload-1-2' };
  const { data, idempotencyKeys } = await home
    .client()
    .call('postMovementBatch', { body: { movements: [draw(1), own, draw(100_000)] } });
  expect(data.results.map(({ status }) => status)).toEqual([200, 200, 409]);
  expect(sent()[1]).toEqual(sent()[0]);
  expect(idempotencyKeys).toEqual(
    sent()[0].map((item: { idempotency_key: string }) => item.idempotency_key),
  );
  expect(idempotencyKeys[1]).toBe('upload-1-2');
  expect(new Set(idempotencyKeys).size).toBe(3);
  expect(await onHand()).toBe(before - 3);
});

const problem = (code: string) => ({ error: { code, message: '…', request_id: 'r' } });
const partly: Fault = {
  status: 200,
  headers: { 'content-type': 'application/json', 'retry-after': '1' },
  body: JSON.stringify({
    results: [
      { status: 404, body: problem('product_not_found') },
      { status: 503, body: problem('unavailable') },
      { status: 503, body: problem('unavailable') },
    ],
  }),
};
const movements = [draw(9), draw(1), draw(2)];

it('sends again what could not be decided, that alone, after the wait that was asked for', async () => {
  const before = await onHand();
  home.proxy.plan(partly, 'lose');
  const { results } = await home.client().postMovementBatch({ body: { movements } });
  expect(results).toMatchObject([
    { status: 404, body: { error: { code: 'product_not_found' } } },
    { status: 200, body: { transactions: [{ qty: -1 }] } },
    { status: 200, body: { transactions: [{ qty: -2 }] } },
  ]);
  const [first, second, third] = sent();
  expect(second).toEqual(first.slice(1));
  expect(third).toEqual(second);
  const [a, b] = home.proxy.passed.map(({ at }) => at) as [number, number];
  expect(b - a).toBeGreaterThanOrEqual(1000);
  expect(await onHand()).toBe(before - 3);
});

it('answers what is known where that fails too', async () => {
  home.proxy.plan(partly, 'refuse', 'refuse', 'refuse', 'refuse');
  const { results } = await home
    .client({ maxAttempts: 3 })
    .postMovementBatch({ body: { movements } });
  expect(results.map(({ status }) => status)).toEqual([404, 503, 503]);
  expect(home.proxy.passed).toHaveLength(3);
});

it('refuses a key that is none, before anything is sent', async () => {
  home.proxy.plan();
  const wrong = { ...draw(1), idempotency_key: 'short' };
  const call = home.client().postMovementBatch({ body: { movements: [wrong] } });
  await expect(call).rejects.toThrow('8 to 100 visible ASCII characters');
  expect(home.proxy.passed).toEqual([]);
});
