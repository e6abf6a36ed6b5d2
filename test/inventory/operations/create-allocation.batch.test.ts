// Reservations that share a transaction with what they reserve, or with each other.
import { afterEach, expect, it, vi } from 'vitest';
import type { MovedReservation } from '../../../src/inventory/rules/stock.ts';
import { holdLevels, until } from '../../support/concurrency.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { expectConsistentStock } from '../../support/stock-consistency.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(async ({ db, service }) => {
  const { liveKey } = await makePharmacy(db.database, { skuCodes: ['SKU-1', 'SKU-2', 'SKU-3'] });
  const api = client({ url: service.url, key: liveKey });
  return { api };
});

afterEach(() => vi.restoreAllMocks());

/** The orders whose reservations left the lot, in the order in which they moved, with the units that moved. */
async function quarantine(sku: string, lot: string): Promise<unknown[]> {
  const where = ['--organization', 'pharmacy', '--sku', sku, '--location', 'Main', '--lot', lot];
  const status = ['--status', 'quarantine'];
  const { places } = await world.operateJson('lot', 'set-status', ...status, ...where);
  return places[0].moved.map(({ reference, moved }: MovedReservation) => [reference.id, moved]);
}

it('keeps what is reserved in a lot that the same batch received', async () => {
  const lot = { sku_code: 'SKU-1', expiry_date: day(60), qty: 5 };
  await post(world.api, { type: 'receive', lot_number: 'FIRST', ...lot });
  const submit = vi.spyOn(world.service.services.stockWriter, 'submit');
  // Behind a batch that waits for the level, the next two make one.
  const held = await holdLevels(world.db.owner, ['SKU-1']);
  const ahead = post(world.api, { type: 'fulfill', sku_code: 'SKU-1', qty: 5 });
  await held.blocks(1);
  const receipt = post(world.api, { type: 'receive', lot_number: 'SECOND', ...lot });
  await until('the receipt is queued', () => submit.mock.calls.length === 2);
  const reservation = world.api.post('/v1/inventory/allocations', {
    body: { reference: { type: 'order', id: 'O-1' }, sku_code: 'SKU-1', qty: 4 },
  });
  await until('the reservation is queued', () => submit.mock.calls.length === 3);
  await held.release();
  const statuses = (await Promise.all([ahead, receipt, reservation])).map(({ status }) => status);
  expect(statuses).toEqual([201, 201, 201]);
  const { rows } = await world.db.owner.query(
    "select on_hand::int, reserved::int from lot where lot_number = 'SECOND'",
  );
  expect(rows).toEqual([{ on_hand: 5, reserved: 4 }]);
  await expectConsistentStock(world.db, 'pharmacy');
});

it('moves the longest held first, also after they were moved together', async () => {
  const orders = ['O-1', 'O-2', 'O-3', 'O-4', 'O-5', 'O-6'];
  for (const [lot_number, offset, qty] of [
    ['A', 10, 12],
    ['B', 20, 12],
    ['C', 30, 5],
  ] as const) {
    const lot = { lot_number, expiry_date: day(offset), qty };
    expect((await post(world.api, { type: 'receive', sku_code: 'SKU-2', ...lot })).status).toBe(
      201,
    );
  }
  for (const id of orders) {
    const reference = { type: 'order', id };
    await world.api.post('/v1/inventory/allocations', {
      body: { reference, sku_code: 'SKU-2', qty: 2 },
    });
  }
  expect(await quarantine('SKU-2', 'A')).toEqual(orders.map((id) => [id, 2]));
  expect(await quarantine('SKU-2', 'B')).toEqual(
    orders.map((id, index) => [id, [2, 2, 1][index] ?? 0]),
  );
});

it('lets an order that gives back and reserves again while its level is held wait behind those that held', async () => {
  const sku = { sku_code: 'SKU-3' };
  for (const [lot_number, offset] of [
    ['A', 10],
    ['B', 20],
  ] as const) {
    await post(world.api, {
      type: 'receive',
      ...sku,
      lot_number,
      expiry_date: day(offset),
      qty: 5,
    });
  }
  const reserve = (id: string) =>
    world.api.post('/v1/inventory/allocations', {
      body: { reference: { type: 'order', id }, ...sku, qty: 2 },
    });
  await reserve('O-7');
  await reserve('O-8');
  const held = await holdLevels(world.db.owner, ['SKU-3']);
  const ahead = post(world.api, { type: 'fulfill', ...sku, qty: 1 });
  await held.blocks(1);
  const release = world.api.delete(
    '/v1/inventory/allocations?reference_type=order&reference_id=O-7',
  );
  await held.blocks(2);
  await held.release();
  expect([(await ahead).status, (await release).status]).toEqual([201, 200]);
  expect((await reserve('O-7')).status).toBe(201);
  expect(await quarantine('SKU-3', 'A')).toEqual([
    ['O-8', 2],
    ['O-7', 2],
  ]);
  await expectConsistentStock(world.db, 'pharmacy');
});
