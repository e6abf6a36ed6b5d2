import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportFile } from '../src/operator/import/sections.ts';
import { operate } from './product.ts';

interface Organization {
  /** It is also its name. */
  readonly slug: string;
  readonly skus: readonly string[];
  /** The stock of each SKU; none by default. */
  readonly lots?: readonly Lot[];
}

interface Lot {
  readonly lot_number: string;
  readonly expiry_date: string;
  readonly qty: number;
  readonly created_at?: string;
}

const UNLIMITED = [
  '--plan',
  'enterprise',
  '--requests-per-minute',
  '1000000',
  '--requests-per-day',
  '1000000000',
];

/**
 * Imports an organization with one location, its SKUs and their lots, as an operator would.
 *
 * @param folder where the file is written
 * @returns a key that may do everything, as often as it likes
 */
export async function importOrganization(
  settings: Record<string, string>,
  { slug, skus, lots = [] }: Organization,
  folder: string,
): Promise<string> {
  const organization = slug;
  const products = skus.map((name) => ({ organization, id: randomUUID(), name }));
  const records: ImportFile = {
    organizations: [{ slug, name: slug, kind: 'pharmacy' }],
    locations: [{ organization, name: 'Main', is_default: true }],
    products,
    skus: products.map(({ id, name }) => ({ organization, sku_code: name, product_id: id })),
    lots: skus.flatMap((sku_code) => lots.map((lot) => ({ organization, sku_code, ...lot }))),
  };
  const file = join(folder, `${slug}.json`);
  await writeFile(file, JSON.stringify(records));
  await operate(settings, ['import', file]);
  const words = ['--organization', slug, '--environment', 'live', '--scopes', 'all'];
  const issued = await operate(settings, ['key', 'issue', ...words, ...UNLIMITED, '--json']);
  return (JSON.parse(issued) as { key: string }).key;
}
