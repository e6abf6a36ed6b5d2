import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import type { OperatorAction } from '../operator-actions.ts';
import { actionOn, changeLots, type LotReport, vacateAndReport } from './change-lots.ts';
import { StockDoor } from './door/stock-door.ts';
import { personChange } from './person-change.ts';
import type { LotName } from './rows/find-lots-of-number.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * Corrects the expiry date of a lot number wherever it lies, at once, in one transaction. Where it is past,
 * reservations move afterwards in steps; said again this goes on with them, and tells all that has moved so
 * far.
 *
 * @throws OperatorError when there is no such lot
 * @throws ApiError 503 `unavailable` when the levels could not be had; nothing has changed then
 */
export async function setLotExpiry(
  database: Database,
  name: Omit<LotName, 'location'>,
  { expiryDate, reason }: { expiryDate: string; reason: string },
  action: OperatorAction,
): Promise<LotReport> {
  const changed = await changeLots(database, name, {
    by: action,
    changeOf: (lot, { movesMax, by }) => {
      const { lotNumber } = lot;
      const request = { type: 'set_expiry' as const, lotNumber, expiryDate, movesMax };
      return personChange(lot, request, { by, reason });
    },
    prepare: (tx, { lotNumber, skuId, organizationId }) =>
      tx.query(LOCK_LOT_NUMBER, [lotNumber, skuId, organizationId]),
  });
  if (changed === null) throw errors.unavailable(RETRY_AFTER_SECONDS);
  const door = new StockDoor(database);
  const reports: LotReport[] = [];
  for (const { lot } of changed) {
    reports.push(
      await vacateAndReport({ database, door, by: actionOn(action, lot, {}) }, lot, 'set_expiry'),
    );
  }
  return {
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
