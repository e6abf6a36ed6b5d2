import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { findLotsOfNumber, type LotName } from '../rows/find-lots-of-number.ts';
import { isQuarantined, type LotStatus } from '../rules/lot-statuses.ts';
import type { LotAtLocation } from '../rules/requests.ts';
import { StockWriter } from '../writer/stock-writer.ts';
import { actionOn, changeLots, type LotReport, reallocateAndReport } from './change-lots.ts';
import { keyedByPerson, type PersonRequest, personChange } from './person-change.ts';

export interface StatusResult extends LotReport {
  readonly lot: LotAtLocation;
  /** Null where the levels could not be locked; then every lot is as it was. */
  readonly changed: boolean | null;
}

export interface StatusResults {
  /** One for each location. */
  readonly results: readonly StatusResult[];
  /** Whether the command did that before, with the same key. */
  readonly idempotent: boolean;
}

/**
 * Releases or quarantines a lot number at the named location, or at all of them and then also where it is received
 * later. That takes effect in one transaction; reservations that have to leave move afterwards in steps. Run again,
 * the command goes on with them and reports all that has moved so far.
 *
 * @throws ApiError when there is no such lot, one location alone would be released from a recall, or the key came with other arguments
 */
export async function setLotStatus(
  database: Database,
  name: LotName,
  { status, reason }: { readonly status: LotStatus; readonly reason?: string | undefined },
  { action, key }: PersonRequest,
): Promise<StatusResults> {
  const changed = await changeLots(database, name, {
    by: action,
    keyed: keyedByPerson({ action, key }, { ...name, status, reason }),
    changeOf: (lot, { movesMax, by }) => {
      const { lotNumber } = lot;
      return personChange(lot, { type: 'set_status', lotNumber, status, movesMax }, { by, reason });
    },
    prepare: async (tx, { lotNumber, skuId, organizationId }) => {
      const number = [lotNumber, skuId, organizationId];
      if (name.location === undefined) {
        await tx.query(WRITE_RECALL, [...number, isQuarantined({ status })]);
      } else if (!isQuarantined({ status })) {
        const [recall] = await tx.query(FIND_RECALL, number);
        if (recall !== undefined) {
          throw errors.lotNotReleased(
            'The lot number is recalled everywhere: release it everywhere, without `location`.',
          );
        }
      }
    },
  });
  if (changed === null) {
    const lots = await findLotsOfNumber(database, name);
    const results = lots.map((lot) => ({ lot, changed: null, moved: [], waiting: 0 }));
    return { results, idempotent: false };
  }
  const stockWriter = new StockWriter(database);
  const results: StatusResult[] = [];
  for (const { lot, posted, movementId } of changed.lots) {
    const report: LotReport = isQuarantined({ status })
      ? await reallocateAndReport(
          { database, stockWriter, by: actionOn(action, lot, name) },
          { lot, movementId },
          'set_status',
        )
      : { moved: [], waiting: 0 };
    results.push({ lot, changed: (posted.answer as { changed: boolean }).changed, ...report });
  }
  return { results, idempotent: changed.idempotent };
}

const FIND_RECALL = statement<{ quarantined: boolean }>(
  'find-recall',
  `select quarantined from lot_number
    where lot_number = $1::text and sku_id = $2::uuid and organization_id = $3::uuid and quarantined`,
);

/** A recall holds at every location, also at those that receive the lot number later. */
const WRITE_RECALL = statement<never>(
  'note-recall',
  `update lot_number set quarantined = $4::boolean
    where lot_number = $1::text and sku_id = $2::uuid and organization_id = $3::uuid
      and quarantined <> $4::boolean`,
);
