// What the operator can look at, as typed: each list as a table for people and as JSON.
import { describe, expect, it } from 'vitest';
import { readRows, table } from '../../../src/operator/lists.ts';
import { importFile } from '../../support/as-operator.ts';
import { create } from '../../support/endpoints.ts';
import { client, day, makePharmacy } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(async ({ db, service }) => {
  const lot = { sku_code: 'SKU-1', qty: 7 };
  const { liveKey, testKey } = await makePharmacy(db.database, {
    skuCodes: ['SKU-1', 'SKU-2'],
    lots: [
      { ...lot, lot_number: 'OVER', expiry_date: day(-3) },
      { ...lot, lot_number: 'NEXT', expiry_date: day(20), location: 'Annex' },
      { ...lot, lot_number: 'HELD', expiry_date: day(40), status: 'quarantine' },
      { ...lot, lot_number: 'LATE', expiry_date: day(400), qty: 1_200 },
    ],
  });
  await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['THEIRS'] });
  const orders = ['paid', 'pending'].map((status) => ({
    organization: 'pharmacy',
    order_number: `VO-${status}`,
    status,
    total_cents: 1_250,
  }));
  await importFile(db.database, JSON.stringify({ orders }));
  const [live, test] = [liveKey, testKey].map((key) => client({ url: service.url, key }));
  return { live, test } as { live: typeof live & object; test: typeof test & object };
});

const mine = ['--organization', 'pharmacy'];
const json = (...words: string[]) => world.operateJson(...words);
const shown = async (...words: string[]) => (await world.operate(...words)).printed.split('\n');
const refused = (message: RegExp, ...words: string[]) =>
  expect(world.operate(...words)).rejects.toThrow(message);
const named = (rows: Record<string, unknown>[], field: string) => rows.map((row) => row[field]);

describe('the lists', () => {
  it('show organizations, locations and SKUs', async () => {
    const organizations = await json('organization', 'list');
    expect(named(organizations, 'slug')).toEqual(['pharmacy', 'theirs']);
    expect(await shown('organization', 'list', '--limit', '1')).toEqual([
      'slug      name      kind      status  id',
      `pharmacy  pharmacy  pharmacy  active  ${organizations[0].id}`,
      'only the first 1 are shown; use --limit for more',
    ]);
    const locations = await json('location', 'list', ...mine);
    expect(locations).toMatchObject([
      { name: 'Annex', is_default: false },
      { name: 'Main', is_default: true, time_zone: 'UTC' },
    ]);
    expect(await shown('location', 'list', ...mine)).toHaveLength(3);
    const skus = await json('sku', 'list', ...mine);
    expect(named(skus, 'sku_code')).toEqual(['SKU-1', 'SKU-2']);
    const [{ product_id: product }] = skus;
    expect(await json('sku', 'list', ...mine, '--product', product)).toEqual([skus[0]]);
    expect((await shown('sku', 'list', ...mine))[1]).toBe(
      `SKU-1     -     -    -    -    -              ${product}`,
    );
  });

  it('show lots of all locations, the first to expire first, expired ones too', async () => {
    expect(await shown('lot', 'list', ...mine)).toEqual([
      'expiry_date  sku_code  lot_number  location  status      on_hand  reserved  available',
      `${day(-3)}   SKU-1     OVER        Main      released    7        0         0`,
      `${day(20)}   SKU-1     NEXT        Annex     released    7        0         7`,
      `${day(40)}   SKU-1     HELD        Main      quarantine  7        0         0`,
      `${day(400)}   SKU-1     LATE        Main      released    1200     0         1200`,
    ]);
    const lots = async (...words: string[]) =>
      named(await json('lot', 'list', ...mine, ...words), 'lot_number');
    expect(await lots('--expiring-before', day(40))).toEqual(['OVER', 'NEXT']);
    expect(await lots('--location', 'Annex', '--in-stock')).toEqual(['NEXT']);
    expect(await lots('--status', 'quarantine')).toEqual(['HELD']);
    expect(await lots('--sku', 'SKU-1', '--lot', 'LATE')).toEqual(['LATE']);
    expect(await lots('--limit', '2')).toEqual(['OVER', 'NEXT']);
    expect(await shown('lot', 'list', ...mine, '--sku', 'SKU-2')).toEqual(['none']);
  });

  it('show stock of all locations, or at the one that is named', async () => {
    expect(await json('stock', 'show', ...mine)).toMatchObject([
      { sku_code: 'SKU-1', location: 'Annex', on_hand: 7, available: 7 },
      { sku_code: 'SKU-1', location: 'Main', on_hand: 1_214, quarantined: 7, expired: 7 },
    ]);
    const annex = [...mine, '--sku', 'SKU-1', '--location', 'Annex'];
    expect((await shown('stock', 'show', ...annex))[1]).toBe(
      `SKU-1     Annex     7        0         7          0            0        ${day(20)}   -`,
    );
    expect(await json('stock', 'show', ...mine, '--low')).toEqual([]);
  });

  it('show orders without whose they are', async () => {
    const orders = await json('order', 'list', ...mine);
    expect(named(orders, 'order_number').toSorted()).toEqual(['VO-paid', 'VO-pending']);
    expect(orders[0]).not.toHaveProperty('patient_id');
    const [, paid] = await shown('order', 'list', ...mine, '--status', 'paid');
    expect(paid).toMatch(/^\S+Z {2}VO-paid {7}paid {4}pending {9}1250 {9}USD {7}-/);
    expect(await json('order', 'list', ...mine, '--environment', 'test')).toEqual([]);
  });

  it('show what a storefront lists', async () => {
    const [{ product_id }] = await json('sku', 'list', ...mine);
    const listing = { organization: 'pharmacy', product_id, patient_price_cents: 1_900 };
    await importFile(world.db.database, JSON.stringify({ storefront_listings: [listing] }));
    expect(await json('listing', 'list', ...mine)).toMatchObject([
      { product_id, name: 'Product of SKU-1', patient_price_cents: 1_900, is_listed: true },
    ]);
    expect(await shown('listing', 'list', ...mine)).toEqual([
      'name              patient_price_cents  is_listed  requires_prescription  min_order_qty  status  product_id',
      `Product of SKU-1  1900                 true       false                  1              active  ${product_id}`,
    ]);
  });

  it('show endpoints of both environments, without their secrets', async () => {
    const made = [await create(world.live), await create(world.test)];
    const listed = await json('webhook', 'list', ...mine);
    expect(listed).toMatchObject([
      { environment: 'live', id: made[0].id, status: 'enabled' },
      { environment: 'test', id: made[1].id },
    ]);
    expect(listed[0]).not.toHaveProperty('secret');
    expect(await shown('webhook', 'list', ...mine)).toHaveLength(3);
  });

  it('show keys with their ends, their last use and their labels', async () => {
    const words = [...mine, '--environment', 'live', '--scopes', 'inventory:read'];
    const more = ['--label', 'Till 3, Main Street', '--expires-at', '2099-01-01'];
    const issued = await json('key', 'issue', ...words, ...more);
    expect(issued.label).toBe('Till 3, Main Street');
    const rotated = await json('key', 'rotate', '--id', issued.id);
    const keys = await json('key', 'list', ...mine);
    const labelled = keys.filter((one: { label: string }) => one.label === issued.label);
    expect(named(labelled, 'id')).toEqual([issued.id, rotated.id]);
    const [heading, ...lines] = await shown('key', 'list', ...mine);
    expect(heading).toMatch(
      /^id +prefix +environment +status +plan +expires_at +last_used_at +label +scopes$/,
    );
    const line = lines.find((one) => one.startsWith(rotated.id));
    expect(line).toMatch(
      /live +valid +standard +2099-01-01T\S+Z +- +Till 3, Main Street +inventory:read$/,
    );
    await refused(/--label/, 'key', 'issue', ...words, '--label', 'x'.repeat(201));
  });

  it('refuse what would list nothing by mistake, and name the choices', async () => {
    for (const list of ['lot list', 'stock show']) {
      const typed = [...list.split(' '), ...mine];
      const known = /Unknown location "Fridge"\. Known: Annex, Main\.$/;
      await refused(known, ...typed, '--location', 'Fridge');
      await refused(/No SKU of the organization has the code THEIRS/, ...typed, '--sku', 'THEIRS');
      await refused(/--limit/, ...typed, '--limit', '0');
    }
    await refused(/--expiring-before/, 'lot', 'list', ...mine, '--expiring-before', 'soon');
    await refused(/released, quarantine/, 'lot', 'list', ...mine, '--status', 'lost');
    for (const list of ['location', 'sku', 'lot', 'order', 'listing', 'webhook', 'key']) {
      await refused(/nobody/, list, 'list', '--organization', 'nobody');
    }
  });
});

describe('rows', () => {
  const numbers = Array.from({ length: 2_500 }, (_, index) => index);
  const pages = async ({ limit, cursor = '0' }: { limit: number; cursor?: string }) => {
    const end = Number(cursor) + limit;
    const next_cursor = end < numbers.length ? String(end) : null;
    return { body: { data: numbers.slice(Number(cursor), end), next_cursor } };
  };

  it.each([undefined, 1, 1_000, 1_001, 2_500, 9_000])('are read up to %s', async (limit) => {
    expect(await readRows(limit, pages)).toEqual(numbers.slice(0, limit));
  });

  it('are printed however many they are', () => {
    const many = Array.from({ length: 200_000 }, (_, number) => ({ number }));
    const { json, lines } = table(many, ['number']);
    expect([json, lines.length, lines.at(-1)]).toEqual([many, 200_001, '199999']);
  });
});
