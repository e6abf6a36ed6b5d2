/**
 * Scans wait in a queue, so that one that comes while another is looked up is not lost. They are looked up and handed
 * on in the order in which they came; without network, or under a lock, they wait.
 */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { isOnline, untilOnline } from '../api/network.ts';
import { NoAnswer, Refusal } from '../api/refusal.ts';
import { untilOpen } from '../session.ts';
import { asShown } from './separator.ts';
import { sound } from './sound.ts';

export type Scanned = Schemas['ScanResult'] & {
  /** As the scanner sent it. */
  readonly code: string;
};

export interface Heard {
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

/** What a screen makes of a scan. What it gives is shown, read out and sounded. */
export type ScanHandler = (scanned: Scanned) => Heard | Promise<Heard>;

/** The last thing that a scan led to. */
export const heard = signal<(Heard & { readonly turn: number }) | undefined>();
export const waitingScans = signal(0);
/** The last code that named nothing: a manager may say what it is. */
export const unknownCode = signal<string | undefined>();

/** A person would not scan so far ahead of what they see. */
const WAITING_MAX = 500;
/** What is wrong stays until somebody has surely seen it. */
const SHOWN_MILLISECONDS = { good: 8000, bad: 30_000 } as const;
const BUSY_AGAIN_MILLISECONDS = 500;

/** A scan as the keyboard gave it. */
export interface RawScan {
  readonly code: string;
  readonly endedBy: 'Enter' | 'Tab';
}

/** Says what a code names where the service does not answer; undefined where that must wait for it. */
type Reader = (code: string) => Schemas['ScanResult'] | undefined;

interface Handler {
  /** Takes what a code names. */
  current?: ScanHandler;
  here?: Reader | undefined;
  /** Takes the code itself. */
  raw?: (scan: RawScan) => Heard;
}

const waiting: RawScan[] = [];
const handlers: Handler[] = [];
let fallback: ScanHandler | undefined;
let isRunning = false;
let turn = 0;

export function takeScan(scan: RawScan): void {
  if (waiting.length >= WAITING_MAX) {
    answer({ tone: 'bad', text: 'Too many scans are waiting: this one was not taken.' });
    return;
  }
  waiting.push(scan);
  waitingScans.value = waiting.length;
  if (!isRunning) void run();
}

/** Under a lock the queue waits for its person, and drops what another would find. */
export function keepScan(scan: RawScan): void {
  takeScan(scan);
  answer({ tone: 'bad', text: 'Locked: unlock first. The scan is kept.' });
}

/** Says that a scan under a dialog or a cover went nowhere. */
export function refuseScan(): void {
  answer({ tone: 'bad', text: 'That scan was not taken: finish what is open, then scan again.' });
}

/** Takes the scans while the screen is shown, before any that was there earlier. */
export function useScans(handler: ScanHandler, here?: Reader): void {
  useHandler({ current: handler, here });
}

/** Whether the screen takes scans. */
export function isScanTaken(): boolean {
  return handlers.length > 0;
}

/** Takes the scans that no screen takes. */
export function setFallback(handler: ScanHandler): void {
  fallback = handler;
}

/** Takes the codes themselves, which no one looks up. */
export function useRawScans(raw: (scan: RawScan) => Heard): void {
  useHandler({ raw });
}

function useHandler(handler: Handler): void {
  const mine = useRef<Handler>({});
  Object.assign(mine.current, handler);
  useEffect(() => {
    handlers.push(mine.current);
    return () => {
      handlers.splice(handlers.indexOf(mine.current), 1);
      // What was said of an order, or of a delivery, is not said of what comes next.
      heard.value = undefined;
    };
  }, []);
}

/** Called where another person signs in: what was scanned before is not theirs. */
export function forgetScans(): void {
  waiting.length = 0;
  waitingScans.value = 0;
  unknownCode.value = undefined;
}

async function run(): Promise<void> {
  isRunning = true;
  for (let scan = waiting[0]; scan !== undefined; scan = waiting[0]) {
    const said = await handle(scan);
    if (waiting[0] !== scan) continue;
    waiting.shift();
    waitingScans.value = waiting.length;
    answer(said);
  }
  isRunning = false;
}

function answer(said: Heard): void {
  turn += 1;
  const told = { ...said, turn };
  heard.value = told;
  sound(said.tone);
  setTimeout(() => {
    if (heard.peek() === told) heard.value = undefined;
  }, SHOWN_MILLISECONDS[said.tone]);
}

async function handle(scan: RawScan): Promise<Heard> {
  const { code } = scan;
  try {
    const raw = handlers.at(-1)?.raw;
    if (raw) return raw(scan);
    const scanned = { ...(await resolve(code)), code };
    if (waiting[0] !== scan) return { tone: 'bad', text: 'Scan it again.' };
    const handler = handlers.at(-1)?.current ?? fallback;
    if (!handler) return { tone: 'bad', text: 'Nothing here takes a scan.' };
    const said = await handler(scanned);
    const isUnknown = scanned.match !== 'sku' && scanned.product_id === undefined;
    if (isUnknown && said.tone === 'bad' && isOnline.peek()) unknownCode.value = code;
    return said;
  } catch (failure) {
    if (failure instanceof Refusal) return { tone: 'bad', text: failure.message };
    if (failure instanceof NoAnswer) return { tone: 'bad', text: failure.message };
    throw failure;
  }
}

/** Asks until somebody answers: the scan was made and must not be lost. */
async function resolve(code: string): Promise<Schemas['ScanResult']> {
  for (;;) {
    const read = isOnline.peek() ? undefined : handlers.at(-1)?.here?.(code);
    if (read) return read;
    try {
      return await answerOf(api.POST('/inventory/scan/resolve', { body: { code } }));
    } catch (failure) {
      // What can be read here is read at once, and the rest waits.
      if (failure instanceof NoAnswer) await (handlers.at(-1)?.here?.(code) ?? untilOnline());
      else if (!(failure instanceof Refusal)) throw failure;
      else if (failure.status === 401 || failure.code === 'another_person') await untilOpen();
      else if (failure.status === 429 || failure.status === 503)
        await new Promise((resume) => setTimeout(resume, BUSY_AGAIN_MILLISECONDS));
      else throw failure;
    }
  }
}

/** How many units of the SKU a package with this code holds, by what was taught or else by its label. */
export function unitsIn({ units_per_pack, item_count = 1 }: Scanned): number {
  return units_per_pack ?? item_count;
}

/** What a scan says, for a person. */
export function describeScan(scanned: Scanned): string {
  const { match, sku_code, lot_number, code } = scanned;
  if (match !== 'sku' || sku_code === undefined) return `Unknown code ${asShown(code)}.`;
  const name = lot_number === undefined ? sku_code : `${sku_code}, lot ${lot_number}`;
  return unitsIn(scanned) === 1 ? name : `${name}, a pack of ${unitsIn(scanned)}`;
}
