// Whether the responses about orders, patients and prescriptions are possible. The stock has a checker of its own,
// which replays what is reserved for these orders and shipped with them too; `meet.ts` says that both are one.
import { isDeepStrictEqual } from 'node:util';
import { checkDeliveries } from '../checker/check-deliveries.ts';
import { checkOrders } from './check-orders.ts';
import { checkRecords } from './check-records.ts';
import { checkSecrecy } from './check-secrecy.ts';
import type { OrdersBase, OrdersCall, OrdersHistory, OrdersViolation, Row } from './history.ts';
import { marksIn } from './marks.ts';
import { isOfOrders, type OrderStep } from './order-steps.ts';

const OPEN_MILLISECONDS = 120_000;
const CURSORS_KEPT = 1_000;

export interface OrdersChecked {
  /** The first that was found. */
  readonly violation: OrdersViolation | undefined;
  readonly steps: readonly OrderStep[];
  /** What the next stretch begins with; of no use after a violation. */
  readonly after: OrdersBase;
}

export function checkOrdersPart(history: OrdersHistory, before: OrdersBase): OrdersChecked {
  const base = structuredClone(before);
  const calls = [...base.open, ...history.calls];
  noteMarks(calls, history, base);
  const { violation: broken, steps } = checkOrders(history, { calls, base });
  const violation =
    broken ??
    checkRecords(history, { calls, base }) ??
    checkKeys(calls, base) ??
    refusals(calls, base) ??
    checkSecrecy(history, { calls, base }) ??
    (['pharmacy', 'clinic'] as const)
      .map((whose) => deliveriesWrong(history, base, whose))
      .find((one) => one !== undefined);
  carry(history, { calls, base, done: new Set(steps.flatMap((step) => step.calls)) });
  return { violation, steps, after: base };
}

/** Whose each mark is. */
function noteMarks(
  calls: readonly OrdersCall[],
  { witness }: OrdersHistory,
  base: OrdersBase,
): void {
  const keys = new Map(
    witness.keys.map(({ operation, key, patient }) => [`${operation} ${key}`, patient]),
  );
  for (const { ask } of calls) {
    const records =
      ask.kind === 'import'
        ? ask.patients
        : ask.kind === 'enrol'
          ? [{ ...ask.record, id: keys.get(`createPatient ${ask.key}`) }]
          : [];
    for (const { id, first_name } of records) {
      const [mark] = marksIn(first_name);
      if (mark !== undefined && id !== undefined) base.marks[mark] = id;
    }
  }
}

/** A repeated key gets the same response, until the patient is erased. */
function checkKeys(calls: readonly OrdersCall[], base: OrdersBase): OrdersViolation | undefined {
  const first = new Map<string, OrdersCall>();
  for (const call of calls) {
    const { ask, response } = call;
    if (response === undefined || !('made' in response) || !('key' in ask)) continue;
    const name = `${ask.kind} ${ask.key}`;
    const known: Row | undefined = base.keys[name];
    base.keys[name] ??= response.made;
    if (!response.isRepeat && first.has(name)) {
      const text = `calls ${first.get(name)?.id} and ${call.id} have one key and were both the first`;
      return { kind: 'one key', subject: `${call.id}`, text, calls: [call.id] };
    }
    if (!response.isRepeat) first.set(name, call);
    if (known === undefined || isDeepStrictEqual(known, response.made)) continue;
    const text = `call ${call.id} was answered ${JSON.stringify(response.made)} for a key whose first response was ${JSON.stringify(known)}`;
    return { kind: 'one key', subject: `${call.id}`, text, calls: [call.id] };
  }
  return undefined;
}

/** A file is refused for what it names; nothing of it may be there then, which the states have shown. */
function refusals(calls: readonly OrdersCall[], base: OrdersBase): OrdersViolation | undefined {
  for (const { id, ask, response } of calls) {
    if (ask.kind !== 'import' || response === undefined) continue;
    const named = [
      ...ask.patients.map((one) => one.id),
      ...ask.orders.map((one) => one.patient_id),
    ];
    const lacks = [...ask.prescriptions, ...ask.orders].some(
      ({ patient_id: patient }) => patient !== undefined && !(patient in base.patients),
    );
    const isRight =
      'refused' in response
        ? response.refused === 'erased'
          ? named.some((patient) => patient !== undefined && base.patients[patient] === null)
          : response.refused === 'unknown' && (ask.isBroken || lacks || mayHaveLacked(calls, ask))
        : !ask.isBroken;
    if (isRight) continue;
    const text = `call ${id} was answered ${JSON.stringify(response)}, and there is no reason for it`;
    return { kind: 'unexplained', subject: `${id}`, text, calls: [id] };
  }
  return undefined;
}

/** Whom it names was made in this stretch, and so perhaps later. */
function mayHaveLacked(
  calls: readonly OrdersCall[],
  { patients, orders, prescriptions }: Extract<OrdersCall['ask'], { kind: 'import' }>,
): boolean {
  const own = new Set(patients.map(({ id }) => id));
  const others = new Set(
    [...orders, ...prescriptions].map((one) => one.patient_id).filter((id) => id && !own.has(id)),
  );
  return calls.some(
    ({ ask }) => ask.kind === 'import' && ask.patients.some(({ id }) => others.has(id)),
  );
}

function deliveriesWrong(
  { witness, deliveries, delivered }: OrdersHistory,
  base: OrdersBase,
  whose: 'pharmacy' | 'clinic',
): OrdersViolation | undefined {
  const feed = witness.feeds[whose].filter(isOfOrders).map(({ xid: _, ...event }) => event);
  base.deliveries[whose].position =
    witness.feeds[whose].at(-1)?.position ?? base.deliveries[whose].position;
  return checkDeliveries(
    { calls: [], ledger: [], feed, deliveries: deliveries[whose], delivered: delivered[whose] },
    base.deliveries[whose],
  ) as OrdersViolation | undefined;
}

function carry(
  { witness }: OrdersHistory,
  {
    calls,
    base,
    done,
  }: { calls: readonly OrdersCall[]; base: OrdersBase; done: ReadonlySet<OrdersCall> },
): void {
  const { pharmacy, clinic } = witness.feeds;
  base.positions.pharmacy = pharmacy.at(-1)?.position ?? base.positions.pharmacy;
  base.positions.clinic = clinic.at(-1)?.position ?? base.positions.clinic;
  const cursors = pharmacy.slice(-CURSORS_KEPT).map(({ id, position }) => [id, position] as const);
  if (cursors.length > 0) base.cursors = Object.fromEntries(cursors);
  const acted = new Set(witness.actions.map(({ actor }) => `operator:${actor}`));
  const posted = new Set(witness.keys.map(({ key }) => key));
  const latest = Math.max(0, ...calls.map(({ start }) => start));
  base.open = calls.filter(
    (call) =>
      call.end === null &&
      !done.has(call) &&
      !acted.has(call.client) &&
      !('key' in call.ask && posted.has(call.ask.key)) &&
      call.ask.kind !== 'get' &&
      call.ask.kind !== 'list' &&
      call.start > latest - OPEN_MILLISECONDS,
  );
}
