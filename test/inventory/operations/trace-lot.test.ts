import { describe, expect, it } from 'vitest';
import { itLists, readAll } from '../../support/lists.ts';
import { operate } from '../../support/operator.ts';
import { type Client, client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { hold, order, readLot, release } from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(async ({ db, service }) => {
  const lot = { lot_number: 'TRACED', expiry_date: day(50), qty: 100 };
  const mine = await makePharmacy(db.database, {
    skuCodes: ['A', 'B'],
    lots: [
      { ...lot, sku_code: 'A' },
      { ...lot, sku_code: 'A', lot_number: 'OTHER', expiry_date: day(90) },
      { ...lot, sku_code: 'B', qty: 200 },
    ],
  });
  const stranger = await makePharmacy(db.database, {
    slug: 'theirs',
    skuCodes: ['A'],
    lots: [{ ...lot, sku_code: 'A' }],
  });
  const api = client({ url: service.url, key: mine.liveKey });
  const tests = client({ url: service.url, key: mine.testKey });
  const theirs = client({ url: service.url, key: stranger.liveKey });
  const secret = {
    note: 'called the patient',
    reference: { type: 'order', id: 'SHIPPED', rx_number: 'RX-7' },
  };
  await move(api, { type: 'fulfill', qty: 4, ...secret });
  await move(api, { type: 'dispense', qty: 2, reference: { rx_number: 'RX-8' } });
  await hold(api, 'WAITING', { sku_code: 'A', qty: 6 });
  await hold(api, 'ELSEWHERE', { sku_code: 'B', qty: 6 });
  const words = ['--organization', mine.slug, '--sku', 'A', '--lot', 'TRACED', '--qty', '20'];
  await operate(db.database, 'stock', 'transfer', ...words, '--location', 'Main', '--to', 'Annex');
  await hold(api, 'FAR', { sku_code: 'A', qty: 5, location: 'Annex' });
  await move(api, { type: 'return', qty: 1, lot_number: 'TRACED' });
  await move(api, { type: 'fulfill', qty: 3, location: 'Annex', reference: order('FAR-SHIPPED') });
  const main = await readLot(api, 'A', 'TRACED');
  const annex = await readLot(api, 'A', 'TRACED', 'Annex');
  const foreign = await readLot(theirs, 'A', 'TRACED');
  return { api, tests, main, annex, foreign };
});

async function move(api: Client, fields: Record<string, unknown>): Promise<void> {
  const answer = await post(api, { sku_code: 'A', ...fields });
  expect(answer.status, answer.text).toBe(201);
}

itLists({
  path: '/v1/inventory/lots/{id}/trace',
  id: () => world.main.id,
  world,
  caller: () => world.api,
  order: `select entry.id from ledger_entry entry join lot on lot.id = lot_id
            join location on location.id = lot.location_id
            join organization on organization.id = lot.organization_id
           where organization.slug = 'pharmacy' and lot_number = 'TRACED' and location.name = 'Main'
             and lot.sku_id = (select id from sku where sku_code = 'A' and organization_id = lot.organization_id)
           order by entry.created_at desc, entry.seq desc`,
  apart: ['everywhere'],
});

type Query = Record<string, string | number | boolean>;

// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
async function trace(id: string, query: Query = {}, as = world.api): Promise<any> {
  const answer = await as.get(`/v1/inventory/lots/${id}/trace`, { query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

type Entry = { type: string; qty: number; location: string; created_at: string; note: unknown };

const entriesOf = ({ movements }: { movements: Entry[] }) =>
  movements.map(({ type, qty, location }) => `${location} ${type} ${qty}`);

describe('a trace', () => {
  it('has the lot, its entries from the newest on, what is left and who holds it', async () => {
    const traced = await trace(world.main.id);
    expect(traced.lot).toEqual(await readLot(world.api, 'A', 'TRACED'));
    expect(entriesOf(traced)).toEqual([
      'Main return 1',
      'Main transfer_out -20',
      'Main dispense -2',
      'Main fulfill -4',
      'Main receive 100',
    ]);
    expect(traced.movements[3]).toMatchObject({
      reference: { type: 'order', id: 'SHIPPED', rx_number: 'RX-7' },
      note: 'called the patient',
      lot_id: world.main.id,
      balance_after: 96,
    });
    expect(traced.on_hand).toBe(75);
    expect(traced.next_cursor).toBeNull();
    expect(traced.allocations_total).toBe(1);
    expect(traced.allocations).toMatchObject([
      { reference: order('WAITING'), qty: 6, lot_id: world.main.id, location: 'Main' },
    ]);
  });

  it('shows the very rows of the ledger and of the reservations', async () => {
    const traced = await trace(world.main.id);
    const query = { lot_id: world.main.id, limit: 100 };
    const entries = (await world.api.get('/v1/inventory/transactions', { query })).body.data;
    expect(traced.movements).toEqual(entries);
    const held = await world.api.get('/v1/inventory/allocations', {
      query: { lot_id: world.main.id },
    });
    expect(traced.allocations).toEqual(held.body.data);
  });

  it('follows the lot number to every location where it is asked to, and no further', async () => {
    for (const lot of [world.main, world.annex]) {
      const traced = await trace(lot.id, { everywhere: true });
      expect(traced.lot.id).toBe(lot.id);
      expect(entriesOf(traced).sort()).toEqual([
        'Annex fulfill -3',
        'Annex transfer_in 20',
        'Main dispense -2',
        'Main fulfill -4',
        'Main receive 100',
        'Main return 1',
        'Main transfer_out -20',
      ]);
      const times = traced.movements.map((entry: Entry) => entry.created_at);
      expect(times).toEqual(times.toSorted().reverse());
      expect(traced.on_hand).toBe(75 + 17);
      expect(traced.allocations).toMatchObject([
        { reference: order('FAR'), qty: 5, location: 'Annex' },
        { reference: order('WAITING'), qty: 6 },
      ]);
      expect(traced.allocations_total).toBe(2);
    }
    expect((await trace(world.annex.id)).on_hand).toBe(17);
    expect(entriesOf(await trace(world.annex.id, { everywhere: false }))).toHaveLength(2);
  });

  it('is read in pages, each entry once, with the same totals on each', async () => {
    for (const everywhere of [false, true]) {
      const { movements, ...rest } = await trace(world.main.id, { everywhere });
      for (const limit of [1, 2, 3, movements.length]) {
        const walked: unknown[] = [];
        let cursor: string | null = null;
        do {
          const page = await trace(world.main.id, { everywhere, limit, ...(cursor && { cursor }) });
          expect({ ...page, movements: [] }).toEqual({
            ...rest,
            movements: [],
            next_cursor: page.next_cursor,
          });
          expect(page.movements.length).toBeLessThanOrEqual(limit);
          walked.push(...page.movements);
          cursor = page.next_cursor;
        } while (cursor !== null);
        expect(walked).toEqual(movements);
      }
    }
  });

  it('shows the newest hundred who hold it, counts the others, and the list has them all', async () => {
    const orders = Array.from({ length: 103 }, (_, index) => `MANY-${index}`);
    for (const id of orders) await hold(world.api, id, { sku_code: 'B', qty: 1 });
    const lot = await readLot(world.api, 'B', 'TRACED');
    const held = await readAll(world.api, '/v1/inventory/allocations', {
      lot_id: lot.id,
      limit: 50,
    });
    expect(held.map(({ reference }) => (reference as { id: string }).id)).toEqual([
      ...orders.toReversed(),
      'ELSEWHERE',
    ]);
    const first = await trace(lot.id);
    expect(first.allocations_total).toBe(104);
    expect(first.allocations).toEqual(held.slice(0, 100));
    for (const id of orders.slice(3)) await release(world.api, id);
    const fewer = await trace(lot.id, { everywhere: true });
    expect(fewer.allocations_total).toBe(4);
    expect(fewer.allocations).toHaveLength(4);
  });

  it('keeps notes and prescription numbers from test keys', async () => {
    for (const query of [{}, { everywhere: true }]) {
      const [live, test] = [
        await trace(world.main.id, query),
        await trace(world.main.id, query, world.tests),
      ];
      expect(JSON.stringify(live)).toMatch(/RX-7.*called|called.*RX-7/);
      expect(JSON.stringify(test)).not.toMatch(/RX-|called/);
      const veiled = live.movements.map((entry: Entry & { reference: object | null }) => ({
        ...entry,
        note: null,
        reference: entry.reference && { ...entry.reference, rx_number: null },
      }));
      expect(test).toEqual({ ...live, movements: veiled });
    }
  });
});

describe('its request', () => {
  it('finds no lot that is unknown or of somebody else, and says the same of both', async () => {
    const messages = new Set<string>();
    for (const id of ['00000000-0000-4000-8000-000000000000', world.foreign.id]) {
      for (const query of [{}, { everywhere: true }] as Record<string, boolean>[]) {
        const answer = await world.api.get(`/v1/inventory/lots/${id}/trace`, { query });
        expect([answer.status, answer.body.error.code]).toEqual([404, 'lot_not_found']);
        messages.add(answer.body.error.message);
      }
    }
    expect(messages.size).toBe(1);
  });

  it('takes an id in either case, and refuses one that is none', async () => {
    expect((await trace(world.main.id.toUpperCase())).lot.id).toBe(world.main.id);
    for (const id of ['TRACED', '0', `${world.main.id}0`, "x'%20or%20true"]) {
      const answer = await world.api.get(`/v1/inventory/lots/${id}/trace`);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_id']);
    }
  });
});
