import type { PersonPrincipal } from '../contract.ts';
import { newMovement } from '../inventory/rules/new-movement.ts';
import type {
  LotAtLocation,
  ReallocateRequest,
  StatusRequest,
} from '../inventory/rules/requests.ts';
import type { AllocationPosition, MovedReservation } from '../inventory/rules/stock.ts';
import { MOVES_A_STEP } from '../inventory/sweep/reallocate-lots.ts';
import type { StockWriter } from '../inventory/writer/stock-writer.ts';

interface Step {
  readonly moved: readonly MovedReservation[];
  readonly last: AllocationPosition | null;
  readonly waiting: number;
}

/**
 * Quarantines a lot at its location, which changes nothing where it is in quarantine, and moves what is reserved in it
 * to other lots, in steps. What is left to move when the process ends is moved by the worker.
 */
export async function quarantineLot(
  { principal, stockWriter }: { principal: PersonPrincipal; stockWriter: StockWriter },
  lot: LotAtLocation,
): Promise<MovedReservation[]> {
  const { skuId, locationId, organizationId, naming, lotNumber } = lot;
  const submit = async (request: StatusRequest | ReallocateRequest) => {
    const movement = newMovement({ actor: principal.actor });
    const level = { skuId, locationId, organizationId };
    return (await stockWriter.submit({ level, naming, request, movement })).answer;
  };
  const movesMax = MOVES_A_STEP;
  const first = await submit({ type: 'set_status', lotNumber, status: 'quarantine', movesMax });
  const moved = [...(first as Pick<Step, 'moved'>).moved];
  let after: AllocationPosition | null = null;
  // The loop ends: each step starts after the one before, and the last has nothing to move.
  for (;;) {
    const step = (await submit({ type: 'vacate', lotNumber, asOf: null, movesMax, after })) as Step;
    moved.push(...step.moved);
    if (step.waiting === 0 || step.last === null) return moved;
    after = step.last;
  }
}
