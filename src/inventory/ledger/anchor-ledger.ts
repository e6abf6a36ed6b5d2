import type { KeyObject } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { readClock, takeSnapshot } from '../../database/moments.ts';
import { OperatorError } from '../../errors.ts';
import { AnchorWriter } from './anchor-file.ts';
import { chainName, readLastSeqs, readLots } from './chain-rows.ts';

/**
 * Writes the heads of all lots' chains, signed, from one snapshot.
 *
 * @param organizationId null for all of them
 * @param key signs; see `anchorKey`
 * @returns how many lots it holds
 * @throws OperatorError when a lot has no chain
 */
export async function anchorLedger(
  database: Database,
  organizationId: string | null,
  { key, print }: { key: KeyObject; print: (line: string) => void },
): Promise<{ lots: number }> {
  return database.transaction(
    async (tx) => {
      await takeSnapshot(tx);
      const writer = new AnchorWriter(key, print);
      writer.begin({ time: await readClock(tx), organizationId });
      let count = 0;
      for await (const lots of readLots(tx, organizationId)) {
        const seqs = await readLastSeqs(tx, lots);
        for (const lot of lots) {
          const seq = seqs.get(chainName(lot.organization_id, lot.id)) ?? null;
          if (seq === null) {
            throw new OperatorError(`Lot ${lot.id} has no chain: run ledger verify.`);
          }
          writer.add({
            organization: lot.organization_id,
            lot: lot.id,
            seq,
            time: lot.lot_last_entry_at,
            hash: lot.lot_last_hash.toString('hex'),
            on_hand: lot.lot_on_hand,
            reserved: lot.lot_reserved,
            status: lot.lot_status,
            expiry: lot.lot_expiry_date,
          });
          count += 1;
        }
      }
      writer.end();
      return { lots: count };
    },
    { long: true },
  );
}
