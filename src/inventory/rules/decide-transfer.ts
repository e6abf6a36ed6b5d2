// The rules of moving units of a lot to another location of the organization. Pure.
import { errors } from '../../errors.ts';
import { newId } from '../../lib/random.ts';
import { refuseTooMany, requireLot } from './decide-correction.ts';
import type { LotChange } from './decide-movement.ts';
import { marksThatTravel } from './expiry-marks.ts';
import { FIRST_HASH } from './ledger-hash.ts';
import type { TransferRequest } from './requests.ts';
import {
  availableToTake,
  isQuarantined,
  type Level,
  type Lot,
  type LotNumber,
  tooFew,
} from './stock.ts';

/**
 * Decides what leaves and what arrives. Status, expiry date and first receipt travel along.
 *
 * @throws ApiError when too few units are unreserved, or the lot has another status at the destination
 */
export function decideTransfer(
  { lotNumber, units }: TransferRequest,
  {
    source,
    target,
    lotNumber: known,
  }: { source: Level; target: Level; lotNumber: LotNumber | undefined },
): { out: LotChange; into: LotChange } {
  const lot = requireLot(source, lotNumber);
  if (availableToTake(lot) < units) {
    throw errors.insufficientStock(tooFew(lot, units), {
      requested: units,
      available: availableToTake(lot),
      blocked: { reserved: lot.reserved, quarantined: 0, expired: 0 },
    });
  }
  const there = target.lots.find((other) => other.lotNumber === lotNumber);
  if (!isQuarantined(lot) && known?.quarantined) {
    throw errors.lotNotReleased('The lot number is being quarantined everywhere.');
  }
  if (there !== undefined && there.status !== lot.status) {
    throw errors.invalidMovement(
      `The lot is ${lot.status} here and ${there.status} there: give it one status first.`,
    );
  }
  refuseTooMany(units, target);
  return { out: { lot, units: -units }, into: { lot: there ?? arriving(lot), units } };
}

function arriving(lot: Lot): Lot {
  return {
    ...lot,
    id: newId(),
    onHand: 0,
    reserved: 0,
    holders: 0,
    lastHash: FIRST_HASH,
    lastEntryAt: lot.firstReceivedAt,
    expiryAnnouncedDays: marksThatTravel(lot.expiryAnnouncedDays),
    isNew: true,
  };
}
