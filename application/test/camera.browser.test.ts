// A phone's camera sees a real GS1 DataMatrix: the page decodes the picture, and it is a scan like any other.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bwip from 'bwip-js/node';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findChromium } from '../../test/support/chromium.ts';
import { makePharmacy } from '../../test/support/pharmacy.ts';
import { type ApplicationWorld, startApplication } from './support/application.ts';

vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const chromium = findChromium('scanning by a camera');
const GTIN = '00312345000011';
const [WIDTH, HEIGHT, DOT] = [640, 480, 10];

/** One picture for a camera that is a file: YUV4MPEG2, grey. */
function filmOf(elements: string): string {
  const [drawn] = bwip.raw({ bcid: 'gs1datamatrix', text: elements }) as unknown as {
    pixs: number[];
    pixx: number;
    pixy: number;
  }[];
  if (drawn === undefined) throw new Error('Nothing was drawn.');
  const picture = Buffer.alloc(WIDTH * HEIGHT, 235);
  for (const [index, dot] of drawn.pixs.entries()) {
    const left = 160 + (index % drawn.pixx) * DOT;
    const top = 100 + Math.floor(index / drawn.pixx) * DOT;
    for (let line = top; dot === 1 && line < top + DOT; line += 1)
      picture.fill(16, line * WIDTH + left, line * WIDTH + left + DOT);
  }
  const path = join(tmpdir(), `camera-${process.pid}.y4m`);
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`);
  writeFileSync(path, Buffer.concat([head, picture, colours]));
  return path;
}

describe.skipIf(chromium === undefined)('a camera, in a browser,', { shuffle: false }, () => {
  let world: ApplicationWorld;
  beforeAll(async () => {
    const film = filmOf(`(01)${GTIN}(10)A-7(17)351130(21)S1`);
    const fill: Parameters<typeof startApplication>[1] = async ({ database, owner }) => {
      await makePharmacy(database, { skuCodes: ['SKU-1'] });
      await owner.query('update sku set gtin = $1', [GTIN]);
    };
    world = await startApplication(chromium as string, fill, [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ]);
    await world.signIn({ organization: 'pharmacy', name: 'Tom Okafor', roles: ['clerk'] });
  });
  afterAll(() => world?.close());

  test('reads a DataMatrix with its separators, once while it is in sight, from our own host', async () => {
    const { page, service } = world;
    await page.resize(390, 800);
    await world.open('/receive', 'Receive');
    await page.evaluate("document.querySelector('.camera-button').click()");
    await page.until("document.querySelectorAll('.line').length === 1", 'a line');
    await page.until("document.querySelector('video').currentTime > 2", 'more pictures');
    const line = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.line input')].map(({ value }) => value)",
    );
    expect(line).toEqual(['SKU-1', 'A-7', '2035-11-30', '1']);
    expect(await page.evaluate("document.querySelector('.heard').textContent")).toContain('1 unit');
    expect(page.requests).toContain(`${service.url}/app/assets/zxing_reader.wasm`);
    const elsewhere = page.requests.filter(
      (url) => /^https?:/.test(url) && !url.startsWith(service.url),
    );
    expect(elsewhere).toEqual([]);
    await page.evaluate("[...document.querySelectorAll('.camera button')].at(-1).click()");
    await page.until("document.querySelector('video') === null", 'the end');
    expect(page.complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual(
      [],
    );
  });
});
