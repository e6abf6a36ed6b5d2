// A scanner at a locked terminal, and a browser in which nothing could unlock a session. In Chromium.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findChromium } from '../../test/support/chromium.ts';
import { day, makePharmacy } from '../../test/support/pharmacy.ts';
import { type ApplicationWorld, scanned, startApplication } from './support/application.ts';

/** A browser is slow where others work next to it. */
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const PIN = '493027';
const GTIN = '00312345000011';
const PACKAGE = `01${GTIN}1735113010L1\u001d21S1`;
/** As many digits as a PIN has, at a scanner's speed. */
const SHORT = '112233';
const chromium = findChromium('locks in a browser');

const browsing = describe.skipIf(chromium === undefined);
browsing('a session, in a browser,', { shuffle: false }, () => {
  let world: ApplicationWorld;
  let id: string;
  beforeAll(async () => {
    world = await startApplication(chromium as string, async ({ database, owner }) => {
      const lots = [{ sku_code: 'SKU-1', lot_number: 'L1', expiry_date: day(90), qty: 40 }];
      await makePharmacy(database, { skuCodes: ['SKU-1'], lots });
      await owner.query('update sku set gtin = $1', [GTIN]);
    });
    id = await signIn();
  });
  afterAll(() => world?.close());

  const signIn = () =>
    world.signIn({
      organization: 'pharmacy',
      name: 'Rosa Marchetti',
      roles: ['pharmacist', 'manager'],
    });
  const shows = (text: string) =>
    world.page.until(`document.body?.innerText.includes(${JSON.stringify(text)})`, text);
  const push = async (name: string) => {
    const button = `[...document.querySelectorAll('button')].find((one) => one.checkVisibility() && one.textContent === ${JSON.stringify(name)})`;
    await world.page.until(button, `a button ${name}`);
    await world.page.evaluate(`${button}.click()`);
  };
  const send = (method: string, path: string, body: object) =>
    world.page.evaluate<number>(
      `fetch('/app/api${path}', {
        method: '${method}',
        headers: { 'content-type': 'application/json', 'Pharmacy-Person': '${id}' },
        body: '${JSON.stringify(body)}',
      }).then(({ status }) => status)`,
    );

  test('that nothing could unlock is ended where it would lock, and says why', async () => {
    await world.open('/me', 'Rosa Marchetti');
    await shows('This browser is no terminal');
    await shows('Make it a terminal');
    expect(await send('PUT', '/me/pin', { pin: PIN })).toBe(200);
    await world.open('/stock', 'Stock');
    await push('Lock');
    await shows('You were signed out, and not locked');
    const { rows } = await world.db.owner.query(
      'select count(*)::int as open from person_session where ended_at is null',
    );
    expect(rows).toEqual([{ open: 0 }]);
  });

  test('takes no scan for a PIN at a locked terminal, and keeps it for its person', async () => {
    const { page, db } = world;
    id = await signIn();
    expect(await send('POST', '/terminals', { name: 'Counter' })).toBe(201);
    expect(await send('PUT', '/me/pin', { pin: PIN })).toBe(200);
    await world.open('/stock', 'Stock');
    await push('Lock');
    await page.until("document.activeElement?.name === 'pin'", 'the field');
    for (const code of [SHORT, SHORT, SHORT, SHORT, SHORT, PACKAGE]) {
      await page.strokes(scanned(code), 10);
      await shows('Locked: unlock first. The scan is kept.');
      await page.until("document.querySelector('[name=pin]').value === ''", 'an empty field');
    }
    const failures = 'select max(pin_failures)::int as failures from person';
    expect((await db.owner.query(failures)).rows).toEqual([{ failures: 0 }]);
    await page.strokes(
      [...PIN].map((key) => ({ key, text: key })),
      120,
    );
    await page.press('Enter');
    await page.until("!document.querySelector('.cover')", 'the page');
    await shows('Lot L1');
  });
});
