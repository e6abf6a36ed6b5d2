// Two pharmacies whose people count, and what tests read of the first.
import { afterAll } from 'vitest';
import { countingPharmacy } from '../support/counts.ts';
import { client, day } from '../support/pharmacy.ts';
import { readLot } from '../support/reservations.ts';
import { expectConsistentStock } from '../support/stock-consistency.ts';
import { useWorld } from '../support/world.ts';

export const EXPIRES = day(200);
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

export function useCounting() {
  const world = useWorld(async ({ db, service }) => {
    const mine = await countingPharmacy(db, service);
    const theirs = await countingPharmacy(db, service, { slug: 'theirs', skus: 3 });
    const api = client({ url: service.url, key: mine.liveKey });
    return { mine, theirs, api };
  });
  afterAll(async () => {
    await expectConsistentStock(world.db, 'pharmacy');
  });
  /** How many units a lot of a SKU has by the ledger. */
  const onHand = async (sku: string, lot = 'A'): Promise<number> =>
    (await readLot(world.api, sku, lot)).on_hand;
  return { world, onHand };
}

export const codeOf = ({
  status,
  body,
}: {
  status: number;
  body: { error?: { code: string } };
}) => [status, body.error?.code];
