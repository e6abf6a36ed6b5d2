import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { RETRY_AFTER_SECONDS } from '../../lib/shed.ts';
import type { LotName } from '../rows/find-lots-of-number.ts';
import { StockWriter } from '../writer/stock-writer.ts';
import { actionOn, changeLots, type LotReport, reallocateAndReport } from './change-lots.ts';
import { keyedByPerson, type PersonRequest, personChange } from './person-change.ts';

/**
 * Corrects the expiry date of a lot number at every location in one transaction. If the date is past,
 * reservations move afterwards in steps; run again, the command goes on with them and reports all that has moved
 * so far.
 *
 * @throws ApiError when there is no such lot; 503 `unavailable` when the levels could not be locked; nothing has changed then. 422 when the key
 *   came with other arguments
 */
export async function setLotExpiry(
  database: Database,
  name: Omit<LotName, 'location'>,
  { expiryDate, reason }: { expiryDate: string; reason: string },
  { action, key }: PersonRequest,
): Promise<LotReport & { readonly idempotent: boolean }> {
  const changed = await changeLots(database, name, {
    by: action,
    keyed: keyedByPerson({ action, key }, { ...name, expiryDate, reason }),
    changeOf: (lot, { movesMax, by }) => {
      const { lotNumber } = lot;
      const request = { type: 'set_expiry' as const, lotNumber, expiryDate, movesMax };
      return personChange(lot, request, { by, reason });
    },
    prepare: (tx, { lotNumber, skuId, organizationId }) =>
      tx.query(LOCK_LOT_NUMBER, [lotNumber, skuId, organizationId]),
  });
  if (changed === null) throw errors.unavailable(RETRY_AFTER_SECONDS);
  const stockWriter = new StockWriter(database);
  const reports: LotReport[] = [];
  for (const change of changed.lots) {
    const by = actionOn(action, change.lot, {});
    reports.push(await reallocateAndReport({ database, stockWriter, by }, change, 'set_expiry'));
  }
  return {
    idempotent: changed.idempotent,
    moved: reports.flatMap(({ moved }) => moved),
    waiting: reports.reduce((units, { waiting }) => units + waiting, 0),
  };
}

const LOCK_LOT_NUMBER = statement<never>(
  'lock-lot-number',
  `select from lot_number
    where lot_number = $1::text and sku_id = $2::uuid and organization_id = $3::uuid
      for update`,
);
