// What people look up: who did what, and what became of a lot.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../test/support/chromium.ts';
import { day, makePharmacy } from '../../test/support/pharmacy.ts';
import { type ApplicationWorld, scanned, startApplication } from './support/application.ts';

const chromium = findChromium('looking things up');
const LOT = { sku_code: 'AMOX-500-CAP', lot_number: 'LA-77', qty: 40, expiry_date: day(200) };

describe.skipIf(chromium === undefined)('looking up, in a browser,', { shuffle: false }, () => {
  let world: ApplicationWorld;
  let rosa: string;
  beforeAll(async () => {
    world = await startApplication(chromium as string, async ({ database }) => {
      await makePharmacy(database, { skuCodes: [LOT.sku_code], lots: [LOT] });
    });
    const roles = ['pharmacist', 'manager'] as const;
    rosa = await world.signIn({ organization: 'pharmacy', name: 'Rosa', roles });
  });
  afterAll(() => world?.close());

  const shows = (text: string) =>
    world.page.until(`document.body?.innerText.includes(${JSON.stringify(text)})`, text);
  const post = (path: string, body: object) =>
    world.page.evaluate<number>(
      `fetch('/app/api${path}', {
         method: 'POST',
         headers: {
           'content-type': 'application/json',
           'Idempotency-Key': crypto.randomUUID(),
           'Pharmacy-Person': '${rosa}',
         },
         body: JSON.stringify(${JSON.stringify(body)}),
       }).then(({ status }) => status)`,
    );
  test('the activity is narrowed, and a lot says that it was recalled and by whom', async () => {
    const { page } = world;
    const { sku_code, lot_number } = LOT;
    const named = { sku_code, lot_number };
    const waste = { ...named, location: 'Main', qty: 2, reason: 'broken', comment: 'Fell down' };
    expect(await post('/inventory/waste', waste)).toBe(201);
    const recall = { ...named, everywhere: true, status: 'quarantine', comment: 'Letter 12' };
    expect(await post('/inventory/lots/status', recall)).toBe(200);
    await world.open(`/activity?lot_number=${lot_number}&operation=wasteStock`, 'Activity');
    await shows('From Main');
    expect(await page.evaluate("document.querySelectorAll('tbody tr').length")).toBe(1);
    const { rows } = await world.db.owner.query('select id from lot');
    await world.open(`/lots/${rows[0].id}`, lot_number);
    await shows('Recalled everywhere');
    await shows('Letter 12');
    await page.evaluate(
      `globalThis.kept = new Promise((kept) => {
         URL.createObjectURL = (file) => { kept(file.text()); return '#'; };
       }); [...document.querySelectorAll('button')].find((one) => one.innerText === 'Save as CSV').click()`,
    );
    expect(await page.evaluate<string>('globalThis.kept')).toContain('"Letter 12"');
    expect(page.complaints.filter((one) => !one.includes('401'))).toEqual([]);
  });
  test('what is typed in the scan box is searched, and what a scanner sends is not', async () => {
    const { page } = world;
    await world.open('/lots', 'Lots');
    const type = (text: string) =>
      page.strokes(
        [...text].map((key) => ({ key, text: key })),
        70,
      );
    const asked = () => page.requests.filter((one) => one.includes('/search')).length;
    await shows(`Product of ${LOT.sku_code}`);
    await type('amox');
    await page.until("document.querySelector('#found [aria-selected=true]')", 'the first result');
    expect(asked()).toBe(1);
    await page.press('Escape');
    await page.until("document.getElementById('found').hidden", 'no result');
    await type('LA-7');
    await page.until("document.querySelector('#found [aria-selected=true]')", 'the lot');
    await page.press('Enter');
    await page.until("location.search.includes('lot_number=LA-77')", 'the lots of the number');
    const before = asked();
    await page.strokes(scanned(LOT.sku_code), 10);
    await page.until("location.pathname.endsWith('/stock/AMOX-500-CAP')", 'the product');
    expect(asked()).toBe(before);
  });
});
