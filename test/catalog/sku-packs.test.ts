// Codes that a SKU was taught: one code names one SKU, however it is written, and its scan says the units of the package.
import { beforeAll, describe, expect, it } from 'vitest';
import { checkDigitOf } from '../../src/scan/check-digit.ts';
import { importFile } from '../support/as-operator.ts';
import { peopleWrote, useCounter } from '../support/counter.ts';
import { post } from '../support/pharmacy.ts';

const world = useCounter();
let a: string;
let b: string;

const CASE = '10300933109052';
const OWN = '00300933109055';
/** A GTIN that holds the PZN 02763133. */
const NTIN = `0415002763133${checkDigitOf('0415002763133')}`;
const path = (sku: string) => `/v1/inventory/skus/${encodeURIComponent(sku)}/packs`;
const teach = (sku: string, body: object) => world.api.put(path(sku), { body });
const scan = async (code: string) =>
  (await world.api.post('/v1/inventory/scan/resolve', { body: { code } })).body;

beforeAll(async () => {
  a = await world.stocked({ lot: 'A', expires: '2035-11-30' });
  b = await world.stocked({ lot: 'B', expires: '2035-11-30' });
  await world.db.owner.query('update sku set gtin = $1, ndc = $2 where sku_code = $3', [
    OWN,
    '00093310905',
    b,
  ]);
});

describe('a code that a SKU was taught', () => {
  /** Each kind, as it is taught, stored and scanned. */
  it.each([
    ['gtin', CASE, CASE, CASE],
    ['gtin', CASE, CASE, `]d201${CASE}1735113010L`],
    ['upc', '036000291452', '00036000291452', '036000291452'],
    ['ean', '4006381333931', '04006381333931', '4006381333931'],
    ['ndc', '0173-0682-20', '00173068220', '00173-0682-20'],
    ['pzn', '02763133', '02763133', '-02763133'],
    ['pzn', '02763133', '02763133', `01${NTIN}17351130`],
    ['hibc', 'A123BJC5D6E71', 'A123BJC5D6E71', '+A123BJC5D6E71G'],
    ['aic', '012345676', '012345676', 'A012345676'],
    ['cip', '3400930000120', '03400930000120', '3400930000120'],

    ['other', 'Shelf 7/é', 'Shelf 7/é', 'Shelf 7/é'],
  ])('names it as %s %s', async (code_type, code, stored, scanned) => {
    const taught = await teach(a, { code_type, code, units: 12 });
    const type = ['upc', 'ean', 'cip'].includes(code_type) ? 'gtin' : code_type;
    const pack = { sku_code: a, code_type: type, code: stored, units: 12 };
    expect([taught.status, taught.body]).toEqual([200, pack]);
    expect(await scan(scanned)).toMatchObject({
      match: 'sku',
      sku_code: a,
      matched_by: type,
      units_per_pack: 12,
    });
    const again = await teach(a, { code: scanned, units: 20 });
    expect(again.body).toMatchObject(
      scanned.includes(NTIN) ? { code: NTIN, units: 20 } : { ...pack, units: 20 },
    );
    const codes = (await world.api.get(path(a))).body.data;
    expect(codes).toContainEqual(again.body);
    for (const row of codes) {
      const query = { code_type: row.code_type, code: row.code };
      expect((await world.api.delete(path(a), { query })).body).toEqual({ deleted: 1 });
      expect((await world.api.delete(path(a), { query })).body).toEqual({ deleted: 0 });
    }
    expect(await scan(scanned)).toMatchObject({ match: 'unknown_code' });
  });

  it('draws by a scan, in units, whatever a package of it holds', async () => {
    await teach(a, { code_type: 'gtin', code: CASE, units: 12 });
    const drawn = await post(world.api, { type: 'dispense', qty: 3, scanned_code: CASE });
    expect(drawn.body.transactions).toMatchObject([{ lot_number: 'A', qty: -3 }]);
  });

  it.each([
    [{ code_type: 'gtin', code: '10300933109053', units: 1 }, 'code', /GTIN .* check digit/],
    [{ code_type: 'ndc', code: '0173068220', units: 1 }, 'code', /NDC of 11 digits/],
    [{ code_type: 'pzn', code: '02763134', units: 1 }, 'code', /PZN of 8 digits/],
    [{ code_type: 'hibc', code: '+A1', units: 1 }, 'code', /primary HIBC/],
    [{ code_type: 'other', code: ' x', units: 1 }, 'code', /without blanks/],
    [{ code: '10LOT', units: 1, code_type: 'sku' }, 'code_type', /./],
    [{ code: `]d210LOT`, units: 1 }, 'code', /number of a product/],
    [{ code: ']Q1301730682209', units: 1 }, 'code', /right check digit/],
    [{ code: '301730682209', units: 1 }, 'code', /right check digit/],
    [{ code: 'x'.repeat(101), units: 1 }, 'code', /at most 100/],
    [{ code: 'x', units: 0 }, 'units', /at least 1/],
  ])('is refused where it is none: %o', async (body, field, message) => {
    const { status, body: answer } = await teach(a, body);
    expect([status, answer.error.code]).toEqual([400, 'validation_error']);
    expect(answer.error.details).toMatchObject([
      { path: field, message: expect.stringMatching(message) },
    ]);
  });

  it('is of one SKU, and the refusal names both', async () => {
    await teach(a, { code: 'TAKEN', units: 1 });
    await teach(b, { code: NTIN, units: 1 });
    for (const [sku, body] of [
      [b, { code: 'TAKEN', units: 2 }],
      [a, { code_type: 'pzn', code: '02763133', units: 2 }],
      [a, { code_type: 'gtin', code: OWN, units: 2 }],
      [a, { code_type: 'ndc', code: '00093-3109-05', units: 2 }],
      [a, { code_type: 'upc', code: OWN.slice(2), units: 2 }],
      [a, { code_type: 'ndc', code: OWN.slice(3, 13).replace(/^(.{5})/, '$10'), units: 2 }],
      [a, { code: b, units: 2 }],
    ] as const) {
      const { status, body: answer } = await teach(sku, body);
      expect([status, answer.error.code]).toEqual([409, 'code_taken']);
      for (const name of [a, b]) expect(answer.error.message).toContain(name);
    }
    const unknown = await teach('NO-SUCH', { code: 'X', units: 1 });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'product_not_found']);
  });

  it('is of one SKU also where two are taught it at once as codes of two kinds', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [pzn, ntin] = [
        { code_type: 'pzn', code: '02763133', units: 1 },
        { code_type: 'gtin', code: NTIN, units: 1 },
      ];
      const answers = await Promise.all([teach(a, pzn), teach(b, ntin)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      await world.db.owner.query('delete from sku_pack');
    }
  });

  it('is of one SKU also where two are taught it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        teach(index % 2 === 0 ? a : b, { code: 'RACE', units: 1 }),
      ),
    );
    const { rows } = await world.db.owner.query(
      "select sku_code from sku_pack where code = 'RACE'",
    );
    expect(rows).toHaveLength(1);
    const winner = rows[0].sku_code;
    for (const [index, { status }] of answers.entries())
      expect(status).toBe((index % 2 === 0 ? a : b) === winner ? 200 : 409);
  });
});

describe('an import', () => {
  const packs = (...rows: object[]) =>
    importFile(
      world.db.database,
      JSON.stringify({ sku_packs: rows.map((row) => ({ organization: 'pharmacy', ...row })) }),
    );

  it('teaches codes, and changes nothing a second time', async () => {
    const row = { sku_code: a, code_type: 'upc', code: '012345678905', units: 6 };
    for (const count of [
      { created: 1, updated: 0, unchanged: 0 },
      { created: 0, updated: 0, unchanged: 1 },
    ])
      expect(JSON.stringify(await packs(row))).toContain(JSON.stringify(count));
    await packs({ ...row, units: 8 });
    expect(await scan('012345678905')).toMatchObject({ sku_code: a, units_per_pack: 8 });
  });

  it('refuses a code of two SKUs, one that is none, and a SKU that takes the code of another', async () => {
    const other = { code_type: 'other', code: 'IMPORTED', units: 1 };
    await packs({ sku_code: a, ...other });
    const twice = [a, b].map((sku_code) => ({ sku_code, ...other, code: 'TWICE' }));
    const own = { sku_code: a, code_type: 'gtin', code: OWN, units: 1 };
    for (const rows of [[{ sku_code: b, ...other }], [own]])
      await expect(packs(...rows)).rejects.toThrow(/names COUNTER-\d+ already/);
    await expect(packs(...twice)).rejects.toThrow(/repeats|twice|TWICE|same/);
    const kinds = [
      { sku_code: a, code_type: 'pzn', code: '02763133', units: 1 },
      { sku_code: b, code_type: 'gtin', code: NTIN, units: 1 },
    ];
    await expect(packs(...kinds)).rejects.toThrow(/names COUNTER-\d+ already/);
    await expect(packs({ sku_code: a, ...other, code_type: 'pzn' })).rejects.toThrow('PZN');
    await expect(packs({ sku_code: 'NO-SUCH', ...other })).rejects.toThrow('known SKU');
    // A SKU that comes with the code of another afterwards makes it name neither.
    await packs({ sku_code: a, code_type: 'upc', code: '012345678905', units: 6 });
    const sku = { organization: 'pharmacy', sku_code: b, product_id: world.mine.productIds[1] };
    await importFile(
      world.db.database,
      JSON.stringify({ skus: [{ ...sku, upc: '012345678905' }] }),
    );
    expect(await scan('012345678905')).toMatchObject({ match: 'unknown_code' });
  });
});

it('is taught by a manager in the application, and written into the activity', async () => {
  const { manager, clerk } = world.counter;
  const at = `/inventory/skus/${encodeURIComponent(a)}/packs`;
  const body = { code: 'BY-HAND', units: 4 };
  expect((await clerk.api.put(at, { body })).status).toBe(403);
  expect((await manager.api.put(at, { body })).status).toBe(200);
  const deleted = await manager.api.delete(at, { query: { code: 'BY-HAND' } });
  expect(deleted.body).toEqual({ deleted: 1 });
  const { actions } = await peopleWrote(world.db);
  expect(actions).toMatchObject([
    {
      command: 'putSkuPack',
      target: `sku ${a}`,
      person_id: manager.id,
      arguments: { code_type: 'other', code: 'BY-HAND', units: 4 },
    },
    { command: 'deleteSkuPack', target: `sku ${a}`, person_id: manager.id },
  ]);
});
