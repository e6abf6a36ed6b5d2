// An order is packed by scanning, as a clerk does it, in Chromium: from the service, with its database.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Demo, seedDemo } from '../../src/operator/demo/seed-demo.ts';
import { setPaymentStatus } from '../../src/orders/set-order-status.ts';
import { anAction, SECRETS } from '../../test/support/as-operator.ts';
import { findChromium } from '../../test/support/chromium.ts';
import { type ApplicationWorld, scanned, startApplication } from './support/application.ts';

/** A browser is slow where others work next to it. */
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const chromium = findChromium('packing in a browser');

const SPRAY = { product: 'de300000-0000-4000-8000-000000000015', gtin: '00369547627027' };
const LOT = 'NAR-5527';

const packing = describe.skipIf(chromium === undefined);
packing('a clerk who packs an order', { shuffle: false }, () => {
  let world: ApplicationWorld;
  let demo: Demo;
  let orderId: string;
  let expiry: string;
  beforeAll(async () => {
    world = await startApplication(chromium as string, async ({ database }) => {
      demo = (await seedDemo(database, {
        actor: 'tester',
        secrets: SECRETS,
      })) as Demo;
    });
    orderId = await paidOrder();
    const { rows } = await world.db.owner.query(
      `select distinct to_char(lot_number.expiry_date, 'YYMMDD') as expiry
         from lot_number where lot_number.lot_number = $1`,
      [LOT],
    );
    expiry = rows[0].expiry;
    await world.signIn({ organization: demo.pharmacy, name: 'Tom Bell', roles: ['clerk'] });
  });
  afterAll(() => world?.close());

  async function ask(path: string, body: object): Promise<{ data: { id: string } }> {
    const response = await fetch(`${world.service.url}/api/public/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${demo.keys?.clinic.live}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(await response.text());
    return response.json() as Promise<{ data: { id: string } }>;
  }

  async function paidOrder(): Promise<string> {
    const patient = { first_name: 'Maya', last_name: 'Okafor', date_of_birth: '1980-02-03' };
    const ship_to = {
      name: 'Maya Okafor',
      line1: '18 Harbor Street',
      city: 'Boston',
      state: 'MA',
      postal_code: '02110',
    };
    const order = await ask('/orders', {
      patient_id: (await ask('/patients', patient)).data.id,
      items: [{ product_id: SPRAY.product, quantity: 2 }],
      ship_to,
    });
    const { id } = order.data;
    await setPaymentStatus(world.db.database, { id, status: 'paid' }, anAction('order'));
    return id;
  }

  const says = (text: string) =>
    world.page.until(
      `document.querySelector('.heard').textContent.includes(${JSON.stringify(text)})`,
      text,
    );
  const scan = (code: string) => world.page.strokes(scanned(code), 10);
  const packageOf = (serial: string, { lot = LOT, until = expiry } = {}) =>
    `01${SPRAY.gtin}17${until}10${lot}\u001d21${serial}`;
  const type = (text: string) =>
    world.page.strokes(
      [...text].map((key) => ({ key, text: key })),
      70,
    );

  test('hears at once and loudly what does not belong into the box', async () => {
    await world.open(`/orders/${orderId}`, 'Order');
    await scan('AMOX-500-CAP');
    await says('WRONG PRODUCT: AMOX-500-CAP');
    await scan(packageOf('1', { until: '300101' }));
    await says('WRONG EXPIRY');
    await scan(packageOf('1', { lot: 'NAR-0000' }));
    await says('UNKNOWN LOT');
    await scan(packageOf('1', { until: '280230' }));
    await says('Its expiry date could not be read');
    const packed = await world.page.evaluate("document.querySelector('.tally').textContent");
    expect(packed).toBe('0 / 2');
    expect(await world.page.evaluate("document.querySelector('.heard .is-bad') !== null")).toBe(
      true,
    );
  });

  test('counts each package once, and no more than are ordered', async () => {
    await scan(packageOf('A'));
    await says('1 of 2');
    await scan(packageOf('A'));
    await says('Scanned before');
    await scan(packageOf('B'));
    await says('2 of 2');
    await scan(packageOf('C'));
    await says('ENOUGH');
  });

  test('ships it by the keyboard alone, with the lots that were scanned', async () => {
    const { page, db } = world;
    await page.until("document.querySelector('[name=tracking_carrier]')", 'the shipment');
    // The form takes Enter a moment after it is shown.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await page.press('Enter');
    await page.until("document.activeElement.name === 'tracking_carrier'", 'the carrier');
    await type('UPS');
    await page.press('Enter');
    await page.until("document.activeElement.name === 'tracking_number'", 'the number');
    await scan('1Z999AA10123456784');
    await page.until("location.pathname === '/app/orders'", 'the list');
    const { rows } = await db.owner.query(
      'select status, tracking_number from customer_order where id = $1',
      [orderId],
    );
    expect(rows).toEqual([{ status: 'shipped', tracking_number: '1Z999AA10123456784' }]);
  });

  test('leaves their id, and no name, in the access log of the patient', async () => {
    const text = "select actor from patient_access where operation = 'getPackingOrder' limit 1";
    await vi.waitFor(async () => {
      const { rows } = await world.db.owner.query(text);
      expect(rows).toEqual([{ actor: expect.stringMatching(/^person:[\da-f-]{36}$/) }]);
    });
  });
});
