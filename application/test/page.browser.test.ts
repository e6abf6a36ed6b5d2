// The page of the application as people use it, in Chromium: from the service, with its database.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findChromium } from '../../test/support/chromium.ts';
import { day, makePharmacy } from '../../test/support/pharmacy.ts';
import { type ApplicationWorld, scanned, startApplication } from './support/application.ts';

const FIRST_LOAD_BYTES_MAX = 60_000;

const GENERATED = new URL('../../generated/application/', import.meta.url);
const generated = (name: string) => readFileSync(new URL(name, GENERATED));

test('the first load of the page stays below its size', () => {
  const program = readdirSync(GENERATED).find((name) => name.startsWith('page-'));
  const names = [program as string, 'page.css'];
  const bytes = names.map((name) => gzipSync(generated(name), { level: 9 }).length);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(FIRST_LOAD_BYTES_MAX);
});

/** A browser is slow where others work next to it. */
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const chromium = findChromium('the application in a browser');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ROSA = {
  organization: 'pharmacy',
  name: 'Rosa Marchetti',
  roles: ['pharmacist', 'manager'],
} as const;

const SKUS = Array.from({ length: 20 }, (_, index) => `SKU-${index + 1}`);

/** A GTIN-14 with its check digit. */
function gtin(number: number): string {
  const digits = `00312345${String(number).padStart(5, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1),
    0,
  );
  return digits + ((10 - (sum % 10)) % 10);
}

/** A package: its lot runs into the serial number unless a separator comes between. */
const packageOf = (number: number, serial = 'S1') =>
  `01${gtin(number)}17351130` + `10LOT${number}\u001d21${serial}`;

const SCREENS: readonly (readonly [path: string, heading: string])[] = [
  ['', 'Good'],
  ['/stock', 'Stock'],
  ['/stock/SKU-1', 'SKU-1'],
  ['/lots', 'Lots'],
  ['/lots/LOT', 'Lot L1'],
  ['/receive', 'Receive'],
  ['/waste', 'Waste'],
  ['/waste?lot=LOT', 'Waste'],
  ['/adjust?lot=LOT', 'Adjust'],
  ['/transfer?lot=LOT', 'Transfer'],
  ['/status?lot=LOT', 'Quarantine'],
  ['/correct-expiry?lot=LOT', 'Correct'],
  ['/expiry?within=90', 'Expiry'],
  ['/temperature', 'Temperature'],
  ['/activity', 'Activity'],
  ['/orders', 'Orders'],
  ['/scanner', 'Scanner'],
];

const SUBMIT = "document.querySelector('[type=submit]').click()";

const browsing = describe.skipIf(chromium === undefined);
browsing('the application, in a browser,', { shuffle: false }, () => {
  let world: ApplicationWorld;
  beforeAll(async () => {
    world = await startApplication(chromium as string, async ({ database, owner }) => {
      const lots = SKUS.map((sku_code, index) => {
        return { sku_code, lot_number: `L${index + 1}`, expiry_date: day(index * 5 + 1), qty: 40 };
      });
      await makePharmacy(database, { skuCodes: SKUS, lots });
      for (const [index, sku_code] of SKUS.entries()) {
        const values = [sku_code, gtin(index + 1)];
        await owner.query('update sku set gtin = $2 where sku_code = $1', values);
      }
    });
    await world.signIn(ROSA);
  });
  afterAll(() => world?.close());

  const lotId = async (lotNumber: string): Promise<string> => {
    const text = 'select id from lot where lot_number = $1';
    const { rows } = await world.db.owner.query(text, [lotNumber]);
    return rows[0].id;
  };
  const posted = async (lotNumber: string): Promise<string[]> => {
    const { rows } = await world.db.owner.query(
      `select entry.type || ' ' || entry.qty as done
         from ledger_entry entry join lot on lot.id = entry.lot_id
        where lot.lot_number = $1 order by entry.created_at, entry.seq`,
      [lotNumber],
    );
    return rows.map(({ done }) => done);
  };
  const shows = (text: string) =>
    world.page.until(`document.body?.innerText.includes(${JSON.stringify(text)})`, text);
  const focused = (name: string) =>
    world.page.until(`document.activeElement?.name === '${name}'`, `the focus on ${name}`);
  const type = (text: string) =>
    world.page.strokes(
      [...text].map((key) => ({ key, text: key })),
      70,
    );

  test.each(['Ctrl+]', 'F8'] as const)(
    'lose none of 20 scans at 10 ms a key whose separator comes as %s',
    async (separator) => {
      const { page } = world;
      await world.open('/receive', 'Receive');
      const burst = SKUS.flatMap((_, index) => scanned(packageOf(index + 1), separator));
      await page.strokes(burst, 10);
      await page.until("document.querySelectorAll('.line').length === 20", 'all lines');
      const lines = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.line')].map((line) =>
          [...line.querySelectorAll('input')].map(({ value }) => value).join(' '))`,
      );
      expect(lines).toEqual(SKUS.map((sku, index) => `${sku} LOT${index + 1} 2035-11-30 1`));
      expect(await page.evaluate('document.activeElement.id')).toBe('scan');
    },
  );

  test('receive each line of a delivery once', async () => {
    const { page } = world;
    await world.open('/receive', 'Receive');
    const packages = [packageOf(1, 'A'), packageOf(1, 'B'), packageOf(2, 'C'), packageOf(1, 'B')];
    await page.strokes(
      packages.flatMap((one) => scanned(one)),
      10,
    );
    await shows('Scanned before: package B');
    await page.press('Enter');
    await page.until("document.activeElement?.textContent === 'Receive 2 lines'", 'the button');
    await page.press('Enter');
    await shows('2 lines received.');
    expect(await posted('LOT1')).toEqual(['receive 2']);
    expect(await posted('LOT2')).toEqual(['receive 1']);
  });

  test('take what a scanner types although a link has the focus', async () => {
    const { page } = world;
    await world.open('/lots', 'Lots');
    await page.until("document.querySelector('tbody a')", 'the lots');
    await page.evaluate("document.querySelector('tbody a').focus()");
    await page.strokes(scanned(packageOf(3).replace('LOT3', 'L3')), 10);
    await shows('Lot L3');
    expect(await page.evaluate('document.activeElement.id')).toBe('scan');
  });

  test('let the keyboard alone waste a part of a lot, and undo it', async () => {
    const { page } = world;
    await world.open(`/lots/${await lotId('L7')}`, 'Lot L7');
    await type('w');
    await focused('qty');
    await type('2');
    await page.press('Enter');
    await focused('reason');
    await type('B');
    await page.press('Enter');
    await focused('comment');
    await type('fell down');
    await page.press('Enter');
    await shows('Wasted 2 units of lot L7');
    expect(await posted('L7')).toEqual(['receive 40', 'waste -2']);
    // From the link that continues, over the one that opens the lot.
    await page.press('Tab');
    await page.press('Tab');
    await page.press('Enter');
    await shows('Undone');
    expect(await posted('L7')).toEqual(['receive 40', 'waste -2', 'adjust 2']);
    await shows('Undone: waste 2 units of lot L7 (SKU-7) at Main. The lot holds 40 now.');
    const left = await page.evaluate<string>("document.querySelector('#content').innerText");
    expect(left).not.toMatch(/Wasted|can be undone/);
    await page.press('Escape');
    await shows('Lot L7');
  });

  test('keep letters that belong to a code, and act on those that stand alone', async () => {
    const { page } = world;
    await world.open(`/lots/${await lotId('L9')}`, 'Lot L9');
    // A code that begins with the letter of an action.
    await page.strokes(scanned('WASTE-ME'), 10);
    await shows('Unknown code WASTE-ME');
    expect(await page.evaluate('location.pathname')).toContain('/app/lots/');
    await type('/');
    await type('t');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await page.evaluate("document.getElementById('scan').value")).toBe('t');
    await page.press('Escape');
    await type('t');
    await page.until("location.pathname === '/app/transfer'", 'the transfer');
  });

  test('post once what is sent again because its answer was lost', async () => {
    const { page } = world;
    await world.open(`/waste?lot=${await lotId('L11')}`, 'Waste');
    await focused('qty');
    await type('3');
    await page.press('Enter');
    await type('S');
    await page.press('Enter');
    await page.loseAnswer('/inventory/waste');
    await page.press('Enter');
    await shows('No answer came');
    expect(await posted('L11')).toEqual(['receive 40', 'waste -3']);
    expect(await page.evaluate("document.querySelector('[name=qty]').value")).toBe('3');
    await page.evaluate(SUBMIT);
    await shows('Wasted 3 units of lot L11');
    expect(await posted('L11')).toEqual(['receive 40', 'waste -3']);
  });

  test('say without a network that nothing was done, and keep what was typed', async () => {
    const { page } = world;
    await world.open(`/waste?lot=${await lotId('L12')}`, 'Waste');
    await focused('qty');
    await type('4');
    await page.press('Enter');
    await type('O');
    await page.press('Enter');
    await type('a mouse');
    await page.cut(true);
    await shows('No network');
    await page.press('Enter');
    await shows('nothing was done');
    expect(await posted('L12')).toEqual(['receive 40']);
    await page.cut(false);
    await page.until("!document.querySelector('.offline')", 'the network');
    await page.evaluate(SUBMIT);
    await shows('Wasted 4 units of lot L12');
  });

  test('hold a scan until the network is back', async () => {
    const { page } = world;
    await world.open('/receive', 'Receive');
    await page.cut(true);
    await shows('No network');
    await page.strokes(scanned(packageOf(13)), 10);
    await page.cut(false);
    await page.until("document.querySelectorAll('.line').length === 1", 'the scan');
  });

  test('show a refusal next to the field that it is about', async () => {
    const { page } = world;
    await world.open(`/waste?lot=${await lotId('L14')}`, 'Waste');
    await focused('qty');
    await type('400');
    await page.press('Enter');
    await type('B');
    await page.evaluate(SUBMIT);
    await page.until("document.activeElement?.matches('[name=qty][aria-invalid=true]')", 'it');
    const beside = await page.evaluate<string>(
      "document.querySelector('.field.is-wrong .error').textContent",
    );
    expect(beside).toContain('Only 40 on hand; cannot take 400.');
    expect(await posted('L14')).toEqual(['receive 40']);
  });

  test('cover a session that is locked, and keep what was typed below the cover', async () => {
    const { page } = world;
    const ask = (method: string, path: string, body?: object) =>
      page.evaluate<number>(
        `fetch('/app/api/session').then((answer) => answer.json()).then(({ person }) =>
          fetch('/app/api${path}', {
            method: '${method}',
            headers: { 'Pharmacy-Person': person.id, 'content-type': 'application/json' },
            ${body ? `body: '${JSON.stringify(body)}'` : ''}
          })).then(({ status }) => status)`,
      );
    // A session that nothing could unlock would be ended.
    expect(await ask('POST', '/terminals', { name: 'Counter' })).toBe(201);
    expect(await ask('PUT', '/me/pin', { pin: '493027' })).toBe(200);
    await world.open(`/waste?lot=${await lotId('L15')}`, 'Waste');
    await focused('qty');
    await type('7');
    expect(await ask('POST', '/session/lock')).toBeLessThan(300);
    await page.press('Enter');
    await type('B');
    await page.evaluate(SUBMIT);
    await page.until("document.querySelector('.frame')?.hidden", 'the cover');
    expect(await page.evaluate("document.querySelector('[name=qty]').value")).toBe('7');
    expect(await posted('L15')).toEqual(['receive 40']);
    await world.signIn(ROSA);
  });

  test.each(['light', 'dark'] as const)('keep nobody out of any screen, in %s', async (scheme) => {
    const { page } = world;
    const id = await lotId('L1');
    await page.prefer(scheme);
    for (const [path, heading] of SCREENS) {
      await world.open(path.replace('LOT', id), heading);
      await page.until("!document.querySelector('[aria-busy=true]')", path);
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

  test('fit windows of 320 to 1400 pixels, without a table that scrolls inside itself', async () => {
    const { page } = world;
    const id = await lotId('L1');
    for (const [path, heading] of SCREENS) {
      await world.open(path.replace('LOT', id), heading);
      await page.until("!document.querySelector('[aria-busy=true]')", path);
      for (const width of [320, 390, 900, 1024, 1400]) {
        await page.resize(width, 700);
        const found = await page.evaluate<object>(`({
          tooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
          cut: [...document.querySelectorAll('.table')].filter((one) => one.scrollWidth > one.clientWidth).length,
          odd: document.body.innerText.match(/NaN|undefined|\\[object/),
        })`);
        expect([path, width, found]).toEqual([path, width, { tooWide: false, cut: 0, odd: null }]);
      }
      await page.resize(1400, 900);
    }
  });

  test('have rows of one line, and move nothing for what a scan led to', async () => {
    const { page } = world;
    await page.resize(1400, 900);
    await world.open('/lots', 'Lots');
    await page.until("document.querySelector('tbody tr')", 'the lots');
    const heights = await page.evaluate<number[]>(
      "[...new Set([...document.querySelectorAll('tbody tr')].map((row) => row.offsetHeight))]",
    );
    expect(heights).toEqual([36]);
    const top = () =>
      page.evaluate<number>("document.querySelector('tbody').getBoundingClientRect().top");
    const before = await top();
    await page.strokes(scanned('NO-SUCH-CODE'), 10);
    await shows('Unknown code NO-SUCH-CODE');
    expect(await top()).toBe(before);
  });

  // The last one: it judges what all of them did.
  test('ask no other host for anything, and neither break nor bend their policy', () => {
    const { page, service } = world;
    const elsewhere = page.requests.filter(
      (url) => !url.startsWith(`${service.url}/`) && !/^(data|about):/.test(url),
    );
    expect(page.requests).toContain(`${service.url}/app/api/inventory/waste`);
    expect(elsewhere).toEqual([]);
    // Chromium notes each refusal and each lost answer itself.
    const own = page.complaints.filter((text) => !text.startsWith('Failed to load resource'));
    expect(own).toEqual([]);
  });
});
