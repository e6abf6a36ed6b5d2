// What recording a line costs: that line, however many the sheet has.
import { expect, it } from 'vitest';
import { countingPharmacy, makeSheet, recorded } from '../support/counts.ts';
import { day } from '../support/pharmacy.ts';
import { logPlans, PlanWatch } from '../support/watched-plans.ts';
import { useWorld } from '../support/world.ts';

const LOTS = 120;

const world = useWorld(async ({ db }) => {
  await logPlans(db.owner);
  return { watch: new PlanWatch(db.database) };
});

it('recording one line reads that line, however many the sheet has', async () => {
  const { db, service, watch } = world;
  const mine = await countingPharmacy(db, service, { skus: LOTS, colleagues: 0 });
  const codes: string[] = [];
  for (let index = 0; index < LOTS; index += 1) {
    codes.push(await mine.stocked({ lot: 'A', expires: day(200) }));
  }
  const { body } = await makeSheet(mine.clerk, { scope: 'all' });
  expect(body.lines.total).toBe(LOTS);
  watch.take();
  const [line] = await recorded(mine.clerk, body.id, {
    sku_code: codes[7],
    lot_number: 'A',
    counted: 9,
  });
  expect(line).toMatchObject({ sku_code: codes[7], counted: 9 });
  const ran = watch.take();
  const shown = ran.filter(({ text }) => text.includes('product_name'));
  expect(shown.map(({ rows }) => rows)).toHaveLength(1);
  expect(shown[0]?.rows).toBeLessThan(10);
});
