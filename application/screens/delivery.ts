/** A delivery while it is received: its lines, each of which is one movement with a key of its own. */
import { type Signal, signal } from '@preact/signals';
import { type FormState, makeForm, unitsOf } from '../components/form.tsx';
import type { Heard, Scanned } from '../scanning/scans.ts';
import { describeScan, unitsIn } from '../scanning/scans.ts';
import { day, plural } from '../words.ts';

export interface Line {
  readonly id: number;
  readonly form: FormState<{
    sku_code: string;
    lot_number: string;
    expiry_date: string;
    qty: string;
  }>;
  /** What the lot holds since the line was received. */
  readonly received: Signal<number | undefined>;
  /** Its receipt was sent, and not refused: no package is added any more. */
  isSent: boolean;
}

export interface Delivery {
  readonly lines: Signal<readonly Line[]>;
  /** The packages that have a serial number: each is counted once, also after its line was received. */
  readonly serials: Map<string, Line>;
}

export function makeDelivery(): Delivery {
  return { lines: signal<readonly Line[]>([]), serials: new Map() };
}

let last = 0;

export function addLine(
  delivery: Delivery,
  { sku_code = '', lot_number = '', expiry_date = '' }: Partial<Record<string, string>> = {},
): Line {
  last += 1;
  const line: Line = {
    id: last,
    form: makeForm({ sku_code, lot_number, expiry_date, qty: sku_code === '' ? '' : '1' }),
    received: signal<number | undefined>(undefined),
    isSent: false,
  };
  delivery.lines.value = [...delivery.lines.peek(), line];
  return line;
}

/** What is taken off the list may be scanned again, unless it may have been received. */
export function removeLine(delivery: Delivery, line: Line): void {
  delivery.lines.value = delivery.lines.peek().filter((one) => one !== line);
  if (line.isSent) return;
  for (const [name, at] of delivery.serials) if (at === line) delivery.serials.delete(name);
}

/** Adds a scanned package to its line, or begins one. */
export function takePackage(delivery: Delivery, scanned: Scanned): Heard {
  const { match, sku_code, lot_number = '', expiry_date = '', serial, gtin } = scanned;
  const { item_count, units_per_pack, unresolved = [] } = scanned;
  const pack = unitsIn(scanned);
  const bad = (text: string): Heard => ({ tone: 'bad', text });
  if (match !== 'sku' || sku_code === undefined)
    return bad(`${describeScan(scanned)} Nothing in the catalog has it.`);
  const name = `${sku_code}\n${gtin}\n${serial}`;
  if (serial !== undefined && delivery.serials.has(name))
    return bad(`Scanned before: package ${serial} of ${sku_code}.`);
  const open = delivery.lines.peek().filter(({ isSent, form }) => !isSent && !form.isBusy.peek());
  // Two lots that could not be read need not be one.
  const isOpen = unresolved.some(({ field }) => field === 'lot_number');
  const same = open.find(({ form: { fields } }) => {
    return (
      !isOpen && fields.sku_code.peek() === sku_code && fields.lot_number.peek() === lot_number
    );
  });
  if (same && expiry_date !== '') {
    const { expiry_date: kept } = same.form.fields;
    if (kept.peek() === '') kept.value = expiry_date;
    else if (kept.peek() !== expiry_date)
      return bad(
        `Lot ${lot_number} is in the list with ${day(kept.peek())}; this package says ${day(expiry_date)}. Look at it.`,
      );
  }
  const before = same ? unitsOf(same.form.fields.qty.peek() || '0') : 0;
  if (before === undefined)
    return bad(`${describeScan(scanned)}: correct the units of its line first, then scan again.`);
  const line = same ?? addLine(delivery, { sku_code, lot_number, expiry_date });
  if (serial !== undefined) delivery.serials.set(name, line);
  const { fields } = line.form;
  fields.qty.value = String(before + pack);
  const missing = [
    lot_number === '' && 'lot',
    fields.expiry_date.peek() === '' && 'expiry date',
  ].filter(Boolean);
  const isCountedTwice = item_count !== undefined && (units_per_pack ?? item_count) !== item_count;
  const other = isCountedTwice ? ` Its label counts ${item_count}: look at it.` : '';
  const text = `${describeScan(scanned)}: ${plural(before + pack, 'unit')}.${other}`;
  if (missing.length === 0) return { tone: isCountedTwice ? 'bad' : 'good', text };
  return bad(`${text} Type the ${missing.join(' and the ')} from the package.`);
}
