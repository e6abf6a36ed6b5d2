import type { Database } from '../../database/database.ts';
import { takeSnapshot } from '../../database/moments.ts';
import { statement } from '../../database/statement.ts';
import { OperatorError } from '../../errors.ts';
import type { OnProgress } from '../../lib/on-progress.ts';
import {
  type ChainRow,
  isWithMovement,
  type MovementColumns,
  nameOf,
  readChains,
} from './chain-rows.ts';

/**
 * Writes every value that a hash covers, lot by lot along the chains, one JSON line for each entry and record:
 * digests instead of texts, so that anyone who gets the file can recompute all hashes and read no text.
 *
 * @param organizationId null for all of them
 * @param onProgress is called with the lots whose chains are printed
 * @throws OperatorError when the movement of an entry or record is gone
 */
export async function exportLedger(
  database: Database,
  organizationId: string | null,
  print: (line: string) => void,
  onProgress?: OnProgress,
): Promise<void> {
  await database.transaction(
    async (tx) => {
      await takeSnapshot(tx);
      const counted = onProgress && (await tx.query(COUNT_LOTS, [organizationId]));
      let lots = 0;
      let lot: string | undefined;
      for await (const rows of readChains(tx, organizationId)) {
        for (const row of rows) {
          if (!isWithMovement(row)) {
            const message = `The movement of ${row.kind} ${nameOf(row)} is gone: run ledger verify.`;
            throw new OperatorError(message);
          }
          print(JSON.stringify(hashedValues(row)));
          if (row.lot_id !== lot) lots += 1;
          lot = row.lot_id;
        }
        onProgress?.(lots, counted?.[0]?.lots);
      }
    },
    { long: true },
  );
}

const COUNT_LOTS = statement<{ lots: number }>(
  'export-count-lots',
  'select count(*) as lots from lot where $1::uuid is null or organization_id = $1::uuid',
);

/** The values are in the published order. `seq` is text, since it may be beyond what a JSON number holds exactly. */
function hashedValues(row: ChainRow & MovementColumns) {
  const { organization_id, movement_id, seq, type, lot_id, qty, created_at } = row;
  const own =
    row.kind === 'entry'
      ? {
          kind: 'entry',
          id: row.id,
          organization_id,
          movement_id,
          seq,
          type,
          sku_id: row.sku_id,
          location_id: row.location_id,
          lot_id,
          qty,
          balance_after: row.balance_after,
          created_at,
        }
      : {
          kind: 'lot_record',
          organization_id,
          movement_id,
          seq,
          type,
          lot_id,
          reference_type: row.holder_type,
          reference_id: row.holder_id,
          qty,
          reserved_after: row.reserved_after,
          status: row.status,
          expiry_date: row.expiry_date,
          created_at,
        };
  return {
    ...own,
    movement: {
      type: row.movement_type,
      sku_id: row.movement_sku_id,
      location_id: row.movement_location_id,
      idempotency_key: row.idempotency_key,
      request_digest: hex(row.request_digest),
      reference_type: row.reference_type,
      reference_id: row.reference_id,
      rx_number_digest: hex(row.rx_number_digest),
      po_number: row.po_number,
      note_digest: hex(row.note_digest),
      actor: row.actor,
      created_at: row.movement_created_at,
    },
    hash: hex(row.hash),
  };
}

function hex(bytes: Buffer | null): string | null {
  return bytes === null ? null : bytes.toString('hex');
}
