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
const EXPIRES = '351130';
const packageOf = (lot: string) => `01${GTIN}17${EXPIRES}10${lot}`;
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

  test('continues without network, and loses nothing when the page is opened again', async () => {
    const { page } = world;
    await page.cut(true);
    // A code is looked up by the service; the lots of the sheet are here.
    await page.evaluate(`document.querySelector('[aria-label="Count SKU-1, lot B"]').click()`);
    await page.until("document.activeElement?.name === 'counted'", 'the field of lot B');
    await page.strokes(typed('41'), 10);
    await says('kept on this computer');
    await page.cut(false);
    await world.open(`/counts/${sheet}`, 'Count Main');
    await says('2 lots counted');
    await world.page.until("!document.body.textContent.includes('Not sent')", 'the sending');
    const { rows } = await world.db.owner.query(
      'select lot_number, counted from count_line order by lot_number',
    );
    expect(rows).toEqual([
      { lot_number: 'A', counted: '38' },
      { lot_number: 'B', counted: '41' },
      { lot_number: 'C', counted: null },
    ]);
  });

  test('takes a lot that no one expected, and is handed in', async () => {
    await countLot('FOUND', '3');
    await says('3 lots counted');
    await world.page.until("!document.body.textContent.includes('Not sent')", 'the sending');
    await press('Hand in');
    await says('Another person approves it');
  });

  test('is approved by another person, and posted', async () => {
    await world.signIn({ organization: 'pharmacy', name: 'Rosa Marchetti', roles: ['pharmacist'] });
    await world.open('/approve-counts', 'Approve counts');
    await says('Main: everything in stock');
    await world.open(`/counts/${sheet}`, 'Count Main');
    await says('Approve 3 lines');
    await says('+4 and −2 units, +2 in all');
    await press('Approve 3 lines');
    await says('Large differences');
    // A difference of a twentieth is not shown again.
    const again = await world.page.evaluate<string>("document.querySelector('dialog').innerText");
    expect(again).toContain('FOUND');
    expect(again).not.toContain('38');
    await press('Approve all the same');
    await says('3 lines approved');
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
