import { LOCATIONS, SKUS } from '../catalog.ts';
import type { Draw } from '../draw.ts';
import { datesOf, IMPORTED, LOTS, RECALLED } from '../world.ts';
import type { Keyed } from './wire.ts';

/** What may be named. */
export interface Names {
  readonly skus: readonly string[];
  readonly order: () => string;
}

/** Draws one level most of the time, so that callers contend for it. */
export function drawLevel(draw: Draw, skus: readonly string[]): { sku: string; at: string } {
  return {
    sku: draw.chance(60) ? (SKUS[0] as string) : draw.one(skus),
    at: draw.chance(65) ? (LOCATIONS[0] as string) : draw.one(LOCATIONS),
  };
}

export function drawKeyed(draw: Draw, names: Names): Keyed {
  if (draw.chance(65)) return drawMovement(draw, names);
  const level = drawLevel(draw, names.skus);
  const lot = draw.one(LOTS);
  const kinds = [
    { weight: 8, more: {} },
    { weight: 2, more: { lot } },
    { weight: 2, more: { minExpiry: datesOf(lot).normal } },
  ];
  const { more } = draw.weighted(kinds);
  return {
    kind: 'reserve',
    ...level,
    qty: draw.between(1, 30),
    order: names.order(),
    ...more,
  };
}

export function drawMovement(
  draw: Draw,
  { skus, order }: Names,
): Exclude<Keyed, { kind: 'reserve' }> {
  const level = drawLevel(draw, skus);
  const others = draw.chance(65) ? RECALLED : IMPORTED;
  const lot = draw.chance(65) ? draw.one(LOTS) : draw.one(others);
  const qty = draw.chance(15) ? draw.between(30, 120) : draw.between(1, 20);
  const kinds = [
    {
      weight: 9,
      make: () => {
        const { normal, past, later } = datesOf(lot);
        const expiry = draw.one([
          normal,
          normal,
          normal,
          normal,
          undefined,
          undefined,
          undefined,
          later,
          past,
        ]);
        const isL = !RECALLED.includes(lot);
        const status = isL
          ? draw.one([undefined, undefined, undefined, 'released', 'quarantine'] as const)
          : undefined;
        return {
          kind: 'receive' as const,
          ...level,
          lot,
          qty: draw.between(1, 40),
          ...(expiry && { expiry }),
          ...(status && { status }),
        };
      },
    },
    { weight: 2, make: () => ({ kind: 'return' as const, ...level, lot, qty }) },
    {
      weight: 8,
      make: () => ({
        kind: 'fulfill' as const,
        ...level,
        qty,
        ...(draw.chance(50) && { order: order() }),
      }),
    },
    {
      weight: 5,
      make: () => ({
        kind: 'dispense' as const,
        ...level,
        qty,
        ...(draw.chance(50) && { order: order() }),
        ...(draw.chance(40) && { lot }),
      }),
    },
  ];
  return draw.weighted(kinds).make();
}
