import type { Environment } from '../contract.ts';
import { actFor } from '../database/acting-for.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { refuseFaulty } from '../import/record-faults.ts';
import { type RecordFields, SLUG } from '../import/section.ts';

/** A record of an import file that belongs to an organization. */
export interface OwnedRecord extends RecordFields {
  /** Its slug. */
  readonly organization: string;
  readonly environment?: Environment;
}

/** The schema of the field. */
export const OWNED = { organization: SLUG };

/** The record with the organization's id instead of its slug. */
export type Owned<Fields extends OwnedRecord> = Omit<Fields, 'organization' | 'environment'> & {
  readonly organization_id: string;
};

/**
 * Looks up the organizations of a section's records. The transaction acts for them from here on.
 *
 * @throws FaultyRecords for the records whose slugs are unknown
 */
export async function ownedRecords<Fields extends OwnedRecord>(
  tx: Transaction,
  records: readonly Fields[],
): Promise<Owned<Fields>[]> {
  const ids = await organizationIds(
    tx,
    records.map(({ organization }) => organization),
  );
  actFor(tx, [...ids.values()]);
  refuseFaulty(
    records.flatMap(({ organization }, index) =>
      ids.has(organization)
        ? []
        : { index, field: 'organization', message: 'is not a known organization' },
    ),
  );
  return records.map(({ organization, environment: _, ...fields }) => ({
    ...fields,
    organization_id: ids.get(organization) as string,
  }));
}

/** Does the same for tables that keep live and test apart; a record without an environment is `live`. */
export async function ownedRecordsApart<Fields extends OwnedRecord>(
  tx: Transaction,
  records: readonly Fields[],
): Promise<(Owned<Fields> & { readonly environment: Environment })[]> {
  const owned = await ownedRecords(tx, records);
  return owned.map((record, index) => ({
    ...record,
    environment: records[index]?.environment ?? 'live',
  }));
}

/** @returns ids by slug, without the unknown slugs */
export async function organizationIds(
  tx: Transaction,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query(FIND_ORGANIZATIONS, [[...new Set(slugs)]]);
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

const FIND_ORGANIZATIONS = statement<{ slug: string; id: string }>(
  'import-organizations',
  'select slug, id from organization where slug = any($1::text[])',
);
