import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { ActionRecord, OperatorAction } from '../operator-actions.ts';
import type { StockDoor } from './door/stock-door.ts';
import { isBusy, type LotAtLocation, personChange } from './person-change.ts';
import type { MovedReservation } from './rules/vacate-lot.ts';
import { vacateLots } from './vacate-lots.ts';

const LEVELS_A_PAGE = 100;
/** Before every other. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Frees expired lots from reservations and announces what expires soon, one level a transaction.
 *
 * @param asOf as if that were the day everywhere; null means today at each location
 * @param organizationId undefined means all
 * @param signal stops it between two levels
 */
export async function sweepLots(
  database: Database,
  door: StockDoor,
  {
    asOf,
    by,
    organizationId,
    signal,
  }: {
    asOf: string | null;
    by: OperatorAction | 'worker';
    organizationId?: string | undefined;
    signal?: AbortSignal | undefined;
  },
): Promise<{ levels: number; busy: number; expiring: number; moved: MovedReservation[] }> {
  const action =
    by === 'worker' ? by : { ...by, organizationId: organizationId ?? null, target: null };
  let levels = 0;
  let busy = 0;
  let expiring = 0;
  const vacated = await vacateLots(database, door, {
    ...{ by: action, asOf },
    ...{ organizationId, signal },
  });
  let after = [NO_ID, NO_ID, NO_ID];
  for (;;) {
    const page = await database.query(LEVELS_TO_SWEEP, [
      ...after,
      asOf,
      LEVELS_A_PAGE,
      organizationId ?? null,
    ]);
    for (const level of page) {
      if (signal?.aborted) return { levels, busy, expiring, moved: vacated.moved };
      const swept = await sweepAt(door, level, { asOf, by: action });
      if (swept === undefined) {
        busy += 1;
        continue;
      }
      levels += 1;
      expiring += swept.expiring;
    }
    const last = page.at(-1);
    // The bound: each page begins after the last level of the one before.
    if (last === undefined) {
      return { levels, busy: busy + vacated.busy, expiring, moved: vacated.moved };
    }
    after = [last.skuId, last.locationId, last.organizationId];
  }
}

type SweptLevel = Omit<LotAtLocation, 'lotNumber'>;

/** Undefined where the level could not be had; the next sweep finds it again. */
async function sweepAt(
  door: StockDoor,
  level: SweptLevel,
  { asOf, by }: { asOf: string | null; by: ActionRecord | 'worker' },
) {
  try {
    const request = { type: 'sweep' as const, asOf };
    const { answer } = await door.submit(personChange(level, request, { by }));
    return answer as { expiring: number };
  } catch (error) {
    if (!isBusy(error)) throw error;
    return undefined;
  }
}

/** Levels with a lot that is expired, or will be within the 90 days of the first announcement. */
const LEVELS_TO_SWEEP = statement<SweptLevel>(
  'levels-to-sweep',
  `select level.sku_id as "skuId", level.location_id as "locationId",
          level.organization_id as "organizationId",
          json_build_object('skuCode', sku.sku_code, 'productId', sku.product_id,
                            'location', location.name) as naming
     from stock_level level
     join sku on sku.id = level.sku_id and sku.organization_id = level.organization_id
     join location on location.id = level.location_id
          and location.organization_id = level.organization_id
    where (level.sku_id, level.location_id, level.organization_id) > ($1::uuid, $2::uuid, $3::uuid)
      and ($6::uuid is null or level.organization_id = $6::uuid)
      and exists (
            select from lot
             where lot.sku_id = level.sku_id and lot.location_id = level.location_id
               and lot.organization_id = level.organization_id and lot.in_stock
               and lot.expiry_date
                   <= coalesce($4::date, (now() at time zone location.time_zone)::date) + 90)
    order by level.sku_id, level.location_id, level.organization_id
    limit $5`,
);
