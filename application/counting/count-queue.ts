/**
 * Counts wait here until the service has them, in the browser's database: a network that is gone, a tab that is closed
 * and a computer that is switched off lose none. Each has the time at which it was counted, so that it means the same
 * when it arrives late, and twice. They are sent as the person who counted, and as no one else.
 */
import { signal } from '@preact/signals';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { serviceTime } from '../api/clock.ts';
import { untilOnline } from '../api/network.ts';
import { NoAnswer, Refusal } from '../api/refusal.ts';
import { session } from '../session.ts';

export type CountLine = Schemas['CountLine'];

/** A lot as its label names it. */
export interface Label {
  readonly sku_code: string;
  readonly lot_number: string;
  readonly expiry_date: string;
}

export interface WaitingCount extends Label {
  /** Names the sheet, the SKU and the lot: what is counted again takes the place of what waits. */
  readonly id: string;
  readonly sheet: string;
  readonly person: string;
  readonly counted: number;
  readonly counted_at: string;
  /** Why the service refused it: it stays until the person has counted again or discards it. */
  readonly problem?: string;
}

interface Stored extends DBSchema {
  counts: { key: string; value: WaitingCount };
}

const LINES_MAX = 200;
const SEND_AGAIN_MILLISECONDS = 3_000;

/** All that waits, of every sheet. */
export const waitingCounts = signal<readonly WaitingCount[]>([]);
/** What the service last said of a line that was sent. */
export const recordedLines = signal<ReadonlyMap<string, CountLine>>(new Map());

let opened: Promise<IDBPDatabase<Stored>> | undefined;
let isSending = false;

function database(): Promise<IDBPDatabase<Stored>> {
  opened ??= openDB<Stored>('counting', 1, {
    upgrade: (fresh) => void fresh.createObjectStore('counts', { keyPath: 'id' }),
  });
  return opened;
}

/** Reads what waits from before, and continues sending it. */
export async function resumeCounting(): Promise<void> {
  await readWaiting();
  void sendWaiting();
}

/** Keeps a count; resolves when it is safe, and not when it is sent. */
export async function keepCount(sheet: string, label: Label, counted: number): Promise<void> {
  const person = session.peek()?.person.id ?? '';
  const id = [sheet, label.sku_code, label.lot_number].join('\n');
  const entry = { id, sheet, person, ...label, counted, counted_at: serviceTime() };
  await (await database()).put('counts', entry);
  await readWaiting();
  void sendWaiting();
}

async function readWaiting(): Promise<void> {
  waitingCounts.value = await (await database()).getAll('counts');
}

async function sendWaiting(): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (let next = mine(); next.length > 0; next = mine()) {
      if (await send(next)) continue;
      await new Promise((resume) => setTimeout(resume, SEND_AGAIN_MILLISECONDS));
      await untilOnline();
    }
  } finally {
    isSending = false;
  }
}

/** The counts of one sheet that this person has made. */
function mine(): WaitingCount[] {
  const person = session.peek()?.person.id;
  const own = waitingCounts.peek().filter((one) => one.person === person && !one.problem);
  return own.filter(({ sheet }) => sheet === own[0]?.sheet).slice(0, LINES_MAX);
}

/** @returns whether the service has decided on them: recorded, or refused for good */
async function send(counts: readonly WaitingCount[]): Promise<boolean> {
  const [{ sheet, person }] = counts as [WaitingCount];
  const lines = counts.map(({ sku_code, lot_number, expiry_date, counted, counted_at }) => ({
    sku_code,
    lot_number,
    expiry_date,
    counted,
    counted_at,
  }));
  try {
    const { data } = await answerOf(
      api.PUT('/counts/{id}/lines', {
        params: { path: { id: sheet } },
        body: { lines },
        headers: { 'Pharmacy-Person': person },
      }),
    );
    recordedLines.value = new Map([
      ...recordedLines.peek(),
      ...data.map((line): [string, CountLine] => [line.id, line]),
    ]);
  } catch (failure) {
    if (failure instanceof NoAnswer) return false;
    if (!(failure instanceof Refusal)) throw failure;
    if (failure.code === 'another_person' || failure.status === 401) return false;
    if (failure.status === 429 || failure.status >= 500) return false;
    // One that is wrong must not keep the others.
    if (counts.length > 1) {
      for (const one of counts) if (!(await send([one]))) return false;
      return true;
    }
    await settle(counts, failure.message);
    return true;
  }
  await settle(counts);
  return true;
}

/** What was refused and will not be counted again. */
export function discardCount(refused: WaitingCount): Promise<void> {
  return settle([refused]);
}

/** A lot that was counted again meanwhile stays as it is. */
async function settle(sent: readonly WaitingCount[], problem?: string): Promise<void> {
  const store = (await database()).transaction('counts', 'readwrite').store;
  for (const one of sent) {
    const kept = await store.get(one.id);
    if (kept?.counted_at !== one.counted_at) continue;
    if (problem === undefined) await store.delete(one.id);
    else await store.put({ ...one, problem });
  }
  await readWaiting();
}
