import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { type ActionRecord, type OperatorAction, recordAction } from '../operator-actions.ts';
import { StockDoor } from './door/stock-door.ts';
import { isBusy, type LotAtLocation, personChange, targetOf } from './person-change.ts';
import { findLotsOfNumber, type LotName } from './rows/find-lots-of-number.ts';
import { isQuarantined, type LotStatus } from './rules/lot-statuses.ts';
import type { MovedReservation } from './rules/vacate-lot.ts';

export interface StatusResult {
  readonly lot: LotAtLocation;
  /** Null where the level could not be had; the lot there is as it was. */
  readonly changed: boolean | null;
  readonly moved: MovedReservation[];
}

/** A level that others work on is asked for again this often; each time waits for some seconds. */
const BUSY_TRIES_MAX = 3;

/**
 * Releases or quarantines a lot number at the location that is named, or at all of them, and then also
 * where it is received later: a recall is noted on the lot number first, and receipts that have not seen
 * the note are waited for. One transaction a location; it goes on where one is busy.
 *
 * @throws OperatorError when there is no such lot
 */
export async function setLotStatus(
  database: Database,
  name: LotName,
  status: LotStatus,
  action: OperatorAction,
): Promise<StatusResult[]> {
  const [first] = await findLotsOfNumber(database, name);
  const everywhere = name.location === undefined;
  const target = targetOf(first, { everywhere });
  const by = { ...action, organizationId: first.organizationId, target };
  // Releasing one location does not end a recall.
  if (everywhere) await noteRecall(database, first, { isRecalled: isQuarantined({ status }), by });
  // Looked up again: a receipt that came before the note is committed now.
  const lots = await findLotsOfNumber(database, name);
  const door = new StockDoor(database);
  const results = new Map<LotAtLocation, StatusResult>();
  for (let tries = 0; tries < BUSY_TRIES_MAX; tries += 1) {
    for (const lot of lots) {
      if (typeof results.get(lot)?.changed === 'boolean') continue;
      results.set(lot, await setStatusAt(door, lot, { status, by }));
    }
  }
  return [...results.values()];
}

/** Whether the lot number is quarantined at every location, also at those that receive it later. */
async function noteRecall(
  database: Database,
  { lotNumber, skuId, organizationId }: LotAtLocation,
  { isRecalled, by }: { isRecalled: boolean; by: ActionRecord },
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(NOTE_RECALL, [lotNumber, skuId, organizationId, isRecalled]);
    await recordAction(tx, by);
  });
}

const NOTE_RECALL = statement<never>(
  'note-recall',
  `update lot_number set quarantined = $4::boolean
    where lot_number = $1::text and sku_id = $2::uuid and organization_id = $3::uuid`,
);

async function setStatusAt(
  door: StockDoor,
  lot: LotAtLocation,
  { status, by }: { status: LotStatus; by: ActionRecord },
): Promise<StatusResult> {
  const request = { type: 'set_status' as const, lotNumber: lot.lotNumber, status };
  try {
    const { answer } = await door.submit(personChange(lot, request, { by }));
    const { changed, moved } = answer as { changed: boolean; moved: MovedReservation[] };
    return { lot, changed, moved };
  } catch (error) {
    if (!isBusy(error)) throw error;
    return { lot, changed: null, moved: [] };
  }
}
