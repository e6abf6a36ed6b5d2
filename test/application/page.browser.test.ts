// The page of the application as people use it, in Chromium: from the service, with its database.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ApplicationWorld, scanned, startApplication } from '../support/application.ts';
import { findChromium } from '../support/chromium.ts';
import { day, makePharmacy } from '../support/pharmacy.ts';

const FIRST_LOAD_BYTES_MAX = 60_000;

const generated = (name: string) =>
  readFileSync(new URL(`../../generated/application/${name}`, import.meta.url));

test('the first load of the page stays below its size', () => {
  const names = ['page.js', 'page.css'];
  const bytes = names.map((name) => gzipSync(generated(name), { level: 9 }).length);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(FIRST_LOAD_BYTES_MAX);
});

/** A browser is slow where others work beside it. */
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const chromium = findChromium('the application in a browser');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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

describe.skipIf(chromium === undefined)(
  'the application, in a browser,',
  { shuffle: false },
  () => {
    let world: ApplicationWorld;
    beforeAll(async () => {
      world = await startApplication(chromium as string, async ({ database, owner }) => {
        await makePharmacy(database, {
          skuCodes: SKUS,
          lots: SKUS.map((sku_code, index) => ({
            sku_code,
            lot_number: `L${index + 1}`,
            expiry_date: day(index * 5 + 1),
            qty: 40,
          })),
        });
        for (const [index, sku_code] of SKUS.entries()) {
          await owner.query('update sku set gtin = $2 where sku_code = $1', [
            sku_code,
            gtin(index + 1),
          ]);
        }
      });
      await world.signIn({
        organization: 'pharmacy',
        name: 'Rosa Marchetti',
        roles: ['pharmacist', 'manager'],
      });
    });
    afterAll(() => world?.close());

    const textOf = (selector: string) =>
      world.page.evaluate<string>(`document.querySelector('${selector}')?.textContent ?? ''`);
    const press = (name: string) =>
      world.page.evaluate(
        `[...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('${name}')).click()`,
      );
    const entries = async (type: string) =>
      (
        await world.db.owner.query(
          `select lot.lot_number, ledger.qty from ledger_entry ledger join lot on lot.id = ledger.lot_id
          where ledger.type = $1 order by ledger.created_at`,
          [type],
        )
      ).rows;

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
  },
);
