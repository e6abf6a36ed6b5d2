import { expect, it } from 'vitest';
import { keyedRequest } from '../../../src/idempotency/idempotency.ts';
import { keyName } from '../../../src/inventory/rows/earlier-movements.ts';
import { applyChange } from '../../../src/inventory/rules/apply-change.ts';
import { Batch } from '../../../src/inventory/rules/batch.ts';
import {
  type MovementRequest,
  newMovement,
  type StockChange,
} from '../../../src/inventory/rules/requests.ts';
import { levelName } from '../../../src/inventory/rules/stock.ts';
import { readFacts } from '../../../src/inventory/writer/read-facts.ts';
import { lockLevels } from '../../../src/inventory/writer/stock-levels.ts';
import { StockWriter } from '../../../src/inventory/writer/stock-writer.ts';
import { day, makePharmacy } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';
import { drawOne } from './draw-one.ts';

const SMALL_LOTS = 30;

const world = useWorld(
  async ({ db }) => {
    const small = Array.from({ length: SMALL_LOTS }, (_, index) => ({
      sku_code: 'SKU',
      lot_number: `SMALL-${String(index).padStart(2, '0')}`,
      expiry_date: day(10 + index),
      qty: 1,
    }));
    const large = { sku_code: 'SKU', lot_number: 'LARGE', expiry_date: day(500), qty: 1000 };
    const lots = [...small, large];
    await makePharmacy(db.database, { skuCodes: ['SKU'], lots });
    await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['SKU'], lots: [large] });
  },
  { service: false },
);

async function changeOf(
  request: Partial<MovementRequest>,
  { slug = 'pharmacy', key = null }: { slug?: string; key?: string | null } = {},
): Promise<StockChange<MovementRequest>> {
  const { rows } = await world.db.owner.query(
    `select l.* from stock_level l join organization o on o.id = l.organization_id
      where o.slug = $1`,
    [slug],
  );
  const { organization_id, sku_id, location_id } = rows[0];
  return {
    level: { skuId: sku_id, locationId: location_id, organizationId: organization_id },
    request: { ...drawOne, ...request },
    naming: { skuCode: 'SKU', productId: '', location: 'Main' },
    ...(key !== null && { keyed: keyedRequest('postMovement', key, 'a body') }),
    movement: newMovement({ actor: 'worker' }),
  };
}

it.each([
  ['returned to', { type: 'return', lotNumber: 'LARGE' }],
  ['received', { type: 'receive', lotNumber: 'LARGE' }],
  ['drawn by its name', { type: 'fulfill', lotNumber: 'LARGE', units: 400 }],
] as const)(
  'keeps first expiry first for a draw in a batch in which a later, larger lot is %s',
  async (_what, neighbour) => {
    const changes = [await changeOf(neighbour), await changeOf({ units: SMALL_LOTS - 1 })];
    const [, drawn = []] = await world.db.database.transaction(async (tx) => {
      await lockLevels(
        tx,
        changes.slice(0, 1).map(({ level }) => level),
        true,
      );
      const batch = new Batch(await readFacts(tx, changes));
      return changes.map((change) => applyChange(batch, change).entries);
    });
    expect(new Set(drawn.map(({ lotNumber }) => lotNumber.slice(0, 5)))).toEqual(
      new Set(['SMALL']),
    );
  },
);

it('never takes another organization’s key for this one’s, though both are in one batch', async () => {
  const key = 'key-of-both';
  const mine = await changeOf({ lotNumber: 'LARGE' }, { key });
  const theirs = await changeOf({ lotNumber: 'LARGE' }, { key, slug: 'theirs' });
  const writer = new StockWriter(world.db.database);
  expect(await writer.submit(mine)).toMatchObject({ idempotent: false });
  const facts = await world.db.database.transaction((tx) => readFacts(tx, [mine, theirs]));
  expect(facts.earlierByKey.size).toBe(1);
  const found = (organizationId: string) =>
    facts.earlierByKey.get(keyName(organizationId, { key, operation: 'postMovement' }));
  expect(found(mine.level.organizationId)?.id).toBe(mine.movement.id);
  expect(found(theirs.level.organizationId)).toBeUndefined();
  expect(await writer.submit(theirs)).toMatchObject({ idempotent: false });
});

it('names the levels whose lots are too many for one transaction', async () => {
  const changes = [
    await changeOf({ units: SMALL_LOTS }),
    await changeOf({ units: 1 }, { slug: 'theirs' }),
  ];
  const [mine, theirs] = changes.map(({ level }) => levelName(level));
  const beyondOf = (lotsMax: number) =>
    world.db.database.transaction(async (tx) => [
      ...(await readFacts(tx, changes, lotsMax)).beyond,
    ]);
  expect(await beyondOf(Infinity)).toEqual([]);
  expect(await beyondOf(2 * SMALL_LOTS)).toEqual([mine]);
  expect(new Set(await beyondOf(1))).toEqual(new Set([mine, theirs]));
});

it('keeps the lot numbers of two organizations apart, though their SKUs have one id', async () => {
  for (const slug of ['copied', 'copies']) {
    const lots = [{ sku_code: 'SKU', lot_number: 'ANY', expiry_date: day(500), qty: 1 }];
    await makePharmacy(world.db.database, { slug, skuCodes: ['SKU'], lots });
  }
  const [mine, theirs] = [
    await changeOf({}, { slug: 'copied' }),
    await changeOf({}, { slug: 'copies' }),
  ];
  const { skuId } = mine.level;
  await world.db.owner.query(
    `insert into sku (id, organization_id, sku_code, product_id)
     select $1, organization_id, 'COPY', product_id from sku where organization_id = $2`,
    [skuId, theirs.level.organizationId],
  );
  await world.db.owner.query(
    'insert into stock_level (sku_id, location_id, organization_id) values ($1, $2, $3)',
    [skuId, theirs.level.locationId, theirs.level.organizationId],
  );
  const receive = { type: 'receive', units: 1, lotNumber: 'SHARED' } as const;
  const changes = [
    { ...mine, request: { ...mine.request, ...receive, expiryDate: day(20) } },
    {
      ...theirs,
      level: { ...theirs.level, skuId },
      request: { ...theirs.request, ...receive, expiryDate: day(30) },
    },
  ];
  const writer = new StockWriter(world.db.database);
  const together = await Promise.all(changes.map((change) => writer.submit(change)));
  expect(together.map(({ entries }) => entries.length)).toEqual([1, 1]);
  const facts = await world.db.database.transaction((tx) => readFacts(tx, changes));
  expect([...facts.lotNumbers.values()].map(({ expiryDate }) => expiryDate).sort()).toEqual([
    day(20),
    day(30),
  ]);
});

it.each([
  ['is wasted', { type: 'waste', units: 5 }],
  ['is adjusted', { type: 'adjust', units: -5 }],
  ['is counted', { type: 'count', units: 0, countedAt: null, movesMax: 64, movedBefore: [] }],
] as const)(
  'has stock for a draw beside the first lot, which %s in the same batch',
  async (_how, correction) => {
    const slug = `corrected-${correction.type}`;
    const of = (lot_number: string, qty: number, days: number) => ({
      sku_code: 'SKU',
      lot_number,
      qty,
      expiry_date: day(days),
    });
    const eight = Array.from({ length: 8 }, (_, index) => of(`L-${index}`, 5, 10 + index));
    const lots = [...eight, of('BEHIND', 1_000, 500)];
    await makePharmacy(world.db.database, { slug, skuCodes: ['SKU'], lots });
    const drawing = await changeOf({ units: 40 }, { slug });
    const request = { ...correction, lotNumber: 'L-0' };
    const correcting = { ...drawing, request, movement: newMovement({ actor: 'worker' }) };
    // Not through the stock writer, which would try each of them alone.
    const drawn = await world.db.database.transaction(async (tx) => {
      const batch = new Batch(await readFacts(tx, [correcting, drawing]));
      applyChange(batch, correcting);
      return applyChange(batch, drawing).entries;
    });
    expect(drawn.at(-1)).toMatchObject({ lotNumber: 'BEHIND', qty: -5 });
  },
);
