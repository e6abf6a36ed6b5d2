// What the operators of orders do.

import { LOCATIONS } from '../catalog.ts';
import type { Draw } from '../draw.ts';
import { IMPORTED, LOTS, RECALLED } from '../world.ts';
import type { ImportedRecords, OrderRecord, OrdersAsk, OrdersResponse } from './history.ts';
import { newMark, patientFields } from './marks.ts';
import { PAYMENT_STATUSES, STATUSES } from './rules.ts';
import { forget, type Known, type KnownPatient, keep, type OrdersStretch } from './shared.ts';

/** The latest patients are not erased yet. */
const NEW_PATIENTS = 4;
const SHIPS_LOTS_PERCENT = 80;
const OWN_PERCENT = 75;
const SHIPPED_MAX = 8;
const LOTS_MAX = 3;
const PRESCRIPTION_STATUSES = ['draft', 'signed', 'completed', 'cancelled', 'expired'];

export type Command = Extract<
  OrdersAsk,
  { kind: 'import' | 'erase' | 'set-status' | 'set-payment' | 'ship' | 'cancel' }
>;

/** A file takes longer than all other commands. */
export type Task = 'imports' | 'steps';

interface Drawn {
  readonly command: Command;
  /** Is called with the response, if one came. */
  readonly done?: (response: OrdersResponse | undefined) => void;
}

export function drawCommand(
  { known, stock }: OrdersStretch,
  { draw, task }: { draw: Draw; task: Task },
  actor: string,
): Drawn | undefined {
  const { orders, patients } = known;
  const erasable = patients.slice(0, Math.max(0, patients.length - NEW_PATIENTS));
  if (task === 'imports') return drawImport(known, draw, actor);
  // Nothing is there at first.
  if (orders.length === 0) return undefined;
  const order = draw.one(orders).id;
  const kinds: { weight: number; make: () => Command | undefined }[] = [
    {
      weight: 4,
      make: () => ({ kind: 'set-status', order, status: draw.one(SETTABLE) }),
    },
    {
      weight: 4,
      make: () => ({ kind: 'set-payment', order, status: draw.one(PAYMENT_STATUSES) }),
    },
    {
      weight: 4,
      make: () => ({
        kind: 'ship',
        order,
        tracking: `1Z${actor}`,
        ...(draw.chance(SHIPS_LOTS_PERCENT) && { from: drawLots(stock, draw, order) }),
      }),
    },
    { weight: 2, make: () => ({ kind: 'cancel', order }) },
    {
      weight: 2,
      make: () => {
        if (erasable.length === 0) return undefined;
        const patient = draw.one(erasable);
        patient.isErasing = true;
        return { kind: 'erase', patient: patient.id };
      },
    },
  ];
  const command = draw.weighted(kinds).make();
  return command && { command };
}

/** Mostly what the order holds, or more of it; else what lies somewhere, as far as anybody knows. */
function drawLots({ lots, skus, ordered }: OrdersStretch['stock'], draw: Draw, order: string) {
  const held = ordered.held.get(order);
  const isOwn = held !== undefined && draw.chance(OWN_PERCENT);
  const at = isOwn ? held.at : draw.one(LOCATIONS);
  const received = skus.flatMap((sku) =>
    [...LOTS, ...RECALLED, ...IMPORTED].flatMap((lot) => {
      const units = lots.get(`${lot} of ${sku} at ${at}`)?.onHand ?? 0;
      return units > 0 ? [{ sku, lot, qty: draw.between(1, SHIPPED_MAX) }] : [];
    }),
  );
  const own = isOwn
    ? held.lots.map(([lot, qty]) => ({ sku: held.sku, lot, qty: qty + draw.between(-1, 1) }))
    : [];
  const some = new Map(
    [
      ...received.splice(draw.below(received.length), draw.between(0, 2)),
      ...own.slice(0, LOTS_MAX),
    ].map((one) => [`${one.lot} of ${one.sku}`, { ...one, qty: Math.max(1, one.qty) }]),
  );
  const unseen = { sku: draw.one(skus), lot: draw.one(LOTS), qty: 1 };
  return { at, lots: some.size > 0 ? [...some.values()] : [unseen] };
}

/** What a command of its own makes is not set. */
const SETTABLE = STATUSES.filter((status) => status !== 'shipped' && status !== 'cancelled');

/** Some new, some again; one file in eight holds something that makes it be refused whole. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the sections of one file refer to each other.
function drawImport(known: OrdersStretch['known'], draw: Draw, actor: string): Drawn {
  // No two files write the same of one, in whatever stretches.
  const version = `i${actor.split('-').slice(-3).join('').replaceAll(/\W/g, '')}`;
  const patients = new Map<KnownPatient, ImportedRecords['patients'][number]>();
  const write = (patient: KnownPatient) => {
    patients.set(patient, { id: patient.id, ...patientFields(patient.mark, version) });
    return patient;
  };
  const orders: OrderRecord[] = [];
  const made = { patients: [], orders: [], prescriptions: [] } as Known;
  const news = draw.between(1, 3);
  for (let index = 0; index < news; index += 1) {
    const patient = write({
      id: crypto.randomUUID(),
      mark: newMark(),
      isErasing: false,
      isThere: false,
    });
    const id = crypto.randomUUID();
    const number = `SO-${id.slice(0, 18)}`;
    const isStated = draw.chance(50);
    orders.push({
      id,
      order_number: number,
      patient_id: patient.id,
      total_cents: draw.below(50_000),
      ...(isStated && { status: draw.one(STATUSES), payment_status: draw.one(PAYMENT_STATUSES) }),
    });
    made.patients.push(patient);
    made.orders.push({ id, number, patient, isImported: true, isThere: false });
  }
  // A patient may be erased meanwhile, and then the whole file is refused.
  const isLeft = ({ isErasing }: KnownPatient) => !isErasing || draw.chance(3);
  const imported = known.orders.filter(
    ({ isImported, isThere, patient }) => isImported && isThere && isLeft(patient),
  );
  for (const { id, number, patient } of some(draw, imported, draw.between(1, 6))) {
    orders.push({
      id,
      order_number: number,
      patient_id: patient.id,
      ...(draw.chance(60) && { status: draw.one(STATUSES) }),
      ...(draw.chance(30) && { payment_status: draw.one(PAYMENT_STATUSES) }),
      ...(draw.chance(60) && { total_cents: draw.below(50_000), tracking_number: `2Z${actor}` }),
    });
  }
  const again = known.patients.filter((one) => one.isThere && isLeft(one));
  for (const patient of some(draw, again, draw.between(0, 2))) write(patient);
  const prescriptions = some(
    draw,
    known.prescriptions.filter(({ isThere, patient }) => isThere && isLeft(patient)),
    draw.between(0, 2),
  );
  for (const patient of [...patients.keys()].slice(0, draw.between(0, 2))) {
    const one = { id: crypto.randomUUID(), patient, isThere: false };
    prescriptions.push(one);
    made.prescriptions.push(one);
  }
  const isBroken = draw.chance(12);
  const publish = () => {
    for (const one of made.patients) keep(known.patients, one);
    for (const one of made.orders) keep(known.orders, one);
    for (const one of made.prescriptions) keep(known.prescriptions, one);
  };
  // Now and then others ask for records before they are imported, and must be answered that they are unknown.
  const isEarly = draw.chance(20);
  if (isEarly) publish();
  const command = {
    kind: 'import' as const,
    isBroken,
    orders,
    patients: [...patients.values()],
    prescriptions: prescriptions.map(({ id, patient }) => ({
      id,
      patient_id: patient.id,
      product_name: 'Cream',
      dosage: version,
      status: draw.one(PRESCRIPTION_STATUSES),
    })),
  };
  const done = (response: OrdersResponse | undefined) => {
    const all = [...made.patients, ...made.orders, ...made.prescriptions];
    if (response !== undefined && 'refused' in response) return forget(known, new Set(all));
    // Where the outcome is unknown, others may ask for the records.
    if (!isEarly) publish();
    for (const one of all) one.isThere = response !== undefined;
  };
  return { command, done };
}

function some<Item>(draw: Draw, items: readonly Item[], count: number): Item[] {
  const left = [...items];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(draw.below(left.length), 1),
  ).flat();
}
