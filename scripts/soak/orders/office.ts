// The operator of orders: imports files of them with their patients and prescriptions, takes them through their
// states, and erases patients; at a command line with connections that break as any.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../src/database/database.ts';
import { ApiError, OperatorError } from '../../../src/errors.ts';
import { runOperator } from '../../../src/operator/program.ts';
import type { Draw } from '../draw.ts';
import { SECRETS_KEY } from '../world.ts';
import type { ImportedRecords, OrderRecord, OrdersAsk, OrdersTold, Refusal } from './history.ts';
import { marksIn, newMark, patientFields } from './marks.ts';
import { CARRIER, PAYMENT_STATUSES, STATUSES } from './rules.ts';
import { type KnownPatient, keep, type OrdersStretch } from './shared.ts';
import type { OrdersWorld } from './world.ts';

const RESTS_MILLISECONDS = 80;
/** An operator's bulk work waits ten minutes for an answer that a silent network has lost; who types it does not. */
const PATIENCE_MILLISECONDS = 20_000;
/** Of the patients that came last nobody is erased yet. */
const NEW_PATIENTS = 4;
const PRESCRIPTION_STATUSES = ['draft', 'signed', 'completed', 'cancelled', 'expired'];

type Command = Extract<
  OrdersAsk,
  { kind: 'import' | 'erase' | 'set-status' | 'set-payment' | 'ship' | 'cancel' }
>;

export interface Office {
  readonly draw: Draw;
  readonly database: Database;
  readonly world: OrdersWorld;
  readonly name: string;
  /** A file takes longer than all other commands. */
  readonly task: 'imports' | 'steps';
  /** Breaks the connections of commands, as who ends them does. */
  readonly giveUp: () => void;
}

interface Drawn {
  readonly command: Command;
  /** To be called when it is over, whatever became of it. */
  readonly done?: () => void;
}

export async function workInOffice(stretch: OrdersStretch, office: Office): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'soak-office-'));
  try {
    for (let nth = 1; !stretch.isOver(); nth += 1) {
      const actor = `${stretch.name}-${office.name}-${nth}`;
      const drawn = drawCommand(stretch, office, actor);
      if (drawn !== undefined) await carryOut(stretch, drawn.command, { ...office, actor, folder });
      drawn?.done?.();
      await pause(RESTS_MILLISECONDS);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is left of notes for orders of patients whose erasure came before them. */
export async function eraseAgain(
  stretch: OrdersStretch,
  office: Office,
  patients: readonly string[],
): Promise<void> {
  let nth = 0;
  for (const patient of patients) {
    nth += 1;
    const actor = `${stretch.name}-${office.name}-again-${nth}`;
    await carryOut(stretch, { kind: 'erase', patient }, { ...office, actor, folder: '' });
  }
}

async function carryOut(
  stretch: OrdersStretch,
  command: Command,
  place: Office & { actor: string; folder: string },
): Promise<void> {
  // Each command has a name of its own, which the log of operators keeps.
  const end = stretch.record.begin(`operator:${place.actor}`, command);
  const impatient = setTimeout(place.giveUp, PATIENCE_MILLISECONDS);
  end(await run(command, place));
  clearTimeout(impatient);
}

function drawCommand(
  { known }: OrdersStretch,
  { draw, task }: Office,
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
    { weight: 3, make: () => ({ kind: 'ship', order, tracking: `1Z${actor}` }) },
    { weight: 1, make: () => ({ kind: 'cancel', order }) },
    {
      weight: 4,
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

/** What a command of its own makes is not set. */
const SETTABLE = STATUSES.filter((status) => status !== 'shipped' && status !== 'cancelled');

/** Some new, some again; one file in eight holds something that makes it be refused whole. */
function drawImport(known: OrdersStretch['known'], draw: Draw, actor: string): Drawn {
  // No two files write the same of one, in whatever stretches.
  const version = `i${actor.split('-').slice(-3).join('').replaceAll(/\W/g, '')}`;
  const patients = new Map<KnownPatient, ImportedRecords['patients'][number]>();
  const write = (patient: KnownPatient) => {
    patients.set(patient, { id: patient.id, ...patientFields(patient.mark, version) });
    return patient;
  };
  const orders: OrderRecord[] = [];
  const made: (() => void)[] = [];
  const news = draw.between(1, 3);
  for (let nth = 0; nth < news; nth += 1) {
    const patient = write({ id: crypto.randomUUID(), mark: newMark(), isErasing: false });
    const id = crypto.randomUUID();
    const number = `SO-${id.slice(0, 18)}`;
    const isSaid = draw.chance(50);
    orders.push({
      ...{ id, order_number: number, patient_id: patient.id, total_cents: draw.below(50_000) },
      ...(isSaid && { status: draw.one(STATUSES), payment_status: draw.one(PAYMENT_STATUSES) }),
    });
    made.push(() => {
      keep(known.patients, patient);
      keep(known.orders, { id, number, patient, isImported: true });
    });
  }
  const imported = known.orders.filter(({ isImported }) => isImported);
  for (const { id, number, patient } of some(draw, imported, draw.between(1, 6))) {
    orders.push({
      ...{ id, order_number: number, patient_id: patient.id },
      ...(draw.chance(60) && { status: draw.one(STATUSES) }),
      ...(draw.chance(30) && { payment_status: draw.one(PAYMENT_STATUSES) }),
      ...(draw.chance(60) && { total_cents: draw.below(50_000), tracking_number: `2Z${actor}` }),
    });
  }
  // Of somebody whom another erases just now, too: then all of it is refused.
  const again = known.patients.filter((one) => !one.isErasing || draw.chance(10));
  for (const patient of some(draw, again, draw.between(0, 2))) write(patient);
  const prescriptions: { id: string; patient: KnownPatient }[] = some(
    draw,
    known.prescriptions,
    draw.between(0, 2),
  );
  for (const patient of [...patients.keys()].slice(0, draw.between(0, 2))) {
    const one = { id: crypto.randomUUID(), patient };
    prescriptions.push(one);
    made.push(() => keep(known.prescriptions, one));
  }
  const isBroken = draw.chance(12);
  const tell = () => {
    for (const add of made) add();
  };
  // Others ask for what is only on its way now and then, and must be told that it is not there until it is.
  const isEarly = draw.chance(20);
  if (isEarly) tell();
  const command = {
    ...{ kind: 'import' as const, isBroken, orders, patients: [...patients.values()] },
    prescriptions: prescriptions.map(({ id, patient }) => ({
      ...{ id, patient_id: patient.id, product_name: 'Cream', dosage: version },
      status: draw.one(PRESCRIPTION_STATUSES),
    })),
  };
  return { command, done: isEarly ? () => {} : tell };
}

function some<Item>(draw: Draw, items: readonly Item[], count: number): Item[] {
  const left = [...items];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(draw.below(left.length), 1),
  ).flat();
}

/** @returns nothing where nobody knows what became of it */
async function run(
  command: Command,
  place: Office & { actor: string; folder: string },
): Promise<OrdersTold | undefined> {
  const lines: string[] = [];
  try {
    const words = [...wordsOf(command, place), '--actor', place.actor, '--json'];
    const code = await runOperator(words, {
      print: (line) => lines.push(line),
      withDatabase: (work) => work(place.database, [SECRETS_KEY]),
    });
    if (code !== 0) return undefined;
  } catch (error) {
    lines.push((error as Error).message);
    if (error instanceof OperatorError) return withMarks(refusedFor(error.message), lines);
    if (error instanceof ApiError && error.status < 500) return withMarks(OTHER, lines);
    return undefined;
  }
  return withMarks(toldOf(command, JSON.parse(lines.join(''))), lines);
}

const OTHER: OrdersTold = { refused: 'other' };

/** No command tells of a patient. */
function withMarks<Told extends OrdersTold | undefined>(told: Told, lines: readonly string[]) {
  const marks = marksIn(lines.join('\n'));
  return told === undefined || marks.length === 0 ? told : { ...told, marks };
}

/** @returns nothing where others were in its way for too long */
function refusedFor(message: string): OrdersTold | undefined {
  if (message.includes('in use by others')) return undefined;
  const reasons: readonly [RegExp, Refusal][] = [
    [/^The (order|payment) is .* and cannot become/, 'step'],
    [/is of a patient who was erased/, 'erased'],
    [/names no (patient|order)|^There is no|^No patient/, 'unknown'],
  ];
  const found = reasons.find(([pattern]) => pattern.test(message));
  return { refused: found?.[1] ?? 'other' };
}

// biome-ignore lint/suspicious/noExplicitAny: what a command prints
function toldOf({ kind }: Command, said: any): OrdersTold {
  if (kind === 'erase') return { erased: said.changed };
  if (kind === 'import') {
    const counts = ['orders', 'patients', 'prescriptions'].map((section) => {
      const { created, updated, unchanged } = said[section];
      return [section, [created, updated, unchanged]] as const;
    });
    return { counts: Object.fromEntries(counts) };
  }
  return { status: said.status, payment: said.payment_status, changed: said.changed };
}

function wordsOf(
  command: Command,
  { folder, actor, world }: Office & { actor: string; folder: string },
): string[] {
  switch (command.kind) {
    case 'import': {
      const file = join(folder, `${actor}.json`);
      writeFileSync(file, JSON.stringify(fileOf(command, world)));
      return ['import', file];
    }
    case 'erase':
      return ['patient', 'erase', '--id', command.patient, '--reason', 'soak'];
    case 'ship': {
      const tracking = ['--tracking-number', command.tracking, '--tracking-carrier', CARRIER];
      return ['order', 'ship', '--id', command.order, ...tracking];
    }
    case 'cancel':
      return ['order', 'cancel', '--id', command.order];
    default:
      return ['order', command.kind, '--id', command.order, '--status', command.status];
  }
}

function fileOf(
  { orders, patients, prescriptions, isBroken }: Command & { kind: 'import' },
  { clinic, pharmacy }: OrdersWorld,
) {
  const own = <Fields>(record: Fields) => ({ organization: clinic.slug, ...record });
  const stranger = { patient_id: crypto.randomUUID(), product_name: 'Cream' };
  return {
    patients: patients.map(own),
    orders: orders.map((order) => ({ ...own(order), fulfillment_organization: pharmacy.slug })),
    // The last of all, so that everything else was written before.
    prescriptions: [...prescriptions, ...(isBroken ? [stranger] : [])].map(own),
  };
}
