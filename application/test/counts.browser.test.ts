// Counting as a clerk does it, by scanning, also without network; and the approval by a pharmacist.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findChromium, type Stroke } from '../../test/support/chromium.ts';
import { makePharmacy } from '../../test/support/pharmacy.ts';
import { expectConsistentStock } from '../../test/support/stock-consistency.ts';
import { type ApplicationWorld, scanned, startApplication } from './support/application.ts';

vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const chromium = findChromium('counting in a browser');
const GTIN = '00312345000011';
const CASE = '10312345000018';
const EXPIRES = '351130';
const packageOf = (lot: string, gtin = GTIN) => `01${gtin}17${EXPIRES}10${lot}`;
const typed = (text: string): Stroke[] => [
  ...[...text].map((character): Stroke => ({ key: character, text: character })),
  { key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' },
];

describe.skipIf(chromium === undefined)('a count, in a browser,', { shuffle: false }, () => {
  let world: ApplicationWorld;
  let sheet: string;
  beforeAll(async () => {
    world = await startApplication(chromium as string, async ({ database, owner }) => {
      await makePharmacy(database, {
        skuCodes: ['SKU-1'],
        lots: ['A', 'B', 'C'].map((lot_number) => ({
          sku_code: 'SKU-1',
          lot_number,
          expiry_date: '2035-11-30',
          qty: 40,
        })),
      });
      await owner.query('update sku set gtin = $1', [GTIN]);
      await owner.query(
        `insert into sku_pack (id, organization_id, sku_code, code_type, code, units)
         select id, organization_id, sku_code, 'gtin', $1, 12 from sku`,
        [CASE],
      );
    });
    await world.signIn({ organization: 'pharmacy', name: 'Tom Okafor', roles: ['clerk'] });
  });
  afterAll(() => world?.close());

  const { textOf, press } = {
    textOf: () => world.page.evaluate<string>("document.querySelector('main').textContent"),
    press: (name: string) =>
      world.page.evaluate(
        `[...document.querySelectorAll('main button')].find((one) => one.textContent.startsWith('${name}')).click()`,
      ),
  };
  const says = (text: string) =>
    world.page.until(`document.body.textContent.includes(${JSON.stringify(text)})`, text);
  const countLot = async (lot: string, units: string) => {
    await world.page.strokes(scanned(packageOf(lot)), 10);
    await world.page.until("document.activeElement?.name === 'counted'", `the field of lot ${lot}`);
    await world.page.strokes(typed(units), 10);
    await world.page.until("document.activeElement?.id === 'scan'", 'the scan box');
  };

  test('is made, and counted by scanning and typing alone, blind', async () => {
    await world.open('/counts', 'Count');
    await world.page.until("document.querySelector('select')?.value === 'Main'", 'the location');
    await press('Make the sheet');
    await says('Lots to count');
    sheet = (await world.page.evaluate<string>('location.pathname')).split('/').at(-1) as string;
    await countLot('A', '38');
    await says('1 lot counted');
    await world.page.until("!document.body.textContent.includes('Not sent')", 'the sending');
    expect(await textOf()).not.toContain('40');
  });

  const sent = () =>
    world.page.requests.filter((url) => url.endsWith(`/counts/${sheet}/lines`)).length;
  const countedOf = async () => {
    const text = `select lot_number || ' ' || counted as lot, counted_at from count_line
                   where counted is not null order by lot_number`;
    return (await world.db.owner.query(text)).rows as { lot: string; counted_at: Date }[];
  };
  /** What the device keeps, as the browser has it. */
  const kept = () =>
    world.page.evaluate<{ lot_number: string; counted_at: string }[]>(`new Promise((resolve) => {
      indexedDB.open('counting').onsuccess = ({ target: { result } }) => {
        result.transaction('counts').objectStore('counts').getAll().onsuccess = (read) =>
          resolve(read.target.result);
      };
    })`);

  test('continues by the scanner without network, and sends all once with their times', async () => {
    const { page } = world;
    await page.until(
      'performance.getEntriesByType("resource").some(({ name }) => /part-/.test(name))',
      'the reader',
    );
    await page.cut(true);
    await says('On a count sheet that is open you can scan and count');
    const before = sent();
    await page.strokes(scanned('NO-SUCH-CODE'), 10);
    await says('Without network only codes of this sheet are known');
    await countLot('B', '41');
    await page.strokes(scanned(packageOf('C', CASE)), 10);
    await page.until("document.activeElement?.name === 'packs'", 'the packs');
    await page.strokes(typed('3'), 10);
    await page.until("document.activeElement?.name === 'counted'", 'the loose units');
    await page.strokes(typed('4'), 10);
    await says('Not sent: 2 counts, kept on this device');
    const times = (await kept()).map(({ counted_at }) => counted_at);
    await page.cut(false);
    await page.until("!document.body.textContent.includes('Not sent')", 'the sending');
    expect(sent() - before).toBe(1);
    const counted = await countedOf();
    expect(counted.map(({ lot }) => lot)).toEqual(['A 38', 'B 41', 'C 40']);
    expect(counted.slice(1).map(({ counted_at }) => counted_at.toISOString())).toEqual(times);
  });

  test('keeps what was refused in sight, also when the page is opened again', async () => {
    const { page } = world;
    await page.cut(true);
    await says('No network');
    await countLot('MISREAD', '2');
    await says('Not sent: 1 count');
    await world.db.owner.query(
      `insert into lot_number (organization_id, sku_id, lot_number, expiry_date)
       select organization_id, id, 'MISREAD', '2031-01-01' from sku`,
    );
    await page.cut(false);
    await says('this lot number expires on 2031-01-01');
    await world.open('/counts', 'Count');
    await says('this lot number expires on 2031-01-01');
    await world.open(`/counts/${sheet}`, 'Count Main');
    await says('Not sent: 1 count');
    await press('Discard');
    await page.until("!document.body.textContent.includes('Not sent')", 'the discarding');
    await says('3 lots counted');
  });

  test('takes a lot that no one expected, and is handed in', async () => {
    await countLot('FOUND', '3');
    await says('4 lots counted');
    await world.page.until("!document.body.textContent.includes('Not sent')", 'the sending');
    await press('Hand in');
    await says('Another person approves it');
  });

  test('is approved by another person, and posted', async () => {
    await world.signIn({ organization: 'pharmacy', name: 'Rosa Marchetti', roles: ['pharmacist'] });
    await world.open('/approve-counts', 'Approve counts');
    await says('Main: everything in stock');
    await world.open(`/counts/${sheet}`, 'Count Main');
    await says('Approve 4 lines');
    await says('+4 and −2 units, +2 in all');
    await press('Approve 4 lines');
    await says('Large differences');
    // A difference of a twentieth is not shown again.
    const again = await world.page.evaluate<string>("document.querySelector('dialog').innerText");
    expect(again).toContain('FOUND');
    expect(again).not.toContain('38');
    await press('Approve all the same');
    await says('4 lines approved');
    const { rows } = await world.db.owner.query(
      'select lot_number, on_hand, status from lot order by lot_number',
    );
    expect(rows).toEqual([
      { lot_number: 'A', on_hand: '38', status: 'released' },
      { lot_number: 'B', on_hand: '41', status: 'released' },
      { lot_number: 'C', on_hand: '40', status: 'released' },
      { lot_number: 'FOUND', on_hand: '3', status: 'quarantine' },
    ]);
    await expectConsistentStock(world.db, 'pharmacy');
  });
});
