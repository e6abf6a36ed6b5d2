// What a scanner types is a scan wherever the focus is, in Chromium, at the speed of a scanner.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findChromium, type Stroke } from '../../test/support/chromium.ts';
import { makePharmacy } from '../../test/support/pharmacy.ts';
import { type ApplicationWorld, scanned, startApplication } from './support/application.ts';

vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const chromium = findChromium('scanning in a browser');
const GTIN = '00312345000011';
const PIN = '271828';
const ENTER: Stroke = { key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' };
const TAB: Stroke = { key: 'Tab', code: 'Tab', keyCode: 9 };
const keysOf = (text: string) => [...text].map((key): Stroke => ({ key, text: key }));
const packageOf = (lot: string, serial: string, expiry = '17351130') =>
  `01${GTIN}${expiry}10${lot}\u001d21${serial}`;

describe.skipIf(chromium === undefined)('a scan, in a browser,', { shuffle: false }, () => {
  let world: ApplicationWorld;
  let lotId: string;
  beforeAll(async () => {
    world = await startApplication(chromium as string, async ({ database, owner }) => {
      const lot = { sku_code: 'SKU-1', lot_number: 'A', expiry_date: '2035-11-30', qty: 40 };
      await makePharmacy(database, { skuCodes: ['SKU-1'], lots: [lot] });
      await owner.query('update sku set gtin = $1', [GTIN]);
    });
    const roles = ['pharmacist', 'manager'] as const;
    const id = await world.signIn({ organization: 'pharmacy', name: 'Rosa Marchetti', roles });
    const headers = `{ 'content-type': 'application/json', 'Pharmacy-Person': '${id}' }`;
    const chosen = await world.page.evaluate(`fetch('/app/api/me/pin', { method: 'PUT',
      headers: ${headers}, body: JSON.stringify({ pin: '${PIN}' }) }).then(({ status }) => status)`);
    expect(chosen).toBeLessThan(300);
    lotId = (await world.db.owner.query('select id from lot')).rows[0].id;
  });
  afterAll(() => world?.close());

  const scan = (code: string, end = ENTER) =>
    world.page.strokes([...scanned(code).slice(0, -1), end], 8);
  const typeSlowly = (text: string) => world.page.strokes(keysOf(text), 90);
  const says = (text: string) =>
    world.page.until(`document.body.textContent.includes(${JSON.stringify(text)})`, text);
  const typedIn = (name: string) =>
    world.page.evaluate<string>(`document.querySelector('[name=${name}]').value`);
  const focus = async (name: string) => {
    await world.page.until(`document.querySelector('[name=${name}]')`, name);
    await world.page.evaluate(`document.querySelector('[name=${name}]').focus()`);
  };
  const linesOf = () =>
    world.page.evaluate<string[]>(`[...document.querySelectorAll('.line')].map((line) =>
      [...line.querySelectorAll('input')].map(({ value }) => value).join(' '))`);
  const press = (name: string) =>
    world.page.evaluate(
      `[...document.querySelectorAll('main button')].find((one) => one.textContent.startsWith('${name}')).click()`,
    );
  const posted = async () => {
    const text = `select lot_number || ' ' || type || ' ' || qty as done
                    from ledger_entry join lot on lot.id = ledger_entry.lot_id
                   where qty <> 40 order by ledger_entry.created_at`;
    return (await world.db.owner.query(text)).rows.map(({ done }) => done);
  };

  test.each(['lot_number', 'qty', 'expiry_date', 'sku_code', 'po_number', 'location'])(
    'is no %s of a delivery: its package gets a line, and the field what it had',
    async (name) => {
      await world.open('/receive', 'Receive');
      await scan(packageOf('FIRST', '1'));
      await world.page.until("document.querySelectorAll('.line').length === 1", 'a line');
      const before = await typedIn(name);
      for (const [at, end] of [ENTER, TAB].entries()) {
        await focus(name);
        await scan(packageOf('SECOND', `${name}${at}`), end);
        await says(`${at + 1} unit`);
        expect(await typedIn(name)).toBe(before);
      }
      expect(await linesOf()).toEqual(['SKU-1 FIRST 2035-11-30 1', 'SKU-1 SECOND 2035-11-30 2']);
      expect(await posted()).toEqual([]);
    },
  );

  test.each([
    ['/waste', 'qty'],
    ['/waste', 'reason'],
    ['/adjust', 'qty'],
    ['/transfer', 'qty'],
  ])('posts nothing of %s where it comes into %s', async (path, name) => {
    await world.open(`${path}?lot=${lotId}`, '');
    await focus(name);
    const before = await typedIn(name);
    await scan('0093310905');
    await says('Unknown code 0093310905');
    expect(await typedIn(name)).toBe(before);
    expect(await posted()).toEqual([]);
  });

  test('is no number of a count, and opens its lot; a number that is far off is asked for again', async () => {
    const { page } = world;
    await world.open('/counts', 'Count');
    await page.until("document.querySelector('select')?.value === 'Main'", 'the location');
    await press('Make the sheet');
    await says('Lots to count');
    await scan(packageOf('A', '1'));
    await page.until("document.activeElement?.name === 'counted'", 'the field');
    await scan('0093310905');
    await says('Unknown code 0093310905');
    expect(await typedIn('counted')).toBe('');
    for (const [typed, said] of [
      ['1,5', 'Type a whole number of units'],
      ['1.000', 'Type a whole number of units'],
      ['1e3', 'Type a whole number of units'],
      ['4000', '4,000 is a hundred times what is in the lot'],
    ] as const) {
      await page.evaluate("document.querySelector('[name=counted]').select()");
      await typeSlowly(typed);
      await page.strokes([ENTER], 8);
      await says(said);
    }
    await page.strokes([ENTER], 8);
    await says('1 lot counted');
    await page.until("!document.body.textContent.includes('Not sent')", 'the sending');
    const { rows } = await world.db.owner.query('select counted from count_line');
    expect(rows).toEqual([{ counted: '4000' }]);
  });

  test('receives a package once, also after its line was received', async () => {
    const { page } = world;
    await world.open('/receive', 'Receive');
    await scan(packageOf('NEW', '1'));
    await scan(packageOf('NEW', '2'));
    await page.until("document.querySelector('[name=qty]')?.value === '2'", 'two packages');
    await press('Receive 1 line');
    await says('1 line received.');
    await scan(packageOf('NEW', '2'));
    await says('Scanned before: package 2 of SKU-1.');
    expect(await linesOf()).toEqual([]);
    await press('New delivery');
    await scan(packageOf('NEW', '1'));
    await says('Scanned before: package 1 of SKU-1.');
    await scan(packageOf('NEW', '3'));
    await says('SKU-1, lot NEW: 1 unit.');
    await press('Receive 1 line');
    await page.until("document.body.textContent.includes('3 in the lot now')", 'the third');
    expect(await posted()).toEqual(['NEW receive 2', 'NEW receive 1']);
  });

  test('is not asked for a date that its line has, nor adds to a number that is none', async () => {
    await world.open('/receive', 'Receive');
    await scan(packageOf('D', '1'));
    await scan(packageOf('D', '2', ''));
    await says('SKU-1, lot D: 2 units.');
    expect(await world.page.evaluate("document.querySelector('.heard').textContent")).not.toContain(
      'Type the',
    );
    await focus('qty');
    await world.page.evaluate("document.querySelector('[name=qty]').select()");
    await typeSlowly('1,5');
    await scan(packageOf('D', '3'));
    await says('correct the units of its line first');
    expect(await linesOf()).toEqual(['SKU-1 D 2035-11-30 1,5']);
    await press('Receive 1 line');
    await says('Type a whole number of units');
    expect(await posted()).toHaveLength(2);
  });

  test('that names nothing is taught by a manager, and its units count', async () => {
    const { page } = world;
    const CASE = '10312345000018';
    await world.open('/receive', 'Receive');
    await scan(CASE);
    await says(`This is … ${CASE}`);
    // The card takes no focus: the next scan is a scan.
    await scan(packageOf('K', '77'));
    await says('SKU-1, lot K: 1 unit.');
    await page.evaluate("document.querySelector('main form [name=sku_code]').focus()");
    await typeSlowly('SKU-1');
    await page.evaluate("document.querySelector('main form [name=units]').select()");
    await typeSlowly('12');
    await press('Teach it');
    await says(`${CASE} is SKU-1, 12 units. Scan it again.`);
    await scan(`01${CASE}1735113010K`);
    await says('SKU-1, lot K, a pack of 12: 13 units.');
    const sheets = await world.db.owner.query('select id from count_sheet');
    await world.open(`/counts/${sheets.rows[0].id}`, 'Count Main');
    await says('Lots to count');
    await scan(`01${CASE}1735113010A`);
    await page.until("document.activeElement?.name === 'packs'", 'the packs');
    await typeSlowly('3');
    await says('36 units');
    await page.strokes([ENTER], 8);
    await page.until("document.activeElement?.name === 'counted'", 'the loose units');
    await page.strokes([ENTER], 8);
    await page.until("document.activeElement?.id === 'scan'", 'the scan box');
    await page.until("!document.body.textContent.includes('Not sent')", 'the sending');
    const text = "select counted from count_line where lot_number = 'A'";
    expect((await world.db.owner.query(text)).rows).toEqual([{ counted: '36' }]);
  });

  test('asks again before it adjusts a lot by a hundred times what is in it', async () => {
    const { page } = world;
    await world.open(`/adjust?lot=${lotId}`, '');
    for (const [name, value] of [
      ['direction', 'add'],
      ['qty', '4000'],
      ['reason', 'found'],
      ['comment', 'A pallet'],
    ]) {
      await page.until(`document.querySelector('[name=${name}]')`, name as string);
      await page.evaluate(`{ const field = document.querySelector('[name=${name}]');
        field.value = '${value}';
        for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true })); }`);
    }
    await press('Adjust');
    await says('4,000 is a hundred times what is in the lot');
    expect(await posted()).not.toContain('A adjust 4000');
    await press('Adjust');
    await says('Adjusted: add 4,000 units');
    await press('Undo');
    await says('Undone: adjust: add 4,000 units');
  });

  test('is no attempt at a PIN', async () => {
    const { page, db } = world;
    const push = async (name: string) => {
      const button = `[...document.querySelectorAll('button')].find((one) => one.textContent === '${name}')`;
      await page.until(button, name);
      await page.evaluate(`${button}.click()`);
    };
    await world.open('/terminals', 'Terminals');
    await focus('name');
    await typeSlowly('Counter 1');
    await push('Make it a terminal');
    await says('This computer is the terminal Counter 1 now.');
    await push('Sign out');
    await push('Rosa Marchetti');
    for (let turn = 0; turn < 6; turn += 1) {
      await focus('pin');
      await scan('00933109');
      expect(await typedIn('pin')).toBe('');
    }
    const { rows } = await db.owner.query('select pin_failures from person');
    expect(rows).toEqual([{ pin_failures: 0 }]);
    await typeSlowly(PIN);
    await page.strokes([ENTER], 8);
    await page.until("!document.querySelector('.cover')", 'the screen');
  });
});
