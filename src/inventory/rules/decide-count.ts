// The rules of counting a lot. Pure.
import { errors } from '../../errors.ts';
import { refuseTooMany, requireLot } from './decide-correction.ts';
import type { LotChange } from './decide-movement.ts';
import type { CountRequest } from './requests.ts';
import type { Level, Lot } from './stock.ts';

/** The ledger's account of a lot at the time of a count. */
export interface Book {
  /** Null where the lot has no entry of that time or before. */
  readonly units: number | null;
  /** Timestamp text. */
  readonly firstEntryAt: string;
  /** Whether the lot has been counted again since, whatever that count found. */
  readonly isCountedSince: boolean;
}

/**
 * The difference between what was counted and the ledger's balance of that time; 0 units where they agree. Units
 * that have moved since have moved by entries of their own, so the balance of now moves by the same difference.
 *
 * A time before the lot's first entry is refused: whoever counted then counted units that the ledger received
 * later, and would add them a second time. So is a lot that has been counted again since: both may have
 * found the same difference, and the younger count is the truer one.
 *
 * @param book of the time of the count, where that is not now
 * @throws ApiError when the lot is unknown, the time cannot be compared, or the balance would be negative
 */
export function decideCount(
  request: CountRequest,
  level: Level,
  { book, now }: { book: Book | undefined; now: string },
): LotChange {
  const lot = requireLot(level, request.lotNumber);
  const units = request.units - bookOf(request, lot, { book, now });
  if (lot.onHand + units < 0) {
    throw errors.invalidMovement(
      `The lot had ${request.units - units} on hand then and has ${lot.onHand} now; cannot take ${-units}. ` +
        'More units have left it since than were counted: count it again.',
    );
  }
  refuseTooMany(units, level);
  return { lot, units };
}

function bookOf(
  { countedAt }: CountRequest,
  { onHand }: Lot,
  { book, now }: { book: Book | undefined; now: string },
): number {
  if (countedAt === null) return onHand;
  if (countedAt > now) {
    throw errors.invalidMovement(`counted_at must not be later than now, ${now}.`);
  }
  if (book === undefined) throw new Error('The book of a count was not read.');
  if (book.units === null) {
    throw errors.invalidMovement(
      `The lot's first entry here was posted at ${book.firstEntryAt}, after the count: count it again.`,
    );
  }
  if (book.isCountedSince) {
    throw errors.invalidMovement(
      'The lot has been counted again since that time: count it once more.',
    );
  }
  return book.units;
}
