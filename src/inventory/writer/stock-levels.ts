import type { Database, Transaction } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { batched } from '../../queues/batcher.ts';
import { type LevelKey, levelName } from '../rules/stock.ts';

/** A wait is possible here: an import that is not committed yet may hold the row of a level that it makes. */
const ENSURE_SECONDS_MAX = 1;
const ENSURING_MAX = 2;
const ENSURING_WAITING_MAX = 10_000;

export type LevelMaker = (key: LevelKey) => Promise<void>;

/**
 * Makes the rows of levels that do not exist yet, committed at once: a row that does not exist cannot be
 * locked. Each transaction makes one row, so that two of them cannot wait for each other, and few run at a time,
 * so that rows which somebody else makes and does not commit leave connections for everybody else. A level
 * without changes (version 0) is shown nowhere.
 *
 * It waits for an import that changes the SKU: one that raises the reorder point reads all levels that are there,
 * and a level that was made meanwhile would keep the reorder point from before.
 */
export function levelMaker(database: Database): LevelMaker {
  const ensure = batched<LevelKey, undefined>(
    (keys) =>
      database.transaction(
        async (tx) => {
          for (const { skuId, locationId, organizationId } of keys) {
            await tx.query(ENSURE_LEVEL, [skuId, locationId, organizationId]);
          }
          return keys.map(() => undefined);
        },
        { lockSeconds: ENSURE_SECONDS_MAX },
      ),
    {
      queue: 'new_levels',
      itemsMax: 1,
      inFlightMax: ENSURING_MAX,
      waitingMax: ENSURING_WAITING_MAX,
    },
  );
  const ensuring = new Map<string, Promise<void>>();
  return (key) => {
    const name = levelName(key);
    const pending = ensuring.get(name);
    if (pending !== undefined) return pending;
    const ensured = ensure(key).finally(() => ensuring.delete(name));
    ensuring.set(name, ensured);
    return ensured;
  };
}

const ENSURE_LEVEL = statement<never>(
  'ensure-level',
  `insert into stock_level (sku_id, location_id, organization_id)
   select sku.id, $2::uuid, sku.organization_id
     from (select id, organization_id from sku
            where id = $1::uuid and organization_id = $3::uuid
              for share) sku
   on conflict do nothing`,
);

/**
 * Locks levels in the order of their key (SKU, location, organization). Any one order would do, so long as
 * everybody keeps it: anyone who waits for a level then holds none that comes after it, so no two transactions wait
 * for each other. This one is the primary key's, which is there wherever an organization's rows move.
 *
 * @param wait false: levels that somebody else holds are left out
 * @returns the names of those that are locked now
 */
export async function lockLevels(
  tx: Transaction,
  keys: readonly LevelKey[],
  wait: boolean,
): Promise<Set<string>> {
  const rows = await tx.query(wait ? LOCK_WAITING : LOCK_SKIPPING, [
    keys.map(({ skuId }) => skuId),
    keys.map(({ locationId }) => locationId),
    keys.map(({ organizationId }) => organizationId),
  ]);
  return new Set(
    rows.map((row) =>
      levelName({
        skuId: row.sku_id,
        locationId: row.location_id,
        organizationId: row.organization_id,
      }),
    ),
  );
}

interface LockedRow {
  sku_id: string;
  location_id: string;
  organization_id: string;
}

/** Locks level by level: a lateral look-up with a limit runs only as a nested loop, in the order of the outer rows. */
const lockText = (skipping: string) => `
  select locked.sku_id, locked.location_id, locked.organization_id
    from (select * from unnest($1::uuid[], $2::uuid[], $3::uuid[])
                     as key (sku_id, location_id, organization_id)
           order by sku_id, location_id, organization_id) wanted
   cross join lateral (
         select level.sku_id, level.location_id, level.organization_id
           from stock_level level
          where level.sku_id = wanted.sku_id and level.location_id = wanted.location_id
            and level.organization_id = wanted.organization_id
          limit 1
            for no key update ${skipping}) locked`;

const LOCK_WAITING = statement<LockedRow>('lock-levels-waiting', lockText(''));

const LOCK_SKIPPING = statement<LockedRow>('lock-levels-skipping', lockText('skip locked'));
