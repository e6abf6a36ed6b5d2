// The rows that a batch writes, as properties of any stock and any requests.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiError } from '../../../src/errors.ts';
import { keyedRequest } from '../../../src/idempotency/idempotency.ts';
import { applyChange } from '../../../src/inventory/rules/apply-change.ts';
import { Batch, lotNumberKey } from '../../../src/inventory/rules/batch.ts';
import {
  type MovementRequest,
  newMovement,
  type StockChange,
} from '../../../src/inventory/rules/requests.ts';
import {
  type Level,
  type Lot,
  type LotNumber,
  levelName,
} from '../../../src/inventory/rules/stock.ts';
import { publishedHash, publishedRecordHash } from '../../support/published-hash.ts';
import { arbitraryLevel, arbitraryNumbers, arbitraryRequest, free, sumsOf } from './levels.ts';

const NOW = '2026-06-15T12:00:00.123456Z';
const FIRST_SEQ = 9_007_199_254_740_993n;
const KEYED = keyedRequest('postMovement', 'key-12345', {});
const NAMING = { skuCode: 'SKU', productId: 'product', location: 'Main' };

interface Drawn {
  level: Level;
  numbers: Map<string, LotNumber>;
  requests: MovementRequest[];
}

const arbitraryBatch: fc.Arbitrary<Drawn> = arbitraryLevel.chain((level) =>
  fc.record({
    level: fc.constant(level),
    numbers: arbitraryNumbers(level.lots),
    requests: fc.array(arbitraryRequest, { minLength: 1, maxLength: 12 }),
  }),
);

function changeOf(request: MovementRequest, level: Level): StockChange {
  const reference = { type: 'order', id: 'ORD-ü', rx_number: 'RX-1' };
  return {
    level,
    naming: NAMING,
    request,
    keyed: { ...KEYED, digest: Buffer.alloc(32, 7) },
    movement: newMovement({ actor: 'worker', reference, note: 'a note' }),
  };
}

/** Posts the requests one after another; passes `each` the level as it was before and whether it was posted. */
function run(
  { level, numbers, requests }: Drawn,
  each: (batch: Batch, before: Snapshot, posted: boolean) => void = () => {},
): Batch {
  const keyed = [...numbers].map(([number, row]) => [lotNumberKey(level, number), row]);
  const batch = new Batch({
    levels: new Map([[levelName(level), level]]),
    lotNumbers: new Map(keyed as [string, LotNumber][]),
    now: NOW,
    books: new Map(),
    firstSeq: FIRST_SEQ,
  });
  for (const request of requests) {
    const before = snapshotOf(batch, level);
    let posted = true;
    try {
      applyChange(batch, changeOf(request, level)).entries;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      posted = false;
    }
    each(batch, before, posted);
  }
  return batch;
}

interface Snapshot {
  level: Level;
  written: number[];
  events: number;
}

function snapshotOf(batch: Batch, level: Level): Snapshot {
  const { newLotNumbers, movements, events, changedLots, changedLevels, chained } = batch;
  return {
    level: JSON.parse(JSON.stringify(level)),
    written: [
      newLotNumbers.length,
      movements.length,
      chained,
      events.length,
      changedLots.size,
      changedLevels.size,
    ],
    events: events.length,
  };
}

/** Works on copies: a batch changes its level, and shrinking a failure draws the same values again. */
function property(check: (drawn: Drawn) => void): void {
  const checkCopy = ({ level, numbers, requests }: Drawn) =>
    check({
      level: { ...level, lots: level.lots.map((lot) => ({ ...lot })) },
      numbers: new Map(numbers),
      requests,
    });
  fc.assert(fc.property(arbitraryBatch, checkCopy), { numRuns: 1000 });
}

it('leaves no trace of a refused movement', () => {
  property((drawn) => {
    run(drawn, (batch, before, posted) => {
      if (!posted) expect(snapshotOf(batch, drawn.level)).toEqual(before);
    });
  });
});

it('keeps a level the sum of its lots, and no lot below what is reserved', () => {
  property((drawn) => {
    run(drawn, () => {
      expect(drawn.level).toMatchObject(sumsOf(drawn.level.lots));
      for (const lot of drawn.level.lots) expect(lot.onHand).toBeGreaterThanOrEqual(lot.reserved);
    });
  });
});

it('raises the version by one with each movement that is posted', () => {
  property((drawn) => {
    run(drawn, (_batch, before, posted) => {
      expect(drawn.level.version).toBe(before.level.version + (posted ? 1 : 0));
    });
  });
});

it('chains each lot: units, times and hashes follow from the entry or record before', () => {
  property((drawn) => {
    const chains = new Map(drawn.level.lots.map((lot) => [lot.id, endOf(lot)]));
    const batch = run(drawn);
    const { entries, records } = batch.seal();
    const links = [...entries, ...records].sort((a, b) => Number(a.seq - b.seq));
    const movements = new Map(batch.movements.map((movement) => [movement.id, movement]));
    for (const [index, link] of links.entries()) {
      const chain = chains.get(link.lotId) ?? { balance: 0, reserved: 0, hash: undefined, at: '' };
      const movement = movements.get(link.movementId);
      expect(link.seq).toBe(FIRST_SEQ + BigInt(index));
      expect(link.createdAt).toBe(chain.at > NOW ? oneMicrosecondAfter(chain.at) : NOW);
      const ofMovement = {
        movementId: link.movementId,
        movementType: movement?.type as string,
        movementSkuId: drawn.level.skuId,
        movementLocationId: drawn.level.locationId,
        idempotencyKey: 'key-12345',
        requestDigest: '07'.repeat(32),
        referenceType: 'order',
        referenceId: 'ORD-ü',
        rxNumberDigest: movement?.rxNumber.digest?.toString('hex') ?? null,
        poNumber: null,
        noteDigest: movement?.note.digest?.toString('hex') ?? null,
        actor: 'worker',
        movementCreatedAt: NOW,
      };
      if (!('balanceAfter' in link)) {
        const came = { reserve: 1, release: -1, set_status: 0, set_expiry: 0 }[link.type];
        expect(link.reservedAfter).toBe(chain.reserved + came * (link.qty ?? 0));
        const hash = publishedRecordHash(chain.hash, {
          organizationId: link.organizationId,
          seq: link.seq.toString(),
          recordType: link.type,
          lotId: link.lotId,
          holderType: link.referenceType,
          holderId: link.referenceId,
          qty: link.qty?.toString() ?? null,
          reservedAfter: link.reservedAfter.toString(),
          status: link.status,
          expiryDate: link.expiryDate,
          recordCreatedAt: link.createdAt,
          ...ofMovement,
        });
        expect(link.hash.toString('hex')).toBe(hash);
        chains.set(link.lotId, {
          ...chain,
          reserved: link.reservedAfter,
          hash,
          at: link.createdAt,
        });
        continue;
      }
      const entry = link;
      expect(entry.balanceAfter).toBe(chain.balance + entry.qty);
      const hash = publishedHash(chain.hash, {
        entryId: entry.id,
        organizationId: drawn.level.organizationId,
        seq: entry.seq.toString(),
        entryType: entry.type,
        skuId: drawn.level.skuId,
        locationId: drawn.level.locationId,
        lotId: entry.lotId,
        qty: entry.qty.toString(),
        balanceAfter: entry.balanceAfter.toString(),
        entryCreatedAt: entry.createdAt,
        ...ofMovement,
      });
      expect(entry.hash.toString('hex')).toBe(hash);
      chains.set(entry.lotId, { ...chain, balance: entry.balanceAfter, hash, at: entry.createdAt });
    }
    for (const lot of batch.changedLots.keys()) expect(endOf(lot)).toEqual(chains.get(lot.id));
  });
});

function oneMicrosecondAfter(time: string): string {
  const fraction = Number(time.slice(-7, -1)) + 1;
  return `${time.slice(0, -7)}${String(fraction).padStart(6, '0')}Z`;
}

function endOf(lot: Lot) {
  return {
    balance: lot.onHand,
    reserved: lot.reserved,
    hash: lot.lastHash.toString('hex'),
    at: lot.lastEntryAt,
  };
}

it('writes a lot number once, with the first lot that carries it', () => {
  property((drawn) => {
    const known = new Set(drawn.numbers.keys());
    const batch = run(drawn);
    const carried = drawn.level.lots.filter(({ isNew }) => isNew);
    const fresh = carried.filter(({ lotNumber }) => !known.has(lotNumber));
    expect(batch.newLotNumbers.map(({ lotNumber }) => lotNumber)).toEqual(
      fresh.map(({ lotNumber }) => lotNumber),
    );
    for (const lot of carried) {
      const number = drawn.numbers.get(lot.lotNumber) ?? lot;
      expect(lot.expiryDate).toBe(number.expiryDate);
    }
  });
});

it('announces each movement, and low stock exactly when it sinks to the point or below', () => {
  property((drawn) => {
    const { level } = drawn;
    run(drawn, (batch, before, posted) => {
      const events = batch.events.slice(before.events);
      const point = level.reorderPoint;
      const [was, is] = [free(before.level.lots), free(level.lots)];
      const sank = point !== null && was > point && is <= point;
      expect(events.map(({ type }) => type)).toEqual([
        ...(posted ? ['stock.changed'] : []),
        ...(sank ? ['stock.low'] : []),
      ]);
      const low = { available: is, reorder_point: point };
      if (sank) expect(events[1]?.data).toMatchObject(low);
    });
  });
});
