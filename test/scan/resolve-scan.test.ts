// A scan over the wire: what the catalog makes of a code.
import { describe, expect, it } from 'vitest';
import { checkDigitOf } from '../../src/scan/check-digit.ts';
import { importFile } from '../support/as-operator.ts';
import { client, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const GS = '\u001d';
const GTIN = '09506000134352';
const upcOfNdc = (tenDigits: string) => `3${tenDigits}${checkDigitOf(`3${tenDigits}`)}`;
/** 50242-040-62 is a product's, 60575-4112-1 a SKU's; no SKU has their GTINs. */
const PRODUCT_UPC = upcOfNdc('5024204062');
const SKU_UPC = upcOfNdc('6057541121');

const FOREIGN_PRODUCT = crypto.randomUUID();

/** A product for each key, with the SKUs that stock it. */
const catalog: Record<string, { ndc_code?: string; skus: Record<string, object> }> = {
  gtin: { skus: { 'BY-GTIN': { gtin: GTIN } } },
  upc: { skus: { 'BY-UPC': { upc: '036000291452' } } },
  ean: { skus: { 'BY-EAN': { ean: '4006381333931' } } },
  ean8: { skus: { 'BY-EAN-8': { ean: '73513537' } } },
  upcOfUpcE: { skus: { 'BY-UPC-E': { upc: '012345000065' } } },
  eitherUpc: { skus: { 'EITHER-UPC': { upc: '012345000058' } } },
  eitherEan: { skus: { 'EITHER-EAN': { ean: '01234558' } } },
  inStore: { skus: { 'IN-STORE': { ean: '01234572' } } },
  allThree: {
    skus: { ALL: { gtin: '05901234123457', ean: '5901234123457', ndc: '99999000099' } },
  },
  drug: { ndc_code: '0093-3109-05', skus: { AMOX: { gtin: '00300933109055' } } },
  byProductNdc: { ndc_code: '50242-040-62', skus: { 'BY-PRODUCT-NDC': {} } },
  bySkuNdc: { skus: { 'BY-SKU-NDC': { ndc: '60575411201' } } },
  undashed: { ndc_code: '12345067890', skus: { UNDASHED: {} } },
  // Their ten digits are the same: 1111-1111-11 and 11111-111-11 have two keys.
  twin1: { ndc_code: '1111-1111-11', skus: { 'TWIN-1': {} } },
  twin2: { ndc_code: '11111-111-11', skus: { 'TWIN-2': {} } },
  sharedA: { skus: { 'SHARED-A': { gtin: '10614141999993' } } },
  sharedB: { skus: { 'SHARED-B': { gtin: '10614141999993' } } },
  upcHere: { skus: { 'UPC-HERE': { upc: '614141999996' } } },
  gtinThere: { skus: { 'GTIN-THERE': { gtin: '00614141999996' } } },
  siblings: {
    ndc_code: '0777-3105-02',
    skus: {
      SMALL: { gtin: '15400141288763' },
      LARGE: { gtin: '15400141288763' },
      // A package of its own.
      'OTHER-PACK': { ndc: '00777310530' },
    },
  },
  packs: {
    ndc_code: '11112-2222-33',
    skus: { 'PACK-33': {}, 'PACK-44': { ndc: '11112222244' } },
  },
  otherPack: { ndc_code: '11113-2222-33', skus: { 'PACK-55': { ndc: '11113222255' } } },
  codes: {
    skus: {
      '042100005264': {},
      'amox-500': {},
      'AMOX-500': {},
      '(01)09506000134352': {},
      'Ü 💊': {},
    },
  },
};

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, { skuCodes: ['PLAIN'] });
  const theirs = await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['FOREIGN'] });
  const organization = mine.slug;
  const products = Object.entries(catalog).map(([name, { ndc_code, skus }]) => ({
    product: { organization, id: crypto.randomUUID(), name, ...(ndc_code && { ndc_code }) },
    skus,
  }));
  const file = {
    products: products.map(({ product }) => product),
    skus: [
      ...products.flatMap(({ product, skus }) =>
        Object.entries(skus).map(([sku_code, codes]) => ({
          organization,
          sku_code,
          product_id: product.id,
          ...codes,
        })),
      ),
      {
        organization: 'theirs',
        sku_code: 'FOREIGN-GTIN',
        product_id: theirs.productIds[0],
        gtin: '00012000003455',
        ndc: '88888000088',
      },
    ],
  };
  await importFile(db.database, JSON.stringify(file));
  await importFile(
    db.database,
    JSON.stringify({
      products: [
        {
          organization: 'theirs',
          id: FOREIGN_PRODUCT,
          name: 'Foreign',
          ndc_code: '77777-0777-77',
        },
      ],
      skus: [{ organization: 'theirs', sku_code: 'FOREIGN-NDC', product_id: FOREIGN_PRODUCT }],
    }),
  );
  const api = client({ url: service.url, key: mine.testKey });
  return { mine, api };
});

/** The answer, a product's id only as there or not. */
async function resolve(code: string): Promise<Record<string, unknown>> {
  const { status, body } = await world.api.post('/v1/inventory/scan/resolve', { body: { code } });
  expect([code, status]).toEqual([code, 200]);
  const { product_id, ...rest } = body;
  if ((rest.match === 'sku') !== (rest.sku_code !== undefined)) throw new Error(rest.match);
  return product_id === undefined ? rest : { product: true, ...rest };
}

const sku = (sku_code: string, matched_by: string, rest: object = {}) => ({
  match: 'sku',
  product: true,
  sku_code,
  matched_by,
  ...rest,
});
const unknown = (rest: object = {}) => ({ match: 'unknown_code', ...rest });

describe('a code', () => {
  it.each<[code: string, answer: object]>([
    ['PLAIN', sku('PLAIN', 'sku_code', { code_type: 'sku_code' })],
    ['PLAIN\r\n', sku('PLAIN', 'sku_code', { code_type: 'sku_code' })],
    [']C0PLAIN', sku('PLAIN', 'sku_code', { code_type: 'sku_code' })],
    ['plain', unknown()],
    ['AMOX-500', sku('AMOX-500', 'sku_code', { code_type: 'sku_code' })],
    ['amox-500', sku('amox-500', 'sku_code', { code_type: 'sku_code' })],
    ['Ü 💊', sku('Ü 💊', 'sku_code', { code_type: 'sku_code' })],
    // A SKU code wins over any reading, even where another SKU has the GTIN.
    ['042100005264', sku('042100005264', 'sku_code', { code_type: 'sku_code' })],
    [`(01)${GTIN}`, sku(`(01)${GTIN}`, 'sku_code', { code_type: 'sku_code' })],
    [
      `]d201${GTIN}17271130` + `10ABC${GS}21S-1`,
      sku('BY-GTIN', 'gtin', {
        lot_number: 'ABC',
        expiry_date: '2027-11-30',
        serial: 'S-1',
        gtin: GTIN,
        code_type: 'gs1_element_string',
      }),
    ],
    [GTIN, sku('BY-GTIN', 'gtin', { gtin: GTIN, code_type: 'gtin_14' })],
    [GTIN.slice(1), sku('BY-GTIN', 'gtin', { gtin: GTIN, code_type: 'ean_13' })],
    [
      `https://id.gs1.org/01/${GTIN}/10/A`,
      sku('BY-GTIN', 'gtin', { gtin: GTIN, lot_number: 'A', code_type: 'gs1_digital_link' }),
    ],
    // GTIN, UPC and EAN are one space of numbers.
    ['036000291452', sku('BY-UPC', 'upc', { gtin: '00036000291452', code_type: 'upc_a' })],
    ['0036000291452', sku('BY-UPC', 'upc', { gtin: '00036000291452', code_type: 'ean_13' })],
    ['00036000291452', sku('BY-UPC', 'upc', { gtin: '00036000291452', code_type: 'gtin_14' })],
    [
      '(01)04006381333931',
      sku('BY-EAN', 'ean', { gtin: '04006381333931', code_type: 'gs1_element_string' }),
    ],
    ['73513537', sku('BY-EAN-8', 'ean', { gtin: '00000073513537', code_type: 'ean_8' })],
    ['00000073513537', sku('BY-EAN-8', 'ean', { gtin: '00000073513537', code_type: 'gtin_14' })],
    ['01234565', sku('BY-UPC-E', 'upc', { gtin: '00012345000065', code_type: 'upc_e' })],
    ['01234572', sku('IN-STORE', 'ean', { gtin: '00000001234572', code_type: 'ean_8' })],
    // The catalog has both of its meanings, each for another product.
    ['01234558', unknown({ unresolved: [{ field: 'gtin', reason: 'ambiguous' }] })],
    ['01234589', unknown({ gtin: '00012345000089', code_type: 'upc_e' })],
    ['5901234123457', sku('ALL', 'gtin', { gtin: '05901234123457', code_type: 'ean_13' })],
    // NDCs: the SKU's own, its product's, within a GTIN, with and without hyphens.
    [
      '0093-3109-05',
      sku('AMOX', 'ndc', { ndc: '00093310905', ndc_12: '000093310905', code_type: 'ndc' }),
    ],
    [
      '00093310905',
      sku('AMOX', 'ndc', { ndc: '00093310905', ndc_12: '000093310905', code_type: 'ndc' }),
    ],
    [
      '00093-3109-05',
      sku('AMOX', 'ndc', { ndc: '00093310905', ndc_12: '000093310905', code_type: 'ndc' }),
    ],
    [
      '0093310905',
      sku('AMOX', 'ndc', { ndc: '00093310905', ndc_12: '000093310905', code_type: 'ndc' }),
    ],
    [
      '300933109055',
      sku('AMOX', 'gtin', {
        gtin: '00300933109055',
        ndc: '00093310905',
        ndc_12: '000093310905',
        code_type: 'upc_a',
      }),
    ],
    [
      PRODUCT_UPC,
      sku('BY-PRODUCT-NDC', 'ndc', {
        gtin: `00${PRODUCT_UPC}`,
        ndc: '50242004062',
        ndc_12: '050242004062',
        code_type: 'upc_a',
      }),
    ],
    [
      `(01)00${SKU_UPC}(10)L`,
      sku('BY-SKU-NDC', 'ndc', {
        gtin: `00${SKU_UPC}`,
        ndc: '60575411201',
        ndc_12: '060575411201',
        lot_number: 'L',
        code_type: 'gs1_element_string',
      }),
    ],
    [
      '5024204062',
      sku('BY-PRODUCT-NDC', 'ndc', {
        ndc: '50242004062',
        ndc_12: '050242004062',
        code_type: 'ndc',
      }),
    ],
    [
      '60575-4112-1',
      sku('BY-SKU-NDC', 'ndc', { ndc: '60575411201', ndc_12: '060575411201', code_type: 'ndc' }),
    ],
    [
      '1234567890',
      sku('UNDASHED', 'ndc', { ndc: '12345067890', ndc_12: '012345067890', code_type: 'ndc' }),
    ],
    [
      '12345067890',
      sku('UNDASHED', 'ndc', { ndc: '12345067890', ndc_12: '012345067890', code_type: 'ndc' }),
    ],
    [
      '12345-678-90',
      sku('UNDASHED', 'ndc', { ndc: '12345067890', ndc_12: '012345067890', code_type: 'ndc' }),
    ],
    [
      '1111-1111-11',
      sku('TWIN-1', 'ndc', { ndc: '01111111111', ndc_12: '001111111111', code_type: 'ndc' }),
    ],
    [
      '11111-111-11',
      sku('TWIN-2', 'ndc', { ndc: '11111011111', ndc_12: '011111011111', code_type: 'ndc' }),
    ],
    // Two products fit, so none does.
    ['1111111111', unknown({ code_type: 'ndc' })],
    ['10614141999993', unknown({ gtin: '10614141999993', code_type: 'gtin_14' })],
    ['614141999996', unknown({ gtin: '00614141999996', code_type: 'upc_a' })],
    // Several SKUs of one product: the product is certain.
    [
      '(01)15400141288763(10)L',
      unknown({
        product: true,
        matched_by: 'gtin',
        gtin: '15400141288763',
        lot_number: 'L',
        code_type: 'gs1_element_string',
      }),
    ],
    [
      '0777-3105-02',
      unknown({
        product: true,
        matched_by: 'ndc',
        ndc: '00777310502',
        ndc_12: '000777310502',
        code_type: 'ndc',
      }),
    ],
    [
      '0777-3105-30',
      sku('OTHER-PACK', 'ndc', { ndc: '00777310530', ndc_12: '000777310530', code_type: 'ndc' }),
    ],
    // A SKU with an NDC of its own is another package than its product's.
    [
      '11112-2222-33',
      sku('PACK-33', 'ndc', { ndc: '11112222233', ndc_12: '011112222233', code_type: 'ndc' }),
    ],
    [
      '11112-2222-44',
      sku('PACK-44', 'ndc', { ndc: '11112222244', ndc_12: '011112222244', code_type: 'ndc' }),
    ],
    ['11113-2222-33', unknown({ ndc: '11113222233', ndc_12: '011113222233', code_type: 'ndc' })],
    // Nothing of the catalog: what could be read.
    [
      `01${'00614141000012'}1727020010L`,
      unknown({
        gtin: '00614141000012',
        lot_number: 'L',
        expiry_date: '2027-02-28',
        code_type: 'gs1_element_string',
      }),
    ],
    [
      '(01)09506000134353(10)L',
      unknown({
        lot_number: 'L',
        code_type: 'gs1_element_string',
        unresolved: [{ field: 'gtin', reason: 'invalid_check_digit' }],
      }),
    ],
    [
      `(01)${GTIN}(01)00300933109055`,
      unknown({
        code_type: 'gs1_element_string',
        unresolved: [{ field: 'gtin', reason: 'contradicting' }],
      }),
    ],
    ['012000003455', unknown({ gtin: '00012000003455', code_type: 'upc_a' })],
    ['88888000088', unknown({ ndc: '88888000088', ndc_12: '088888000088', code_type: 'ndc' })],
    // The NDC of a product of another organization, whose SKU has none.
    ['77777-0777-77', unknown({ ndc: '77777077777', ndc_12: '077777077777', code_type: 'ndc' })],
    ['FOREIGN', unknown()],
    ["' or true --", unknown()],
    ['%', unknown()],
  ])('%j', async (code, answer) => {
    expect(await resolve(code)).toEqual(answer);
  });

  it('is at most 400 Unicode characters, and at least one', async () => {
    expect(await resolve('💊'.repeat(400))).toEqual(unknown());
    for (const code of ['', '💊'.repeat(401), 'x'.repeat(401)]) {
      const refused = await world.api.post('/v1/inventory/scan/resolve', { body: { code } });
      expect([refused.status, refused.body.error.code]).toEqual([400, 'validation_error']);
      expect(refused.body.error.details).toMatchObject([{ path: 'code' }]);
    }
  });

  it.each([
    '{"code": "A\\u0000B"}',
    '{"code": "\\ud800"}',
    '{"code": 5}',
    '{}',
    '{"code": "A", "x": 1}',
    '[]',
  ])('is refused as %s', async (rawBody) => {
    const headers = { 'content-type': 'application/json' };
    const refused = await world.api.post('/v1/inventory/scan/resolve', { rawBody, headers });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'validation_error']);
  });

  it.each([
    GS.repeat(400),
    '\u202e'.repeat(400),
    '9'.repeat(400),
    '01'.repeat(200),
    `01${GTIN}`.repeat(25),
    `(01)${GTIN}`.repeat(22),
    `https://x${'/01'.repeat(130)}`,
    '\u007f\ufeff\u200d',
    '{"$ne": null}',
  ])('never makes the service fail: %j', async (code) => {
    expect((await resolve(code)).match).toMatch(/^(sku|unknown_code)$/);
  });

  it('changes nothing, and counts as a read', async () => {
    const before = await world.db.owner.query('select count(*)::int as n from movement');
    const answer = await world.api.post('/v1/inventory/scan/resolve', { body: { code: GTIN } });
    const live = client({ url: world.service.url, key: world.mine.liveKey });
    const read = await live.get('/v1/inventory/skus');
    const scanned = await live.post('/v1/inventory/scan/resolve', { body: { code: GTIN } });
    expect(answer.status).toBe(200);
    // Reads have ten times a plan's writes.
    const refused = await live.post('/v1/inventory/movements', { body: {} });
    const limit = Number(refused.headers.get('x-ratelimit-limit'));
    expect(Number(scanned.headers.get('x-ratelimit-limit'))).toBe(10 * limit);
    expect(scanned.headers.get('x-ratelimit-limit')).toBe(read.headers.get('x-ratelimit-limit'));
    const after = await world.db.owner.query('select count(*)::int as n from movement');
    expect(after.rows).toEqual(before.rows);
  });
});
