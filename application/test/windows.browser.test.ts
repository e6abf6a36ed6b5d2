// Two windows of one browser have one cookie between them. Each acts as the person that it shows, or does nothing.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeLink } from '../../src/people/invite.ts';
import { type Invited, invite, tokenOf } from '../../test/support/browsers.ts';
import { type BrowserPage, findChromium } from '../../test/support/chromium.ts';
import { day, makePharmacy } from '../../test/support/pharmacy.ts';
import { type ApplicationWorld, startApplication } from './support/application.ts';

vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const chromium = findChromium('two windows');
const ENTER = { key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' };
describe.skipIf(chromium === undefined)('two windows', { shuffle: false }, () => {
  let world: ApplicationWorld;
  let second: BrowserPage;
  let lotId: string;
  let rosa: Invited;
  beforeAll(async () => {
    const lots = [{ sku_code: 'SKU-1', lot_number: 'A', expiry_date: day(400), qty: 40 }];
    world = await startApplication(chromium as string, async ({ database }) => {
      await makePharmacy(database, { lots });
    });
    lotId = (await world.db.owner.query('select id from lot')).rows[0].id;
    rosa = await invite(world.db, { name: 'Rosa Marchetti', roles: 'pharmacist,manager' });
    second = await world.page.another();
    await signIn(world.page, rosa.link, 'Rosa Marchetti');
  }, 120_000);
  afterAll(() => world?.close());

  const sees = (page: BrowserPage, text: string) =>
    page.until(
      `document.body?.innerText.replaceAll(/\\s+/g, ' ').includes(${JSON.stringify(text)})`,
      text,
    );
  const isCovered = () =>
    world.page.until("document.querySelector('.frame')?.hidden", 'the first window is covered');
  const typed = () => world.page.evaluate<string>("document.querySelector('[name=qty]').value");
  const movements = async () => {
    const { rows } = await world.db.owner.query(
      "select type from movement where type <> 'receive'",
    );
    return rows.length;
  };
  /** Fills in the form of a waste, and leaves it to be sent. */
  const begin = async () => {
    await world.open(`/waste?lot=${lotId}`, 'Waste');
    await world.page.until("document.activeElement?.name === 'qty'", 'the focus');
    await world.page.strokes([{ key: '7', text: '7' }], 10);
    await world.page.press('Enter');
    await world.page.strokes([{ key: 'B', text: 'B' }], 10);
    await world.page.until("document.querySelector('[name=reason]').value !== ''", 'a reason');
  };
  const send = () => world.page.evaluate("document.querySelector('form [type=submit]').click()");
  const signIn = async (page: BrowserPage, link: string, name: string) => {
    await page.open('about:blank');
    await page.open(`${world.service.url}/app/sign-in#${tokenOf(link)}`);
    const button =
      "[...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Sign in by'))";
    await page.until(button, 'the way in');
    await page.evaluate(`${button}.click()`);
    await page.until("document.querySelector('.frame')?.hidden === false", 'the session');
    await sees(page, name);
  };

  test('the first does nothing as the person of the second, and keeps what was typed', async () => {
    await begin();
    const ben = await invite(world.db, { name: 'Ben Okafor', roles: 'clerk' });
    await signIn(second, ben.link, 'Ben Okafor');
    await send();
    await isCovered();
    await sees(world.page, 'Ben Okafor has signed in in another window of this browser.');
    await sees(world.page, 'is kept for Rosa Marchetti');
    expect(await movements()).toBe(0);
    expect(await typed()).toBe('7');
  });

  test('the first opens again for its own person, who sends it', async () => {
    const { rows } = await world.db.owner.query('select id from organization');
    const { link } = await world.db.database.transaction((tx) =>
      makeLink(tx, { id: rosa.id, organizationId: rows[0].id }, { appUrl: world.service.url }),
    );
    await signIn(second, link, 'Rosa Marchetti');
    await world.page.evaluate("dispatchEvent(new Event('focus'))");
    await world.page.until("document.querySelector('.frame')?.hidden === false", 'the first');
    expect(await typed()).toBe('7');
    await send();
    await sees(world.page, 'Wasted 7');
    expect(await movements()).toBe(1);
  });

  test('a count that waits goes out as who counted it, and as no other', async () => {
    const sheet = await world.page.evaluate<string>(
      `fetch('/app/api/counts', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'Pharmacy-Person': '${rosa.id}',
                   'Idempotency-Key': crypto.randomUUID() },
        body: JSON.stringify({ location: 'Main', scope: 'all' }),
      }).then((answer) => answer.json()).then(({ id }) => id)`,
    );
    await world.open(`/counts/${sheet}`, 'Count Main');
    await world.page.cut(true);
    await world.page.evaluate(
      `document.querySelector('[aria-label="Count SKU-1, lot A"]').click()`,
    );
    await world.page.until("document.activeElement?.name === 'counted'", 'the field');
    await world.page.strokes([{ key: '5', text: '5' }, ENTER], 10);
    await sees(world.page, 'kept on this device');
    const cara = await invite(world.db, { name: 'Cara Diaz', roles: 'clerk' });
    await signIn(second, cara.link, 'Cara Diaz');
    await world.page.cut(false);
    await isCovered();
    await second.open(`${world.service.url}/app/counts/${sheet}`);
    await sees(second, 'Count Main');
    const { rows } = await world.db.owner.query('select counted from count_line');
    expect(rows).toEqual([{ counted: null }]);
  });
});
