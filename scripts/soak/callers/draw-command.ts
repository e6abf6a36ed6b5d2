// What operators do.
import type { Command, Import, ImportedLot } from '../../../test/support/model.ts';
import { PLACES } from '../catalog.ts';
import type { Draw } from '../draw.ts';
import { datesOf, day, IMPORTED, LOTS, RECALLED } from '../world.ts';
import type { Stretch } from './shared.ts';

/** A sweep as of a day of its own is known by what it announces. */
const SWEEP_DAYS = { first: 2, many: 360, stride: 37 };
/** Each import has its own, so that it is known by it. */
const POINTS = { first: 5, many: 200, stride: 23 };
const LOTS_A_FILE = 6;

export function drawCommand(draw: Draw, stretch: Stretch): Command {
  const { lots, skus, next } = stretch;
  const place = { sku: draw.one(skus), at: draw.one(PLACES) };
  const lot = draw.one([...LOTS, ...RECALLED]);
  const seen = lots.get(`${lot} of ${place.sku} at ${place.at}`)?.onHand;
  const qty = draw.between(1, 15);
  const kinds: { weight: number; make: () => Command }[] = [
    { weight: 3, make: () => ({ kind: 'adjust', ...place, lot, qty: draw.one([-qty, qty]) }) },
    { weight: 3, make: () => ({ kind: 'waste', ...place, lot, qty }) },
    {
      weight: 3,
      make: () => ({
        kind: 'count',
        ...place,
        lot,
        qty: draw.chance(60) && seen !== undefined ? seen : draw.below(30),
      }),
    },
    {
      weight: 4,
      make: () => ({
        kind: 'transfer',
        ...place,
        lot: draw.one([lot, draw.one(IMPORTED)]),
        qty,
        to: place.at === 'Main' ? 'Annex' : 'Main',
      }),
    },
    {
      weight: 3,
      make: () => ({
        kind: 'set_status',
        ...place,
        lot: draw.one(LOTS),
        status: draw.one(['released', 'released', 'quarantine']),
      }),
    },
    {
      weight: 3,
      make: () => ({
        kind: 'set_status',
        sku: place.sku,
        lot: draw.one(RECALLED),
        status: draw.one(['released', 'quarantine']),
      }),
    },
    {
      weight: 3,
      make: () => {
        const number = draw.one([lot, lot, draw.one(IMPORTED)]);
        const { usual, later, gone } = datesOf(number);
        return {
          kind: 'set_expiry',
          sku: place.sku,
          lot: number,
          expiry: draw.one([usual, usual, usual, later, gone]),
        };
      },
    },
    {
      weight: 2,
      make: () => ({
        kind: 'sweep',
        asOf: day(SWEEP_DAYS.first + ((next() * SWEEP_DAYS.stride) % SWEEP_DAYS.many)),
      }),
    },
    { weight: 5, make: () => drawImport(draw, stretch) },
  ];
  return draw.weighted(kinds).make();
}

/** A file of before again, or another. */
function drawImport(draw: Draw, { files, skus, next }: Stretch): Import {
  if (files.length > 0 && draw.chance(25)) return draw.one(files);
  const lots = Array.from({ length: draw.between(1, LOTS_A_FILE) }, () => drawLot(draw, skus));
  const named = new Map(lots.map((lot) => [`${lot.lot} of ${lot.sku} at ${lot.at}`, lot]));
  const point = POINTS.first + ((next() * POINTS.stride) % POINTS.many);
  const file: Import = {
    kind: 'import',
    skus: draw.chance(30) ? [{ sku: draw.one(skus), reorderPoint: point }] : [],
    // Of what a file must not say twice, now and then it does.
    lots: draw.chance(5) ? lots : [...named.values()],
    ...(draw.chance(8) && { isSpoilt: true }),
  };
  files.push(file);
  return file;
}

function drawLot(draw: Draw, skus: readonly string[]): ImportedLot {
  const lot = draw.one([draw.one(IMPORTED), draw.one(IMPORTED), draw.one([...LOTS, ...RECALLED])]);
  const { usual, later, gone } = datesOf(lot);
  const expected = IMPORTED.indexOf(lot) % 4 === 3 ? gone : usual;
  // A recall that finds all its places in quarantine is told by no event, and so none comes to be in it otherwise.
  const statuses = ['released', RECALLED.includes(lot) ? undefined : 'quarantine'] as const;
  const status = draw.one([undefined, undefined, undefined, undefined, ...statuses]);
  return {
    sku: draw.one(skus),
    at: draw.one(PLACES),
    lot,
    qty: draw.between(1, 60),
    expiry: draw.chance(3) ? draw.one([later, gone]) : expected,
    ...(status !== undefined && { status }),
  };
}

/** As of any day. */
export function drawSweepDay(draw: Draw): string {
  return day(draw.between(SWEEP_DAYS.first, SWEEP_DAYS.many));
}
