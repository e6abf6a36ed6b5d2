// Movements that were posted before, found by their key or by their id.
import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import type { PostedEntry } from '../rules/batch.ts';

/** A movement that was posted before: with this key, or by this very change on a try whose end was lost. */
export interface EarlierMovement {
  readonly id: string;
  readonly requestDigest: string | null;
  readonly entries: PostedEntry[];
  readonly answer: unknown;
}

/** Keys are unique per organization and operation. */
export type KeyedOperation = 'postMovement' | 'createAllocation';

export function operationOf(type: string): KeyedOperation {
  return type === 'reserve' ? 'createAllocation' : 'postMovement';
}

export function movementKey(
  organizationId: string,
  idempotencyKey: string,
  operation: KeyedOperation,
): string {
  return `${organizationId} ${operation} ${idempotencyKey}`;
}

/** As JSON; `m` is the movement. */
export const EARLIER_COLUMNS = `
  json_build_object(
    'id', m.id, 'organization_id', m.organization_id, 'idempotency_key', m.idempotency_key,
    'request_digest', encode(m.request_digest, 'hex'), 'answer', m.answer,
    'operation', case when m.type = 'reserve' then 'createAllocation' else 'postMovement' end,
    'entries', (
      select json_agg(json_build_object(
               'id', e.id, 'lotNumber', l.lot_number, 'qty', e.qty, 'balanceAfter', e.balance_after)
               order by e.seq)
        from ledger_entry e
        join lot l on l.organization_id = e.organization_id and l.id = e.lot_id
       where e.organization_id = m.organization_id and e.movement_id = m.id))`;

/** Movements that were posted by these very changes, on a try whose end the service did not see. */
export async function findPosted(
  db: Queryable,
  movements: readonly { readonly id: string; readonly organizationId: string }[],
): Promise<Map<string, EarlierMovement>> {
  if (movements.length === 0) return new Map();
  const rows = await db.query(FIND_POSTED, [
    movements.map(({ id }) => id),
    movements.map(({ organizationId }) => organizationId),
  ]);
  return new Map(rows.map(({ found }) => [found.id, toEarlier(found)]));
}

const FIND_POSTED = statement<{ found: EarlierRow }>(
  'find-posted',
  `select ${EARLIER_COLUMNS} as found
     from unnest($1::uuid[], $2::uuid[]) as tried (id, organization_id)
    cross join lateral (
          select * from movement
           where movement.id = tried.id and movement.organization_id = tried.organization_id
           limit 1) m`,
);

/** A movement posted before under this key, if any. */
export async function findByKey(
  db: Queryable,
  {
    organizationId,
    idempotencyKey,
    operation,
  }: {
    organizationId: string;
    idempotencyKey: string;
    operation: KeyedOperation;
  },
): Promise<EarlierMovement | undefined> {
  const statement = operation === 'createAllocation' ? FIND_RESERVE_BY_KEY : FIND_MOVEMENT_BY_KEY;
  const [row] = await db.query(statement, [organizationId, idempotencyKey]);
  return row && toEarlier(row.found);
}

const FIND_MOVEMENT_BY_KEY = statement<{ found: EarlierRow }>(
  'find-movement-by-key',
  `select ${EARLIER_COLUMNS} as found
      from movement m
     where m.organization_id = $1::uuid and m.idempotency_key = $2 and m.type <> 'reserve'`,
);

const FIND_RESERVE_BY_KEY = statement<{ found: EarlierRow }>(
  'find-reserve-by-key',
  `select ${EARLIER_COLUMNS} as found
      from movement m
     where m.organization_id = $1::uuid and m.idempotency_key = $2 and m.type = 'reserve'`,
);

export interface EarlierRow {
  id: string;
  organization_id: string;
  idempotency_key: string;
  operation: KeyedOperation;
  request_digest: string | null;
  entries: PostedEntry[] | null;
  answer: unknown;
}

export function toEarlier(row: EarlierRow): EarlierMovement {
  const { id, request_digest: requestDigest, entries, answer } = row;
  return { id, requestDigest, entries: entries ?? [], answer };
}
