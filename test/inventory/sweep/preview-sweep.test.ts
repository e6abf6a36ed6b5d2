// What a dry run of the sweep says: exactly what the sweep then does, and nothing happens meanwhile.
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { Database, type Transaction } from '../../../src/database/database.ts';
import { newMovement } from '../../../src/inventory/rules/requests.ts';
import { type PreviewedMove, previewSweep } from '../../../src/inventory/sweep/preview-sweep.ts';
import { hold as holdRows } from '../../support/concurrency.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import {
  expectConsistentReservations,
  expire,
  hold,
  order,
  reserve,
  shelfIn,
} from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';
import { wrapped } from '../../support/wrapped.ts';

const SEED = Number(process.env.SWEEP_SEED ?? 20_261_122);
const RUNS = Number(process.env.SWEEP_RUNS ?? 8);
/** More than one step moves, and than a preview reads at once. */
const MANY = 600;
const SKUS = Array.from({ length: 8 }, (_, index) => `SKU-${index}`);

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, { skuCodes: SKUS });
  const api = client({ url: service.url, key: mine.liveKey });
  const stocked = shelfIn(db, mine.slug, SKUS);
  return { mine, api, stocked };
});

afterAll(async () => {
  await expectConsistentReservations(world.db);
});

const run = (...words: string[]) => world.operateJson('lot', 'sweep', '--force', ...words);

/** Every row of every table, and how far numbers were drawn. */
async function dump(): Promise<unknown> {
  const { rows } = await world.db.owner.query(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`,
  );
  const tables: Record<string, unknown> = {};
  for (const { name } of rows) {
    const all = await world.db.owner.query(
      `select t.xmin, t::text from "${name}" t order by t::text`,
    );
    tables[name] = all.rows;
  }
  tables.ledger_block = (await world.db.owner.query('select last_value from ledger_block')).rows;
  return tables;
}

type Held = Map<string, number>;

/** What orders hold, by everything that names it. */
async function reservations(): Promise<Held> {
  const { rows } = await world.db.owner.query(
    `select array[o.slug, s.sku_code, p.name, l.lot_number, a.reference_type, a.reference_id] as name, a.qty::int
       from allocation a
       join lot l on l.id = a.lot_id
       join sku s on s.id = a.sku_id
       join location p on p.id = a.location_id
       join organization o on o.id = a.organization_id`,
  );
  return new Map(rows.map(({ name, qty }) => [name.join(' '), qty]));
}

function afterMoves(before: Held, moves: readonly PreviewedMove[]): Held {
  const held = new Map(before);
  for (const { organization, sku_code, location, reference, ...move } of moves) {
    const add = (lot: string, units: number) => {
      const name = [organization, sku_code, location, lot, reference.type, reference.id].join(' ');
      held.set(name, (held.get(name) ?? 0) + units);
      if (held.get(name) === 0) held.delete(name);
    };
    add(move.lot_number, -(move.moved + move.released));
    for (const { lot_number, qty } of move.into) add(lot_number, qty);
  }
  return held;
}

async function announcedSince(position: number): Promise<unknown[]> {
  const { rows } = await world.db.owner.query(
    `select o.slug, data from event join organization o on o.id = organization_id
      where type = 'lot.expiring' and event.created_at > (select to_timestamp($1))`,
    [position],
  );
  return rows.map(({ slug, data: { product_id: _, lot_id: __, ...preview } }) => ({
    organization: slug,
    ...preview,
  }));
}

async function clock(): Promise<number> {
  const { rows } = await world.db.owner.query(
    `select extract(epoch from clock_timestamp())::float8 as now`,
  );
  return rows[0].now;
}

const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();

/** Previews, proves that nothing changed, sweeps, and proves that what was previewed has happened. */
async function expectAsPreviewed(...words: string[]) {
  const before = { rows: await dump(), held: await reservations(), at: await clock() };
  const preview = await run(...words, '--dry-run');
  expect(await dump()).toEqual(before.rows);
  const done = await run(...words);
  const fields = ['reference', 'lot_number', 'moved', 'released'] as const;
  const asDone = preview.would_move.map((move: PreviewedMove) =>
    Object.fromEntries(fields.map((field) => [field, move[field]])),
  );
  expect(sorted(asDone)).toEqual(sorted(done.moved));
  expect(await reservations()).toEqual(afterMoves(before.held, preview.would_move));
  const named = (one: Record<string, unknown>) => Object.entries(one).sort();
  expect(sorted(preview.would_announce.map(named))).toEqual(
    sorted((await announcedSince(before.at)).map((one) => named(one as Record<string, unknown>))),
  );
  expect(preview.would_announce).toHaveLength(done.expiring);
  expect(await run(...words, '--dry-run')).toEqual({
    dry_run: true,
    would_announce: [],
    would_move: [],
  });
  return { preview, done };
}

const oneIn = (many: number) => fc.nat(many - 1).map((drawn) => drawn === 0);

const randomStock = fc.record({
  lots: fc.array(
    fc.record({
      sku: fc.nat(1),
      location: fc.constantFrom('Main', 'Main', 'Main', 'Annex'),
      expires: fc.constantFrom(3, 5, 20, 20, 40, 120, 400),
      qty: fc.integer({ min: 1, max: 20 }),
      isGone: oneIn(4),
      isQuarantined: oneIn(6),
    }),
    { minLength: 12, maxLength: 30 },
  ),
  orders: fc.array(
    fc.record({
      sku: fc.nat(1),
      location: fc.constantFrom('Main', 'Main', 'Main', 'Annex'),
      id: fc.nat(12),
      qty: fc.integer({ min: 1, max: 12 }),
    }),
    { minLength: 6, maxLength: 25 },
  ),
  asOf: fc.option(fc.constantFrom(-1, 0, 4, 19, 21, 60, 500)),
  isOfOne: fc.boolean(),
});

describe('a dry run', () => {
  let runs = 0;
  it('says what the sweep then does, on stock of all kinds, and changes nothing', async () => {
    const seen = { moved: 0, short: 0, announced: 0 };
    const property = fc.asyncProperty(randomStock, async ({ lots, orders, asOf, isOfOne }) => {
      runs += 1;
      const slug = `random-${runs}`;
      const skuCodes = [0, 1].map((index) => `R${runs}-${index}`);
      const { liveKey } = await makePharmacy(world.db.database, {
        slug,
        skuCodes,
        lots: lots.map(({ sku, location, expires, qty }, index) => ({
          sku_code: skuCodes[sku] as string,
          location,
          lot_number: `L${index}`,
          expiry_date: day(expires),
          qty,
        })),
      });
      const their = client({ url: world.service.url, key: liveKey });
      for (const { sku, location, id, qty } of orders) {
        const body = { reference: order(`O-${id}`), sku_code: skuCodes[sku], location, qty };
        expect([200, 201, 409]).toContain((await reserve(their, body)).status);
      }
      for (const [index, { sku, isGone, isQuarantined, location }] of lots.entries()) {
        const [sku_code, lot] = [skuCodes[sku] as string, `L${index}`];
        if (isGone) await expire(world.db, sku_code, lot, day(-1 - (index % 3)));
        if (isQuarantined) await recall({ sku_code, lot, location });
      }
      const words = [
        ...(asOf === null ? [] : ['--as-of', day(asOf)]),
        ...(isOfOne ? ['--organization', slug] : []),
      ];
      const { preview } = await expectAsPreviewed(...words);
      seen.moved += preview.would_move.filter(({ into }: PreviewedMove) => into.length > 0).length;
      seen.short += preview.would_move.filter(({ released }: PreviewedMove) => released > 0).length;
      seen.announced += preview.would_announce.length;
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    expect(
      Object.values(seen).every((count) => count > 5),
      JSON.stringify(seen),
    ).toBe(true);
  }, 120_000);

  it('continues as the sweep does beyond what one step moves', async () => {
    const rooms = Array.from({ length: 40 }, (_, index) => ({
      lot: `ROOM-${index}`,
      expires: day(300 + index),
      qty: 13,
    }));
    const sku = await world.stocked(
      { lot: 'GONE', expires: day(20), qty: MANY },
      { lot: 'ALSO', expires: day(21), qty: 70 },
      ...rooms,
    );
    const ids = Array.from({ length: MANY + 70 }, (_, index) => `MANY-${index}`);
    while (ids.length > 0) {
      await Promise.all(
        ids.splice(0, 60).map((id) => hold(world.api, id, { sku_code: sku, qty: 1 })),
      );
    }
    const { preview } = await expectAsPreviewed(
      '--as-of',
      day(40),
      '--organization',
      world.mine.slug,
    );
    const moves = preview.would_move as PreviewedMove[];
    expect(moves).toHaveLength(MANY + 70);
    // First to expire first, until there is no room left.
    expect(moves.filter(({ released }) => released === 0)).toHaveLength(40 * 13);
    expect(moves[0]?.into).toEqual([{ lot_number: 'ROOM-0', qty: 1 }]);
    expect(moves[40 * 13 - 1]?.into).toEqual([{ lot_number: 'ROOM-39', qty: 1 }]);
  }, 60_000);

  it('is printed for people', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(10) },
      { lot: 'B', expires: day(40), qty: 3 },
      { lot: 'C', expires: day(300), qty: 2 },
    );
    await hold(world.api, 'TOLD', { sku_code: sku, qty: 6 });
    const words = ['--as-of', day(30), '--organization', world.mine.slug];
    const { printed, code } = await world.operate('lot', 'sweep', '--dry-run', ...words);
    expect(code).toBe(0);
    const at = `${world.mine.slug}, ${sku} at Main`;
    expect(printed.split('\n')).toEqual([
      'dry run, nothing was changed: 1 lots would be announced as expiring, ' +
        '1 reservations would leave their lots, 1 orders would fall short',
      `  ${at}: lot B, 10 days left, 3 on hand`,
      `  ${at}: order TOLD in lot A: 3 would move to lot B, 2 would move to lot C, ` +
        '1 would be released: THE ORDER WOULD BE SHORT',
    ]);
    await run(...words);
  });

  it('refuses what the sweep refuses', async () => {
    const dry = (...words: string[]) =>
      world.operate('lot', 'sweep', '--dry-run', '--as-of', ...words);
    await expect(dry('2027-02-30')).rejects.toThrow(/--as-of.* must be a date/);
    await expect(dry(day(400))).rejects.toThrow(/more than a year ahead.*--force/);
    await expect(dry(day(1), '--organization', 'nobody')).rejects.toThrow(/nobody/);
  });

  it('waits for no other, and no other waits for it', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(10) },
      { lot: 'B', expires: day(300) },
    );
    await hold(world.api, 'WAITS', { sku_code: sku, qty: 2 });
    let before: { would_move: unknown[]; would_announce: unknown[] };
    const holder = await holdRows(world.db.owner, 'select from stock_level for update');
    try {
      before = await run('--dry-run', '--as-of', day(30));
    } finally {
      await holder.release();
    }
    // A movement and a sweep while it has read the level and is not done yet.
    const pausing = new Pausing(world.db.serviceUrl, { preparedStatements: true });
    try {
      const previewing = previewSweep(pausing, { asOf: day(30) });
      await pausing.reached;
      expect((await post(world.api, { type: 'fulfill', sku_code: sku, qty: 1 })).status).toBe(201);
      await run('--as-of', day(30));
      pausing.goOn();
      const { moves, announcements } = await previewing;
      // As it was at one moment.
      expect(moves).toContainEqual(
        expect.objectContaining({ reference: order('WAITS'), moved: 2 }),
      );
      expect([moves, announcements]).toEqual([before.would_move, before.would_announce]);
      expect((await run('--dry-run', '--as-of', day(30))).would_move).toEqual([]);
    } finally {
      pausing.goOn();
      await pausing.close();
    }
  });
});

/** Quarantines a lot, as by a process that ends before anything has moved off it. */
async function recall(of: { sku_code: string; lot: string; location: string }): Promise<void> {
  const { rows } = await world.db.owner.query(
    `select lot.organization_id, lot.sku_id, lot.location_id, sku.product_id
       from lot
       join sku on sku.id = lot.sku_id
       join location on location.id = lot.location_id
      where sku.sku_code = $1 and lot.lot_number = $2 and location.name = $3`,
    [of.sku_code, of.lot, of.location],
  );
  const [{ organization_id: organizationId, sku_id: skuId, location_id: locationId, product_id }] =
    rows;
  await world.service.services.stockWriter.submit({
    level: { organizationId, skuId, locationId },
    naming: { skuCode: of.sku_code, productId: product_id, location: of.location },
    request: { type: 'set_status', lotNumber: of.lot, status: 'quarantine', movesMax: 0 },
    movement: newMovement({ actor: 'worker' }),
  });
}

/** Stops once it has read a level. */
class Pausing extends Database {
  goOn: () => void = () => {};
  #hasReached: () => void = () => {};
  readonly reached = new Promise<void>((resolve) => {
    this.#hasReached = resolve;
  });
  readonly #pause = new Promise<void>((resolve) => {
    this.goOn = resolve;
  });

  override transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    options?: Parameters<Database['transaction']>[1],
  ): Promise<Result> {
    return super.transaction(async (tx) => {
      const query: Transaction['query'] = async (statement, values) => {
        const rows = await tx.query(statement, values);
        if (statement.name === 'preview-sweep-level') {
          this.#hasReached();
          await this.#pause;
        }
        return rows;
      };
      return work(wrapped(tx, { query }));
    }, options);
  }
}
