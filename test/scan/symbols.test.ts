// Real symbols: drawn, read by a decoder as a scanner would read them, and resolved by the service.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import bwipjs from 'bwip-js/node';
import { describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { importFile } from '../support/as-operator.ts';
import { client, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const DRUG = '00300933109055';

const world = useWorld(async ({ db, service }) => {
  // From the package on disk; by default it would be fetched.
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const { buffer } = new Uint8Array(readFileSync(wasm));
  await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true });
  const {
    slug: organization,
    testKey,
    productIds,
  } = await makePharmacy(db.database, {
    skuCodes: ['DRUG', 'RETAIL', 'SMALL', 'SHELF-7/B'],
  });
  const codes = [
    { gtin: DRUG },
    { ean: '4006381333931', upc: '012345000065' },
    { ean: '73513537' },
  ];
  const skus = ['DRUG', 'RETAIL', 'SMALL'].map((sku_code, index) => ({
    organization,
    sku_code,
    product_id: productIds[index],
    ...codes[index],
  }));
  await importFile(db.database, JSON.stringify({ skus }));
  const api = client({ url: service.url, key: testKey });
  return { api };
});

/** What a scanner would send for the symbol: what the decoder reads, with its symbology identifier or without. */
async function scan(bcid: string, text: string): Promise<{ plain: string; identified: string }> {
  const image = await bwipjs.toBuffer({
    bcid,
    text,
    scale: 4,
    padding: 12,
    backgroundcolor: 'FFFFFF',
  });
  const [read, another] = await readBarcodes(new Uint8Array(image), {
    tryHarder: true,
    textMode: 'Plain',
  });
  if (read === undefined || another !== undefined || !read.isValid)
    throw new Error(`unread: ${bcid}`);
  return { plain: read.text, identified: read.symbologyIdentifier + read.text };
}

const elements = `(01)${DRUG}(17)271100(10)AB21CD/7(21)S-000017`;
const dose = {
  match: 'sku',
  sku_code: 'DRUG',
  matched_by: 'gtin',
  gtin: DRUG,
  lot_number: 'AB21CD/7',
  expiry_date: '2027-11-30',
  serial: 'S-000017',
  code_type: 'gs1_element_string',
};

describe('a symbol', () => {
  it.each<[symbology: string, text: string, answer: object]>([
    ['gs1datamatrix', elements, dose],
    [
      'gs1datamatrixrectangular',
      `(01)${DRUG}(17)271130(10)A`,
      { sku_code: 'DRUG', lot_number: 'A' },
    ],
    ['gs1-128', elements, dose],
    ['gs1qrcode', elements, dose],
    ['databarexpandedstacked', elements, dose],
    ['databaromni', `(01)${DRUG}`, { sku_code: 'DRUG', gtin: DRUG }],
    ['gs1datamatrix', `(01)${DRUG}(10)L(17)271100`, { lot_number: 'L', expiry_date: '2027-11-30' }],
    ['gs1-128', `(01)${DRUG}(21)S(17)280200(10)L`, { serial: 'S', expiry_date: '2028-02-29' }],
    [
      'qrcode',
      `https://id.gs1.org/01/${DRUG}/10/AB21CD%2F7/21/S-000017?17=271100`,
      { ...dose, code_type: 'gs1_digital_link' },
    ],
    ['upca', DRUG.slice(2), { sku_code: 'DRUG', matched_by: 'gtin', gtin: DRUG }],
    ['ean13', '4006381333931', { sku_code: 'RETAIL', matched_by: 'ean' }],
    ['upce', '01234565', { sku_code: 'RETAIL', matched_by: 'upc', gtin: '00012345000065' }],
    ['ean8', '73513537', { sku_code: 'SMALL', matched_by: 'ean', code_type: 'ean_8' }],
    ['itf14', DRUG, { sku_code: 'DRUG', code_type: 'gtin_14' }],
    ['code128', 'SHELF-7/B', { sku_code: 'SHELF-7/B', code_type: 'sku_code' }],
    ['datamatrix', 'SHELF-7/B', { sku_code: 'SHELF-7/B', code_type: 'sku_code' }],
  ])('%s of %s is resolved', async (symbology, text, answer) => {
    const { plain, identified } = await scan(symbology, text);
    for (const code of [plain, identified]) {
      const { status, body } = await world.api.post('/v1/inventory/scan/resolve', {
        body: { code },
      });
      expect([code, status, body]).toEqual([code, 200, expect.objectContaining(answer)]);
    }
  });
});
