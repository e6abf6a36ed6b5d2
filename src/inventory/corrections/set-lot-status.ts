import type { OperatorAction } from '../../audit/operator-actions.ts';
import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { OperatorError } from '../../errors.ts';
import { keyedRequest } from '../../idempotency/idempotency.ts';
import { findLotsOfNumber, type LotName } from '../rows/find-lots-of-number.ts';
import { isQuarantined, type LotStatus } from '../rules/lot-statuses.ts';
import type { LotAtLocation } from '../rules/requests.ts';
import { StockWriter } from '../writer/stock-writer.ts';
import { actionOn, changeLots, type LotReport, reallocateAndReport } from './change-lots.ts';
import { personChange } from './person-change.ts';

export interface StatusResult extends LotReport {
  readonly lot: LotAtLocation;
  /** Null where the levels could not be had; then every lot is as it was. */
  readonly changed: boolean | null;
}

export interface StatusResults {
  readonly places: readonly StatusResult[];
  /** Whether the command did that before, with the same key. */
  readonly idempotent: boolean;
}

/**
 * Releases or quarantines a lot number at the location that is named, or at all of them, and then also
 * where it is received later. That takes effect at once, in one transaction; reservations that have to leave
 * move afterwards in steps. Said again it goes on with them, and tells all that has moved so far.
 *
 * @throws OperatorError when there is no such lot, or one location alone would be released from a recall
 * @throws ApiError when the key came with other arguments
 */
export async function setLotStatus(
  database: Database,
  name: LotName,
  status: LotStatus,
  { action, key }: { action: OperatorAction; key: string | undefined },
): Promise<StatusResults> {
  const changed = await changeLots(database, name, {
    by: action,
    keyed: keyedRequest('lot set-status', key, { ...name, status }),
    changeOf: (lot, { movesMax, by }) => {
      const { lotNumber } = lot;
      return personChange(lot, { type: 'set_status', lotNumber, status, movesMax }, { by });
    },
    prepare: async (tx, { lotNumber, skuId, organizationId }) => {
      const number = [lotNumber, skuId, organizationId];
      if (name.location === undefined) {
        await tx.query(NOTE_RECALL, [...number, isQuarantined({ status })]);
      } else if (!isQuarantined({ status })) {
        const [recall] = await tx.query(FIND_RECALL, number);
        if (recall !== undefined) {
          throw new OperatorError(
            'The lot number is recalled everywhere: release it everywhere, without --location.',
          );
        }
      }
    },
  });
  if (changed === null) {
    const lots = await findLotsOfNumber(database, name);
    const places = lots.map((lot) => ({ lot, changed: null, moved: [], waiting: 0 }));
    return { places, idempotent: false };
  }
  const door = new StockWriter(database);
  const places: StatusResult[] = [];
  for (const { lot, posted, movementId } of changed.lots) {
    const report: LotReport = isQuarantined({ status })
      ? await reallocateAndReport(
          { database, door, by: actionOn(action, lot, name) },
          { lot, movementId },
          'set_status',
        )
      : { moved: [], waiting: 0 };
    places.push({ lot, changed: (posted.answer as { changed: boolean }).changed, ...report });
  }
  return { places, idempotent: changed.idempotent };
}

const FIND_RECALL = statement<{ quarantined: boolean }>(
  'find-recall',
  `select quarantined from lot_number
    where lot_number = $1::text and sku_id = $2::uuid and organization_id = $3::uuid and quarantined`,
);

/** Whether the lot number is quarantined at every location, also at those that receive it later. */
const NOTE_RECALL = statement<never>(
  'note-recall',
  `update lot_number set quarantined = $4::boolean
    where lot_number = $1::text and sku_id = $2::uuid and organization_id = $3::uuid
      and quarantined <> $4::boolean`,
);
