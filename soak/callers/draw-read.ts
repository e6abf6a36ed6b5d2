// What callers read in pages, of the past and of the catalog, and which codes they scan.
import type { EntryTime, ListAsk, Naming } from '../asks.ts';
import { codeOf, gtinOf, SKUS } from '../catalog.ts';
import type { Draw } from '../draw.ts';
import { datesOf, day, IMPORTED, LOTS, RECALLED } from '../world.ts';
import { drawLevel, type Names } from './draw-movement.ts';
import type { Keyed } from './wire.ts';

/** The checker forgets what is twice as old. */
const AGO_MILLISECONDS = 30_000;
/** Ten seconds, and as long as a commit waits for a standby that is away. */
const FINAL_MILLISECONDS = 25_000;
const TYPES = ['receive', 'fulfill', 'dispense', 'return', 'adjust', 'count', 'transfer_out'];

interface Lists extends Names {
  /** The times of entries, as responses gave them. */
  readonly times: readonly EntryTime[];
}

export function drawList(draw: Draw, names: Lists): ListAsk {
  const level = drawLevel(draw, names.skus);
  const lot = draw.one([...LOTS, ...RECALLED, ...IMPORTED]);
  const some = <Value>(percent: number, value: Value): Value | undefined =>
    draw.chance(percent) ? value : undefined;
  const kinds: { weight: number; make: () => ListAsk }[] = [
    { weight: 8, make: () => drawAsOf(draw, { ...names, sku: level.sku }) },
    {
      weight: 4,
      make: () =>
        given({
          kind: 'levels',
          low: some(70, draw.chance(70)),
          limit: draw.between(1, 4),
          at: some(40, level.at),
          product: some(25, draw.one(SKUS)),
          sku: some(15, level.sku),
        }),
    },
    {
      weight: 5,
      make: () => given({ kind: 'lot_list', ...drawFilter(draw), limit: draw.between(1, 8) }),
    },
    {
      weight: 5,
      make: () => {
        const ofLot = draw.chance(20);
        const isAtEdge = draw.chance(50);
        return given({
          kind: 'transactions',
          sku: level.sku,
          limit: draw.between(1, 8),
          ...(ofLot && { at: level.at, lot }),
          type: some(20, draw.one(TYPES)),
          order: some(20, names.order()),
          from: ago(isAtEdge ? AGO_MILLISECONDS : draw.between(1_000, AGO_MILLISECONDS)),
          ...(isAtEdge && { to: drawTime(draw, { ...names, sku: level.sku }) }),
        });
      },
    },
    {
      weight: 4,
      make: () =>
        given({
          kind: 'trace',
          ...level,
          lot: draw.chance(70) ? draw.one(LOTS) : lot,
          everywhere: some(40, true),
          limit: draw.between(1, 4),
        }),
    },
    {
      weight: 1,
      make: () =>
        given({ kind: 'skus', product: some(40, draw.one(SKUS)), limit: draw.between(1, 5) }),
    },
    { weight: 1, make: () => ({ kind: 'locations', limit: draw.between(1, 2) }) },
    { weight: 2, make: () => drawScan(draw, level.sku) },
  ];
  return draw.weighted(kinds).make();

  function drawFilter(from: Draw) {
    const { sku, at } = level;
    return from.one([
      { sku, at },
      { sku, inStock: from.chance(70) },
      { lot, status: some(40, from.one(['released', 'quarantine'] as const)) },
      { sku, lot },
      { sku, at, expiringBefore: from.one([day(0), datesOf(lot).normal]) },
      { at, status: from.one(['released', 'quarantine'] as const), inStock: true },
      { expiringBefore: day(200), inStock: some(50, true) },
    ]);
  }
}

/** Draws an entry's own time, a moment before it, or any time. */
function drawAsOf(draw: Draw, { sku, times }: { sku: string; times: Lists['times'] }): ListAsk {
  const asOf = drawTime(draw, { sku, times });
  const isFinal = Date.now() - Date.parse(asOf) > FINAL_MILLISECONDS;
  return { kind: 'as_of', sku, asOf, ...(isFinal && { isFinal }) };
}

function drawTime(draw: Draw, { sku, times }: { sku: string; times: Lists['times'] }): string {
  const since = Date.now() - AGO_MILLISECONDS;
  const fresh = times.filter((time) => time.sku === sku && Date.parse(time.at) > since);
  if (fresh.length === 0 || draw.chance(30)) return ago(draw.below(AGO_MILLISECONDS));
  const { at } = draw.one(fresh);
  return draw.chance(50) ? at : justBefore(at);
}

function ago(milliseconds: number): string {
  return new Date(Date.now() - milliseconds).toISOString().replace('Z', '000Z');
}

/** One microsecond, where the second is the same. */
function justBefore(time: string): string {
  const microseconds = Number(time.slice(20, 26));
  return `${time.slice(0, 20)}${String(Math.max(0, microseconds - 1)).padStart(6, '0')}Z`;
}

export function drawScan(draw: Draw, sku: string): ListAsk {
  const lot = draw.one(LOTS);
  const expiry = datesOf(lot).normal;
  return draw.one<ListAsk>([
    { kind: 'scan', sku, code: sku },
    { kind: 'scan', sku, code: gtinOf(sku) },
    { kind: 'scan', sku, code: codeOf(sku, { lot, expiry }), lot, expiry },
  ]);
}

/** Most movements name their SKU by its code; reservations know nothing else. */
export function drawNaming(draw: Draw, command: Keyed): Naming | undefined {
  if (command.kind === 'reserve') return undefined;
  const isOnly = command.sku === SKUS[1];
  const { normal, later } = datesOf(command.lot ?? (LOTS[0] as string));
  const compares = command.kind !== 'receive' && command.lot !== undefined;
  return draw.weighted<{ weight: number; naming: Naming | undefined }>([
    { weight: 70, naming: undefined },
    { weight: isOnly ? 20 : 3, naming: { by: 'product' } },
    { weight: 15, naming: { by: 'code' } },
    {
      weight: compares ? 15 : 0,
      naming: { by: 'code', expiry: draw.one([normal, normal, normal, later]) },
    },
  ]).naming;
}

/** Leaves out the fields that are undefined. */
function given<Ask extends object>(ask: Ask): ListAsk {
  return Object.fromEntries(
    Object.entries(ask).filter(([, value]) => value !== undefined),
  ) as unknown as ListAsk;
}
