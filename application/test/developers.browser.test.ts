// The developers' screens, in Chromium: what fails is seen and mended there, in one environment at a time.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findChromium } from '../../test/support/chromium.ts';
import { type Client, client } from '../../test/support/client.ts';
import { ROOT } from '../../test/support/document.ts';
import { addDelivery, create } from '../../test/support/endpoints.ts';
import { makePharmacy } from '../../test/support/pharmacy.ts';
import { type ApplicationWorld, startApplication } from './support/application.ts';
import { smallPng } from './support/small-png.ts';

/** A browser is slow where others work next to it. */
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const chromium = findChromium('the screens of developers');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const GUIDE = readFileSync(`${ROOT}docs/webhooks.md`, 'utf8');
const LIVE_URL = 'https://93.184.215.14/live';
const TEST_URL = 'https://93.184.215.14/test';
const ADDED_URL = 'https://93.184.215.14/added';
const FAILED = 'HTTP 503';

describe.skipIf(chromium === undefined)('a developer, in a browser,', { shuffle: false }, () => {
  let world: ApplicationWorld;
  let endpointId: string;
  let deliveryId: string;
  let live: Client;
  beforeAll(async () => {
    let keys = { liveKey: '', testKey: '' };
    world = await startApplication(chromium as string, async ({ database }) => {
      keys = await makePharmacy(database);
    });
    const { db, service } = world;
    live = client({ url: service.url, key: keys.liveKey });
    const testing = client({ url: service.url, key: keys.testKey });
    ({ id: endpointId } = await create(live, { url: LIVE_URL, description: 'Web shop' }));
    await create(testing, { url: TEST_URL });
    deliveryId = await addDelivery({ db }, endpointId);
    await db.owner.query(
      `insert into webhook_attempt (delivery_id, number, organization_id, at, status, milliseconds, error)
       select id, 1, organization_id, now(), 503, 43, 'status' from webhook_delivery where id = $1`,
      [deliveryId],
    );
    await db.owner.query('update webhook_endpoint set failing_since = now() where id = $1', [
      endpointId,
    ]);
    await world.signIn({ organization: 'pharmacy', name: 'Dev Patel', roles: ['developer'] });
  });
  afterAll(() => world?.close());

  const sees = (text: string) =>
    world.page.until(`document.body?.innerText.includes(${JSON.stringify(text)})`, text);
  const lacks = async (text: string) =>
    expect(await world.page.evaluate('document.body.innerText')).not.toContain(text);
  const seesNot = (text: string) =>
    world.page.until(`!document.body?.innerText.includes(${JSON.stringify(text)})`, `no ${text}`);
  const named = (name: string) =>
    `[...document.querySelectorAll('main a, main button, dialog button, summary')].findLast((one) => one.checkVisibility() && one.textContent.trim() === ${JSON.stringify(name)})`;
  /** By the keyboard: the focus, then Enter. */
  const press = async (name: string) => {
    await world.page.until(named(name), name);
    await world.page.evaluate(`${named(name)}.focus()`);
    await world.page.press('Enter');
  };
  /** What a person types or chooses, by the label of the field. */
  const fill = (label: string, value: string) =>
    world.page.evaluate(`{
      const field = [...document.querySelectorAll('label')].findLast((one) => one.checkVisibility() && one.textContent.startsWith(${JSON.stringify(label)})).control;
      field.value = ${JSON.stringify(value)};
      for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
    }`);
  const settled = () =>
    world.page.until("!document.querySelector('[aria-busy=true]')", 'the reads');
  /** Kept where PICTURES names a folder, for people to look at. */
  const picture = async (name: string) => {
    const folder = process.env.PICTURES;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    for (const scheme of ['light', 'dark'] as const) {
      await world.page.prefer(scheme);
      for (const width of [1280, 390]) {
        await world.page.resize(width, 900);
        writeFileSync(`${folder}/${name}-${scheme}-${width}.png`, await world.page.picture());
      }
    }
    await world.page.prefer('light');
    await world.page.resize(1400, 900);
  };
  /** A picture of the guide, taken again where WRITE_ANSWERS is set. */
  const guidePicture = async (name: string) => {
    expect(GUIDE).toContain(`(pictures/${name}.png)`);
    if (process.env.WRITE_ANSWERS === undefined) return;
    await settled();
    await world.page.resize(1280, 860);
    await new Promise((resolve) => setTimeout(resolve, 400));
    writeFileSync(`${ROOT}docs/pictures/${name}.png`, smallPng(await world.page.picture()));
    await world.page.resize(1400, 900);
  };
  const rowOf = async (table: string, id: string) =>
    (await world.db.owner.query(`select * from ${table} where id = $1`, [id])).rows[0];

  test('sees which endpoint fails, and sends its dead delivery again', async () => {
    await world.open('/developers', 'Endpoints');
    await sees('Fails');
    await sees(FAILED);
    await lacks(TEST_URL);
    await picture('endpoints');
    await press(LIVE_URL);
    await sees('Deliveries');
    await press('1 attempt');
    await sees(`${FAILED} after 43 ms`);
    await picture('endpoint');
    await guidePicture('endpoint');
    await press('Replay');
    await sees('The delivery is sent again.');
    await settled();
    expect(await rowOf('webhook_delivery', deliveryId)).toMatchObject({ status: 'pending' });
    await sees('Pending');
  });

  test('replays what died since', async () => {
    const died = await addDelivery(world, endpointId, 'dead', "now() - interval '3 days'");
    await press('Replay the dead');
    await sees('Which died in');
    await fill('Which died in', `${7 * 86_400}`);
    await press('Replay');
    await sees('will be sent again.');
    await settled();
    expect(await rowOf('webhook_delivery', died)).toMatchObject({ status: 'pending' });
  });

  test('rotates the secret, which is shown once', async () => {
    await press('Rotate the secret');
    await sees('How long the old secret signs too');
    await press('Rotate');
    await sees('whsec_');
    await picture('secret');
    await press('Done');
    await seesNot('whsec_');
    await sees('Two secrets sign until');
    const { overlap_ends_at } = await rowOf('webhook_endpoint', endpointId);
    expect(overlap_ends_at.getTime()).toBeGreaterThan(Date.now());
  });

  test('disables an endpoint, and enables it again', async () => {
    await press('Disable');
    await sees('Disable the endpoint?');
    await press('Disable');
    await sees('The endpoint is disabled.');
    await press('Enable');
    await sees('The endpoint is enabled.');
    expect(await rowOf('webhook_endpoint', endpointId)).toMatchObject({ disabled_at: null });
  });

  test('sends a test of the kind that is chosen', async () => {
    await press('Send a test event');
    await sees('Kind of event');
    await fill('Kind of event', 'stock.low');
    await press('Send');
    await sees('A test event is on its way.');
    await settled();
    const { rows } = await world.db.owner.query(
      `select type from webhook_delivery where payload like '%"is_test":true%'`,
    );
    expect(rows).toEqual([{ type: 'stock.low' }]);
  });

  test('changes an endpoint, and shows what is wrong next to the field', async () => {
    await press('Change');
    await sees('Change the endpoint');
    await fill('Events', 'stock.gone');
    await press('Change');
    await sees('Must be one of stock.changed');
    await fill('Events', 'stock.low, sku.created');
    await press('Change');
    await sees('The endpoint is changed.');
    await sees('stock.low, sku.created');
    expect(await rowOf('webhook_endpoint', endpointId)).toMatchObject({
      events: ['stock.low', 'sku.created'],
      url: LIVE_URL,
    });
  });

  test('finds a refused request by its id, in its own environment', async () => {
    const body = { type: 'fulfill', sku_code: 'SKU-1', qty: 0 };
    const refused = await live.post('/v1/inventory/movements', { body });
    await live.get('/v1/orders?status=paid&limit=1000');
    const id = refused.headers.get('x-request-id') ?? '';
    await world.open('/developers', 'Endpoints');
    await press('Refused requests');
    await sees('postMovement');
    await sees('listOrders');
    await sees('validation_error');
    await sees('qty');
    await picture('requests');
    await guidePicture('refused-requests');
    await fill('Request id', id);
    await seesNot('listOrders');
    await sees(id);
    await press('Test');
    await sees('There is no such test request.');
  });

  test('switches to test, and sees and makes things of test alone', async () => {
    await world.open('/developers', 'Endpoints');
    await press('Test');
    await sees('You see the test environment.');
    await sees(TEST_URL);
    await lacks(LIVE_URL);
    await press('Add an endpoint');
    await world.page.until("document.activeElement?.name === 'url'", 'the field');
    await world.page.type(ADDED_URL);
    await press('Add');
    await sees('whsec_');
    await press('Done');
    await seesNot('whsec_');
    await sees(ADDED_URL);
    await settled();
    const { rows } = await world.db.owner.query(
      'select environment from webhook_endpoint where url = $1',
      [ADDED_URL],
    );
    expect(rows).toEqual([{ environment: 'test' }]);
    await press('Keys');
    await sees('vita_test_');
    await lacks('vita_live_');
    await picture('keys');
    await press('Live');
    await sees('vita_live_');
    await lacks('vita_test_');
  });

  test('deletes an endpoint', async () => {
    await world.open('/developers?environment=test', 'Endpoints');
    await press(ADDED_URL);
    await press('Delete');
    await sees('Delete the endpoint?');
    await press('Delete');
    await sees('The endpoint is deleted.');
    await sees(TEST_URL);
    await lacks(ADDED_URL);
    const { rows } = await world.db.owner.query(
      'select url from webhook_endpoint where deleted_at is not null',
    );
    expect(rows).toEqual([{ url: ADDED_URL }]);
  });

  test('is led to the contracts and the packages', async () => {
    await world.open('/developers/links', 'Documentation');
    const statuses = await world.page.evaluate<[string, number][]>(
      `Promise.all([...document.querySelectorAll('main .picks a')].map((one) =>
        fetch(one.href).then(({ status }) => [one.pathname, status])))`,
    );
    expect(statuses.map(([, status]) => status)).toEqual([200, 200, 200, 200, 200, 200, 200]);
    expect(statuses.map(([path]) => path)).toContain('/sdk/pharmacy-platform-sdk-1.0.0.tgz');
    await sees(`npm install ${world.service.url}/sdk/`);
  });

  const screens = () => [
    ['/developers', 'Endpoints'],
    [`/developers/endpoints/${endpointId}`, 'Endpoint'],
    ['/developers/requests', 'Refused requests'],
    ['/developers/keys', 'Keys'],
    ['/developers/links?environment=test', 'Documentation'],
  ];

  test.each(['light', 'dark'] as const)('is kept out of no screen, in %s', async (scheme) => {
    const { page } = world;
    await page.prefer(scheme);
    for (const [path = '', heading = ''] of screens()) {
      await world.open(path, heading);
      await settled();
      await page.evaluate(`${axe};undefined`);
      const found = await page.evaluate<object[]>(`
        axe.run(document, { resultTypes: ['violations'] }).then(({ passes, violations }) =>
          passes.length < 15 ? [{ id: 'nothing was looked at' }] : violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => ({ id, places: nodes.map(({ html }) => html.slice(0, 200)) })))
      `);
      expect([path, found]).toEqual([path, []]);
    }
    await page.prefer('light');
  });

  test('needs no window wider than 320 pixels', async () => {
    const { page } = world;
    await page.resize(320, 700);
    for (const [path = '', heading = ''] of screens()) {
      await world.open(path, heading);
      await settled();
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect([path, needed]).toEqual([path, 320]);
    }
    await page.resize(1400, 900);
  });

  test('is no clerk: a clerk sees none of it', async () => {
    await world.signIn({ organization: 'pharmacy', name: 'Ben Okafor', roles: ['clerk'] });
    await world.open('/developers', 'Not for your roles');
    await lacks('Webhooks and keys');
    const statuses = await world.page.evaluate<number[]>(
      `Promise.all(['endpoints', 'keys'].map((one) =>
        fetch('/app/api/developers/' + one + '?environment=live').then(({ status }) => status)))`,
    );
    expect(statuses).toEqual([403, 403]);
  });
});
