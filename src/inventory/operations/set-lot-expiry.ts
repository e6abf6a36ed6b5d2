import type { Answer } from '../../contract.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { RETRY_AFTER_SECONDS } from '../../queues/bounded-queue.ts';
import {
  actionOn,
  changeLots,
  type LotReport,
  reallocateAndReport,
} from '../corrections/change-lots.ts';
import { keyedByPerson, personChange, requestOf, type StockCall } from '../writer/person-change.ts';
import type { Stock } from '../writer/stock-writer.ts';

/**
 * Corrects the expiry date of a lot number at every location in one transaction. If the date is past,
 * reservations move afterwards in steps; asked again, it continues with them and reports all that has moved so far.
 *
 * @throws ApiError when there is no such lot; 503 `unavailable` when the levels could not be locked, and nothing has
 *   changed then; 422 when the key came with other arguments
 */
export async function setLotExpiry(
  call: StockCall<'setLotExpiry'>,
  { database, stockWriter }: Stock,
): Promise<Answer<'setLotExpiry'>> {
  const { organizationId } = call.principal;
  const { comment: reason, ...typed } = call.body;
  const { sku_code: skuCode, lot_number, expiry_date: expiryDate } = typed;
  const asking = requestOf(call, { command: 'setLotExpiry', typed });
  const name = { organizationId, skuCode, lotNumber: lot_number };
  const changed = await changeLots(database, name, {
    by: asking.action,
    keyed: keyedByPerson(asking, { organizationId, ...call.body }),
    changeOf: (lot, { movesMax, by }) => {
      const { lotNumber } = lot;
      const request = { type: 'set_expiry' as const, lotNumber, expiryDate, movesMax };
      return personChange(lot, request, { by, reason });
    },
    prepare: (tx, { lotNumber, skuId }) =>
      tx.query(LOCK_LOT_NUMBER, [lotNumber, skuId, organizationId]),
  });
  if (changed === null) throw errors.unavailable(RETRY_AFTER_SECONDS);
  const reports: LotReport[] = [];
  for (const change of changed.lots) {
    const by = actionOn(asking.action, change.lot, {});
    reports.push(await reallocateAndReport({ database, stockWriter, by }, change, 'set_expiry'));
  }
  const body = {
    expiry_date: expiryDate,
    idempotent: changed.idempotent,
    moved: reports.flatMap(({ moved }) => moved),
    waiting: reports.reduce((units, { waiting }) => units + waiting, 0),
  };
  return { status: 200, body };
}

const LOCK_LOT_NUMBER = statement<never>(
  'lock-lot-number',
  `select from lot_number
    where lot_number = $1::text and sku_id = $2::uuid and organization_id = $3::uuid
      for update`,
);
