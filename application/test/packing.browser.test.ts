// An order is packed by scanning, as a clerk does it, in Chromium: from the service, with its database.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
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
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    const { buffer } = new Uint8Array(readFileSync(wasm));
    prepareZXingModule({ overrides: { wasmBinary: buffer } });
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

  test('takes the label of the carrier as the tracking number, and ships by the keyboard', async () => {
    const { page, db } = world;
    await page.until("document.querySelector('[name=tracking_carrier]')", 'the shipment');
    await scan('1Z999AA10123456784');
    await says('Tracking number 1Z999AA10123456784');
    await page.press('Enter');
    await page.until("document.activeElement.name === 'tracking_carrier'", 'the carrier');
    await type('UP');
    await page.press('Enter');
    await page.until("document.activeElement.name === 'tracking_number'", 'the number');
    await page.press('Enter');
    await page.until("location.pathname === '/app/orders'", 'the list');
    const { rows } = await db.owner.query(
      'select status, tracking_carrier, tracking_number from customer_order where id = $1',
      [orderId],
    );
    const shipped = { status: 'shipped', tracking_carrier: 'UPS' };
    expect(rows).toEqual([{ ...shipped, tracking_number: '1Z999AA10123456784' }]);
    // What was said of the order is not said of the next one.
    expect(await page.evaluate("document.querySelector('.heard').textContent")).toBe('');
  });

  test('prints a list whose bar code opens the order, with the last carrier chosen', async () => {
    const { page, db } = world;
    const id = await paidOrder();
    const { rows } = await db.owner.query('select order_number from customer_order where id = $1', [
      id,
    ]);
    const number = rows[0].order_number as string;
    await scan(number);
    await page.until(`location.pathname === '/app/orders/${id}'`, 'the order');
    await page.until("document.querySelector('.pick-list img')?.complete", 'its bar code');
    const drawn = await page.evaluate<{ code: string; text: string }>(`(async () => {
      const image = document.querySelector('.pick-list img');
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth * 4 + 80;
      canvas.height = image.naturalHeight * 4 + 80;
      const context = canvas.getContext('2d');
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(image, 40, 40, canvas.width - 80, canvas.height - 80);
      const text = document.querySelector('.pick-list').textContent;
      return { code: canvas.toDataURL().split(',')[1], text };
    })()`);
    const [read] = await readBarcodes(new Uint8Array(Buffer.from(drawn.code, 'base64')), {});
    expect([read?.format, read?.text]).toEqual(['Code128', number]);
    for (const part of [LOT, 'NARCAN-4MG', 'Main']) expect(drawn.text).toContain(part);
    for (const serial of ['D', 'E']) await scan(packageOf(serial));
    await page.until("document.querySelector('[name=tracking_carrier]')?.value === 'UPS'", 'it');
  });

  test('leaves their id, and no name, in the access log of the patient', async () => {
    const text = "select actor from patient_access where operation = 'getPackingOrder' limit 1";
    await vi.waitFor(async () => {
      const { rows } = await world.db.owner.query(text);
      expect(rows).toEqual([{ actor: expect.stringMatching(/^person:[\da-f-]{36}$/) }]);
    });
  });
});
