import type { Environment } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { refuseFaulty } from '../import/record-faults.ts';
import { refuseUnknown } from '../import/refuse-unknown.ts';
import {
  type ImportRun,
  importSection,
  oneOf,
  optional,
  TIMESTAMP,
  text,
  UNITS,
  UUID,
} from '../import/section.ts';
import { type ImportCount, upsert, upsertTable } from '../import/upsert.ts';
import { newId } from '../lib/random.ts';
import { OWNED, type OwnedRecord, ownedRecordsApart } from '../organizations/owned-records.ts';

interface PrescriptionRecord extends OwnedRecord {
  readonly patient_id: string;
  readonly product_name: string;
  readonly order_id?: string | null;
  readonly dosage?: string | null;
  readonly frequency?: string | null;
  readonly quantity?: number | null;
  readonly refills_authorized?: number | null;
  readonly status?: string;
  readonly expires_at?: string | null;
}

/** Prescriptions are identified by their ids; one without an id is a new prescription. */
export const prescriptionsSection = importSection({
  name: 'prescriptions',
  required: ['organization', 'patient_id', 'product_name'],
  fields: {
    ...OWNED,
    patient_id: UUID,
    product_name: text(300),
    order_id: optional(UUID),
    dosage: optional(text(500)),
    frequency: optional(text(500)),
    quantity: optional(UNITS),
    refills_authorized: optional(UNITS),
    status: oneOf('draft', 'signed', 'completed', 'cancelled', 'expired'),
    expires_at: optional(TIMESTAMP),
  },
  write: importPrescriptions,
});

async function importPrescriptions(
  { tx }: ImportRun,
  records: readonly PrescriptionRecord[],
): Promise<ImportCount> {
  const owned = await ownedRecordsApart(tx, records);
  const rows = owned.map(({ order_id, ...record }) => ({
    ...record,
    id: record.id?.toLowerCase() ?? newId(),
    patient_id: record.patient_id.toLowerCase(),
    ...(order_id !== undefined && { order_id: order_id?.toLowerCase() ?? null }),
  }));
  await refuseUnknown(tx, { field: 'patient_id', names: 'patient' }, rows);
  await refuseUnknown(tx, { field: 'order_id', names: 'order' }, rows);
  await refuseOthersOrders(tx, rows);
  const { count } = await upsert(tx, PRESCRIPTIONS, rows);
  return count;
}

const PRESCRIPTIONS = upsertTable<{
  readonly id: string;
  readonly organization_id: string;
  readonly environment: Environment;
  readonly patient_id: string;
  readonly order_id: string | null;
  readonly product_name: string;
  readonly dosage: string | null;
  readonly frequency: string | null;
  readonly quantity: number | null;
  readonly refills_authorized: number | null;
  readonly status: string;
  readonly expires_at: string | null;
  readonly created_at?: string;
}>({
  table: 'prescription',
  key: ['organization_id', 'environment', 'id'],
  columns: {
    id: 'uuid',
    organization_id: 'uuid',
    environment: 'text',
    patient_id: 'uuid',
    order_id: 'uuid',
    product_name: 'text',
    dosage: 'text',
    frequency: 'text',
    quantity: 'bigint',
    refills_authorized: 'bigint',
    status: 'text',
    expires_at: 'timestamptz',
    created_at: 'timestamptz',
  },
  defaults: {
    order_id: null,
    dosage: null,
    frequency: null,
    quantity: null,
    refills_authorized: null,
    status: 'draft',
    expires_at: null,
  },
});

interface Naming {
  readonly id: string;
  readonly organization_id: string;
  readonly environment: Environment;
  readonly patient_id: string;
  readonly order_id?: string | null;
}

/** Refuses to name an order of another patient. An order that names no patient may be anybody's. */
async function refuseOthersOrders(tx: Transaction, rows: readonly Naming[]): Promise<void> {
  const wanted = rows.flatMap(({ organization_id, patient_id, order_id }, index) =>
    order_id == null ? [] : [{ index, organization_id, patient_id, id: order_id }],
  );
  if (wanted.length === 0) return;
  const others = await tx.query(FIND_OTHERS_ORDERS, [JSON.stringify(wanted)]);
  const message = 'is the id of an order of another patient';
  refuseFaulty(others.map(({ index }) => ({ index, field: 'order_id', message })));
}

const FIND_OTHERS_ORDERS = statement<{ index: number }>(
  'import-orders-of-other-patients',
  `
    select wanted.index
      from json_to_recordset($1::json) as wanted (
             index int, organization_id uuid, patient_id uuid, id uuid)
     cross join lateral (
           select patient_id from customer_order
            where id = wanted.id and organization_id = wanted.organization_id
            limit 1) known
     where known.patient_id <> wanted.patient_id
     order by wanted.index`,
);
