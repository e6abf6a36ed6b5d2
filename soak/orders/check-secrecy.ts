// Data about patients is in reads of them alone, and after an erasure it lies nowhere.
import type { OrdersBase, OrdersCall, OrdersHistory, OrdersViolation } from './history.ts';
import { isInHex, marksIn } from './marks.ts';

/** Tables that may hold data about patients. */
export const TABLES = new Set([
  'patient',
  'intake',
  'customer_order',
  'idempotency_key',
  'movement',
]);

export function checkSecrecy(
  { witness, deliveries, logged }: OrdersHistory,
  { calls, base }: { calls: readonly OrdersCall[]; base: OrdersBase },
): OrdersViolation | undefined {
  const wrong = (text: string, subject: string, some: readonly number[] = []): OrdersViolation => ({
    kind: 'personal data',
    subject,
    text,
    calls: some,
  });
  for (const { id, ask, response } of calls) {
    const [mark] = response?.marks ?? [];
    if (mark !== undefined)
      return wrong(`call ${id} (${ask.kind}) was answered ${mark}`, mark, [id]);
  }
  for (const { text } of [...deliveries.pharmacy, ...deliveries.clinic]) {
    const [mark] = marksIn(text);
    if (mark !== undefined) return wrong(`a webhook holds ${mark}: ${text}`, mark);
  }
  const [mark] = logged;
  if (mark !== undefined) return wrong(`a log holds ${mark}`, mark);
  const [key] = witness.unerasedKeys;
  if (key !== undefined) {
    return wrong(
      `what was answered to ${key}, or its salt, is left of a patient who is erased`,
      key,
    );
  }
  const erased = erasedMarks(calls, base);
  const notes = notesOf(calls, base);
  for (const found of witness.marks) {
    // What is kept as bytes is sealed.
    if (!TABLES.has(found.table) || isInHex(found.mark))
      return wrong(`table ${found.table} holds ${found.mark}`, found.mark);
    const patient = erased.get(found.mark);
    if (patient === undefined) continue;
    if (found.table === 'movement') {
      const notedAt = notes.get(found.key ?? '');
      const erasedFrom = base.erased[patient];
      // One that was on its way comes behind, and is taken by the next erasure.
      if (notedAt === undefined || erasedFrom === undefined || notedAt >= erasedFrom) continue;
    }
    return wrong(
      `table ${found.table} still holds ${found.mark} of patient ${patient}, who is erased`,
      found.mark,
    );
  }
  return undefined;
}

/** Marks of those who are erased, to their ids. */
function erasedMarks(calls: readonly OrdersCall[], base: OrdersBase): Map<string, string> {
  for (const { ask, response, start } of calls) {
    if (ask.kind === 'erase' && response !== undefined && 'erased' in response) {
      // The latest erasure counts, since it covers most notes.
      base.erased[ask.patient] = Math.max(base.erased[ask.patient] ?? 0, start);
    }
  }
  return new Map(
    Object.entries(base.marks).flatMap(([mark, patient]) =>
      base.patients[patient] === null ? [[mark, patient] as const] : [],
    ),
  );
}

/** By key: when the movement was first acknowledged, for orders that were there. */
function notesOf(calls: readonly OrdersCall[], base: OrdersBase): Map<string, number> {
  for (const { ask, response, end } of calls) {
    if (ask.kind !== 'note' || response === undefined || end === null || !('made' in response))
      continue;
    if (base.orders[ask.order]?.patient_id !== ask.patient) continue;
    base.notes[ask.key] = Math.min(base.notes[ask.key] ?? Infinity, end);
  }
  return new Map(Object.entries(base.notes));
}
