import { expect, it } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import type { Statement } from '../../../src/database/statement.ts';
import { keyedRequest } from '../../../src/idempotency/idempotency.ts';
import { skuAtLocationFinder } from '../../../src/inventory/rows/find-sku-at-location.ts';
import { day, makePharmacy } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const MOVEMENTS = 20_000;

const world = useWorld(
  async ({ db }) => {
    const lot = { sku_code: 'SKU', lot_number: 'L1', expiry_date: day(60), qty: 1 };
    await makePharmacy(db.database, { skuCodes: ['SKU'], lots: [lot] });
  },
  { service: false },
);

it('reads no more of the ledger the longer it is', async () => {
  await world.db.owner.query(
    `insert into movement (id, organization_id, type, sku_id, location_id, idempotency_key, operation,
                           request_digest, actor, created_at)
     select gen_random_uuid(), organization_id, type, sku_id, location_id, 'earlier-key-' || ordinal,
            'postMovement', sha256('a body'), actor, created_at
       from movement cross join generate_series(1, $1::int) as ordinal`,
    [MOVEMENTS],
  );
  await world.db.owner.query('analyze movement');
  const { rows } = await world.db.owner.query('select id from organization');
  const plans: string[] = [];
  const explaining = {
    query: async (statement: Statement, values: unknown[]) => {
      const explained = await world.db.owner.query(`explain ${statement.text}`, values);
      plans.push(explained.rows.map((row) => row['QUERY PLAN']).join('\n'));
      return world.db.database.query(statement, values);
    },
  } as unknown as Database;
  const find = skuAtLocationFinder(explaining);
  const ask = (key: string) =>
    find({
      organizationId: rows[0].id,
      keyed: keyedRequest('postMovement', key, {}),
      skuCode: 'SKU',
      productId: null,
      location: null,
      mayScan: true,
    });
  const answers = await Promise.all([ask('earlier-key-7'), ask('a-fresh-key')]);
  expect(answers.map(({ earlier }) => earlier !== null)).toEqual([true, false]);
  expect(plans.join()).toContain('movement_idempotency_key');
  expect(plans.join()).not.toContain('Seq Scan on movement');
});
