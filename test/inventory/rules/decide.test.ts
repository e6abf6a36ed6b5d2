// The rules of a movement, as properties of any stock.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/errors.ts';
import { decideMovement } from '../../../src/inventory/rules/decide-movement.ts';
import { drawFirstExpiryFirst } from '../../../src/inventory/rules/fefo.ts';
import type { MovementRequest } from '../../../src/inventory/rules/requests.ts';
import {
  type Level,
  type Lot,
  type LotNumber,
  UNITS_MAX,
} from '../../../src/inventory/rules/stock.ts';
import {
  arbitraryLevel,
  arbitraryLots,
  arbitraryNumbers,
  arbitraryRequest,
  free,
  levelOf,
  sumsOf,
  TODAY,
} from './levels.ts';

const units = fc.integer({ min: 1, max: 40 });
const RUNS = { numRuns: 2000 };

describe('a draw without a lot', () => {
  it('takes exactly what it asks for, and returns what is missing when there is less', () => {
    fc.assert(
      fc.property(arbitraryLots, units, (lots, asked) => {
        const { draws, missing } = drawFirstExpiryFirst(lots, asked, TODAY);
        expect(missing).toBe(Math.max(0, asked - free(lots)));
        expect(draws.reduce((sum, draw) => sum + draw.units, missing)).toBe(asked);
      }),
      RUNS,
    );
  });

  it('never takes reserved, expired or quarantined units, nor a lot twice', () => {
    fc.assert(
      fc.property(arbitraryLots, units, (lots, asked) => {
        const { draws } = drawFirstExpiryFirst(lots, asked, TODAY);
        for (const { lot, units: taken } of draws) {
          expect(lots).toContain(lot);
          expect([lot.status, lot.expiryDate >= TODAY]).toEqual(['released', true]);
          expect(taken).toBeGreaterThan(0);
          expect(taken).toBeLessThanOrEqual(lot.onHand - lot.reserved);
        }
        expect(new Set(draws.map(({ lot }) => lot.id)).size).toBe(draws.length);
      }),
      RUNS,
    );
  });

  it('takes by expiry, then first receipt, then id, and leaves no lot before it finishes one', () => {
    fc.assert(
      fc.property(arbitraryLots, units, (lots, asked) => {
        const { draws } = drawFirstExpiryFirst(lots, asked, TODAY);
        const sortKeys = draws.map(({ lot }) => sortKeyOf(lot));
        expect(sortKeys).toEqual(sortKeys.toSorted());
        const last = draws.at(-1)?.lot;
        if (last === undefined) return;
        const passed = lots.filter((lot) => sortKeyOf(lot) < sortKeyOf(last));
        const drawn = draws.slice(0, -1).reduce((sum, draw) => sum + draw.units, 0);
        expect(drawn).toBe(free(passed));
      }),
      RUNS,
    );
  });

  it('is the same in whatever order the lots were read, and changes none', () => {
    fc.assert(
      fc.property(arbitraryLots, units, (lots, asked) => {
        const before = JSON.stringify(lots);
        const drawn = drawFirstExpiryFirst(lots, asked, TODAY);
        expect(drawFirstExpiryFirst(lots.toReversed(), asked, TODAY)).toEqual(drawn);
        expect(JSON.stringify(lots)).toBe(before);
      }),
      RUNS,
    );
  });
});

function sortKeyOf({ expiryDate, firstReceivedAt, id }: Lot): string {
  return `${expiryDate} ${firstReceivedAt} ${id}`;
}

const arbitraryCase = arbitraryLevel.chain((level) =>
  fc.record({
    level: fc.constant(level),
    numbers: arbitraryNumbers(level.lots),
    request: arbitraryRequest,
  }),
);

type Decision = { code: string; details: unknown } | { lot: string; units: number }[];

function decide(request: MovementRequest, level: Level, numbers: Map<string, LotNumber>): Decision {
  const newLot = () => ({ id: crypto.randomUUID(), receivedAt: '2026-06-15T12:00:00.000000Z' });
  try {
    const changes = decideMovement(request, level, (number) => numbers.get(number), newLot);
    return changes.map((change) => ({ lot: change.lot.lotNumber, units: change.units }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code, details: error.details };
  }
}

/** The rules once more, as plainly as they are written: the refusal, or the units and the lot. */
function expected(request: MovementRequest, level: Level, numbers: Map<string, LotNumber>) {
  const { type, lotNumber, expiryDate, status } = request;
  const lot = level.lots.find((one) => one.lotNumber === lotNumber);
  if (type === 'receive') {
    const number = lotNumber === undefined ? undefined : numbers.get(lotNumber);
    if (lotNumber === undefined) return 'lot_required';
    if (number && expiryDate && number.expiryDate !== expiryDate) return 'lot_expiry_mismatch';
    if (!lot && !expiryDate) return 'expiry_required';
    if ((lot ?? { expiryDate: expiryDate ?? '' }).expiryDate < TODAY) return 'lot_expired';
    if (lot && status && status !== lot.status) return 'invalid_movement';
    if (!lot && number?.quarantined && status === 'released') return 'invalid_movement';
    return request.units;
  }
  if (type === 'return') {
    if (lotNumber === undefined) return 'lot_required';
    return lot ? request.units : 'lot_not_found';
  }
  if (lotNumber === undefined) {
    return free(level.lots) < request.units ? 'insufficient_stock' : -request.units;
  }
  if (!lot) return 'lot_not_found';
  if (lot.expiryDate < TODAY) return 'lot_expired';
  if (lot.status !== 'released') return 'lot_not_released';
  return lot.onHand - lot.reserved < request.units ? 'insufficient_stock' : -request.units;
}

describe('a movement', () => {
  it('is decided as the rules say', () => {
    fc.assert(
      fc.property(arbitraryCase, ({ request, level, numbers }) => {
        const decision = decide(request, level, numbers);
        const outcome = Array.isArray(decision)
          ? decision.reduce((sum, change) => sum + change.units, 0)
          : decision.code;
        expect(outcome).toBe(expected(request, level, numbers));
        if (!Array.isArray(decision) || request.lotNumber === undefined) return;
        expect(decision.map(({ lot }) => lot)).toEqual([request.lotNumber]);
      }),
      { numRuns: 10_000 },
    );
  });

  it('changes nothing while it is decided, accepted or refused', () => {
    fc.assert(
      fc.property(arbitraryCase, ({ request, level, numbers }) => {
        const before = JSON.stringify([level, ...numbers]);
        decide(request, level, numbers);
        expect(JSON.stringify([level, ...numbers])).toBe(before);
      }),
      RUNS,
    );
  });

  it('that is short reports what is available and what blocks the rest', () => {
    fc.assert(
      fc.property(arbitraryLevel, (level) => {
        const { onHand, reserved, ...sums } = sumsOf(level.lots);
        const { quarantined, quarantinedReserved, expired, expiredReserved } = sums;
        const blocking = reserved - quarantinedReserved - expiredReserved;
        const requested = onHand + 1;
        const request = {
          type: 'fulfill',
          units: requested,
          lotNumber: undefined,
        } as MovementRequest;
        expect(decide(request, level, new Map())).toEqual({
          code: 'insufficient_stock',
          details: {
            requested,
            available: free(level.lots),
            blocked: { reserved: blocking, quarantined, expired },
          },
        });
        expect(free(level.lots) + blocking + quarantined + expired).toBe(onHand);
      }),
      RUNS,
    );
  });
});

describe('the largest number of units', () => {
  const lot: Lot = {
    id: crypto.randomUUID(),
    lotNumber: 'FULL',
    expiryDate: '2027-01-01',
    status: 'released',
    onHand: UNITS_MAX - 10,
    reserved: 0,
    holders: 0,
    firstReceivedAt: '2026-01-01T00:00:00.000000Z',
    lastHash: Buffer.alloc(32),
    lastEntryAt: '2026-01-01T00:00:00.000000Z',
    expiryAnnouncedDays: null,
    isNew: false,
  };
  const numbers = new Map([['FULL', { expiryDate: lot.expiryDate, quarantined: false }]]);
  const posted = (type: 'receive' | 'return', qty: number, lotNumber = 'FULL') =>
    decide(
      { type, units: qty, lotNumber, expiryDate: undefined, status: undefined },
      levelOf({ lots: [lot] }),
      numbers,
    );

  it('is 9007199254740991', () => {
    expect(UNITS_MAX).toBe(9_007_199_254_740_991);
  });

  it.each(['receive', 'return'] as const)('may be reached by a %s, not passed', (type) => {
    expect(posted(type, 10)).toEqual([{ lot: 'FULL', units: 10 }]);
    expect(posted(type, 11)).toMatchObject({ code: 'invalid_movement' });
    expect(posted(type, 1_000_000_000)).toMatchObject({ code: 'invalid_movement' });
  });

  it('counts all lots of the level', () => {
    const another = { ...lot, id: crypto.randomUUID(), lotNumber: 'SMALL', onHand: 10 };
    const level = levelOf({ lots: [lot, another] });
    const give = { type: 'return' as const, expiryDate: undefined, status: undefined };
    expect(decide({ ...give, units: 1, lotNumber: 'SMALL' }, level, numbers)).toMatchObject({
      code: 'invalid_movement',
    });
  });

  it('can be drawn', () => {
    const draw = { units: 1_000_000_000, lotNumber: undefined, expiryDate: undefined };
    const level = levelOf({ lots: [lot] });
    const decided = decide({ type: 'fulfill', ...draw, status: undefined }, level, numbers);
    expect(decided).toEqual([{ lot: 'FULL', units: -1_000_000_000 }]);
  });
});

describe('a lot that an import takes over', () => {
  const [lot] = fc.sample(
    arbitraryLots.filter(({ length }) => length > 0),
    1,
  )[0] as [Lot];
  const numbers = new Map([[lot.lotNumber, { expiryDate: lot.expiryDate, quarantined: false }]]);
  const taken = (expiryDate: string) =>
    decide(
      {
        type: 'receive',
        units: 1,
        lotNumber: lot.lotNumber,
        expiryDate,
        status: undefined,
        takesOver: true,
      },
      levelOf({ lots: [lot] }),
      numbers,
    );

  it('stays as it is where it came in meanwhile, and has no other expiry date', () => {
    expect(taken(lot.expiryDate)).toEqual([]);
    expect(taken('2999-01-01')).toMatchObject({ code: 'lot_expiry_mismatch' });
  });
});
