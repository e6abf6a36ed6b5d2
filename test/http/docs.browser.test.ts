// The pages as a reader meets them, in Chromium: from the service, with the contract that it serves.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { type BrowserPage, findChromium, openBrowser } from '../support/chromium.ts';
import { type RunningService, startService } from '../support/pharmacy.ts';

interface Published {
  tags: { name: string }[];
  webhooks: Record<string, object>;
  paths: Record<
    string,
    Record<string, { operationId: string; summary: string; tags: string[]; responses: object }>
  >;
}

const published = (name: string): Published =>
  JSON.parse(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8'));
const contract = published('openapi.json');
type Operation = Published['paths'][string][string];
const operations: Operation[] = Object.values(contract.paths).flatMap((item) =>
  Object.values(item),
);
const tags = contract.tags.map(({ name }) => name);
const types = Object.keys(published('webhooks.json').webhooks);
const slug = (name: string) => name.toLowerCase().replaceAll(' ', '-');
const KINDS = ['', '/guides/limits', '/errors', '/changelog', '/workflows/recall', '/events'];
const PAGES = [...KINDS, '/reference/storefront'];

/** The old page of everything had 26,000. */
const ELEMENTS_MAX = 9_000;
/** To the first text, beyond what a page without content takes at the same quarter of the processor. */
const FIRST_TEXT_MILLISECONDS_MAX = 1_000;
const SLOWER = 4;
const MEASUREMENTS = 3;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly places: readonly string[];
}

interface Focus {
  readonly name: string;
  /** In the window, with a frame around it. */
  readonly isSeen: boolean;
}

const FOCUS = `(() => {
  const one = document.activeElement;
  const { top, bottom, left, width } = one.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  const name = one.getAttribute('aria-label') ?? one.textContent;
  const isInWindow = width > 0 && bottom > 0 && top < innerHeight && left >= 0;
  return { name, isSeen: isInWindow && outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2 };
})()`;

const IN_SIGHT = (id: string) => `(() => {
  const top = document.getElementById('${id}')?.getBoundingClientRect().top;
  return scrollY > 0 && top > -200 && top < innerHeight;
})()`;

/**
 * The contrast of each kind of token with the nearest ground that is opaque, by WCAG 2.2: axe passes over what is out of
 * sight, which is not laid out.
 */
const CONTRASTS = `(() => {
  const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = (color) => {
    const [red, green, blue] = color.map((part) => part / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  // What lets through is laid over what is behind it.
  const ground = (one) => {
    const [red, green, blue, alpha = 1] = numbers(getComputedStyle(one).backgroundColor);
    if (alpha === 1 || !one.parentElement) return [red, green, blue];
    return ground(one.parentElement).map((part, at) => [red, green, blue][at] * alpha + part * (1 - alpha));
  };
  const ratios = {};
  for (const one of document.querySelectorAll('#reference .token')) {
    const [low, high] = [numbers(getComputedStyle(one).color), ground(one)].map(luminance).sort((a, b) => a - b);
    const ratio = (high + 0.05) / (low + 0.05);
    ratios[one.className] = Math.min(ratios[one.className] ?? 21, Math.round(ratio * 100) / 100);
  }
  return ratios;
})()`;

/** A browser is slow where others work next to it. */
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const chromium = findChromium('the docs in a browser');

describe.skipIf(chromium === undefined)('the docs, in a browser,', { shuffle: false }, () => {
  let database: TestDatabase;
  let service: RunningService;
  let page: BrowserPage;
  const opened = async (path: string, width = 1400): Promise<void> => {
    await page.resize(width, 900);
    await page.open('about:blank');
    await page.open(`${service.url}/docs${path}`);
    await page.until("document.readyState === 'complete'", 'the page');
    if (/^\/(reference|events)/.test(path))
      await page.until("document.body?.dataset.drawn === ''", 'what Redoc takes over');
  };
  const texts = (selector: string): Promise<string[]> =>
    page.evaluate(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.textContent.trim())`,
    );
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService(database.database);
    page = await openBrowser(chromium as string);
  });
  afterAll(async () => {
    await page?.close();
    await service?.close();
    await database?.drop();
  });

  test.each(tags)('show every operation of %s on its page, and no more than fits', async (tag) => {
    await opened(`/reference/${slug(tag)}`);
    const expected = operations.filter((one) => one.tags.includes(tag));
    expect(await texts('h1')).toEqual([tag]);
    expect(await texts('#reference h2')).toEqual(expected.map(({ summary }) => summary));
    const elements = await page.evaluate<number>("document.querySelectorAll('*').length");
    expect(elements).toBeLessThan(ELEMENTS_MAX);
  });

  test('title events by type, and say once what all of them carry', async () => {
    await opened('/events');
    const titles = await texts('#reference h2');
    expect(titles.map((title) => title.replace('Webhook', '').trim())).toEqual(types);
    const text = await page.evaluate<string>("document.querySelector('main').textContent");
    expect(text.split('X-Webhook-Signature-Next')).toHaveLength(2);
  });

  test('show the first text soon at a quarter of the processor', async () => {
    const firstText = async (address: string): Promise<number> => {
      const measured: number[] = [];
      for (let run = 0; run < MEASUREMENTS; run += 1) {
        await page.open('about:blank');
        await page.open(service.url + address);
        const paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
        await page.until(paint, 'the first text');
        measured.push(await page.evaluate<number>(paint));
      }
      return Math.min(...measured);
    };
    await page.resize(390, 900);
    await page.slow(SLOWER);
    try {
      const bare = await firstText('/healthz');
      for (const path of ['/docs', '/docs/reference/inventory', '/docs/guides/first-call']) {
        const taken = (await firstText(path)) - bare;
        expect([path, taken < FIRST_TEXT_MILLISECONDS_MAX, taken]).toEqual([path, true, taken]);
      }
    } finally {
      await page.slow(1);
    }
  });

  test('group their menu, and begin with three cards', async () => {
    await opened('');
    expect(await texts('nav h2')).toEqual(['Guides', 'Workflows', 'Reference', 'Events']);
    expect(await texts('.cards h2')).toEqual(['Start', 'Move stock', 'Receive events']);
    const menu = await texts('nav a');
    expect(menu).toEqual(expect.arrayContaining([...tags, 'First call', 'Errors', 'The ledger']));
  });

  test('show each step of a workflow', async () => {
    await opened('/workflows/recall');
    const steps = (await texts('h3')).filter((title) => /^\d/.test(title));
    expect(steps).toHaveLength(9);
    expect(steps[0]).toBe('1. receive-recalled');
    expect(await texts('svg .side')).toHaveLength(4);
  });

  test('show the answer to a write before the answer to its repeat', async () => {
    await opened('/reference/inventory');
    const shown = await page.evaluate<string[]>(`(() => {
      const operation = document.getElementById('operation/postMovement');
      const codes = [...operation.querySelectorAll('.tab-success')];
      const chosen = codes.find((tab) => tab.getAttribute('aria-selected') === 'true');
      return [chosen?.textContent, ...codes.map((tab) => tab.textContent)];
    })()`);
    expect(shown).toEqual(['201', '201', '200']);
    // The rows of an answer are open.
    const rows = await page.evaluate<
      number[]
    >(`['.collapsible', '.collapsed > .collapsible'].map((one) =>
      document.querySelectorAll('.redoc-json :is(' + one + ')').length)`);
    expect(rows).toEqual([expect.toSatisfy((count) => count > 10), 0]);
    expect(await page.evaluate("document.querySelector('main').textContent")).not.toContain(
      'X-RateLimit-Remaining',
    );
  });

  test.each([
    [1400, 'light'],
    [390, 'dark'],
  ] as const)(
    'have nothing, %d pixels wide and %s, that keeps anybody out',
    async (width, scheme) => {
      await page.prefer(scheme);
      for (const path of PAGES) {
        await opened(path, width);
        await page.evaluate(`${axe};undefined`);
        const found = await page.evaluate<Violation[]>(`
        axe.run(document, { resultTypes: ['violations'] })
          .then(({ passes, violations }) => passes.length < 15 ? [{ id: 'nothing was looked at' }] : violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => ({ id, places: nodes.map(({ html }) => html.slice(0, 200)) })))
      `);
        expect([path, found]).toEqual([path, []]);
        const scrolled = await page.evaluate<number>(
          "[...document.querySelectorAll('pre')].filter((one) => one.scrollWidth > one.clientWidth).length",
        );
        expect([path, scrolled]).toEqual([path, 0]);
      }
      await page.prefer('light');
    },
  );

  test.each(['light', 'dark'] as const)(
    'have samples that stand out enough in %s',
    async (scheme) => {
      await page.prefer(scheme);
      await opened('/reference/inventory');
      const ratios = await page.evaluate<Record<string, number>>(CONTRASTS);
      expect(Object.keys(ratios).join()).toMatch(/number.*string|string.*number/);
      const faint = Object.entries(ratios).filter(([, ratio]) => ratio < 5);
      expect(faint).toEqual([]);
      await page.prefer('light');
    },
  );

  test('fit wide and narrow windows', async () => {
    for (const path of PAGES) {
      await opened(path, 390);
      for (const width of [1400, 900, 500, 320]) {
        await page.resize(width, 900);
        await page.until(`innerWidth === ${width}`, 'the window');
        const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect([path, width, needed <= width]).toEqual([path, width, true]);
      }
    }
  });

  test('begin with curl and end with the payload, at the address that shows them', async () => {
    await opened('/reference/storefront');
    const tabs = await texts('[id="operation/putBundle"] [role=tab]');
    const languages = tabs.filter((tab) => !/^\d{3}$/.test(tab));
    expect(languages).toEqual(['curl', 'TypeScript', 'Python', 'Payload']);
    const [sample] = await texts('[id="operation/putBundle"] pre');
    expect(sample).toContain(`${service.url}/api/public/v1/shop/bundles`);
    await opened('/guides/first-call');
    expect((await texts('pre'))[0]).toContain(`PHARMACY_URL=${service.url}/api/public`);
    // The addresses of production are listed as they are.
    await opened('/guides/environments');
    expect((await texts('table')).join()).toContain('https://api.pharmacy.example/api/public');
  });

  test('take the language of one sample for all, and remember it', async () => {
    const inPython = `document.getElementById('operation/putBundle').textContent.includes('base_url="${service.url}/api/public"')`;
    await opened('/reference/storefront');
    expect(await page.evaluate(inPython)).toBe(false);
    await page.evaluate(`(() => {
      const select = document.getElementById('language');
      select.value = 'Python';
      select.dispatchEvent(new Event('change'));
    })()`);
    await page.until(inPython, 'the sample');
    await opened('/reference/storefront');
    await page.until(inPython, 'the same on the next visit');
    await page.evaluate('localStorage.clear()');
  });

  test('find what is searched for wherever it stands', async () => {
    await opened('/guides/limits');
    const search = async (words: string): Promise<string[]> => {
      await page.evaluate(
        "(document.getElementById('search').value = '', document.getElementById('search').focus())",
      );
      await page.type(words);
      await page.until("document.querySelector('#results li')", 'what was searched for');
      return texts('#results a');
    };
    const rotate = operations.find(({ operationId }) => operationId === 'rotateWebhookSecret');
    expect((await search('rotate secret')).join()).toContain(rotate?.summary);
    const short = (await search('insufficient_stock')).join();
    expect(short).toContain('Errors');
    expect(short).toContain('Post a stock movement');
    expect(short).toContain('Reserve stock');
  });

  test('open at the operation that an address names, and at those of the page before', async () => {
    await opened('/reference/webhooks#operation/createWebhook');
    await page.until(IN_SIGHT('operation/createWebhook'), 'the operation');
    for (const [old, path, hash] of [
      ['#operation/createWebhook', '/docs/reference/webhooks', '#operation/createWebhook'],
      ['#section/Limits', '/docs/guides/limits', ''],
      ['#tag/Events', '/docs/events', ''],
    ]) {
      await page.open('about:blank');
      await page.open(`${service.url}/docs${old}`);
      await page.until(`location.pathname + location.hash === '${path}${hash}'`, `${old} there`);
    }
  });

  test('can be walked by the keyboard, which is seen wherever it is', async () => {
    await opened('/guides/limits');
    const walked: Focus[] = [];
    for (const name of ['Skip the menu', 'Pharmacy Platform API', 'Search']) {
      await page.press('Tab');
      const at = await page.evaluate<Focus>(FOCUS);
      expect(at.name).toBe(name);
      walked.push(at);
    }
    expect(walked.filter(({ isSeen }) => !isSeen)).toEqual([]);
    await opened('/guides/limits');
    await page.press('Tab');
    await page.press('Enter');
    await page.until("document.activeElement.id === 'content'", 'the content');
  });

  test('give the keyboard the menu of a narrow window too', async () => {
    await opened('/guides/limits', 390);
    await page.press('Tab');
    await page.press('Tab');
    expect(await page.evaluate(FOCUS)).toEqual({ name: 'Menu', isSeen: true });
    await page.press('Enter');
    await page.until("document.querySelector('#menu:popover-open')", 'the menu');
    await page.press('Escape');
    await page.until("!document.querySelector('#menu:popover-open')", 'the page');
  });

  // The last one: it judges what all of them did.
  test('ask no other host for anything, and neither break nor bend their policy', () => {
    const elsewhere = page.requests.filter(
      (url) => !url.startsWith(`${service.url}/`) && !/^(data|about):/.test(url),
    );
    expect(page.requests).toContain(`${service.url}/openapi.json`);
    expect(elsewhere).toEqual([]);
    expect(page.complaints).toEqual([]);
  });
});
