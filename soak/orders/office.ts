// The operator of orders: imports files of them with their patients and prescriptions, takes them through their
// states, and erases patients; at a command line with connections that break as any.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { oneDatabase } from '../../kit/one-database.ts';
import { SECRETS_KEY } from '../../kit/product.ts';
import type { Database } from '../../src/database/database.ts';
import { ApiError, OperatorError } from '../../src/errors.ts';
import { runOperator } from '../../src/operator/program.ts';
import { LOCATIONS } from '../catalog.ts';
import type { Draw } from '../draw.ts';
import { type Ask, type CallResponse, NO_STEP } from '../history.ts';
import { type Command, drawCommand, type Task } from './draw-command.ts';
import type { OrdersResponse, Refusal } from './history.ts';
import { marksIn } from './marks.ts';
import { CARRIER } from './rules.ts';
import type { OrdersStretch } from './shared.ts';
import type { OrdersWorld } from './world.ts';

const RESTS_MILLISECONDS = 80;
/** An operator's bulk work waits ten minutes for an answer that a silent network has lost; who types it does not. */
const TIMEOUT_MILLISECONDS = 20_000;

export interface Office {
  readonly draw: Draw;
  readonly database: Database;
  readonly world: OrdersWorld;
  readonly name: string;
  readonly task: Task;
  /** Breaks the connections of commands, as who ends them does. */
  readonly giveUp: () => void;
}

export async function workInOffice(stretch: OrdersStretch, office: Office): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'soak-office-'));
  try {
    for (let index = 1; !stretch.isOver(); index += 1) {
      const actor = `${stretch.name}-${office.name}-${index}`;
      const drawn = drawCommand(stretch, office, actor);
      if (drawn !== undefined) {
        const response = await carryOut(stretch, drawn.command, { ...office, actor, folder });
        drawn.done?.(response);
      }
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
  let index = 0;
  for (const patient of patients) {
    index += 1;
    const actor = `${stretch.name}-${office.name}-again-${index}`;
    await carryOut(stretch, { kind: 'erase', patient }, { ...office, actor, folder: '' });
  }
}

async function carryOut(
  stretch: OrdersStretch,
  command: Command,
  office: Office & { actor: string; folder: string },
): Promise<OrdersResponse | undefined> {
  // Each command has a name of its own, which the log of operators keeps.
  const end = stretch.record.begin(`operator:${office.actor}`, command);
  const asked = inStock(command);
  const endInStock = asked && stretch.stock.recorder.begin(`operator:${office.actor}`, asked);
  const impatient = setTimeout(office.giveUp, TIMEOUT_MILLISECONDS);
  const { response, drawn } = await run(command, office);
  clearTimeout(impatient);
  end(response);
  endInStock?.(response && stockResponse(response, drawn));
  return response;
}

/** What changes stock is part of the stock's history, too. */
function inStock(command: Command): Ask | undefined {
  if (command.kind === 'cancel') return { kind: 'change', command };
  if (command.kind !== 'ship' || command.from === undefined) return undefined;
  const { kind, order, from } = command;
  return { kind: 'change', command: { kind, order, at: from.at, lots: [...from.lots] } };
}

function stockResponse(response: OrdersResponse, drawn: Entries): CallResponse {
  if ('refused' in response) {
    return { status: 0, code: response.refused === 'stock' ? 'OPERATOR' : NO_STEP };
  }
  const { changed, released } = response as { changed: boolean; released?: number };
  if (released !== undefined) return { released };
  return { status: changed ? 201 : 200, entries: drawn };
}

type Entries = [lot: string, qty: number, balance: number][];

interface Ran {
  /** Nothing where no one knows what became of it. */
  readonly response: OrdersResponse | undefined;
  readonly drawn: Entries;
}

async function run(
  command: Command,
  office: Office & { actor: string; folder: string },
): Promise<Ran> {
  const of = (response: OrdersResponse | undefined, drawn: Entries = []): Ran => ({
    response,
    drawn,
  });
  const lines: string[] = [];
  try {
    const words = [...wordsOf(command, office), '--actor', office.actor, '--json'];
    const code = await runOperator(words, {
      print: (line) => lines.push(line),
      ...oneDatabase({ database: office.database, secretsKeys: [SECRETS_KEY] }),
    });
    if (code !== 0) return of(undefined);
  } catch (error) {
    lines.push((error as Error).message);
    const isRefused = error instanceof ApiError && error.status < 500;
    if (isRefused || error instanceof OperatorError) {
      return of(withMarks(refusedFor(error.message), lines));
    }
    return of(undefined);
  }
  const output = JSON.parse(lines.join(''));
  return of(withMarks(responseOf(command, output), lines), drawnIn(output));
}

/** No command may print a patient's mark. */
function withMarks<CallResponse extends OrdersResponse | undefined>(
  response: CallResponse,
  lines: readonly string[],
) {
  const marks = marksIn(lines.join('\n'));
  return response === undefined || marks.length === 0 ? response : { ...response, marks };
}

function refusedFor(message: string): OrdersResponse {
  const reasons: readonly [RegExp, Refusal][] = [
    [/^Lot .* of .*: |^There is no lot /, 'stock'],
    [/^The (order|payment) is .* and cannot become/, 'step'],
    [/belongs to a patient who was erased/, 'erased'],
    [/is not a known (patient|order)|^There is no|^No patient/, 'unknown'],
  ];
  const found = reasons.find(([pattern]) => pattern.test(message));
  return { refused: found?.[1] ?? 'other' };
}

// biome-ignore lint/suspicious/noExplicitAny: what a command prints
function responseOf({ kind }: Command, output: any): OrdersResponse {
  if (kind === 'erase') return { erased: output.changed };
  if (kind === 'import') {
    const counts = ['orders', 'patients', 'prescriptions'].map((section) => {
      const { created, updated, unchanged } = output[section];
      return [section, [created, updated, unchanged]] as const;
    });
    return { counts: Object.fromEntries(counts) };
  }
  const { status, payment_status: payment, changed, released } = output;
  return { status, payment, changed, ...(kind === 'cancel' && { released }) };
}

// biome-ignore lint/suspicious/noExplicitAny: what a command prints
function drawnIn({ drawn = [] }: any): Entries {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  return drawn.map((one: any) => [one.lot_number, -one.qty, one.balance_after]);
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
      return ['order', 'ship', '--id', command.order, ...tracking, ...lotsOf(command)];
    }
    case 'cancel':
      return ['order', 'cancel', '--id', command.order];
    default:
      return ['order', command.kind, '--id', command.order, '--status', command.status];
  }
}

function lotsOf({ from }: Command & { kind: 'ship' }): string[] {
  if (from === undefined) return [];
  const lots = from.lots.map(({ sku, lot, qty }) => `${sku}:${lot}:${qty}`).join(',');
  // The first is the default one.
  return ['--lots', lots, ...(from.at === LOCATIONS[0] ? [] : ['--location', from.at])];
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
