// A SKU in very many small lots: the lots that a request takes from, names and reads are bounded.
import { afterAll, describe, expect, it } from 'vitest';
import { readsOf } from '../../kit/database.ts';
import { stockOf } from '../../kit/one-database.ts';
import { touchedRows } from '../../kit/plan-rows.ts';
import type { Call } from '../../src/contract.ts';
import type { Database } from '../../src/database/database.ts';
import { verifyLedger } from '../../src/inventory/ledger/verify-ledger.ts';
import { previewMovement } from '../../src/inventory/operations/preview-movement.ts';
import { setLotStatus } from '../../src/inventory/operations/set-lot-status.ts';
import { anAction } from '../support/as-operator.ts';
import { item, resultsOf } from '../support/batches.ts';
import { client, day, freshKey, makePharmacy, post } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const LOTS_MAX = 1_000;
const TRANSACTION_LOTS_MAX = 4_096;
const RUSH_LOTS = 5_000;

const world = useWorld(
  async ({ db, service }) => {
    const small = (sku_code: string, count: number, fields: object = {}) =>
      Array.from({ length: count }, (_, index) => ({
        sku_code,
        lot_number: `${sku_code}-${index}`,
        expiry_date: day(50 + index),
        qty: 1,
        ...fields,
      }));
    const large = (sku_code: string, qty: number) => ({
      sku_code,
      lot_number: `${sku_code}-LARGE`,
      expiry_date: day(10),
      qty,
    });
    const { liveKey } = await makePharmacy(db.database, {
      skuCodes: ['DRAWN', 'HELD', 'LEFT', 'SHARED', 'PASSED', 'RUSH'],
      lots: [
        ...small('DRAWN', LOTS_MAX + 1),
        ...small('HELD', LOTS_MAX + 1),
        large('LEFT', 1_500),
        ...small('LEFT', LOTS_MAX + 100),
        large('SHARED', 1_400),
        ...small('SHARED', LOTS_MAX + 300),
        ...small('PASSED', LOTS_MAX + 100, { status: 'quarantine' as const }),
        { sku_code: 'PASSED', lot_number: 'EXPIRED', expiry_date: day(-5), qty: 1 },
        large('PASSED', 3),
        ...small('RUSH', RUSH_LOTS),
      ],
    });
    const api = client({ url: service.url, key: liveKey });
    const { rows } = await db.owner.query('select id from organization');
    const organizationId = rows[0].id;
    return { organizationId, api };
  },
  { timeout: 120_000 },
);

afterAll(async () => {
  expect(await verifyLedger(world.db.database, null)).toMatchObject({ ok: true });
});

const preview = (sku_code: string, fields: object) =>
  world.api.post('/v1/inventory/movements/preview', {
    body: { type: 'fulfill', sku_code, ...fields },
  });
const reserve = (sku_code: string, qty: number, id: string) =>
  world.api.post('/v1/inventory/allocations', {
    body: { sku_code, qty, reference: { type: 'order', id } },
  });

const TOO_MANY = {
  status: 400,
  body: {
    error: {
      code: 'invalid_movement',
      message: expect.stringMatching(/1000 lots.* hold 1000 units/),
    },
  },
};

const entries = async () =>
  (await world.db.owner.query('select count(*)::int as n from ledger_entry')).rows[0].n;

it('draws from a thousand lots, repeats that, and refuses one more', async () => {
  const body = { type: 'fulfill', sku_code: 'DRAWN' };
  const before = await entries();
  expect(await post(world.api, { ...body, qty: LOTS_MAX + 1 })).toMatchObject(TOO_MANY);
  expect(await entries()).toBe(before);
  const key = freshKey();
  const posted = await post(world.api, { ...body, qty: LOTS_MAX }, key);
  expect(posted.status).toBe(201);
  expect(posted.body.transactions).toHaveLength(LOTS_MAX);
  const repeated = await post(world.api, { ...body, qty: LOTS_MAX }, key);
  expect(repeated.status).toBe(200);
  expect(repeated.body.transactions).toEqual(posted.body.transactions);
});

it('previews a draw from a thousand lots, and refuses one more as the draw does', async () => {
  const taken = await preview('HELD', { qty: LOTS_MAX });
  expect(taken.body).toMatchObject({ skipped: [], skipped_total: 0, shortfall: 0 });
  expect(taken.body.lots).toHaveLength(LOTS_MAX);
  expect(await preview('HELD', { qty: LOTS_MAX + 1 })).toMatchObject(TOO_MANY);
  expect(await preview('HELD', { qty: 1_000_000 })).toMatchObject(TOO_MANY);
});

it('reserves a thousand lots for an order and no more, which its draw and its release end', async () => {
  expect(await reserve('HELD', LOTS_MAX + 1, 'O-1')).toMatchObject(TOO_MANY);
  const held = await reserve('HELD', LOTS_MAX, 'O-1');
  expect(held.status).toBe(201);
  expect(held.body.allocations).toHaveLength(LOTS_MAX);
  expect(await reserve('HELD', LOTS_MAX + 1, 'O-1')).toMatchObject(TOO_MANY);
  expect((await reserve('HELD', LOTS_MAX, 'O-1')).status).toBe(200);
  const reference = { type: 'order', id: 'O-1' };
  const own = { type: 'fulfill', sku_code: 'HELD', reference };
  expect(await post(world.api, { ...own, qty: LOTS_MAX + 1 })).toMatchObject(TOO_MANY);
  expect((await post(world.api, { ...own, qty: 400 })).status).toBe(201);
  const released = await world.api.delete('/v1/inventory/allocations', {
    query: { reference_type: 'order', reference_id: 'O-1' },
  });
  expect(released.body).toEqual({ released: LOTS_MAX - 400 });
});

it('names the first thousand of the lots that it skips, and counts all', async () => {
  const { body } = await preview('PASSED', { qty: 2 });
  expect(body.lots).toHaveLength(1);
  expect(body.skipped).toHaveLength(LOTS_MAX);
  expect(body.skipped[0]).toMatchObject({ lot_number: 'EXPIRED', reason: 'expired' });
  expect(body.skipped_total).toBe(LOTS_MAX + 101);
  const named = await preview('PASSED', { qty: 2, lot_number: 'EXPIRED' });
  expect(named.body).toMatchObject({ skipped: [{ reason: 'expired' }], skipped_total: 1 });
});

describe('when a lot is quarantined', () => {
  const quarantine = async (sku: string) => {
    const { body } = await setLotStatus(
      {
        principal: { organizationId: world.organizationId, action: anAction() },
        header: {},
        body: {
          sku_code: sku,
          lot_number: `${sku}-LARGE`,
          everywhere: true,
          status: 'quarantine',
        },
      },
      stockOf(world.db.database),
    );
    return body.lots[0];
  };

  it('moves what an order holds to a thousand lots, and releases the rest', async () => {
    expect((await reserve('LEFT', 1_050, 'O-2')).status).toBe(201);
    const result = await quarantine('LEFT');
    expect(result).toMatchObject({ waiting: 0 });
    expect(sumOf(result?.moved)).toEqual({ moved: LOTS_MAX, released: 50 });
  });

  it('moves what several orders hold, a thousand lots in a transaction', async () => {
    for (const id of ['O-3', 'O-4']) expect((await reserve('SHARED', 600, id)).status).toBe(201);
    const result = await quarantine('SHARED');
    expect(result).toMatchObject({ waiting: 0 });
    expect(sumOf(result?.moved)).toEqual({ moved: 1_200, released: 0 });
    expect(await mostInOneTransaction('allocation')).toBeLessThanOrEqual(LOTS_MAX);
  });
});

function sumOf(moves: readonly { moved: number; released: number }[] = []) {
  return {
    moved: moves.reduce((sum, { moved }) => sum + moved, 0),
    released: moves.reduce((sum, { released }) => sum + released, 0),
  };
}

it('reads a thousand lots for a preview, and not all there are', async () => {
  const principal = { organizationId: world.organizationId };
  const { findSkuAtLocation } = world.service.services;
  for (const qty of [LOTS_MAX, RUSH_LOTS]) {
    const body = { type: 'fulfill', sku_code: 'RUSH', qty };
    const call = { body, principal } as Call<'previewMovement'>;
    const touched = await touchedRows(readsOf(world.db.database), (database) =>
      previewMovement(call, { database: database as Database, findSkuAtLocation }).catch(() => {}),
    );
    expect(touched).toBeLessThan(2 * LOTS_MAX);
  }
});

it('posts many large draws of one SKU in order, few of them in a transaction', async () => {
  const draw = { type: 'fulfill', sku_code: 'RUSH', qty: 500 };
  const results = await resultsOf(
    world.api,
    Array.from({ length: RUSH_LOTS / 500 }, () => item(draw)),
  );
  const drawn = results.flatMap(({ body }) => body.transactions as { lot_number: string }[]);
  expect(drawn.map(({ lot_number }) => lot_number)).toEqual(
    Array.from({ length: RUSH_LOTS }, (_, index) => `RUSH-${index}`),
  );
  expect(await mostInOneTransaction('ledger_entry', `where type = 'fulfill'`)).toBeLessThanOrEqual(
    TRANSACTION_LOTS_MAX,
  );
});

/** Rows that one transaction has written. */
async function mostInOneTransaction(table: string, where = ''): Promise<number> {
  const { rows } = await world.db.owner.query(
    `select max(n)::int as most
       from (select count(*) as n from ${table} ${where} group by xmin::text) written`,
  );
  return rows[0].most;
}
