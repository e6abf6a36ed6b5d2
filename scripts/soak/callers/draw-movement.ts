import { PLACES, SKUS } from '../catalog.ts';
import type { Draw } from '../draw.ts';
import { datesOf, IMPORTED, LOTS, RECALLED } from '../world.ts';
import type { Keyed } from './wire.ts';

/** What may be named. */
export interface Names {
  readonly skus: readonly string[];
  readonly order: () => string;
}

/** Most of it at one place, where everybody meets. */
export function drawPlace(draw: Draw, skus: readonly string[]): { sku: string; at: string } {
  return {
    sku: draw.chance(60) ? (SKUS[0] as string) : draw.one(skus),
    at: draw.chance(65) ? (PLACES[0] as string) : draw.one(PLACES),
  };
}

export function drawKeyed(draw: Draw, names: Names): Keyed {
  if (draw.chance(65)) return drawMovement(draw, names);
  const place = drawPlace(draw, names.skus);
  const lot = draw.one(LOTS);
  const kinds = [
    { weight: 8, more: {} },
    { weight: 2, more: { lot } },
    { weight: 2, more: { minExpiry: datesOf(lot).usual } },
  ];
  const { more } = draw.weighted(kinds);
  return {
    kind: 'reserve',
    ...place,
    qty: draw.between(1, 30),
    order: names.order(),
    ...more,
  };
}

export function drawMovement(
  draw: Draw,
  { skus, order }: Names,
): Exclude<Keyed, { kind: 'reserve' }> {
  const place = drawPlace(draw, skus);
  const others = draw.chance(65) ? RECALLED : IMPORTED;
  const lot = draw.chance(65) ? draw.one(LOTS) : draw.one(others);
  const qty = draw.chance(15) ? draw.between(30, 120) : draw.between(1, 20);
  const kinds = [
    {
      weight: 9,
      make: () => {
        const { usual, gone, later } = datesOf(lot);
        const expiry = draw.one([
          usual,
          usual,
          usual,
          usual,
          undefined,
          undefined,
          undefined,
          later,
          gone,
        ]);
        const isL = !RECALLED.includes(lot);
        const status = isL
          ? draw.one([undefined, undefined, undefined, 'released', 'quarantine'] as const)
          : undefined;
        return {
          kind: 'receive' as const,
          ...place,
          lot,
          qty: draw.between(1, 40),
          ...(expiry && { expiry }),
          ...(status && { status }),
        };
      },
    },
    { weight: 2, make: () => ({ kind: 'return' as const, ...place, lot, qty }) },
    {
      weight: 8,
      make: () => ({
        kind: 'fulfill' as const,
        ...place,
        qty,
        ...(draw.chance(50) && { order: order() }),
      }),
    },
    {
      weight: 5,
      make: () => ({
        kind: 'dispense' as const,
        ...place,
        qty,
        ...(draw.chance(50) && { order: order() }),
        ...(draw.chance(40) && { lot }),
      }),
    },
  ];
  return draw.weighted(kinds).make();
}
