// What takes two people at one terminal, in Chromium: both waste of a controlled product and its undo.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { importFile } from '../../test/support/as-operator.ts';
import { findChromium } from '../../test/support/chromium.ts';
import { signInAs } from '../../test/support/people.ts';
import { day, makePharmacy } from '../../test/support/pharmacy.ts';
import { type ApplicationWorld, startApplication } from './support/application.ts';

/** A browser is slow where others work next to it. */
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const PIN = '493027';
const chromium = findChromium('a witness in a browser');

const browsing = describe.skipIf(chromium === undefined);
browsing('a controlled product, in a browser,', { shuffle: false }, () => {
  let world: ApplicationWorld;
  let lotId: string;
  beforeAll(async () => {
    world = await startApplication(chromium as string, async ({ database }) => {
      const lots = [{ sku_code: 'CTRL', lot_number: 'C1', expiry_date: day(30), qty: 40 }];
      const { slug: organization, productIds } = await makePharmacy(database, {
        skuCodes: ['CTRL'],
        lots,
      });
      const product = { organization, id: productIds[0], name: 'Oxycodone' };
      const products = [{ ...product, controlled_schedule: 'II' }];
      await importFile(database, JSON.stringify({ products }));
    });
    const { db, service, page } = world;
    const roles = ['pharmacist', 'manager'] as const;
    const me = await world.signIn({ organization: 'pharmacy', name: 'Rosa Marchetti', roles });
    const enrolled = await page.evaluate<number>(
      `fetch('/app/api/terminals', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'Pharmacy-Person': '${me}' },
        body: JSON.stringify({ name: 'Counter' }),
      }).then((response) => response.status)`,
    );
    expect(enrolled).toBe(201);
    const { rows } = await db.owner.query('select id, organization_id from lot');
    lotId = rows[0].id;
    const at = { database: db.database, url: service.url };
    const name = 'Jonas Weber';
    const witness = await signInAs(at, rows[0].organization_id, ['pharmacist'], { name });
    expect((await witness.api.put('/me/pin', { body: { pin: PIN } })).status).toBe(200);
  });
  afterAll(() => world?.close());

  const shows = (text: string) =>
    world.page.until(`document.body?.innerText.includes(${JSON.stringify(text)})`, text);
  const focused = (name: string) =>
    world.page.until(`document.activeElement?.name === '${name}'`, `the focus on ${name}`);

  const choose = async (name: string, letter: string) => {
    const { page } = world;
    await page.strokes([{ key: letter, text: letter }], 10);
    await page.until(`document.querySelector('[name=${name}]').value !== ''`, `a ${name}`);
  };

  async function witnessed(): Promise<void> {
    const { page } = world;
    await shows('A witness is needed');
    await page.until(
      "document.querySelector('[name=person_id]')?.options.length > 1",
      'the people',
    );
    await focused('person_id');
    await choose('person_id', 'J');
    await page.press('Enter');
    await focused('pin');
    await page.type(PIN);
    await page.press('Enter');
  }

  test('is wasted and undone with a witness each time', async () => {
    const { page } = world;
    await world.open(`/waste?lot=${lotId}`, 'Waste');
    await focused('qty');
    await page.type('2');
    await page.press('Enter');
    await focused('reason');
    await choose('reason', 'B');
    await page.press('Enter');
    await focused('comment');
    await page.press('Enter');
    await witnessed();
    await shows('Wasted 2 units of lot C1');
    await page.evaluate(
      "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Undo').click()",
    );
    await witnessed();
    await shows('Undone');
    const { rows } = await world.db.owner.query(
      `select type, qty from ledger_entry where type <> 'receive' order by seq`,
    );
    expect(rows.map(({ type, qty }) => [type, Number(qty)])).toEqual([
      ['waste', -2],
      ['adjust', 2],
    ]);
  });

  test('says that nothing was done where the witness is not given', async () => {
    const { page } = world;
    await world.open(`/waste?lot=${lotId}`, 'Waste');
    await focused('qty');
    await page.type('2');
    await page.press('Enter');
    await focused('reason');
    await choose('reason', 'B');
    await page.evaluate("document.querySelector('form [type=submit]').click()");
    await shows('A witness is needed');
    await page.press('Escape');
    await shows('No one witnessed it: nothing was done.');
  });

  test('gives no form where no one here may witness, or the role may not do it', async () => {
    const { page, db } = world;
    const hasForm = () => page.evaluate<boolean>("document.querySelector('form') !== null");
    const endWitness = 'update person set ended_at = $1 where name = $2';
    await db.owner.query(endWitness, [new Date(), 'Jonas Weber']);
    await page.open('about:blank');
    await page.open(`${world.service.url}/app/waste?lot=${lotId}`);
    await shows('No one else here may witness it.');
    expect(await hasForm()).toBe(false);
    await db.owner.query(endWitness, [null, 'Jonas Weber']);
    await world.signIn({ organization: 'pharmacy', name: 'Ben Okafor', roles: ['clerk'] });
    await page.open('about:blank');
    await page.open(`${world.service.url}/app/waste?lot=${lotId}`);
    await shows('a pharmacist or a manager wastes it, with a witness.');
    expect(await hasForm()).toBe(false);
  });
});
