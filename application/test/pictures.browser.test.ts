// The guide "A day at the counter" is true: this goes through the same day in Chromium, section by section, and every
// text that a section shows in bold must have been on one of its screens.
//
//   WRITE_ANSWERS=1 npx vitest run application/test/pictures.browser.test.ts
//
// takes the pictures of the guide again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { type Demo, type DemoLink, seedDemo } from '../../src/operator/demo/seed-demo.ts';
import { setPaymentStatus } from '../../src/orders/set-order-status.ts';
import { anAction, SECRETS } from '../../test/support/as-operator.ts';
import { type BrowserPage, findChromium, openBrowser } from '../../test/support/chromium.ts';
import { ROOT } from '../../test/support/document.ts';
import { type RunningService, startService } from '../../test/support/pharmacy.ts';
import { scanned } from './support/application.ts';
import { smallPng } from './support/small-png.ts';

/** A browser is slow where others work next to it. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const chromium = findChromium('the day at the counter');
const GUIDE = readFileSync(`${ROOT}docs/counter.md`, 'utf8');
const PICTURES = `${ROOT}docs/pictures`;
const PICTURES_BYTES_MAX = 1_000_000;
const PINS = { 'Ana Ruiz': '493027', 'Ben Okafor': '820461', 'Cara Lindqvist': '175938' } as const;
type Name = keyof typeof PINS;
const NARCAN_PRODUCT = 'de300000-0000-4000-8000-000000000015';

const sections = new Map(
  GUIDE.split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);

const browsing = describe.skipIf(chromium === undefined);
browsing('a day at the counter', { shuffle: false }, () => {
  let db: TestDatabase;
  let service: RunningService;
  let page: BrowserPage;
  let demo: Demo;
  let orderId: string;
  beforeAll(async () => {
    db = await createTestDatabase();
    demo = (await seedDemo(db.database, { actor: 'tester', secrets: SECRETS })) as Demo;
    service = await startService(db.database, { host: 'localhost' });
    orderId = await paidOrder();
    await ask('pharmacy', '/inventory/allocations', {
      sku_code: 'AMOX-500-CAP',
      qty: 40,
      reference: { type: 'order', id: 'ORD-1001' },
    });
    page = await openBrowser(chromium as string);
    await page.resize(1200, 840);
  });
  afterAll(async () => {
    await page?.close();
    await service?.close();
    await db?.drop();
  });

  async function ask(
    who: 'clinic' | 'pharmacy',
    path: string,
    body: object,
  ): Promise<{ data: { id: string } }> {
    const response = await fetch(`${service.url}/api/public/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${demo.keys?.[who].live}`,
        'content-type': 'application/json',
        'idempotency-key': `counter${path}`,
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json() as Promise<{ data: { id: string } }>;
  }

  async function paidOrder(): Promise<string> {
    const patient = { first_name: 'Maya', last_name: 'Okonjo', date_of_birth: '1980-02-03' };
    const ship_to = {
      name: 'Maya Okonjo',
      line1: '18 Harbor Street',
      city: 'Boston',
      state: 'MA',
      postal_code: '02110',
    };
    const order = await ask('clinic', '/orders', {
      patient_id: (await ask('clinic', '/patients', patient)).data.id,
      items: [{ product_id: NARCAN_PRODUCT, quantity: 2 }],
      ship_to,
    });
    const { id } = order.data;
    await setPaymentStatus(db.database, { id, status: 'paid' }, anAction('order'));
    return id;
  }

  /** What the screens of a section had. */
  const seen = new Map<string, string>();
  let section = '';
  const begin = (title: string) => {
    section = title;
    expect([...sections.keys()]).toContain(title);
  };
  /** Notes all that is on the screen now. */
  const look = async () => {
    const text = await page.evaluate<string>(
      "document.body.innerText + '\\n' + document.body.textContent",
    );
    seen.set(section, `${seen.get(section) ?? ''}\n${text}`.replace(/\s+/g, ' '));
  };
  const sees = async (text: string) => {
    await page.until(`document.body?.innerText.includes(${JSON.stringify(text)})`, text);
    await look();
  };
  const settled = () =>
    page.until("!document.querySelector('[aria-busy=true], [role=status].waiting')", 'the reads');
  const picture = async (name: string) => {
    expect(sections.get(section)).toContain(`(pictures/${name}.png)`);
    await settled();
    await look();
    if (process.env.WRITE_ANSWERS === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    await page.evaluate(
      "for (const one of document.querySelectorAll('html, #menu')) one.style.scrollbarWidth = 'none'",
    );
    await new Promise((resolve) => setTimeout(resolve, 400));
    writeFileSync(`${PICTURES}/${name}.png`, smallPng(await page.picture()));
  };
  const open = async (path: string, heading: string) => {
    await page.open('about:blank');
    await page.open(`${service.url}/app${path}`);
    await page.until(
      `document.querySelector('h1')?.textContent.includes(${JSON.stringify(heading)})`,
      heading,
    );
    await settled();
    await look();
  };
  const push = async (name: string) => {
    const button = `[...document.querySelectorAll('button')].filter((one) => one.checkVisibility() && one.textContent.startsWith(${JSON.stringify(name)})).at(-1)`;
    await page.until(`${button} && !${button}.disabled`, `a button ${name}`);
    await look();
    await page.evaluate(`${button}.click()`);
  };
  const field = (name: string) =>
    `[...document.querySelectorAll('[name=${name}]')].filter((one) => one.checkVisibility()).at(-1)`;
  const fill = async (name: string, text: string) => {
    await page.until(field(name), `a field ${name}`);
    await page.evaluate(`${field(name)}.focus(), ${field(name)}.select?.()`);
    await page.type(text);
  };
  const choose = async (name: string, label: string) => {
    const option = `[...(${field(name)}?.options ?? [])].find((one) => one.label.startsWith(${JSON.stringify(label)}))`;
    await page.until(option, `${label} in ${name}`);
    await look();
    await page.evaluate(
      `${field(name)}.value = ${option}.value, ${field(name)}.dispatchEvent(new Event('change', { bubbles: true }))`,
    );
  };
  const scan = (code: string) => page.strokes(scanned(code), 10);
  const lotId = async (lotNumber: string): Promise<string> => {
    const text = `select lot.id from lot join location on location.id = lot.location_id
                   where lot_number = $1 and location.is_default`;
    const { rows } = await db.owner.query(text, [lotNumber]);
    return rows[0].id;
  };
  const packageOf = async (sku: string, lot: string, serial: string, expiry?: string) => {
    const { rows } = await db.owner.query(
      `select gtin, (select max(to_char(expiry_date, 'YYMMDD')) from lot_number
                      where lot_number.lot_number = $2) as expiry
         from sku where sku_code = $1`,
      [sku, lot],
    );
    return `01${rows[0].gtin}17${expiry ?? rows[0].expiry}10${lot}\u001d21${serial}`;
  };
  const signOut = async () => {
    await push('Sign out');
    await page.until("document.querySelector('.cover')", 'the cover');
  };
  const signIn = async (name: Name) => {
    await push(name);
    await fill('pin', PINS[name]);
    await push('Sign in');
    await page.until("!document.querySelector('.cover')", `the page of ${name}`);
  };
  /** Comes in by a link, and chooses a PIN. */
  const comeIn = async (name: Name, path: string) => {
    await page.open('about:blank');
    await page.open(`${service.url}${path}`);
    await push('Sign in by the link');
    await sees('Your link worked once.');
    return () =>
      fill('pin', PINS[name])
        .then(() => push('Set the PIN'))
        .then(() => sees('Change the PIN'));
  };
  const linkOf = (name: string) => demo.links?.find((one) => one.name === name) as DemoLink;

  test('begins by a link that works once', async () => {
    begin('Sign in for the first time');
    const setPin = await comeIn('Ana Ruiz', linkOf('Ana Ruiz').path);
    await picture('me');
    await setPin();
  });

  test('has a colleague more, and a terminal', async () => {
    begin('Invite a colleague, and share a computer');
    await open('/terminals', 'Terminals');
    await fill('name', 'Counter 1');
    await push('Make it a terminal');
    await sees('This computer');
    await open('/people', 'People');
    await fill('name', 'Cara Lindqvist');
    for (const role of ['Clerk', 'Pharmacist']) {
      const box = `[...document.querySelectorAll('label.check')].find((one) => one.textContent.startsWith('${role}')).querySelector('input')`;
      await page.evaluate(`${box}.click()`);
      await page.until(`${box}.checked === ${role === 'Pharmacist'}`, role);
    }
    await push('Invite');
    await sees('A link for Cara Lindqvist');
    const link = await page.evaluate<string>("document.querySelector('.link-text').textContent");
    await push('Done');
    await sees('Cara Lindqvist');
    await page.evaluate(
      "document.querySelector('table').closest('.card').scrollIntoView(), scrollBy(0, -90)",
    );
    await picture('people');
    await signOut();
    const [path] = link.match(/\/app\/.*$/) ?? [];
    await (await comeIn('Cara Lindqvist', path as string))();
    await signOut();
    await (await comeIn('Ben Okafor', linkOf('Ben Okafor').path))();
    await push('Lock');
    await sees('Locked');
    await push('Sign in as somebody else');
    await sees('Cara Lindqvist');
    await picture('sign-in');
    await signIn('Ben Okafor');
    await open('/', 'Good');
    await push('This is Cara Lindqvist');
    await sees('Cara Lindqvist is confirmed.');
  });

  test('shows what waits', async () => {
    begin('Begin the day');
    await open('/', 'Good');
    await sees(' to pack');
    await picture('home');
    await open('/scanner', 'Scanner');
  });

  test('takes a delivery by its scans', async () => {
    begin('Receive a delivery');
    await open('/receive', 'Receive');
    await scan(await packageOf('METF-500-TAB', 'MET-5120', 'A1', '350630'));
    await scan(await packageOf('METF-500-TAB', 'MET-5120', 'A2', '350630'));
    await scan(await packageOf('LISIN-10-TAB', 'LIS-3340', 'B1', '341231'));
    await page.until("document.querySelectorAll('.line').length === 2", 'two lines');
    await fill('po_number', 'PO-10021');
    await page.evaluate("document.getElementById('scan').focus()");
    await picture('receive');
    await page.press('Enter');
    await page.until("document.activeElement?.textContent === 'Receive 2 lines'", 'the button');
    await page.press('Enter');
    await sees('2 lines received.');
    await signOut();
    await signIn('Ana Ruiz');
    await open('/receive', 'Receive');
    await scan('SHELF-7');
    await sees('This is … SHELF-7');
    await push('Cancel');
    await signOut();
    await signIn('Ben Okafor');
  });

  test('packs an order and ships it', async () => {
    begin('Pack and ship an order');
    await open('/orders', 'Orders');
    await open(`/orders/${orderId}`, 'Order');
    await scan(await packageOf('NARCAN-4MG', 'NAR-5527', 'A'));
    await sees('1 of 2');
    await picture('pack');
    await scan(await packageOf('NARCAN-4MG', 'NAR-5527', 'B'));
    await sees('2 of 2');
    await choose('tracking_carrier', 'UPS');
    await scan('1Z999AA10123456784');
    await sees('Tracking number 1Z999AA10123456784');
    await push('Ship');
    await sees('is shipped.');
    await signOut();
    await signIn('Ana Ruiz');
  });

  test('wastes a broken vial with a witness, and undoes something else', async () => {
    begin('Waste a broken vial');
    await open(`/waste?lot=${await lotId('TST-1188')}`, 'Waste');
    await fill('qty', '1');
    await choose('reason', 'Broken');
    await fill('comment', 'Fell from the shelf');
    await push('Waste');
    await sees('A witness is needed');
    await choose('person_id', 'Cara Lindqvist');
    await fill('pin', PINS['Cara Lindqvist']);
    await picture('witness');
    await push('Witness it');
    await sees('Wasted 1 unit');
    await open(`/waste?lot=${await lotId('ZTH-6604')}`, 'Waste');
    await fill('qty', '2');
    await choose('reason', 'Spilled');
    await push('Waste');
    await sees('It can be undone for 15 minutes');
    await push('Undo');
    await sees('Undone');
    await open(`/adjust?lot=${await lotId('ZTH-6604')}`, 'Adjust');
  });

  test('moves stock', async () => {
    begin('Move stock');
    await open(`/transfer?lot=${await lotId('NAR-5527')}`, 'Transfer');
    await choose('to', 'Cold room');
    await fill('qty', '6');
    await picture('transfer');
    await push('Transfer');
    await sees('Moved 6 units of lot NAR-5527 from Main to Cold room.');
    await signOut();
    await signIn('Ben Okafor');
  });

  test('counts a shelf by two people', async () => {
    begin('Count a shelf, two people');
    await open('/counts', 'Count');
    await choose('location', 'Cold room');
    await push('Make the sheet');
    await sees('Lots to count');
    for (const [lot, units] of [
      ['HUM-1160', '8'],
      ['HUM-1172', '9'],
      ['LAN-0425', '50'],
    ]) {
      await page.cut(lot === 'LAN-0425');
      await page.evaluate(`document.querySelector('[aria-label$="lot ${lot}"]').click()`);
      await fill('counted', units as string);
      await push('Keep');
      await page.until("document.querySelector('[name=counted]') === null", `lot ${lot}`);
    }
    await sees('Not sent: 1 count');
    await page.cut(false);
    await page.until("!document.body.textContent.includes('Not sent')", 'the sending');
    await sees('3 lots counted');
    await page.evaluate('scrollTo(0, 0)');
    await picture('count');
    await push('Hand in');
    await sees('Another person approves it.');
    const sheet = await page.evaluate<string>('location.pathname');
    await signOut();
    await signIn('Ana Ruiz');
    await open('/approve-counts', 'Approve counts');
    await open(sheet.replace('/app', ''), 'Count Cold room');
    await sees('Approve 3 lines');
    await picture('approve');
    await push('Approve 3 lines');
    await push('Approve all the same');
    await sees('3 lines approved.');
  });

  test('recalls a lot, and releases it', async () => {
    begin('Recall a lot, and release it');
    await open(`/status?lot=${await lotId('AMX-2201')}`, 'Quarantine');
    await choose('action', 'Recall: quarantine everywhere');
    await fill('comment', 'Recall of the maker, letter of today');
    await sees('What a quarantine does');
    await sees('No order becomes short.');
    await picture('recall');
    await push('Quarantine');
    await sees('Lot AMX-2201 is quarantined');
    await open(`/status?lot=${await lotId('AMX-2201')}`, 'Quarantine');
    await choose('action', 'End a recall: release everywhere');
    await fill('comment', 'Another lot was meant');
    await push('Release');
    await sees('Lot AMX-2201 is released');
  });

  test('records an excursion', async () => {
    begin('An excursion of the fridge');
    await open('/temperature', 'Temperature');
    await choose('location', 'Cold room');
    await fill('celsius', '4.5');
    await push('Record');
    await sees('4.5 °C at Cold room is recorded.');
    await sees('Range: 2 to 8 °C');
    await fill('celsius', '11.5');
    await fill('comment', 'The door stood open; set apart until we know more');
    await sees('Out of range: 2 to 8 °C');
    await push('Record');
    await sees('11.5 °C at Cold room is out of range');
    await picture('temperature');
    await open('/expiry?within=90', 'Expiry');
  });

  test('leaves a trace of everything', async () => {
    begin('Who did what');
    await open('/activity', 'Activity');
    await sees('Cara Lindqvist');
    await page.evaluate(
      "[...document.querySelectorAll('tr')].find((one) => one.textContent.includes('Cara')).scrollIntoView({ block: 'end' })",
    );
    await picture('activity');
  });

  // The last one: it judges what the others saw.
  test('shows on its screens what the guide has in bold', () => {
    const missing = [...sections].flatMap(([title, text]) =>
      [...text.matchAll(/\*\*([^*]+)\*\*/g)]
        .map(([, bold = '']) => bold.replace(/\s+/g, ' '))
        .filter((bold) => !(seen.get(title) ?? '').includes(bold))
        .map((bold) => `${title}: ${bold}`),
    );
    expect(missing).toEqual([]);
    expect(page.complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual(
      [],
    );
  });
});

test('the guide has few and small pictures', () => {
  const shown = [...GUIDE.matchAll(/\]\((pictures\/[\w-]+\.png)\)/g)].map(([, path]) => path);
  expect(shown).not.toEqual([]);
  const bytes = shown.map((path) => readFileSync(`${ROOT}docs/${path}`).length);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(PICTURES_BYTES_MAX);
});
