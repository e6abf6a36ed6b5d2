import type { Answer, PersonCall } from '../../contract.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { takeSnapshot } from '../../database/moments.ts';
import { findLotsOfNumber, unitsOfLot } from '../rows/find-lots-of-number.ts';
import { similarLots } from '../rows/similar-lots.ts';
import type { LotAtLocation } from '../rules/requests.ts';
import { previewLeaving } from '../sweep/preview-sweep.ts';
import { locationOf } from './set-lot-status.ts';

/**
 * Shows what a quarantine would do, by the rules that would do it, on one snapshot: which reservations would move, and
 * which orders would be short. It locks nothing and cannot write.
 */
export function previewLotStatus(
  { body, principal }: PersonCall<'previewLotStatus'>,
  { database }: { database: Database },
): Promise<Answer<'previewLotStatus'>> {
  const { sku_code: skuCode, lot_number: lotNumber } = body;
  const { organizationId } = principal;
  const location = locationOf(body);
  return database.transaction(
    async (tx) => {
      await takeSnapshot(tx);
      const name = { organizationId, skuCode, lotNumber, location };
      const found = await findLotsOfNumber(tx, name);
      const lots: PreviewedLot[] = [];
      for (const lot of found) lots.push(await preview(tx, lot));
      const short = lots.flatMap(({ reservations }) =>
        reservations.filter(({ released }) => released > 0).map(({ reference }) => reference),
      );
      const orders = new Set(short.map(({ type, id }) => JSON.stringify([type, id])));
      const similar = await similarLots(tx, found[0]);
      return { status: 200, body: { lots, short_orders: orders.size, similar_lots: similar } };
    },
    { long: true },
  );
}

type PreviewedLot = Answer<'previewLotStatus'>['body']['lots'][number];

async function preview(tx: Transaction, lot: LotAtLocation): Promise<PreviewedLot> {
  const units = await unitsOfLot(tx, lot);
  if (units === undefined) throw new Error('A lot is gone.');
  const reservations = await previewLeaving(tx, lot, { isQuarantined: true });
  return { location: lot.naming.location, ...units, reservations };
}
