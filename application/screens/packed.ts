/** What was scanned of an order: judged unit by unit, and kept while the page is open. */
import { type Signal, signal } from '@preact/signals';
import type { Schemas } from '../api/client.ts';
import { type Scanned, unitsIn } from '../scanning/scans.ts';
import { asShown } from '../scanning/separator.ts';
import { day } from '../words.ts';

export type PackingOrder = Schemas['PackingOrder'];

/** Units of one lot that are to be taken, and how many are in the box. */
export interface Pick {
  readonly product: string;
  readonly productId: string;
  readonly skuCode: string;
  readonly gtin: string | null;
  readonly lotNumber: string;
  readonly expiryDate: string;
  readonly wanted: number;
}

export interface Packed {
  /** Units by `keyOf`. */
  readonly units: Readonly<Record<string, number>>;
  /** Serial numbers that were scanned: a package is counted once. */
  readonly serials: readonly string[];
  /** Lots that nobody planned and that a person takes all the same. */
  readonly others: readonly Pick[];
}

const NOTHING: Packed = { units: {}, serials: [], others: [] };
const boxes = new Map<string, Signal<Packed>>();

export function boxOf(orderId: string): Signal<Packed> {
  const known = boxes.get(orderId) ?? signal(NOTHING);
  boxes.set(orderId, known);
  return known;
}

export function emptyBox(orderId: string): void {
  boxes.delete(orderId);
}

export function keyOf({ skuCode, lotNumber }: Pick): string {
  return JSON.stringify([skuCode, lotNumber]);
}

/** What to take, in the order in which it is drawn. */
export function picksOf(order: PackingOrder): Pick[] {
  return order.items.flatMap(({ name, product_id, skus }) =>
    skus.flatMap(({ sku_code, gtin, lots }) =>
      lots.map(({ lot_number, expiry_date, qty }) => ({
        product: name,
        productId: product_id,
        skuCode: sku_code,
        gtin,
        lotNumber: lot_number,
        expiryDate: expiry_date,
        wanted: qty,
      })),
    ),
  );
}

export function packedOf(packed: Packed, pick: Pick): number {
  return packed.units[keyOf(pick)] ?? 0;
}

/** Counts the packed units of a product, over all lots in the box. */
export function packedUnits(packed: Packed, picks: readonly Pick[], productId: string): number {
  return picks
    .filter((pick) => pick.productId === productId)
    .reduce((sum, pick) => sum + packedOf(packed, pick), 0);
}

/** Whether all that was ordered is in the box. */
export function isPacked(order: PackingOrder, packed: Packed): boolean {
  const picks = [...picksOf(order), ...packed.others];
  return order.items.every((item) => packedUnits(packed, picks, item.product_id) === item.quantity);
}

export function withUnit(packed: Packed, pick: Pick, serial?: string): Packed {
  const key = keyOf(pick);
  return {
    ...packed,
    units: { ...packed.units, [key]: (packed.units[key] ?? 0) + 1 },
    serials: serial === undefined ? packed.serials : [...packed.serials, serial],
  };
}

export function withoutUnit(packed: Packed, pick: Pick): Packed {
  const key = keyOf(pick);
  const left = Math.max(0, (packed.units[key] ?? 0) - 1);
  // Which of the packages was taken out is not known, so that each can be scanned again.
  return { ...packed, units: { ...packed.units, [key]: left }, serials: [] };
}

export type Judged =
  | { readonly is: 'right'; readonly pick: Pick }
  /** It may be another lot of the right product: anyone who asks looks it up. */
  | { readonly is: 'other lot' }
  | { readonly is: 'wrong'; readonly text: string };

/** Compares a scanned package with what is to be packed. */
export function judgeScan(scanned: Scanned, order: PackingOrder, packed: Packed): Judged {
  const wrong = (text: string): Judged => ({ is: 'wrong', text });
  const { match, sku_code, lot_number, expiry_date, serial, unresolved } = scanned;
  if (match !== 'sku' || sku_code === undefined)
    return wrong(`Unknown code ${asShown(scanned.code)}. Do not pack it.`);
  const item = order.items.find(({ skus }) => skus.some((sku) => sku.sku_code === sku_code));
  if (item === undefined) return wrong(`WRONG PRODUCT: ${sku_code} is not in this order.`);
  if (serial !== undefined && packed.serials.includes(`${sku_code} ${serial}`))
    return wrong(`Scanned before: package ${serial} of ${sku_code} is in the box already.`);
  const picks = [...picksOf(order), ...packed.others];
  if (packedUnits(packed, picks, item.product_id) >= item.quantity)
    return wrong(`ENOUGH of ${item.name}: all ${item.quantity} are packed.`);
  if (unitsIn(scanned) > 1)
    return wrong(`A pack of ${unitsIn(scanned)}: open it, and scan each unit.`);
  const unread = unresolved?.find(({ field }) => field === 'lot_number' || field === 'expiry_date');
  if (lot_number === undefined || unread !== undefined) {
    const part = unread?.field === 'expiry_date' ? 'expiry date' : 'lot';
    const what = unread ? `Its ${part} could not be read` : 'The code says no lot';
    return wrong(`${what}: read it on the package and press its + below.`);
  }
  const pick = picks.find((one) => one.skuCode === sku_code && one.lotNumber === lot_number);
  if (pick === undefined) return { is: 'other lot' };
  if (expiry_date !== undefined && expiry_date !== pick.expiryDate)
    return wrong(
      `WRONG EXPIRY: the package says ${day(expiry_date)}, and lot ${lot_number} expires ${day(pick.expiryDate)}. Do not pack it.`,
    );
  if (packedOf(packed, pick) >= pick.wanted)
    return wrong(`ENOUGH of lot ${lot_number}: ${pick.wanted} are packed. Take the next lot.`);
  return { is: 'right', pick };
}

/** What is sent: each lot that something was taken of. */
export function packedLots(packed: Packed, picks: readonly Pick[], location: string) {
  return picks.flatMap((pick) => {
    const qty = packedOf(packed, pick);
    if (qty === 0) return [];
    return [{ sku_code: pick.skuCode, lot_number: pick.lotNumber, location, qty }];
  });
}
