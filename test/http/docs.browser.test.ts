// The pages as a reader meets them, in Chromium: from the service, with the contract that it serves.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserPage, findChromium, openBrowser } from '../support/chromium.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type RunningService, startService } from '../support/pharmacy.ts';

interface Published {
  tags: { name: string }[];
  paths: Record<string, Record<string, { operationId: string; summary: string }>>;
}

const published = (name: string): Published =>
  JSON.parse(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8'));
const contract = published('openapi.json');
const operations = Object.values(contract.paths).flatMap((item) => Object.values(item));
const tags = [...contract.tags, ...published('webhooks.json').tags].map(({ name }) => name);

const chromium = findChromium('the docs in a browser');

describe.skipIf(chromium === undefined)('the docs, in a browser,', () => {
  let database: TestDatabase;
  let service: RunningService;
  let page: BrowserPage;
  const opened = async (fragment = ''): Promise<void> => {
    await page.open('about:blank');
    await page.open(`${service.url}/docs${fragment}`);
    await page.until(`document.getElementById('tag/${tags.at(-1)}')`, 'the page');
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService(database.database);
    page = await openBrowser(chromium as string);
    await page.resize(1400, 900);
  });
  afterAll(async () => {
    await page?.close();
    await service?.close();
    await database?.drop();
  });

  test('show every operation below the heading of its tag', async () => {
    await opened();
    const headings = await page.evaluate<string[]>(
      "[...document.querySelectorAll('h1, h2')].map((heading) => heading.textContent.trim())",
    );
    expect(headings).toEqual(expect.arrayContaining(tags));
    expect(headings).toEqual(expect.arrayContaining(operations.map(({ summary }) => summary)));
  });

  test('show their guides in the menu, and a logo of their own', async () => {
    await opened();
    const menu = await page.evaluate<string[]>(
      "[...document.querySelectorAll('[role=menuitem]')].map((item) => item.textContent)",
    );
    expect(menu).toEqual(expect.arrayContaining(['Authentication', 'Errors', 'Idempotency']));
    await page.until("document.querySelector('img[alt]')?.naturalWidth > 0", 'the logo');
    expect(await page.evaluate("document.querySelector('img[alt]').alt")).not.toBe('');
  });

  test('have landmarks, and no code that a keyboard cannot scroll', async () => {
    await opened();
    await page.until("document.querySelector('[role=main] h1')", 'the main landmark');
    expect(await page.evaluate("document.querySelectorAll('[role=navigation]').length")).toBe(1);
    const scrolled = await page.evaluate<number>(
      "[...document.querySelectorAll('pre')].filter((one) => one.scrollWidth > one.clientWidth).length",
    );
    expect(scrolled).toBe(0);
    // Below the heading of an operation, where Redoc leaves two levels out.
    expect(await page.evaluate("document.querySelectorAll('h5:not([aria-level])').length")).toBe(0);
  });

  test('offer samples in curl, TypeScript and Python', async () => {
    await opened('#operation/postMovement');
    const press = (label: string) =>
      page.evaluate(`(() => {
        const tabs = [...document.querySelectorAll('[id="operation/postMovement"] [role=tab]')];
        tabs.find((tab) => tab.textContent === '${label}').click();
      })()`);
    for (const [label, text] of [
      ['curl', 'Authorization: Bearer $PHARMACY_KEY'],
      ['TypeScript', 'pharmacy.postMovement('],
      ['Python', 'pharmacy.inventory.post_movement('],
    ] as const) {
      await press(label);
      await page.until(
        `document.getElementById('operation/postMovement').textContent.includes('${text}')`,
        `the sample in ${label}`,
      );
    }
  });

  test('find an operation by its words', async () => {
    await opened();
    await page.evaluate("document.querySelector('input[type=text]').focus()");
    await page.type('rotate secret');
    await page.until(
      'document.querySelector(\'[data-role="search:results"] li\')',
      'what was searched for',
    );
    const found = await page.evaluate<string>(
      'document.querySelector(\'[data-role="search:results"]\').textContent',
    );
    const rotate = operations.find(({ operationId }) => operationId === 'rotateWebhookSecret');
    expect(found).toContain(rotate?.summary);
  });

  test('open at the operation that an address names', async () => {
    await opened('#operation/createOrder');
    await page.until(
      `(() => {
        const section = document.getElementById('operation/createOrder');
        const top = section?.getBoundingClientRect().top;
        return scrollY > 0 && top > -200 && top < innerHeight;
      })()`,
      'the operation',
    );
  });

  test('fit wide and narrow windows', async () => {
    for (const width of [1400, 900, 500, 320]) {
      await page.resize(width, 900);
      await page.until(`innerWidth === ${width}`, 'the window');
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect([width, needed <= width]).toEqual([width, true]);
    }
  });

  // The last one: it judges what all of them did.
  test('ask no other host for anything, and neither break nor bend their policy', () => {
    const elsewhere = page.requests.filter(
      (url) => !url.startsWith(`${service.url}/`) && !/^(data|blob|about):/.test(url),
    );
    expect(page.requests).toContain(`${service.url}/openapi.json`);
    expect(elsewhere).toEqual([]);
    expect(page.complaints).toEqual([]);
  });
});
