import { ORGANIZATION_KINDS, ORGANIZATION_STATUSES } from '../contract.ts';
import {
  type ImportRun,
  importSection,
  oneOf,
  type RecordFields,
  SLUG,
  text,
} from '../import/section.ts';
import type { ImportCount } from '../import/upsert.ts';
import { upsert, upsertTable } from '../import/upsert.ts';

interface OrganizationRecord extends RecordFields {
  readonly slug: string;
  readonly name: string;
  readonly kind: string;
  readonly status?: string;
}

/** The section's records name organizations by their slugs. */
export const organizationsSection = importSection({
  name: 'organizations',
  required: ['slug', 'name', 'kind'],
  fields: {
    slug: SLUG,
    name: text(200),
    kind: oneOf(...ORGANIZATION_KINDS),
    status: oneOf(...ORGANIZATION_STATUSES),
  },
  write: importOrganizations,
});

async function importOrganizations(
  { tx }: ImportRun,
  records: readonly OrganizationRecord[],
): Promise<ImportCount> {
  const { count } = await upsert(
    tx,
    ORGANIZATIONS,
    records.map(({ environment: _, ...fields }) => fields),
  );
  return count;
}

const ORGANIZATIONS = upsertTable<{
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly created_at?: string;
}>({
  table: 'organization',
  key: ['slug'],
  columns: {
    slug: 'text',
    name: 'text',
    kind: 'text',
    status: 'text',
    id: 'uuid',
    created_at: 'timestamptz',
  },
  defaults: { status: 'active' },
});
