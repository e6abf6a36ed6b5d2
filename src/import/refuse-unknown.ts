import type { Environment } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { refuseFaulty } from './record-faults.ts';

/** A record that its section has prepared; its ids are in lower case. */
interface Naming {
  readonly organization_id: string;
  readonly environment?: Environment;
}

/**
 * Refuses the records whose field names a row that its own organization does not have (in its own
 * environment, where the table keeps live and test apart). A record without the field names nothing.
 */
export async function refuseUnknown<Field extends string>(
  tx: Transaction,
  { field, names }: { readonly field: Field; readonly names: keyof typeof KNOWN },
  records: readonly (Naming & { readonly [Name in Field]?: string | null })[],
): Promise<void> {
  const wanted = records.flatMap((record, index) => {
    const { organization_id, environment } = record;
    const id = record[field];
    return id == null ? [] : [{ index, organization_id, environment, id }];
  });
  if (wanted.length === 0) return;
  const { find, owner } = KNOWN[names];
  const rows = await tx.query(find, [JSON.stringify(wanted)]);
  const found = new Set(rows.map(({ index }) => index));
  refuseFaulty(
    wanted.flatMap(({ index }) =>
      found.has(index) ? [] : { index, field, message: `is not a known ${names} of this ${owner}` },
    ),
  );
}

const KNOWN = {
  product: known('product', { table: 'product', isApart: false }),
  patient: known('patient', { table: 'patient', isApart: true }),
  order: known('order', { table: 'customer_order', isApart: true }),
  SKU: known('SKU', { table: 'sku', isApart: false, match: 'sku_code = wanted.id' }),
};

type Table = { table: string; isApart: boolean; match?: string };

/** @param isApart whether the table keeps the rows of live and test apart */
function known(name: string, { table, isApart, match = 'id = wanted.id::uuid' }: Table) {
  const find = statement<{ index: number }>(
    `import-known-${name}s`,
    `
    select wanted.index
      from json_to_recordset($1::json) as wanted (
             index int, organization_id uuid, environment text, id text)
     cross join lateral (
           select from ${table} named
            where named.${match} and named.organization_id = wanted.organization_id
              ${isApart ? 'and named.environment = wanted.environment' : ''}
            limit 1) named`,
  );
  return { find, owner: isApart ? 'organization and environment' : 'organization' };
}
