// Deletes the test data of an organization: the rows of the test environment that it owns. Live rows, which triggers
// keep as well, and test rows of others stay, also those that name it. So do stock and the ledger, which live and test
// share, the log of operators, the log of who was told of patients, and events, whose positions their readers keep.
//
// The rows are found first and deleted in chunks, each a transaction of its own, so that no request waits long for a
// lock, and a command that was cut off is finished by another. What is made after the rows were found stays.
import { type ActionRecord, type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import type { Database } from '../database/database.ts';
import { failureKind } from '../database/failures.ts';
import { RETRY_POLICIES, runTransaction } from '../database/run-transaction.ts';
import { type Statement, statement } from '../database/statement.ts';
import type { OnProgress } from '../lib/on-progress.ts';
import { ENDS_PENDING } from '../webhooks/endpoints/own-endpoint.ts';
import { findOrganization } from './find-organization.ts';

/** One command deletes at most this many rows of a kind. */
const ROWS_MAX = 1_000_000;
const CHUNK_ROWS = 500;
const FOREIGN_KEY_VIOLATION = '23503';

type SandboxKind =
  | 'webhook_endpoints'
  | 'orders'
  | 'prescriptions'
  | 'intakes'
  | 'partners'
  | 'store_orders'
  | 'checkout_configs'
  | 'bundles'
  | 'kept_answers'
  | 'patients';
type SandboxCounts = Readonly<Record<SandboxKind, number>>;

interface SandboxReset {
  readonly deleted: SandboxCounts;
  /** False where rows are left: requests used them meanwhile, or they are too many for one command. */
  readonly complete: boolean;
}

/** @throws ApiError when no organization has the slug */
export async function previewSandboxReset(
  database: Database,
  slug: string,
): Promise<SandboxCounts> {
  const { id } = await findOrganization(database, slug);
  const found = await findRows(database, id);
  return countsOf(found.map(({ kind, ids }) => [kind, ids.length]));
}

/** @throws ApiError when no organization has the slug */
export async function resetSandbox(
  database: Database,
  slug: string,
  { action, onProgress }: { action: OperatorAction; onProgress?: OnProgress | undefined },
): Promise<SandboxReset> {
  const { id: organizationId } = await findOrganization(database, slug);
  const record = { ...action, organizationId, target: 'test data' };
  const found = await findRows(database, organizationId);
  const total = found.reduce((sum, { ids }) => sum + ids.length, 0);
  const counts: [SandboxKind, number][] = [];
  let done = 0;
  let complete = true;
  for (const { kind, ids, steps } of found) {
    let deleted = 0;
    for (let start = 0; start < ids.length; start += CHUNK_ROWS) {
      const chunk = ids.slice(start, start + CHUNK_ROWS);
      deleted += await deleteChunk(database, { chunk, steps, record, organizationId });
      done += chunk.length;
      onProgress?.(done, total);
    }
    counts.push([kind, deleted]);
    complete &&= deleted === ids.length && ids.length < ROWS_MAX;
  }
  return { deleted: countsOf(counts), complete };
}

function countsOf(counts: readonly (readonly [SandboxKind, number])[]): SandboxCounts {
  return Object.fromEntries(counts) as SandboxCounts;
}

type Step = Statement<{ id: string }>;

interface FoundRows {
  readonly kind: SandboxKind;
  readonly ids: readonly string[];
  readonly steps: readonly Step[];
}

function findRows(database: Database, organizationId: string): Promise<FoundRows[]> {
  return database.transaction(
    async (tx) => {
      const found: FoundRows[] = [];
      for (const { kind, find, steps } of KINDS) {
        const rows = await tx.query(find, [organizationId, ROWS_MAX]);
        found.push({ kind, ids: rows.map(({ id }) => id), steps });
      }
      return found;
    },
    { long: true, actingFor: organizationId },
  );
}

/** @returns how many were deleted: none of the chunk where a request uses one of them */
async function deleteChunk(
  database: Database,
  {
    chunk,
    steps,
    record,
    organizationId,
  }: {
    chunk: readonly string[];
    steps: readonly Step[];
    record: ActionRecord & { organizationId: string };
    organizationId: string;
  },
): Promise<number> {
  const policy = {
    ...RETRY_POLICIES.orderOrLotChange,
    transaction: { actingFor: organizationId },
  };
  try {
    return await runTransaction(database, policy, async (tx) => {
      let deleted: unknown[] = [];
      for (const step of steps) deleted = await tx.query(step, [chunk, organizationId]);
      if (deleted.length > 0) await recordAction(tx, record);
      return deleted.length;
    });
  } catch (error) {
    if (failureKind(error) === 'lock_timeout' || isReferredTo(error)) return 0;
    throw error;
  }
}

function isReferredTo(error: unknown): boolean {
  return (error as { code?: unknown }).code === FOREIGN_KEY_VIOLATION;
}

/** Rows by their addresses, each looked up by its key: a plan by the organization would walk all of its rows. */
const rowsOf = (table: string, key = 'id') => `
  any(array(
    select found.ctid
      from unnest($1::uuid[]) as chunk (key)
     cross join lateral (
           select ctid from ${table} where ${key} = chunk.key and organization_id = $2::uuid offset 0) found))`;

const findIn = (table: string, condition = '') =>
  statement<{ id: string }>(
    `sandbox-ids-of-${table}`,
    `select id from ${table}
      where organization_id = $1::uuid and environment = 'test' ${condition} limit $2::int`,
  );

const deleteFrom = (table: string) =>
  statement<{ id: string }>(
    `sandbox-rows-of-${table}`,
    `delete from ${table} where ctid = ${rowsOf(table)} and environment = 'test' returning id`,
  );

const simple = (kind: SandboxKind, table: string) => ({
  kind,
  find: findIn(table),
  steps: [deleteFrom(table)],
});

const FIND_ORDERS = statement<{ id: string }>(
  'sandbox-find-orders',
  `select order_id as id from order_reader
    where organization_id = $1::uuid and environment = 'test' and order_organization_id = $1::uuid
    limit $2::int`,
);

/** In the order in which an import locks them. */
const LOCK_ORDERS = statement<{ id: string }>(
  'sandbox-lock-orders',
  `select id from customer_order where ctid = ${rowsOf('customer_order')}
    order by organization_id, environment, order_number
      for update`,
);

const UNLINK_PRESCRIPTIONS = statement<{ id: string }>(
  'sandbox-unlink-prescriptions',
  `update prescription set order_id = null where ctid = ${rowsOf('prescription', 'order_id')} returning id`,
);

const DELETE_CHARGES = statement<{ id: string }>(
  'sandbox-delete-charges',
  `delete from account_charge where ctid = ${rowsOf('account_charge', 'order_id')} returning id`,
);

const FIND_INTAKES = statement<{ id: string }>(
  'sandbox-find-intakes',
  `select intake.id
     from patient
    cross join lateral (
          select id from intake
           where patient_id = patient.id and organization_id = patient.organization_id
          offset 0) intake
    where patient.organization_id = $1::uuid and patient.environment = 'test'
    limit $2::int`,
);

/** Their deliveries go with them, in slices, by a worker. */
const END_ENDPOINTS = statement<{ id: string }>(
  'sandbox-end-endpoints',
  `update webhook_endpoint set deleted_at = now(), ${ENDS_PENDING}
    where ctid = ${rowsOf('webhook_endpoint')} and environment = 'test' and deleted_at is null
   returning id`,
);

const FIND_ANSWERS = statement<{ id: string }>(
  'sandbox-find-answers',
  `select json_build_array(key, operation)::text as id from idempotency_key
    where organization_id = $1::uuid and environment = 'test' limit $2::int`,
);

const DELETE_ANSWERS = statement<{ id: string }>(
  'sandbox-delete-answers',
  `delete from idempotency_key
    where ctid = any(array(
          select found.ctid
            from unnest($1::text[]) as chunk (id)
           cross join lateral (
                 select ctid from idempotency_key
                  where key = chunk.id::json ->> 0 and operation = chunk.id::json ->> 1
                    and environment = 'test' and organization_id = $2::uuid
                 offset 0) found))
   returning key as id`,
);

/**
 * In the order in which they are found and deleted. What refers to others goes before them. Kept answers are found
 * after the rows that they tell of, so that none of them outlives its row; those about a patient refer to it.
 */
const KINDS: readonly {
  readonly kind: SandboxKind;
  /** Its values: the organization, and how many at most. */
  readonly find: Statement<{ id: string }>;
  /** The last one returns what was deleted. Their values: the ids, and the organization. */
  readonly steps: readonly Step[];
}[] = [
  {
    kind: 'webhook_endpoints',
    find: findIn('webhook_endpoint', 'and deleted_at is null'),
    steps: [END_ENDPOINTS],
  },
  {
    kind: 'orders',
    find: FIND_ORDERS,
    // Items and readers go with the order.
    steps: [LOCK_ORDERS, UNLINK_PRESCRIPTIONS, DELETE_CHARGES, deleteFrom('customer_order')],
  },
  simple('prescriptions', 'prescription'),
  { kind: 'intakes', find: FIND_INTAKES, steps: [deleteFrom('intake')] },
  simple('partners', 'partner'),
  simple('store_orders', 'store_order'),
  simple('checkout_configs', 'checkout_config'),
  simple('bundles', 'bundle'),
  { kind: 'kept_answers', find: FIND_ANSWERS, steps: [DELETE_ANSWERS] },
  simple('patients', 'patient'),
];
