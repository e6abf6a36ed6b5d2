import { afterAll, describe, expect, it } from 'vitest';
import { holdLevels } from '../../support/concurrency.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { everythingWritten } from '../../support/refusals.ts';
import {
  ALLOCATIONS,
  eventsOf,
  expectConsistentReservations,
  expire,
  heldBy,
  hold,
  order,
  readLevel,
  readLot,
  release,
  reserve,
  shelfIn,
} from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';

const SKUS = Array.from({ length: 12 }, (_, index) => `FREED-${index}`);

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, { skuCodes: SKUS });
  const foreign = await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['THEIRS'] });
  const api = client({ url: service.url, key: mine.liveKey });
  const theirs = client({ url: service.url, key: foreign.liveKey });
  const stocked = shelfIn(db, mine.slug, SKUS);
  return { mine, api, theirs, stocked };
});

afterAll(async () => {
  await expectConsistentReservations(world.db);
});

describe('a release', () => {
  it('frees all that the order holds, of every SKU at every location', async () => {
    const lots = ['Main', 'Annex'].map((location) => ({ lot: 'A', expires: day(9), location }));
    const [one, other] = [await world.stocked(...lots), await world.stocked(...lots)];
    for (const sku_code of [one, other]) {
      await hold(world.api, 'ALL', { sku_code, qty: 3 });
      await hold(world.api, 'ALL', { sku_code, qty: 4, location: 'Annex' });
    }
    expect(await release(world.api, 'ALL')).toMatchObject({ status: 200, body: { released: 14 } });
    for (const sku of [one, other]) {
      expect(await heldBy(world.api, 'ALL', sku)).toEqual([]);
      for (const location of ['Main', 'Annex']) {
        expect(await readLevel(world.api, sku, location)).toMatchObject({
          reserved: 0,
          available: 10,
        });
        expect(await readLot(world.api, sku, 'A', location)).toMatchObject({ reserved: 0 });
      }
    }
  });

  it('frees one SKU alone where it is named', async () => {
    const lot = { lot: 'A', expires: day(9) };
    const [one, other] = [await world.stocked(lot), await world.stocked(lot)];
    for (const sku_code of [one, other]) await hold(world.api, 'SOME', { sku_code, qty: 3 });
    expect((await release(world.api, 'SOME', one)).body).toEqual({ released: 3 });
    expect(await heldBy(world.api, 'SOME', one)).toEqual([]);
    expect(await heldBy(world.api, 'SOME', other)).toEqual(['A:3']);
    expect((await release(world.api, 'SOME')).body).toEqual({ released: 3 });
  });

  it('frees what is left after a part was drawn', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(9) });
    await hold(world.api, 'PART', { sku_code: sku, qty: 8 });
    const drawn = { type: 'fulfill', sku_code: sku, qty: 5, reference: order('PART') };
    expect((await post(world.api, drawn)).status).toBe(201);
    expect((await release(world.api, 'PART')).body).toEqual({ released: 3 });
    expect(await readLevel(world.api, sku)).toMatchObject({
      on_hand: 5,
      reserved: 0,
      available: 5,
    });
  });

  it('frees what is held in a lot that has expired since', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(9) });
    await hold(world.api, 'LATE', { sku_code: sku, qty: 8 });
    await expire(world.db, sku, 'A');
    expect((await release(world.api, 'LATE')).body).toEqual({ released: 8 });
    expect(await readLevel(world.api, sku)).toMatchObject({
      reserved: 0,
      expired: 10,
      available: 0,
    });
  });

  it('leaves other orders alone: both parts of the reference must agree', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(9) });
    await hold(world.api, 'MINE', { sku_code: sku, qty: 3 });
    await reserve(world.api, { reference: { type: 'refill', id: 'MINE' }, sku_code: sku, qty: 2 });
    for (const [reference_type, reference_id] of [
      ['order', 'mine'],
      ['Order', 'MINE'],
      ['MINE', 'order'],
      ['order', 'MIN%'],
    ] as const) {
      const { status, body } = await world.api.delete(ALLOCATIONS, {
        query: { reference_type, reference_id },
      });
      expect([status, body]).toEqual([200, { released: 0 }]);
    }
    expect((await release(world.theirs, 'MINE')).body).toEqual({ released: 0 });
    expect((await release(world.api, 'MINE')).body).toEqual({ released: 3 });
    expect((await readLevel(world.api, sku)).reserved).toBe(2);
  });

  it('waits for a level that is held without those of another organization', async () => {
    const orders = Array.from({ length: 20 }, (_, index) => `HELD-${index}`);
    const lots = [{ lot: 'A', qty: 50, expires: day(9) }];
    const sku_code = await world.stocked(...lots);
    await shelfIn(world.db, 'theirs', ['THEIRS'])(...lots);
    for (const id of orders) await hold(world.api, id, { sku_code, qty: 1 });
    await hold(world.theirs, 'THEIRS', { sku_code: 'THEIRS', qty: 1 });
    const [mine, theirs] = [
      await holdLevels(world.db.owner, [sku_code]),
      await holdLevels(world.db.owner, ['THEIRS']),
    ];
    const waiting = orders.map((id) => release(world.api, id));
    await mine.blocks(2);
    const other = release(world.theirs, 'THEIRS');
    await Promise.race([other, theirs.blocks(1)]);
    await theirs.release();
    const answered = await other;
    await mine.release();
    expect(answered).toMatchObject({ status: 200, body: { released: 1 } });
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
  });

  it('of nothing is 0, however often, and writes nothing', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(9) });
    await hold(world.api, 'ONCE', { sku_code: sku, qty: 3 });
    await release(world.api, 'ONCE');
    const before = await everythingWritten(world.db);
    expect(await release(world.api, 'ONCE')).toMatchObject({ status: 200, body: { released: 0 } });
    expect((await release(world.api, 'NEVER')).body).toEqual({ released: 0 });
    expect((await release(world.api, 'ONCE', 'NO-SUCH-SKU')).body).toEqual({ released: 0 });
    expect(await everythingWritten(world.db)).toEqual(before);
  });

  it('says so in the outbox, once for each level', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(9), qty: 2 },
      { lot: 'B', expires: day(9) },
    );
    await hold(world.api, 'TOLD', { sku_code: sku, qty: 5 });
    await release(world.api, 'TOLD');
    expect((await eventsOf(world.db, sku)).slice(3)).toEqual([
      [
        'stock.changed',
        {
          sku_code: sku,
          product_id: world.mine.productIds[SKUS.indexOf(sku)],
          location: 'Main',
          cause: 'release',
          on_hand: 12,
          reserved: 0,
          available: 12,
          version: 4,
          reference: { type: 'order', id: 'TOLD' },
        },
      ],
    ]);
  });
});

describe('its request', () => {
  it.each([
    [{}, ['reference_type', 'reference_id']],
    [{ reference_type: 'order' }, ['reference_id']],
    [{ reference_id: '1' }, ['reference_type']],
    [{ reference_type: '', reference_id: '1' }, ['reference_type']],
    [{ reference_type: 'order', reference_id: 'x'.repeat(201) }, ['reference_id']],
    [{ reference_type: 'order', reference_id: '1', location: 'Main' }, ['location']],
  ] as [Record<string, string>, string[]][])('must name the order: %j', async (query, paths) => {
    const { status, body } = await world.api.delete(ALLOCATIONS, { query });
    expect([status, body.error.code]).toEqual([400, 'validation_error']);
    expect(body.error.details.map(({ path }: { path: string }) => path).sort()).toEqual(
      paths.sort(),
    );
  });

  it('is refused for a test key', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(9) });
    await hold(world.api, 'KEPT', { sku_code: sku, qty: 3 });
    const tests = client({ url: world.service.url, key: world.mine.testKey });
    const { status, body } = await release(tests, 'KEPT');
    expect([status, body.error.code]).toEqual([403, 'insufficient_scope']);
    expect(body.error.message).toMatch(/live key/);
    expect(await heldBy(world.api, 'KEPT', sku)).toEqual(['A:3']);
  });
});
