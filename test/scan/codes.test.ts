// The table of codes, each resolved by the service against one catalog with its lots.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import { client, makePharmacy, post } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const CATALOG = [
  { sku_code: 'DE', gtin: '04150011164140', lots: ['V10025'] },
  {
    sku_code: 'G',
    gtin: '09506000134352',
    lots: ['AB', 'AB21CD', 'XY21CD', 'OLD', 'B(2024)', 'L(21)M', 'AB(21)C'],
  },
  { sku_code: 'VENT', gtin: '00301730682208', ndc: '0173-0682-20', lots: [] },
  { sku_code: 'UPC', upc: '036000291452', lots: [] },
  { sku_code: 'EAN', ean: '4006381333931', lots: [] },
  { sku_code: 'EITHER-UPC', upc: '012345000058', lots: [] },
  { sku_code: 'EITHER-EAN', ean: '01234558', lots: [] },
  { sku_code: 'NDC-12', ndc: '12345678905', lots: [] },
  { sku_code: '03752864', lots: [] },
];

const world = useWorld(async ({ db, service }) => {
  const {
    slug: organization,
    testKey,
    liveKey,
    productIds,
  } = await makePharmacy(db.database, {
    skuCodes: CATALOG.map(({ sku_code }) => sku_code),
    lots: CATALOG.flatMap(({ sku_code, lots }) =>
      lots.map((lot_number) => ({
        sku_code,
        lot_number,
        expiry_date: sku_code === 'DE' ? '2028-01-31' : '2035-11-30',
        qty: 5,
      })),
    ),
  });
  const skus = CATALOG.map(({ lots: _, ...sku }, index) => ({
    organization,
    product_id: productIds[index],
    ...sku,
  }));
  await importFile(db.database, JSON.stringify({ skus }));
  const draw = { type: 'fulfill', sku_code: 'G', lot_number: 'OLD', qty: 5 };
  expect((await post(client({ url: service.url, key: liveKey }), draw)).status).toBe(201);
  return { api: client({ url: service.url, key: testKey }) };
});

const FIELDS = {
  gtin: 'gtin',
  ndc: 'ndc',
  lot_number: 'lot',
  expiry_date: 'exp',
  serial: 'ser',
  item_count: 'n',
  code_type: 'type',
} as const;

/** The answer as the table writes it. */
function written(body: Record<string, unknown>): string[] {
  const unresolved = (body.unresolved ?? []) as { field: string; reason: string }[];
  return [
    (body.sku_code as string | undefined) ?? '-',
    ...Object.entries(FIELDS).flatMap(([field, short]) =>
      body[field] === undefined ? [] : `${short}:${body[field]}`,
    ),
    ...(body.lot_matched === undefined ? [] : ['matched']),
    ...unresolved.map(({ field, reason }) => `!${field}=${reason}`),
  ].sort();
}

const sources = new Map<string, [code: string, reading: string, why: string][]>();
let rows: [code: string, reading: string, why: string][] = [];
for (const line of readFileSync(new URL('codes.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')) {
  if (line.startsWith('# ')) {
    rows = [];
    sources.set(line.slice(2), rows);
  } else rows.push(line.split('\t') as [string, string, string]);
}

describe.each([...sources].filter(([, codes]) => codes.length > 0))('%s', (_source, codes) => {
  it.each(codes)('%s is %s: %s', async (code, reading) => {
    const { status, body } = await world.api.post('/v1/inventory/scan/resolve', {
      body: { code: JSON.parse(`"${code}"`) },
    });
    expect([status, written(body)]).toEqual([200, reading.split(' ').sort()]);
    if (body.ndc !== undefined) expect(body.ndc_12).toBe(`0${body.ndc}`);
  });
});
