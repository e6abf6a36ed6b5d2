import { actorOf, type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import { type Database, type Transaction, timestampText } from '../database/database.ts';
import { takeSnapshot } from '../database/moments.ts';
import { statement } from '../database/statement.ts';
import type { SecretBox } from '../lib/seal.ts';
import { noteAccesses } from './patient-access.ts';
import { findPatient, type StoredPatient } from './stored-patient.ts';

/**
 * Exports all that is stored of a patient, decrypted, for an answer to the person's own request; of an erased
 * patient, what remains. The access is recorded, and committed, before anything is read.
 *
 * @throws ApiError when no patient has the id
 */
export async function exportPatient(
  database: Database,
  { id, secrets }: { readonly id: string; readonly secrets: SecretBox },
  action: OperatorAction,
) {
  await database.transaction(async (tx) => {
    const { organization_id: organizationId } = await findPatient(tx, id);
    await noteAccesses(tx, [
      {
        requestId: action.id,
        organizationId,
        patientIds: [id],
        actor: actorOf(action),
        operation: action.command,
      },
    ]);
    await recordAction(tx, { ...action, organizationId, target: `patient ${id}` });
  });
  return database.transaction(
    async (tx) => {
      await takeSnapshot(tx);
      const patient = await findPatient(tx, id);
      return {
        patient: await openPatient(tx, secrets, patient),
        intakes: await readIntakes(tx, secrets, patient),
        prescriptions: await tx.query(PRESCRIPTIONS, whoseOf(patient)),
        orders: await readOrders(tx, secrets, patient),
        movements: await tx.query(MOVEMENTS, whoseOf(patient)),
        requests: await tx.query(REQUESTS, whoseOf(patient)),
      };
    },
    { long: true },
  );
}

function whoseOf({ id, organization_id }: StoredPatient): [string, string] {
  return [id, organization_id];
}

async function openPatient(tx: Transaction, secrets: SecretBox, patient: StoredPatient) {
  const { sealed, organization_id: organizationId, ...shown } = patient;
  const [names] = await tx.query(NAMES, whoseOf(patient));
  const field = { table: 'patient', organizationId, rowId: patient.id };
  const known = sealed === null ? {} : (JSON.parse(secrets.open(sealed, field)) as object);
  return { ...shown, ...names, ...known };
}

async function readIntakes(tx: Transaction, secrets: SecretBox, patient: StoredPatient) {
  const rows = await tx.query(INTAKES, whoseOf(patient));
  return rows.map(({ sealed, ...intake }) => ({
    ...intake,
    ...(JSON.parse(
      secrets.open(sealed, {
        table: 'intake',
        organizationId: patient.organization_id,
        rowId: intake.id,
      }),
    ) as object),
  }));
}

async function readOrders(tx: Transaction, secrets: SecretBox, patient: StoredPatient) {
  const rows = await tx.query(ORDERS, whoseOf(patient));
  return rows.map(({ sealed, ...order }) => {
    const field = {
      table: 'customer_order',
      organizationId: patient.organization_id,
      rowId: order.id,
    };
    const { ship_to = null } =
      sealed === null ? {} : (JSON.parse(secrets.open(sealed, field)) as { ship_to?: unknown });
    return { ...order, ship_to };
  });
}

const NAMES = statement<{ organization: string; branding_organization: string | null }>(
  'export-names-of-patient',
  `
    select organization.slug as organization,
           (select slug from organization brand
             where brand.id = patient.branding_organization_id) as branding_organization
      from patient
      join organization on organization.id = patient.organization_id
     where patient.id = $1::uuid and patient.organization_id = $2::uuid`,
);

const INTAKES = statement<{ id: string; status: string; created_at: string; sealed: Buffer }>(
  'export-intakes-of-patient',
  `
    select id, status, ${timestampText('created_at')} as created_at, sealed
      from (select * from intake where patient_id = $1::uuid and organization_id = $2::uuid offset 0) own
     order by own.created_at, id`,
);

interface ExportedPrescription {
  readonly id: string;
  readonly order_id: string | null;
  readonly product_name: string;
  readonly dosage: string | null;
  readonly frequency: string | null;
  readonly quantity: number | null;
  readonly refills_authorized: number | null;
  readonly status: string;
  readonly expires_at: string | null;
  readonly created_at: string;
}

const PRESCRIPTIONS = statement<ExportedPrescription>(
  'export-prescriptions-of-patient',
  `
    select id, order_id, product_name, dosage, frequency, quantity, refills_authorized, status,
           ${timestampText('expires_at')} as expires_at, ${timestampText('created_at')} as created_at
      from (select * from prescription
             where patient_id = $1::uuid and organization_id = $2::uuid
            offset 0) own
     order by own.created_at, id`,
);

interface ExportedOrder {
  readonly id: string;
  readonly order_number: string;
  readonly external_order_id: string | null;
  readonly status: string;
  readonly payment_status: string;
  readonly total_cents: number;
  readonly currency: string;
  readonly tracking_number: string | null;
  readonly tracking_carrier: string | null;
  readonly shipped_at: string | null;
  readonly created_at: string;
  /** The slugs of who may read the order: the ordering organization, the affiliate, the pharmacy. */
  readonly readers: string[];
  readonly items: {
    readonly product_id: string;
    readonly product_name: string;
    readonly quantity: number;
    readonly unit_price_cents: number;
    readonly prescription_id: string | null;
  }[];
  readonly sealed: Buffer | null;
}

const ORDERS_OF_PATIENT = `
      (select * from customer_order
        where patient_id = $1::uuid and organization_id = $2::uuid
       offset 0) own`;

/** Selects nothing of what the organizations agreed among themselves. */
const ORDERS = statement<ExportedOrder>(
  'export-orders-of-patient',
  `
    select own.id, own.order_number, own.external_order_id, own.status, own.payment_status,
           own.total_cents, own.currency, own.tracking_number, own.tracking_carrier,
           ${timestampText('own.shipped_at')} as shipped_at,
           ${timestampText('own.created_at')} as created_at,
           array(select organization.slug from order_reader
                   join organization on organization.id = order_reader.organization_id
                  where order_reader.order_id = own.id
                    and order_reader.order_organization_id = own.organization_id
                  order by organization.slug) as readers,
           coalesce((
             select json_agg(json_build_object(
                      'product_id', item.product_id, 'product_name', product.name,
                      'quantity', item.quantity, 'unit_price_cents', item.unit_price_cents,
                      'prescription_id', item.prescription_id) order by item.position)
               from order_item item
               join product on product.id = item.product_id
                    and product.organization_id = item.product_organization_id
              where item.order_id = own.id and item.organization_id = own.organization_id),
             '[]'::json) as items,
           own.sealed
      from ${ORDERS_OF_PATIENT}
     order by own.created_at, own.seq`,
);

interface ExportedMovement {
  readonly id: string;
  /** The slug of the organization whose stock moved. */
  readonly organization: string;
  readonly type: string;
  /** The reference, which names the order. */
  readonly reference_id: string;
  readonly rx_number: string | null;
  readonly note: string | null;
  readonly created_at: string;
  readonly redacted_at: string | null;
}

const MOVEMENTS = statement<ExportedMovement>(
  'export-movements-of-patient',
  `
    select moved.id, organization.slug as organization, moved.type, own.id::text as reference_id,
           moved.rx_number, moved.note, ${timestampText('moved.created_at')} as created_at,
           ${timestampText('moved.redacted_at')} as redacted_at
      from ${ORDERS_OF_PATIENT}
     cross join lateral (
           select organization_id from order_reader
            where order_id = own.id and order_organization_id = own.organization_id
           offset 0) reader
     cross join lateral (
           select * from movement
            where reference_id = own.id::text and reference_type = 'order'
              and organization_id = reader.organization_id
           offset 0) moved
      join organization on organization.id = moved.organization_id
     order by moved.created_at, moved.id`,
);

/** Selects the caller's idempotency key of each request; the stored answer repeats what stands above. */
const REQUESTS = statement<{ operation: string; idempotency_key: string; created_at: string }>(
  'export-requests-of-patient',
  `
    select operation, key as idempotency_key, ${timestampText('created_at')} as created_at
      from (select * from idempotency_key
             where patient_id = $1::uuid and organization_id = $2::uuid
            offset 0) own
     order by own.created_at, key`,
);
