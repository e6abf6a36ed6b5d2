// Browsers that are a few years old: what they lack is taken away from this one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../test/support/chromium.ts';
import { day, makePharmacy } from '../../test/support/pharmacy.ts';
import { type ApplicationWorld, startApplication } from './support/application.ts';

const chromium = findChromium('older browsers');
/** What JavaScript and the browser have gained since ES2022, as far as a program of ours might call it. */
const NEWER = [
  'Map.groupBy',
  'Object.groupBy',
  'Promise.withResolvers',
  'Promise.try',
  'Array.fromAsync',
  'AbortSignal.any',
  'URL.canParse',
  'URL.parse',
  ...['findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'].map(
    (name) => `Array.prototype.${name}`,
  ),
  ...['union', 'intersection', 'difference', 'isSubsetOf'].map((name) => `Set.prototype.${name}`),
  ...['map', 'filter', 'toArray', 'take'].map((name) => `Iterator.prototype.${name}`),
  'String.prototype.isWellFormed',
];

describe.skipIf(chromium === undefined)('the page in an older browser', { shuffle: false }, () => {
  let world: ApplicationWorld;
  beforeAll(async () => {
    world = await startApplication(chromium as string, async ({ database }) => {
      await makePharmacy(database, {
        slug: 'older',
        lots: [{ sku_code: 'SKU-1', lot_number: 'A', expiry_date: day(400), qty: 40 }],
      });
    });
  }, 120_000);
  afterAll(() => world?.close());

  test('works without what came after ES2022', async () => {
    await world.page.before(NEWER.map((name) => `delete ${name};`).join('\n'));
    await world.signIn({ organization: 'older', name: 'Ana Ruiz', roles: ['manager'] });
    await world.open('/stock', 'Stock');
    await world.page.until("document.querySelector('nav h2')", 'the menu');
    await world.page.until("document.querySelector('main').innerText.includes('SKU-1')", 'stock');
    expect(await world.page.evaluate("document.body.innerText.includes('No network')")).toBe(false);
    // Before the sign-in there was no session.
    const complaints = world.page.complaints.filter((one) => !one.includes('401'));
    expect(complaints).toEqual([]);
  });

  test('says which browser it needs where it cannot begin, and does not call it a lost network', async () => {
    await world.page.before(
      'delete Array.prototype.at; delete Object.fromEntries; delete globalThis.Map;',
    );
    await world.page.open(`${world.service.url}/app`);
    await world.page.until(
      "document.querySelector('.loading') && getComputedStyle(document.querySelector('.loading')).visibility === 'visible'",
      'the sentence',
    );
    const text = await world.page.evaluate<string>('document.body.innerText');
    expect(text).toContain('Chrome or Edge 103, Firefox 104, Safari 16.4');
    expect(text).not.toContain('network');
  });
});
