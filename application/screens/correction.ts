/** What adjustments, waste and transfers have in common. */
import type { FieldSpec } from '../components/fields.tsx';
import { units } from '../components/form.tsx';
import type { Lot } from '../components/on-lot.tsx';

export interface OfLot {
  sku_code: string;
  location: string;
  lot_number: string;
  qty: number;
  comment?: string;
}

/** A lot as movements name it, with the units that were typed. */
export function lotOf(
  { sku_code, location, lot_number }: Lot,
  { qty, comment }: { qty: string; comment: string },
): OfLot {
  const typed = { qty: units('qty', qty), ...(comment && { comment }) };
  return { sku_code, location, lot_number, ...typed };
}

export function reasonAmong(choices: NonNullable<FieldSpec['choices']>): FieldSpec {
  const needed = 'Choose a reason.';
  return { name: 'reason', label: 'Reason', choices, placeholder: 'Choose a reason', needed };
}

/** A comment is needed where the reason says nothing. */
export function commentOn(reason?: string): FieldSpec {
  const needed = reason === 'other' ? 'Say what happened.' : undefined;
  const isOptional = needed === undefined;
  return { name: 'comment', label: 'Comment', isOptional, needed, maxLength: 1000 };
}
