// How people come into the page, leave it, and lock it; and how a manager keeps people and terminals. In Chromium.
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { invite, tokenOf } from '../../test/support/browsers.ts';
import { type BrowserPage, findChromium, openBrowser } from '../../test/support/chromium.ts';
import { makePharmacy } from '../../test/support/pharmacy.ts';
import { useWorld } from '../../test/support/world.ts';

vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const chromium = findChromium('signing in to the application');
const PIN = '493027';

describe.skipIf(chromium === undefined)('in the page', { shuffle: false }, () => {
  const world = useWorld(
    async ({ db }) => {
      await makePharmacy(db.database);
      return undefined;
    },
    { service: { host: 'localhost' } },
  );
  let page: BrowserPage;

  beforeAll(async () => {
    page = await openBrowser(chromium as string);
    await page.resize(1280, 900);
    await page.open(`${world.service.url}/app`);
    await sees('Sign in');
    await page.holdPasskeys();
  }, 120_000);
  afterAll(() => page?.close());

  /** Kept where PICTURES names a folder, for people to look at. */
  async function picture(name: string): Promise<void> {
    const folder = process.env.PICTURES;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    for (const width of [1280, 390]) {
      await page.resize(width, 900);
      writeFileSync(`${folder}/${name}-${width}.png`, await page.picture());
    }
    await page.resize(1280, 900);
  }

  const sees = (text: string) =>
    page.until(`document.body?.innerText.includes(${JSON.stringify(text)})`, text);
  const button = (name: string) =>
    `[...document.querySelectorAll('button')].find((one) => one.checkVisibility() && one.textContent.startsWith(${JSON.stringify(name)}))`;
  const push = async (name: string) => {
    await page.until(button(name), `a button ${name}`);
    await page.evaluate(`${button(name)}.click()`);
  };
  const fill = async (name: string, text: string) => {
    const field = `[...document.querySelectorAll('input[name=${name}]')].find((one) => one.checkVisibility())`;
    await page.until(field, `a field ${name}`);
    await page.evaluate(`${field}.focus()`);
    await page.type(text);
  };

  test('a link signs in once, and asks for another way in first', async () => {
    const { link } = await invite(world.db, { roles: 'pharmacist,manager' });
    await page.open(`${world.service.url}/app/sign-in#${tokenOf(link)}`);
    await push('Sign in by the link');
    await sees('Your link worked once.');
    expect(await page.evaluate('location.pathname + location.hash')).toBe('/app/me');
    await picture('me');
  });

  test('somebody chooses a PIN, and keeps a passkey', async () => {
    await fill('pin', '123456');
    await push('Set the PIN');
    await sees('digits in a row');
    await page.evaluate(`document.querySelector('input[name=pin]').select()`);
    await fill('pin', PIN);
    await push('Set the PIN');
    await sees('It opens at the terminals');
    await page.until(button('Change the PIN'), 'the PIN is set');
    await push('Keep a passkey');
    await sees('You have 1 passkey.');
  });

  test('a passkey unlocks the screen, on which what was typed is kept', async () => {
    await page.evaluate(
      `[...document.querySelectorAll('a')].find((one) => one.textContent === 'People').click()`,
    );
    await sees('Invite somebody');
    await fill('name', 'Ben Okafor');
    await push('Lock');
    await sees('Locked');
    await picture('locked');
    expect(
      await page.evaluate(`document.querySelector('input[name=name]').checkVisibility()`),
    ).toBe(false);
    await push('Unlock by a passkey');
    await sees('Invite somebody');
    expect(await page.evaluate(`document.querySelector('input[name=name]').value`)).toBe(
      'Ben Okafor',
    );
  });

  test('a manager invites, and is shown the link once', async () => {
    await push('Invite');
    await sees('A link for Ben Okafor');
    const link = await page.evaluate<string>(`document.querySelector('.link-text').textContent`);
    expect(link).toMatch(`${world.service.url}/app/sign-in#`);
    await picture('link');
    await push('Done');
    await sees('Ben Okafor');
    await picture('people');
  });

  test('a manager makes the computer a terminal, where the PIN signs in', async () => {
    await page.evaluate(
      `[...document.querySelectorAll('a')].find((one) => one.textContent === 'Terminals').click()`,
    );
    // The screen before has a field of that name too.
    await page.until(`document.querySelector('h1')?.textContent === 'Terminals'`, 'the screen');
    await fill('name', 'Counter 1');
    await push('Make it a terminal');
    // The menu has words of this computer too.
    await sees('This computer is the terminal Counter 1 now.');
    await picture('terminals');
    await push('Sign out');
    await page.until(`document.querySelector('.cover')`, 'the cover');
    await sees('Counter 1');
    await picture('sign-in');
    await push('Ana Ruiz');
    await fill('pin', '111222');
    await push('Sign in');
    await sees('The PIN is wrong.');
    await page.evaluate(`document.querySelector('input[name=pin]').select()`);
    await fill('pin', PIN);
    await picture('pin');
    await push('Sign in');
    await page.until(`!document.querySelector('.cover')`, 'the page is open');
    expect(page.complaints.filter((one) => !one.includes('40'))).toEqual([]);
  });
});
