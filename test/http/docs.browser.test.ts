// The pages as a reader meets them, in Chromium: from the service, with the contract that it serves.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BrowserPage, findChromium, openBrowser } from '../support/chromium.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type RunningService, startService } from '../support/pharmacy.ts';

interface Published {
  tags: { name: string }[];
  webhooks: Record<string, object>;
  paths: Record<
    string,
    Record<string, { operationId: string; summary: string; responses: object }>
  >;
}

const published = (name: string): Published =>
  JSON.parse(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8'));
const contract = published('openapi.json');
type Operation = Published['paths'][string][string];
const operations: Operation[] = Object.values(contract.paths).flatMap((item) =>
  Object.values(item),
);
const tags = [...contract.tags, ...published('webhooks.json').tags].map(({ name }) => name);

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly places: readonly string[];
}

/**
 * Serious or critical rules of axe that Redoc's own markup breaks, each with its reason, where we cannot mend it from
 * outside: none. What it does break, the menu's button and the focus of its search, start.js and page.css mend.
 */
const OF_REDOC: Readonly<Record<string, string>> = {};

/** All operations have the same markup, so three are enough: there, and in the menu. */
const ALIKE =
  '[id*="operation/"]:not([id$="/createOrder"], [id$="/listLots"], [id$="/postMovement"])';

interface Focus {
  readonly name: string;
  /** In the window, with a frame around it. */
  readonly isSeen: boolean;
}

const FOCUS = `(() => {
  const one = document.activeElement;
  const { top, bottom, left, width } = one.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  const name = one.getAttribute('aria-label') ?? one.getAttribute('placeholder') ??
    one.querySelector('img')?.alt ?? one.textContent;
  const isInWindow = width > 0 && bottom > 0 && top < innerHeight && left >= 0;
  return { name, isSeen: isInWindow && outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2 };
})()`;

const IN_SIGHT = (id: string) => `(() => {
  const top = document.getElementById('${id}')?.getBoundingClientRect().top;
  return scrollY > 0 && top > -200 && top < innerHeight;
})()`;

/** Nothing lies over it: not the foot of the menu, nor the end of the window. */
const CURRENT_IS_SEEN = `(() => {
  const entry = document.querySelector('[role=navigation] .active');
  const { left, right, top, bottom } = entry.getBoundingClientRect();
  return [top + 1, bottom - 1].every((y) => entry.contains(document.elementFromPoint((left + right) / 2, y)));
})()`;

/** A browser is slow where others work beside it. */
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const chromium = findChromium('the docs in a browser');

describe.skipIf(chromium === undefined)('the docs, in a browser,', { shuffle: false }, () => {
  let database: TestDatabase;
  let service: RunningService;
  let page: BrowserPage;
  /** Which one is open: to open it takes a second, and most tests only look. */
  let isOpen = '';
  const looked = async (fragment = '', width = 1400): Promise<void> => {
    const address = `${width} ${fragment}`;
    if (isOpen === address) return;
    isOpen = '';
    await page.resize(width, 900);
    await page.open('about:blank');
    await page.open(`${service.url}/docs${fragment}`);
    await page.until(`document.getElementById('tag/${tags.at(-1)}')`, 'the page');
    await page.until("document.getElementById('content')", 'the landmarks');
    isOpen = address;
  };
  /** For those who do more than look: anew, and not for another. */
  const opened = async (fragment = '', width = 1400): Promise<void> => {
    isOpen = '';
    await looked(fragment, width);
    isOpen = '';
  };
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

  test('show every operation below the heading of its tag', async () => {
    await looked();
    const headings = await page.evaluate<string[]>(
      "[...document.querySelectorAll('h1, h2')].map((heading) => heading.textContent.trim())",
    );
    expect(headings).toEqual(expect.arrayContaining(tags));
    expect(headings).toEqual(expect.arrayContaining(operations.map(({ summary }) => summary)));
  });

  test('show their guides in the menu, and a logo of their own', async () => {
    await looked();
    const menu = await page.evaluate<string[]>(
      "[...document.querySelectorAll('[role=menuitem]')].map((item) => item.textContent)",
    );
    const guides = ['First call', 'Authentication', 'Errors', 'Limits', 'Workflows', 'The ledger'];
    expect(menu.map((words) => guides.find((guide) => words.startsWith(guide)))).toEqual(
      expect.arrayContaining(guides),
    );
    // What few readers need comes last.
    expect(menu.findLastIndex((words) => words.startsWith('Events'))).toBeLessThan(
      menu.findIndex((words) => words.startsWith('The ledger')),
    );
    await page.until("document.querySelector('img[alt]')?.naturalWidth > 0", 'the logo');
    expect(await page.evaluate("document.querySelector('img[alt]').alt")).not.toBe('');
  });

  test('have landmarks, and no code that a keyboard cannot scroll', async () => {
    await looked();
    expect(await page.evaluate("document.querySelectorAll('[role=main] h1').length")).toBe(1);
    expect(await page.evaluate("document.querySelectorAll('[role=navigation]').length")).toBe(1);
    const scrolled = await page.evaluate<number>(
      "[...document.querySelectorAll('pre')].filter((one) => one.scrollWidth > one.clientWidth).length",
    );
    expect(scrolled).toBe(0);
    // Below the heading of an operation, where Redoc leaves two levels out.
    expect(await page.evaluate("document.querySelectorAll('h5:not([aria-level])').length")).toBe(0);
  });

  test('lead with each of their links to a place on the page', async () => {
    await looked();
    const astray = await page.evaluate<string[]>(`
      [...document.querySelectorAll('[role=main] a[href^="#"]')]
        .map((link) => decodeURIComponent(link.getAttribute('href').slice(1)))
        .filter((id) => !document.getElementById(id) && !document.querySelector('[data-section-id="' + id + '"]'))
    `);
    expect(astray).toEqual([]);
  });

  test('show each step of a workflow', async () => {
    await looked();
    const steps = await page.evaluate<string[]>(
      "[...document.getElementById('section/Workflows/Recall').querySelectorAll('h4')].map((one) => one.textContent)",
    );
    expect(steps).toHaveLength(9);
    expect(steps[0]).toBe('1. receive-recalled');
  });

  test('show the answer to a write before the answer to its repeat', async () => {
    await looked();
    const both = operations
      .filter(({ responses }) => '200' in responses && '201' in responses)
      .map(({ operationId }) => operationId);
    expect(both).toContain('postMovement');
    const shown = await page.evaluate<string[][]>(`${JSON.stringify(both)}.map((id) => {
      const operation = document.getElementById('operation/' + id);
      const codes = [...operation.querySelectorAll('.tab-success')];
      const chosen = codes.find((tab) => tab.getAttribute('aria-selected') === 'true');
      const described = [...operation.querySelectorAll('button strong')].map((one) => one.textContent.trim());
      return [id, chosen?.textContent, codes.map((tab) => tab.textContent).join(), described.slice(0, 2).join()];
    })`);
    expect(shown).toEqual(both.map((id) => [id, '201', '201,200', '201,200']));
  });

  test('show samples with all of their rows', async () => {
    await looked();
    const rows = await page.evaluate<
      number[]
    >(`['.collapsible', '.collapsed > .collapsible'].map((one) =>
      document.querySelectorAll('.redoc-json :is(' + one + ')').length)`);
    expect(rows).toEqual([expect.toSatisfy((count) => count > 100), 0]);
  });

  test.each([1400, 390])(
    'have nothing, %d pixels wide, that keeps anybody out',
    {
      timeout: 120_000,
    },
    async (width) => {
      await looked('', width);
      await page.evaluate(`${axe};undefined`);
      const found = await page.evaluate<Violation[]>(`
      axe.run({ exclude: [['${ALIKE}']] }, { resultTypes: ['violations'] })
        .then(({ passes, violations }) => passes.length < 20 ? [{ id: 'nothing was looked at' }] : violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => ({ id, places: nodes.map(({ html }) => html.slice(0, 200)) })))
    `);
      expect(found.filter(({ id }) => !(id in OF_REDOC))).toEqual([]);
      // What is listed must still be so.
      expect(Object.keys(OF_REDOC).filter((id) => !found.some((one) => one.id === id))).toEqual([]);
    },
  );

  test('fit wide and narrow windows', async () => {
    await looked('', 390);
    isOpen = '';
    for (const width of [1400, 900, 500, 320]) {
      await page.resize(width, 900);
      await page.until(`innerWidth === ${width}`, 'the window');
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect([width, needed <= width]).toEqual([width, true]);
    }
  });

  test('offer samples in curl, TypeScript and Python', async () => {
    await looked('#operation/postMovement');
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

  test('begin with curl and end with the payload, at the address that shows them', async () => {
    await looked('#operation/postMovement');
    const tabs = await page.evaluate<string[]>(
      '[...document.querySelectorAll(\'[id="operation/putBundle"] [role=tab]\')].map((tab) => tab.textContent)',
    );
    const languages = tabs.filter((tab) => !/^\d{3}$/.test(tab));
    expect(languages).toEqual(['curl', 'TypeScript', 'Python', 'Payload']);
    const text = await page.evaluate<string>("document.querySelector('[role=main]').textContent");
    expect(text).toContain(`API=${service.url}/api/public/v1`);
    // The guides still name production where they list the addresses.
    expect(text).toContain('https://api.pharmacy.example/api/public');
  });

  test('take the language of one sample for all, and remember it', async () => {
    const inPython = `document.getElementById('operation/createOrder').textContent.includes('base_url="${service.url}/api/public"')`;
    await opened();
    await page.evaluate(`[...document.querySelectorAll('[id="operation/listLots"] [role=tab]')]
      .find((tab) => tab.textContent === 'Python').click()`);
    await page.until(inPython, 'the sample of another operation');
    await opened('#operation/listLots');
    await page.until(inPython, 'the same after a reload');
    await page.evaluate('localStorage.clear()');
  });

  test('say once what every answer and every event carries', async () => {
    await looked();
    const text = await page.evaluate<string>("document.querySelector('[role=main]').textContent");
    expect(text.split('X-RateLimit-Remaining')).toHaveLength(2);
    expect(text.split('X-Webhook-Signature-Next')).toHaveLength(2);
    const types = Object.keys(published('webhooks.json').webhooks);
    const headings = await page.evaluate<string[]>(
      "[...document.querySelectorAll('[id^=\"operation/on\"] h2')].map((one) => one.textContent.replace('Webhook', '').trim())",
    );
    expect(headings).toEqual(types);
  });

  test('find an operation by its words', async () => {
    await looked('#operation/postMovement');
    isOpen = '';
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
    await opened('#operation/createWebhook');
    await page.until(IN_SIGHT('operation/createWebhook'), 'the operation');
    await page.until(CURRENT_IS_SEEN, 'its entry in the menu');
  });

  test('show where one is in the menu of a narrow window', async () => {
    await opened('#operation/createWebhook', 390);
    await page.evaluate("document.querySelector('[role=button][aria-label=Contents]').click()");
    await page.until(CURRENT_IS_SEEN, 'its entry in the menu');
  });

  test('can be walked by the keyboard, which is seen wherever it is', async () => {
    await opened();
    const walked: Focus[] = [];
    const step = async (key: 'Tab' | 'Enter'): Promise<Focus> => {
      await page.press(key);
      const at = await page.evaluate<Focus>(FOCUS);
      walked.push(at);
      return at;
    };
    expect((await step('Tab')).name).toBe('Skip the menu');
    expect((await step('Tab')).name).toBe('Pharmacy Platform');
    expect((await step('Tab')).name).toBe('Search');
    expect((await step('Tab')).name).toBe('First call');
    expect((await step('Tab')).name).toBe('Authentication');
    await step('Enter');
    await page.until("location.hash === '#section/Authentication'", 'the deep link');
    await page.until(IN_SIGHT('section/Authentication'), 'the guide');
    expect(walked.filter(({ isSeen }) => !isSeen)).toEqual([]);
  });

  test('let the keyboard skip the menu', async () => {
    await opened();
    await page.press('Tab');
    await page.press('Enter');
    await page.until("document.activeElement.id === 'content'", 'the content');
    await page.press('Tab');
    expect(await page.evaluate(FOCUS)).toEqual({ name: 'openapi.json', isSeen: true });
  });

  test('give the keyboard the menu of a narrow window too', async () => {
    await opened('', 390);
    await page.press('Tab');
    await page.press('Tab');
    expect(await page.evaluate(FOCUS)).toEqual({ name: 'Contents', isSeen: true });
    await page.press('Enter');
    await page.until("document.activeElement.tagName === 'INPUT'", 'the menu');
    await page.press('Tab');
    expect(await page.evaluate(FOCUS)).toEqual({ name: 'First call', isSeen: true });
    await page.press('Enter');
    await page.until(IN_SIGHT('section/First-call'), 'the guide');
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
