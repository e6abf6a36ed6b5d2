import type { Environment } from '../contract.ts';
import {
  BOOLEAN,
  type ImportRun,
  importSection,
  MEANING,
  oneOf,
  optional,
  text,
} from '../import/section.ts';
import { type ImportCount, upsert, upsertTable } from '../import/upsert.ts';
import { OWNED, type OwnedRecord, ownedRecordsApart } from '../organizations/owned-records.ts';

interface PartnerRecord extends OwnedRecord {
  readonly external_id: string;
  readonly name: string;
  readonly email?: string | null;
  readonly sponsor_external_id?: string | null;
  readonly status?: string;
  readonly invite_sent?: boolean;
  readonly portal_linked?: boolean;
}

/** The organization's own id. Invisible characters are refused: no one could type them into an address. */
const EXTERNAL_ID = {
  ...text(200),
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ud800-\\udfff]*$',
  [MEANING]: 'a text without control characters, line breaks and half of a surrogate pair',
};

/** Partners are identified by their external ids within an organization and environment. */
export const partnersSection = importSection({
  name: 'partners',
  required: ['organization', 'external_id', 'name'],
  fields: {
    ...OWNED,
    external_id: EXTERNAL_ID,
    name: text(300),
    email: optional(text(320)),
    // A sponsor need not be a partner here: the organization may know its sponsors from elsewhere, or import them
    // later.
    sponsor_external_id: optional(EXTERNAL_ID),
    status: oneOf('invited', 'active', 'suspended'),
    invite_sent: BOOLEAN,
    portal_linked: BOOLEAN,
  },
  write: importPartners,
});

async function importPartners(
  { tx }: ImportRun,
  records: readonly PartnerRecord[],
): Promise<ImportCount> {
  const { count } = await upsert(tx, PARTNERS, await ownedRecordsApart(tx, records));
  return count;
}

const PARTNERS = upsertTable<{
  readonly id: string;
  readonly organization_id: string;
  readonly environment: Environment;
  readonly external_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly sponsor_external_id: string | null;
  readonly status: string;
  readonly invite_sent: boolean;
  readonly portal_linked: boolean;
  readonly created_at?: string;
}>({
  table: 'partner',
  key: ['external_id', 'environment', 'organization_id'],
  names: ['external_id', 'sponsor_external_id'],
  columns: {
    id: 'uuid',
    organization_id: 'uuid',
    environment: 'text',
    external_id: 'text',
    name: 'text',
    email: 'text',
    sponsor_external_id: 'text',
    status: 'text',
    invite_sent: 'boolean',
    portal_linked: 'boolean',
    created_at: 'timestamptz',
  },
  defaults: {
    email: null,
    sponsor_external_id: null,
    status: 'invited',
    invite_sent: false,
    portal_linked: false,
  },
});
