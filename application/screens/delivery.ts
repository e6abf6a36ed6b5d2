/** A delivery while it is received: its lines, each of which is one movement with a key of its own. */
import { type Signal, signal } from '@preact/signals';
import { type FormState, makeForm } from '../components/form.tsx';
import type { Heard, Scanned } from '../scanning/scans.ts';
import { describeScan } from '../scanning/scans.ts';
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
  /** The serial numbers of the packages that were scanned: each is counted once. */
  readonly serials: Set<string>;
}

export interface Delivery {
  readonly lines: Signal<readonly Line[]>;
}

export function makeDelivery(): Delivery {
  return { lines: signal<readonly Line[]>([]) };
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
    serials: new Set(),
  };
  delivery.lines.value = [...delivery.lines.peek(), line];
  return line;
}

/** Adds a scanned package to its line, or begins one. */
export function takePackage(delivery: Delivery, scanned: Scanned): Heard {
  const { match, sku_code, lot_number = '', expiry_date = '', serial } = scanned;
  if (match !== 'sku' || sku_code === undefined)
    return { tone: 'bad', text: `${describeScan(scanned)} Nothing in the catalog has it.` };
  const open = delivery.lines.peek().filter(({ received }) => received.peek() === undefined);
  const same = open.find(({ form: { fields } }) => {
    return fields.sku_code.peek() === sku_code && fields.lot_number.peek() === lot_number;
  });
  if (same && expiry_date !== '') {
    const { expiry_date: kept } = same.form.fields;
    if (kept.peek() === '') kept.value = expiry_date;
    else if (kept.peek() !== expiry_date)
      return {
        tone: 'bad',
        text: `Lot ${lot_number} is in the list with ${day(kept.peek())}; this package says ${day(expiry_date)}. Look at it.`,
      };
  }
  if (serial !== undefined && same?.serials.has(serial))
    return { tone: 'bad', text: `Scanned before: package ${serial} of ${sku_code}.` };
  const line = same ?? addLine(delivery, { sku_code, lot_number, expiry_date });
  if (serial !== undefined) line.serials.add(serial);
  const { qty } = line.form.fields;
  if (same) qty.value = String((Number(qty.peek()) || 0) + 1);
  const missing = [lot_number === '' && 'lot', expiry_date === '' && 'expiry date'].filter(Boolean);
  const text = `${describeScan(scanned)}: ${plural(Number(qty.peek()), 'unit')}.`;
  if (missing.length === 0) return { tone: 'good', text };
  return { tone: 'bad', text: `${text} Type the ${missing.join(' and the ')} from the package.` };
}
