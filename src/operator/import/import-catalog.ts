import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../database/database.ts';
import { OperatorError } from '../../errors.ts';
import type { ImportCount } from './import-file.ts';
import type {
  LocationRecord,
  OrganizationRecord,
  ProductRecord,
  SkuRecord,
} from './import-format.ts';
import { type Row, type TableShape, type Upserted, upsert } from './upsert.ts';

const COMMON = { id: 'uuid', created_at: 'timestamptz' };
const OWNED = { organization_id: 'uuid', ...COMMON };

export async function importOrganizations(
  tx: Transaction,
  records: readonly OrganizationRecord[],
): Promise<ImportCount> {
  const shape: TableShape = {
    section: 'organizations',
    table: 'organization',
    key: ['slug'],
    columns: { slug: 'text', name: 'text', kind: 'text', status: 'text', ...COMMON },
    defaults: { status: 'active' },
  };
  const { count } = await upsert(tx, shape, records);
  return count;
}

export async function importLocations(
  tx: Transaction,
  records: readonly LocationRecord[],
): Promise<ImportCount> {
  const shape: TableShape = {
    section: 'locations',
    table: 'location',
    key: ['organization_id', 'name'],
    columns: {
      name: 'text',
      is_default: 'boolean',
      time_zone: 'text',
      min_celsius: 'numeric',
      max_celsius: 'numeric',
      ...OWNED,
    },
    defaults: { is_default: false, time_zone: 'UTC', min_celsius: null, max_celsius: null },
    // One of the two may be in the file and the other in the database.
    refuse: ({ min_celsius, max_celsius }) =>
      min_celsius !== null && max_celsius !== null && min_celsius > max_celsius
        ? 'min_celsius must not be above max_celsius'
        : undefined,
  };
  const rows = await owned(tx, 'locations', records);
  await refuseUnknownTimeZones(tx, records);
  await chooseDefaults(tx, rows);
  const { count } = await upsert(tx, shape, rows);
  return count;
}

export async function importProducts(
  tx: Transaction,
  records: readonly ProductRecord[],
): Promise<ImportCount> {
  const shape: TableShape = {
    section: 'products',
    table: 'product',
    key: ['organization_id', 'id'],
    columns: {
      name: 'text',
      description: 'text',
      category: 'text',
      product_type: 'text',
      strengths: 'text[]',
      dosage_forms: 'text[]',
      ndc_code: 'text',
      requires_prescription: 'boolean',
      ships_to_patient: 'boolean',
      ships_to_office: 'boolean',
      min_order_qty: 'bigint',
      status: 'text',
      wholesale_cost_cents: 'bigint',
      price_cents: 'bigint',
      ...OWNED,
    },
    defaults: {
      strengths: [],
      dosage_forms: [],
      requires_prescription: false,
      ships_to_patient: false,
      ships_to_office: false,
      min_order_qty: 1,
      status: 'active',
    },
  };
  const rows = await owned(tx, 'products', records);
  const { count } = await upsert(
    tx,
    shape,
    // The id is the natural key; a product without one is a new product.
    rows.map((row) => ({ ...row, id: row.id?.toLowerCase() ?? uuidv7() })),
  );
  return count;
}

export interface ImportedSkus {
  readonly count: ImportCount;
  readonly createdSkus: Row[];
  readonly updatedSkus: Upserted['updated'];
}

export async function importSkus(
  tx: Transaction,
  records: readonly SkuRecord[],
): Promise<ImportedSkus> {
  const shape: TableShape = {
    section: 'skus',
    table: 'sku',
    key: ['organization_id', 'sku_code'],
    columns: {
      sku_code: 'text',
      product_id: 'uuid',
      gtin: 'text',
      upc: 'text',
      ean: 'text',
      ndc: 'text',
      reorder_point: 'bigint',
      ...OWNED,
    },
    defaults: { gtin: null, upc: null, ean: null, ndc: null, reorder_point: null },
  };
  const rows = (await owned(tx, 'skus', records)).map(
    (row): Row => ({
      ...row,
      product_id: row.product_id.toLowerCase(),
    }),
  );
  const known = await tx.query<{ place: number }>(
    {
      name: 'import-known-products',
      text: `
        select r.place
          from json_to_recordset($1::json) as r (place int, organization_id uuid, product_id uuid)
          join product p on p.organization_id = r.organization_id and p.id = r.product_id`,
    },
    [
      JSON.stringify(
        rows.map(({ organization_id, product_id }, place) => ({
          place,
          organization_id,
          product_id,
        })),
      ),
    ],
  );
  refuseFirstMissing(rows.length, known, (place) => {
    return `skus[${place}].product_id names no product of this organization.`;
  });
  const { count, created, updated } = await upsert(tx, shape, rows);
  return { count, createdSkus: created, updatedSkus: updated };
}

/** Puts organization ids in the place of slugs. */
async function owned(
  tx: Transaction,
  section: string,
  records: readonly { organization: string; id?: string }[],
): Promise<Row[]> {
  const found = await organizationIds(
    tx,
    records.map(({ organization }) => organization),
  );
  return records.map((record, place) => {
    const { organization, environment: _, ...fields } = record as Row;
    const organizationId = found.get(organization);
    if (organizationId === undefined) {
      throw new OperatorError(`${section}[${place}].organization names no organization.`);
    }
    return { ...fields, organization_id: organizationId };
  });
}

/** Ids of organizations by slug; unknown slugs are missing. */
export async function organizationIds(
  tx: Transaction,
  slugs: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ slug: string; id: string }>(
    {
      name: 'import-organizations',
      text: 'select slug, id from organization where slug = any($1::text[])',
    },
    [[...new Set(slugs)]],
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

export function refuseFirstMissing(
  total: number,
  found: readonly { place: number }[],
  message: (place: number) => string,
): void {
  const places = new Set(found.map(({ place }) => place));
  for (let place = 0; place < total; place += 1) {
    if (!places.has(place)) throw new OperatorError(message(place));
  }
}

async function refuseUnknownTimeZones(
  tx: Transaction,
  records: readonly LocationRecord[],
): Promise<void> {
  const named = [...new Set(records.flatMap(({ time_zone }) => time_zone ?? []))];
  if (named.length === 0) return;
  const rows = await tx.query<{ name: string }>(
    {
      name: 'import-time-zones',
      text: 'select name from pg_timezone_names where name = any($1::text[])',
    },
    [named],
  );
  const known = new Set(rows.map(({ name }) => name));
  records.forEach(({ time_zone }, place) => {
    if (time_zone !== undefined && !known.has(time_zone)) {
      throw new OperatorError(
        `locations[${place}].time_zone must be an IANA time zone, such as America/New_York.`,
      );
    }
  });
}

/** One location of an organization is its default: the one that says so, else the first it ever had. */
async function chooseDefaults(tx: Transaction, rows: Row[]): Promise<void> {
  const organizations = [...new Set(rows.map((row) => row.organization_id))];
  const existing = await tx.query<{ organization_id: string }>(
    {
      name: 'import-default-locations',
      text: `select organization_id from location where organization_id = any($1::uuid[]) and is_default`,
    },
    [organizations],
  );
  const have = new Set(existing.map((row) => row.organization_id));
  for (const organization of organizations) {
    const own = rows.filter((row) => row.organization_id === organization);
    const named = own.filter((row) => row.is_default === true);
    if (named.length > 1) {
      throw new OperatorError(
        `locations[${rows.indexOf(named[1] as Row)}].is_default: another location of the organization says so too.`,
      );
    }
    const [chosen] = named;
    if (chosen !== undefined) {
      await tx.query(
        {
          name: 'import-unset-default-location',
          text: `update location set is_default = false
                  where organization_id = $1::uuid and is_default and name <> $2::text`,
        },
        [organization, chosen.name],
      );
    } else if (!have.has(organization)) {
      const first = own.find((row) => row.is_default === undefined);
      if (first !== undefined) first.is_default = true;
    }
  }
}
