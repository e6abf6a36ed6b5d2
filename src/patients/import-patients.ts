import type { Environment } from '../contract.ts';
import { type RecordFault, refuseFaulty } from '../import/record-faults.ts';
import {
  DATE,
  type ImportRun,
  importSection,
  optional,
  SLUG,
  text,
  UUID,
} from '../import/section.ts';
import { type ImportCount, SEALED, upsert, upsertTable } from '../import/upsert.ts';
import { newId } from '../lib/random.ts';
import {
  OWNED,
  type OwnedRecord,
  organizationIds,
  ownedRecordsApart,
} from '../organizations/owned-records.ts';
import { judgePatient } from './patient-fields.ts';
import { NOTHING_KNOWN } from './patient-rows.ts';
import type { PostalAddress } from './postal-address.ts';

interface PatientRecord extends OwnedRecord {
  readonly first_name: string;
  readonly last_name: string;
  /** The slug. */
  readonly branding_organization?: string | null;
  readonly date_of_birth?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly address?: Partial<PostalAddress> | null;
  readonly allergies?: string[];
  readonly medications?: string[];
  readonly clinical_notes?: string | null;
  readonly assigned_physician_id?: string | null;
}

const TEXTS = { type: 'array', maxItems: 100, items: text(200) };

/** The API's address without its required fields: records from elsewhere may hold half an address. */
const ADDRESS = {
  type: 'object',
  additionalProperties: false,
  properties: {
    line1: text(200),
    line2: text(200),
    city: text(100),
    state: text(100),
    postal_code: text(20),
    country: text(2),
  },
};

/** Patients are identified by their ids; one without an id is a new patient. */
export const patientsSection = importSection({
  name: 'patients',
  required: ['organization', 'first_name', 'last_name'],
  fields: {
    ...OWNED,
    first_name: text(100),
    last_name: text(100),
    branding_organization: optional(SLUG),
    date_of_birth: optional(DATE),
    email: optional({ ...text(254), format: 'email' }),
    phone: optional(text(50)),
    address: optional(ADDRESS),
    allergies: TEXTS,
    medications: TEXTS,
    clinical_notes: optional(text(10_000)),
    assigned_physician_id: optional(UUID),
  },
  write: importPatients,
});

async function importPatients(
  { tx, secrets }: ImportRun,
  records: readonly PatientRecord[],
): Promise<ImportCount> {
  const owned = await ownedRecordsApart(tx, records);
  const brands = await organizationIds(
    tx,
    records.flatMap(({ branding_organization: slug }) => slug ?? []),
  );
  const faults: RecordFault[] = [];
  const rows = owned.map(({ branding_organization: brand, ...record }, index) => {
    const { patient, problems } = judgePatient(record, { isWhole: false });
    for (const { path, message } of problems) faults.push({ index, field: path, message });
    const brandId = brand == null ? null : brands.get(brand);
    if (brandId === undefined) {
      faults.push({
        index,
        field: 'branding_organization',
        message: 'is not a known organization',
      });
    }
    const { assigned_physician_id: physician } = record;
    return {
      ...patient,
      id: record.id?.toLowerCase() ?? newId(),
      ...(physician != null && { assigned_physician_id: physician.toLowerCase() }),
      ...(brand !== undefined && { branding_organization_id: brandId ?? null }),
    };
  });
  refuseFaulty(faults);
  const { count } = await upsert(tx, PATIENTS, rows, secrets);
  return count;
}

const PATIENTS = upsertTable<{
  readonly id: string;
  readonly organization_id: string;
  readonly environment: Environment;
  readonly branding_organization_id: string | null;
  readonly first_name: string;
  readonly last_initial: string;
  readonly assigned_physician_id: string | null;
  readonly last_name: string;
  readonly date_of_birth: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: Partial<PostalAddress> | null;
  readonly allergies: readonly string[];
  readonly medications: readonly string[];
  readonly clinical_notes: string | null;
  readonly created_at?: string;
  readonly erased_at: string | null;
}>({
  table: 'patient',
  key: ['organization_id', 'environment', 'id'],
  columns: {
    id: 'uuid',
    organization_id: 'uuid',
    environment: 'text',
    branding_organization_id: 'uuid',
    first_name: 'text',
    last_initial: 'text',
    assigned_physician_id: 'uuid',
    last_name: SEALED,
    date_of_birth: SEALED,
    email: SEALED,
    phone: SEALED,
    address: SEALED,
    allergies: SEALED,
    medications: SEALED,
    clinical_notes: SEALED,
    created_at: 'timestamptz',
    erased_at: 'timestamptz',
  },
  hasUpdatedAt: true,
  defaults: {
    ...NOTHING_KNOWN,
    branding_organization_id: null,
    assigned_physician_id: null,
    erased_at: null,
  },
  // A file from before the erasure would restore what must be forgotten.
  refuse: ({ erased_at }) =>
    erased_at === null
      ? undefined
      : { field: 'id', message: 'belongs to a patient who was erased' },
});
