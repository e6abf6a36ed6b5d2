/** Columns of what was done: by whom, why, and where units went. */
import { nameOf } from '../names.ts';
import { spoken } from '../words.ts';
import type { Column } from './table.tsx';

interface Done {
  readonly person_id: string | null;
  readonly witness_id: string | null;
  readonly reason: string | null;
  readonly comment: string | null;
  readonly from_location: string | null;
  readonly to_location: string | null;
  readonly order_number: string | null;
  /** Kinds of those who are no person. */
  readonly actor?: string;
  readonly po_number?: string | null;
}

const NO_PERSON: Readonly<Record<string, string>> = {
  api_key: 'A program',
  operator: 'The operator',
  worker: 'The service',
};

export const WHERE: Column<Done> = {
  label: 'From, to',
  cell: ({ from_location: from, to_location: to }) =>
    from && to ? `${from} → ${to}` : from ? `From ${from}` : to ? `To ${to}` : '–',
};
export const ORDER: Column<Done> = {
  label: 'Order',
  cell: ({ order_number, po_number }) => order_number ?? po_number ?? '–',
};
export const WHO: Column<Done> = {
  label: 'Who',
  cell: ({ person_id, actor = '' }) =>
    person_id ? nameOf(person_id) : (NO_PERSON[actor] ?? spoken(actor)),
};
export const WHY: Column<Done> = {
  label: 'Why',
  isLong: true,
  cell: ({ comment, reason }) => comment ?? (reason ? spoken(reason) : '–'),
};
export const WITNESS: Column<Done> = {
  label: 'Witness',
  cell: ({ witness_id }) => (witness_id ? nameOf(witness_id) : '–'),
};
