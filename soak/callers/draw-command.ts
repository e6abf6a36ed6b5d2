// What operators do.
import type { Command, Import, ImportedLot } from '../../kit/model.ts';
import { LOCATIONS } from '../catalog.ts';
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
  const level = { sku: draw.one(skus), at: draw.one(LOCATIONS) };
  const lot = draw.one([...LOTS, ...RECALLED]);
  const known = lots.get(`${lot} of ${level.sku} at ${level.at}`)?.onHand;
  const qty = draw.between(1, 15);
  const kinds: { weight: number; make: () => Command }[] = [
    { weight: 3, make: () => ({ kind: 'adjust', ...level, lot, qty: draw.one([-qty, qty]) }) },
    { weight: 3, make: () => ({ kind: 'waste', ...level, lot, qty }) },
    {
      weight: 3,
      make: () => ({
        kind: 'count',
        ...level,
        lot,
        qty: draw.chance(60) && known !== undefined ? known : draw.below(30),
      }),
    },
    {
      weight: 4,
      make: () => ({
        kind: 'transfer',
        ...level,
        lot: draw.one([lot, draw.one(IMPORTED)]),
        qty,
        to: level.at === 'Main' ? 'Annex' : 'Main',
      }),
    },
    {
      weight: 3,
      make: () => ({
        kind: 'set_status',
        ...level,
        lot: draw.one(LOTS),
        status: draw.one(['released', 'released', 'quarantine']),
      }),
    },
    {
      weight: 3,
      make: () => ({
        kind: 'set_status',
        sku: level.sku,
        lot: draw.one(RECALLED),
        status: draw.one(['released', 'quarantine']),
      }),
    },
    {
      weight: 3,
      make: () => {
        const number = draw.one([lot, lot, draw.one(IMPORTED)]);
        const { normal, later, past } = datesOf(number);
        return {
          kind: 'set_expiry',
          sku: level.sku,
          lot: number,
          expiry: draw.one([normal, normal, normal, later, past]),
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
    // Now and then a file names a record twice, which is refused.
    lots: draw.chance(5) ? lots : [...named.values()],
    ...(draw.chance(8) && { isSpoilt: true }),
  };
  files.push(file);
  return file;
}

function drawLot(draw: Draw, skus: readonly string[]): ImportedLot {
  const lot = draw.one([draw.one(IMPORTED), draw.one(IMPORTED), draw.one([...LOTS, ...RECALLED])]);
  const { normal, later, past } = datesOf(lot);
  const expected = IMPORTED.indexOf(lot) % 4 === 3 ? past : normal;
  // A recall that finds all its locations in quarantine writes no event, so nothing else puts these lots there.
  const statuses = ['released', RECALLED.includes(lot) ? undefined : 'quarantine'] as const;
  const status = draw.one([undefined, undefined, undefined, undefined, ...statuses]);
  return {
    sku: draw.one(skus),
    at: draw.one(LOCATIONS),
    lot,
    qty: draw.between(1, 60),
    expiry: draw.chance(3) ? draw.one([later, past]) : expected,
    ...(status !== undefined && { status }),
  };
}

/** Draws a sweep as of any day. */
export function drawSweepDay(draw: Draw): string {
  return day(draw.between(SWEEP_DAYS.first, SWEEP_DAYS.many));
}
