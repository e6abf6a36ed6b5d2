// What a look at a sheet costs: the page that is asked for, however many lines the sheet has.
import { expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import { countingPharmacy, longSheet } from '../support/counts.ts';
import { day } from '../support/pharmacy.ts';
import { logPlans, PlanWatch } from '../support/watched-plans.ts';
import { useWorld } from '../support/world.ts';

const LOTS = 4_000;
const PAGE = 100;
const SKUS = 40;

const world = useWorld(async ({ db, service }) => {
  await logPlans(db.owner);
  const watch = new PlanWatch(db.database);
  const mine = await countingPharmacy(db, service, { skus: SKUS, colleagues: 0 });
  return { watch, mine };
});

it('a look at a long sheet reads and compares one page of its lines', async () => {
  const { db, watch, mine } = world;
  const lots = Array.from({ length: LOTS }, (_, nth) => ({
    organization: mine.slug,
    sku_code: `PHARMACY-${nth % SKUS}`,
    lot_number: `L${nth}`,
    expiry_date: day(200),
    qty: 10,
  }));
  await importFile(db.database, JSON.stringify({ lots }));
  const sheetId = await longSheet(db, mine.clerk, 'handed_in');
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    watch.take();
    const { body } = await mine.pharmacist.get(`/counts/${sheetId}`, {
      query: { limit: PAGE, ...(cursor && { cursor }) },
    });
    // How many lines it has is one statement, of an index; all else is of the page.
    const ran = watch.take().filter(({ text }) => !text.includes('count(approved_by)'));
    expect(Math.max(...ran.map(({ rows }) => rows)), JSON.stringify(ran)).toBeLessThan(10 * PAGE);
    expect(body.sheet.lines).toEqual({ total: LOTS, counted: LOTS, approved: 0 });
    expect(body.data.every((line: { difference: number }) => line.difference === 0)).toBe(true);
    for (const { sku_code, lot_number } of body.data) seen.push(`${sku_code} ${lot_number}`);
    cursor = body.next_cursor;
  } while (cursor !== null);
  expect(seen).toHaveLength(LOTS);
  expect(new Set(seen).size).toBe(LOTS);
});
