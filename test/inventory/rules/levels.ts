// Levels as fast-check draws them: any lots, and sums that agree with them.
import fc from 'fast-check';
import type { MovementRequest } from '../../../src/inventory/rules/requests.ts';
import type { Level, Lot, LotNumber } from '../../../src/inventory/rules/stock.ts';

export const TODAY = '2026-06-15';
const EXPIRIES = ['2020-01-01', '2026-06-14', TODAY, '2026-06-16', '2027-01-31'];
const TIMES = ['2026-01-01T00:00:00.000001Z', '2026-01-01T00:00:00.000002Z'];
const FIRST_ENTRY_TIMES = ['2026-05-01T00:00:00.000000Z', '2026-08-01T00:00:00.000000Z'];
/** Numbers that lots carry, and more that nothing carries. */
const LOT_NUMBERS = Array.from({ length: 8 }, (_, index) => `LOT-${index}`);

const arbitraryLot: fc.Arbitrary<Lot> = fc
  .record({
    id: fc.uuid(),
    lotNumber: fc.constantFrom(...LOT_NUMBERS),
    expiryDate: fc.constantFrom(...EXPIRIES),
    status: fc.constantFrom('released' as const, 'released' as const, 'quarantine' as const),
    onHand: fc.nat(12),
    reserved: fc.nat(12),
    firstReceivedAt: fc.constantFrom(...TIMES),
    lastHash: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
    lastEntryAt: fc.constantFrom(...FIRST_ENTRY_TIMES),
    expiryAnnouncedDays: fc.constant(null),
    isNew: fc.constant(false),
  })
  .map((lot) => ({
    ...lot,
    reserved: Math.min(lot.reserved, lot.onHand),
    holders: Number(lot.reserved > 0 && lot.onHand > 0),
  }));

export const arbitraryLots = fc.uniqueArray(arbitraryLot, {
  maxLength: 7,
  selector: ({ lotNumber }) => lotNumber,
});

export const arbitraryLevel: fc.Arbitrary<Level> = fc
  .record({ lots: arbitraryLots, reorderPoint: fc.option(fc.nat(40)), version: fc.nat(1000) })
  .map((drawn) => levelOf(drawn));

/** A level whose sums, and whose note of what was announced, agree with its lots. */
export function levelOf({
  lots,
  reorderPoint = null,
  version = 1,
}: {
  lots: Lot[];
  reorderPoint?: number | null;
  version?: number;
}): Level {
  const sums = sumsOf(lots);
  return {
    organizationId: '00000000-0000-4000-8000-00000000000a',
    skuId: '00000000-0000-4000-8000-00000000000b',
    locationId: '00000000-0000-4000-8000-00000000000c',
    today: TODAY,
    reorderPoint,
    version,
    lowAnnounced: reorderPoint !== null && free(lots) <= reorderPoint,
    lots,
    allocations: [],
    ...sums,
  };
}

/** The sums of a level, from its lots. */
export function sumsOf(lots: readonly Lot[]) {
  const expired = lots.filter((lot) => lot.status === 'released' && lot.expiryDate < TODAY);
  const quarantined = lots.filter((lot) => lot.status === 'quarantine');
  return {
    onHand: total(lots, 'onHand'),
    reserved: total(lots, 'reserved'),
    quarantined: total(quarantined, 'onHand'),
    quarantinedReserved: total(quarantined, 'reserved'),
    expired: total(expired, 'onHand'),
    expiredReserved: total(expired, 'reserved'),
  };
}

/** Units that a draw may take: of released lots, unexpired and unreserved. */
export function free(lots: readonly Lot[]): number {
  const usable = lots.filter((lot) => lot.status === 'released' && lot.expiryDate >= TODAY);
  return total(usable, 'onHand') - total(usable, 'reserved');
}

function total(lots: readonly Lot[], field: 'onHand' | 'reserved'): number {
  return lots.reduce((units, lot) => units + lot[field], 0);
}

/** Rows of the lots' numbers, and of some that lie elsewhere, recalled or not. */
export function arbitraryNumbers(lots: readonly Lot[]): fc.Arbitrary<Map<string, LotNumber>> {
  const elsewhere = fc.dictionary(
    fc.constantFrom(...LOT_NUMBERS),
    fc.record({
      expiryDate: fc.constantFrom(...EXPIRIES),
      quarantined: fc.boolean(),
    }),
    { maxKeys: 3 },
  );
  return elsewhere.map(
    (rows) =>
      new Map([
        ...Object.entries(rows),
        ...lots.map(({ lotNumber, expiryDate }): [string, LotNumber] => [
          lotNumber,
          { expiryDate, quarantined: false },
        ]),
      ]),
  );
}

export const arbitraryRequest: fc.Arbitrary<MovementRequest> = fc.record({
  type: fc.constantFrom('receive', 'return', 'fulfill', 'dispense'),
  units: fc.integer({ min: 1, max: 30 }),
  lotNumber: fc.option(fc.constantFrom(...LOT_NUMBERS), { nil: undefined }),
  expiryDate: fc.option(fc.constantFrom(...EXPIRIES), { nil: undefined }),
  status: fc.option(fc.constantFrom('released', 'quarantine'), { nil: undefined }),
});
