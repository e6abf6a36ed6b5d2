import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { StockDoor } from './door/stock-door.ts';
import { isBusy, type LotAtLocation, personChange } from './person-change.ts';
import type { LotStatus } from './rules/stock.ts';
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
 * Sets the status of a lot number at these locations, one transaction each, and goes on where one is busy. A
 * recall, which means everywhere, is noted on the lot number first: receipts that have not seen the note
 * are waited for, so the caller finds the lots after `noteRecall`.
 */
export async function setLotStatus(
  door: StockDoor,
  lots: readonly LotAtLocation[],
  status: LotStatus,
): Promise<StatusResult[]> {
  const results = new Map<LotAtLocation, StatusResult>();
  for (let tries = 0; tries < BUSY_TRIES_MAX; tries += 1) {
    for (const lot of lots) {
      if (typeof results.get(lot)?.changed === 'boolean') continue;
      results.set(lot, await setStatusAt(door, lot, status));
    }
  }
  return [...results.values()];
}

async function setStatusAt(
  door: StockDoor,
  lot: LotAtLocation,
  status: LotStatus,
): Promise<StatusResult> {
  const request = { type: 'set_status' as const, lotNumber: lot.lotNumber, status };
  try {
    const { answer } = await door.submit(personChange(lot, request));
    const { changed, moved } = answer as { changed: boolean; moved: MovedReservation[] };
    return { lot, changed, moved };
  } catch (error) {
    if (!isBusy(error)) throw error;
    return { lot, changed: null, moved: [] };
  }
}

/** Whether the lot number is quarantined at every location, also at those that receive it later. */
export async function noteRecall(
  database: Database,
  {
    organizationId,
    skuId,
    lotNumber,
  }: Pick<LotAtLocation, 'organizationId' | 'skuId' | 'lotNumber'>,
  isRecalled: boolean,
): Promise<void> {
  await database.transaction((tx) =>
    tx.query(NOTE_RECALL, [lotNumber, skuId, organizationId, isRecalled]),
  );
}

const NOTE_RECALL = statement<never>(
  'note-recall',
  `update lot_number set quarantined = $4::boolean
    where lot_number = $1::text and sku_id = $2::uuid and organization_id = $3::uuid`,
);
