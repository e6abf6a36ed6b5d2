import { batched } from '../../batcher.ts';
import type { Database, Queryable, Transaction } from '../../database/database.ts';
import type { Statement } from '../../database/statement.ts';

/** An import that is not committed yet may hold the row of a level that it makes. */
const ENSURE_SECONDS_MAX = 1;
const ENSURING_MAX = 2;
const ENSURING_WAITING_MAX = 10_000;

export interface LevelKey {
  readonly organizationId: string;
  readonly skuId: string;
  readonly locationId: string;
}

export type LevelMaker = (key: LevelKey) => Promise<number>;

/**
 * Makes the rows of levels that do not exist yet, committed at once: a row that does not exist cannot be
 * locked. One row a transaction, so that two of these cannot wait for each other, and few at a time, so
 * that rows which somebody else makes and does not commit leave connections for everybody else. A level
 * without changes (version 0) is shown nowhere.
 */
export function levelMaker(database: Database): LevelMaker {
  const ensure = batched<LevelKey, number>(
    (keys) =>
      database.transaction(
        async (tx) => {
          const ids: number[] = [];
          for (const key of keys) ids.push(await ensureLevel(tx, key));
          return ids;
        },
        { lockSeconds: ENSURE_SECONDS_MAX },
      ),
    { itemsMax: 1, inFlightMax: ENSURING_MAX, waitingMax: ENSURING_WAITING_MAX },
  );
  const ensuring = new Map<string, Promise<number>>();
  return (key) => {
    const name = `${key.organizationId} ${key.skuId} ${key.locationId}`;
    const pending = ensuring.get(name);
    if (pending !== undefined) return pending;
    const ensured = ensure(key).finally(() => ensuring.delete(name));
    ensuring.set(name, ensured);
    return ensured;
  };
}

async function ensureLevel(db: Queryable, key: LevelKey): Promise<number> {
  const values = [key.organizationId, key.skuId, key.locationId];
  await db.query(ENSURE_LEVEL, values);
  const [row] = await db.query<{ id: number }>(FIND_LEVEL, values);
  if (row === undefined) throw new Error('A stock level vanished.');
  return row.id;
}

const ENSURE_LEVEL: Statement = {
  name: 'ensure-level',
  text: `
    insert into stock_level (organization_id, sku_id, location_id)
    values ($1::uuid, $2::uuid, $3::uuid)
    on conflict do nothing`,
};

const FIND_LEVEL: Statement = {
  name: 'find-level',
  text: `
    select id from stock_level
     where organization_id = $1::uuid and sku_id = $2::uuid and location_id = $3::uuid`,
};

/**
 * Locks levels in the order of their ids, the one order that everybody keeps.
 *
 * @param wait false: levels that somebody else holds are left out
 * @returns the ids that are locked now
 */
export async function lockLevels(
  tx: Transaction,
  ids: readonly number[],
  wait: boolean,
): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(wait ? LOCK_WAITING : LOCK_SKIPPING, [ids]);
  return new Set(rows.map((row) => row.id));
}

const LOCK_WAITING: Statement = {
  name: 'lock-levels-waiting',
  text: 'select id from stock_level where id = any($1::bigint[]) order by id for no key update',
};

const LOCK_SKIPPING: Statement = {
  name: 'lock-levels-skipping',
  text: 'select id from stock_level where id = any($1::bigint[]) order by id for no key update skip locked',
};
