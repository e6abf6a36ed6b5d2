// What lists must show of a state: the rows behind a position that match the filters, in order, one page at most.
import { findLotNumber, type State } from '../../kit/model.ts';
import type { ListAsk } from '../asks.ts';
import { gtinOf, LOCATIONS, productOf } from '../catalog.ts';
import { levelName, lotName } from '../history.ts';
import type { Now } from './now.ts';
import { lotRow } from './past.ts';

type Ask<Kind> = ListAsk & { readonly kind: Kind };
type ListKind = 'levels' | 'lot_list' | 'skus' | 'locations' | 'scan';

export function listOf(now: Now, ask: Ask<ListKind>): readonly unknown[] {
  const { state } = now;
  switch (ask.kind) {
    case 'levels':
      return levelsOf(now, ask);
    case 'lot_list':
      return lotsOf(now, ask);
    case 'skus': {
      const { after = '', product } = ask;
      const skus = state.skus
        .filter(({ sku }) => sku > after && (product ?? productOf(sku)) === productOf(sku))
        .sort((a, b) => (a.sku < b.sku ? -1 : 1))
        .map(({ sku, reorderPoint }) => [sku, productOf(sku), gtinOf(sku), reorderPoint]);
      return page(skus, ask.limit);
    }
    case 'locations': {
      const names = LOCATIONS.filter((name) => name > (ask.after ?? '')).sort();
      return page(
        names.map((name) => [name, name === LOCATIONS[0]]),
        ask.limit,
      );
    }
    case 'scan':
      return [scanOf(state, ask)];
    default: {
      const never: never = ask;
      throw new Error(`Nobody knows how to list ${JSON.stringify(never)}.`);
    }
  }
}

/** Lists levels in the order of SKU code and location name. */
function levelsOf(now: Now, { after, limit, ...asked }: Ask<'levels'>): readonly unknown[] {
  const { state } = now;
  const points = new Map(state.skus.map(({ sku, reorderPoint }) => [sku, reorderPoint]));
  const isLow = (level: { sku: string; at: string }) => {
    const point = points.get(level.sku) ?? null;
    return point !== null && now.units(level).available <= point;
  };
  const levels = state.levels
    .filter(
      ({ sku, at, version }) =>
        version > 0 &&
        (asked.sku ?? sku) === sku &&
        (asked.at ?? at) === at &&
        (asked.product ?? productOf(sku)) === productOf(sku) &&
        (after === undefined || sku > after[0] || (sku === after[0] && at > after[1])),
    )
    .sort((a, b) => (levelName(a) < levelName(b) ? -1 : 1));
  const shown: unknown[] = [];
  for (const { sku, at, version } of levels) {
    if (asked.low !== undefined && asked.low !== isLow({ sku, at })) continue;
    shown.push({ sku, at, version, ...now.units({ sku, at }), point: points.get(sku) ?? null });
    if (shown.length > limit) break;
  }
  return page(shown, limit);
}

/** The first to expire first, then by id. */
function lotsOf(now: Now, { after, limit, ...asked }: Ask<'lot_list'>): readonly unknown[] {
  const { state, ids } = now;
  const expiries = new Map(state.numbers.map((one) => [`${one.lot} of ${one.sku}`, one.expiry]));
  const lots = state.lots
    .filter(
      ({ sku, at, lot, status, onHand }) =>
        (asked.sku ?? sku) === sku &&
        (asked.at ?? at) === at &&
        (asked.lot ?? lot) === lot &&
        (asked.status ?? status) === status &&
        (asked.inStock ?? onHand > 0) === onHand > 0,
    )
    .map((lot) => {
      const expiry = expiries.get(`${lot.lot} of ${lot.sku}`) ?? findLotNumber(state, lot).expiry;
      return { lot, expiry, position: `${expiry} ${ids[lotName(lot)]}` };
    })
    .filter(
      ({ expiry, position }) =>
        (asked.expiringBefore === undefined || expiry < asked.expiringBefore) &&
        (after === undefined || position > after.join(' ')),
    )
    .sort((a, b) => (a.position < b.position ? -1 : 1))
    .slice(0, limit + 1);
  return page(
    lots.map(({ lot }) => lotRow(now, lot)),
    limit,
  );
}

/** What a code names, once it is there, and what it carries in any case. */
function scanOf({ skus }: State, { sku, code, lot, expiry }: Ask<'scan'>): unknown {
  const isKnown = skus.some((one) => one.sku === sku);
  const isOwn = code === sku;
  // What is no SKU code yet is a text like any other.
  if (isOwn && !isKnown) return ['unknown_code', null, null, null, null, null, null];
  return [
    ...(isKnown ? ['sku', sku, productOf(sku), isOwn ? 'sku_code' : 'gtin'] : UNKNOWN),
    isOwn ? null : gtinOf(sku),
    lot ?? null,
    expiry ?? null,
  ];
}

const UNKNOWN = ['unknown_code', null, null, null];

/** What of the rows is shown, and whether more follow. */
function page(rows: readonly unknown[], limit: number): unknown[] {
  return [...rows.slice(0, limit), { more: rows.length > limit }];
}
