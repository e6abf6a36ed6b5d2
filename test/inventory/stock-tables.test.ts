import { afterAll, beforeAll, expect, it } from 'vitest';
import { Batch, type StockChange } from '../../src/inventory/batch.ts';
import type { MovementOrder } from '../../src/inventory/decide-movement.ts';
import { redactable } from '../../src/inventory/ledger.ts';
import { postChange } from '../../src/inventory/post-change.ts';
import { lockLevels, readFacts } from '../../src/inventory/stock-tables.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { day, makePharmacy } from '../support/pharmacy.ts';

const SMALL_LOTS = 30;

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
  const small = Array.from({ length: SMALL_LOTS }, (_, place) => ({
    sku_code: 'SKU',
    lot_number: `SMALL-${String(place).padStart(2, '0')}`,
    expiry_date: day(10 + place),
    qty: 1,
  }));
  const large = { sku_code: 'SKU', lot_number: 'LARGE', expiry_date: day(500), qty: 1000 };
  await makePharmacy(db.database, { skuCodes: ['SKU'], lots: [...small, large] });
});

afterAll(() => db.drop());

async function changeOf(order: Partial<MovementOrder>): Promise<StockChange> {
  const { rows } = await db.owner.query('select * from stock_level');
  const { id, organization_id, sku_id, location_id } = rows[0];
  return {
    levelId: Number(id),
    order: {
      type: 'fulfill',
      units: 1,
      lotNumber: undefined,
      expiryDate: undefined,
      status: undefined,
      ...order,
    },
    naming: { skuCode: 'SKU', productId: '', location: 'Main' },
    movement: {
      id: crypto.randomUUID(),
      organizationId: organization_id,
      type: order.type ?? 'fulfill',
      skuId: sku_id,
      locationId: location_id,
      idempotencyKey: null,
      requestDigest: null,
      referenceType: null,
      referenceId: null,
      rxNumber: redactable(null),
      poNumber: null,
      note: redactable(null),
      actor: 'test',
    },
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
    const [, drawn = []] = await db.database.transaction(async (tx) => {
      await lockLevels(tx, [changes[0]?.levelId as number], true);
      const batch = new Batch(await readFacts(tx, changes));
      return changes.map((change) => postChange(batch, change).entries);
    });
    expect(new Set(drawn.map(({ lotNumber }) => lotNumber.slice(0, 5)))).toEqual(
      new Set(['SMALL']),
    );
  },
);
