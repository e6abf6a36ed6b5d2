// A load on one organization while its database moves, and what must be so afterwards: each acknowledged change is
// there once, its key repeats the first result, pages and their cursors are what they were, and the feed has no gap.
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { importOrganization } from '../../kit/organization.ts';

const SKUS = Array.from({ length: 10 }, (_, index) => `SKU-${index}`);
/** How many SKUs the organization of the load has: SKU-0 and those that follow. */
export const LOADED_SKUS = SKUS.length;
const LOTS = ['A', 'B', 'C'];
const LOT_UNITS = 1_000_000;
const CLIENTS = 6;
/** Limits how many requests that are repeated only to be compared are under way at once. */
const COMPARED_AT_ONCE = 16;
const PACE_MILLISECONDS = 5;
const RETRY_PAUSE_MILLISECONDS = 50;
const POLL_INTERVAL_MILLISECONDS = 50;
const ANSWER_MILLISECONDS_MAX = 20_000;
const DECIDED_SECONDS_MAX = 120;
const MOVES_SECONDS_MAX = 120;
const PAGE = 100;
const KEPT_PAGE = 25;
const KEPT_PAGES_MAX = 20;

/**
 * Makes the organization, with stock enough for any load.
 *
 * @param settings of the operator's commands
 * @returns a key for the load
 */
export function makeLoadedOrganization(
  settings: Record<string, string>,
  { slug, folder }: { slug: string; folder: string },
): Promise<string> {
  const year = new Date().getUTCFullYear();
  const lots = LOTS.map((lot_number, index) => ({
    lot_number,
    expiry_date: `${year + 2 + index}-06-30`,
    qty: LOT_UNITS,
  }));
  return importOrganization(settings, { slug, skus: SKUS, lots }, folder);
}

interface Write {
  readonly path: string;
  readonly key: string;
  readonly body: object;
}

interface Acknowledged extends Write {
  /** The body of the first answer. */
  readonly first: Body;
}

/** What is read of an answer, whichever it is. */
interface Body {
  readonly transactions?: readonly { readonly id: string }[];
  readonly idempotent?: boolean;
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

interface Row {
  readonly id: string;
  readonly reference?: { readonly id: string } | null;
  /** Only an event has it. */
  readonly data: { readonly cause: string; readonly reference: { readonly id: string } | null };
}

interface Answer {
  /** The name of the failure where no answer came. */
  readonly status: number | string;
  readonly body: Body | undefined;
}

interface Kept {
  readonly path: string;
  readonly body: Body;
}

export interface LoadOptions {
  /** The address of the API, up to `/v1`. */
  readonly api: string;
  readonly key: string;
}

/** Writes until it is stopped, and reads the feed all the while. */
export class CellLoad {
  readonly acknowledged: Acknowledged[] = [];
  /** The status of each answer that decided nothing, or the reason why there was none, and how often it came. */
  readonly undecided = new Map<string, number>();
  readonly #options: LoadOptions;
  readonly #followed: string[] = [];
  readonly #kept: Kept[] = [];
  #after: string | undefined;
  #writing: Promise<unknown> | undefined;
  #following: Promise<void> | undefined;
  #isOn = false;
  #count = 0;
  #lastAt = 0;
  #pauseMilliseconds = 0;
  #latestPauseMilliseconds = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  /** The longest time without a 2xx while the load was on, over all its clients. */
  get pauseSeconds(): number {
    return this.#pauseMilliseconds / 1_000;
  }

  /** The longest time without a 2xx since the last call, up to now. */
  takePause(): number {
    const now = performance.now();
    const longest = Math.max(this.#latestPauseMilliseconds, now - this.#lastAt);
    this.#latestPauseMilliseconds = 0;
    return longest / 1_000;
  }

  /** Keeps pages of what can no longer change. Nothing may be written to the organization meanwhile. */
  async keepPages(): Promise<void> {
    const now = encodeURIComponent(new Date().toISOString());
    await this.#keep(`/inventory/transactions?limit=${KEPT_PAGE}&cursor=${now}`, 'cursor');
    await this.#keep(`/inventory/stock?limit=3&as_of=${now}`, 'cursor');
    await this.#keep(`/inventory/events?limit=${KEPT_PAGE}`, 'after');
  }

  start(): void {
    this.#isOn = true;
    this.#lastAt = performance.now();
    this.#writing = Promise.all(Array.from({ length: CLIENTS }, () => this.#write()));
    this.#following = this.#follow();
    // They are awaited when the load is stopped; a failure before must not end the process.
    this.#writing.catch(() => {});
    this.#following.catch(() => {});
  }

  /** Until so many more changes are acknowledged. */
  async moves(more: number): Promise<void> {
    const wanted = this.acknowledged.length + more;
    const deadline = performance.now() + MOVES_SECONDS_MAX * 1_000;
    while (this.acknowledged.length < wanted) {
      if (performance.now() > deadline)
        throw new Error(`The load stands still: ${this.#refusals()}.`);
      await pause(POLL_INTERVAL_MILLISECONDS);
    }
  }

  /** When every change is decided. */
  async stop(): Promise<void> {
    this.#isOn = false;
    await this.#writing;
    this.#notePause();
    await this.#following;
  }

  /**
   * Compares what was acknowledged with what is there now. The load has stopped.
   *
   * @returns a line for each guarantee that holds
   * @throws Error with the first that does not
   */
  async check(): Promise<string[]> {
    return [
      await this.#checkEntries(),
      await this.#checkRepeats(),
      await this.#checkKept(),
      await this.#checkFeed(),
      `the longest time without a 2xx was ${this.pauseSeconds.toFixed(2)} s; sent again: ${this.#refusals()}`,
    ];
  }

  async #write(): Promise<void> {
    while (this.#isOn) {
      this.#count += 1;
      const sku_code = SKUS[this.#count % SKUS.length];
      const key = `load-${this.#count}-${crypto.randomUUID()}`;
      const reference = { type: 'order', id: key };
      const reservation = { reference, sku_code, qty: 2 };
      const draw = { type: 'fulfill', sku_code, qty: 2, reference };
      if (this.#count % 4 === 0) {
        await this.#postUntilDecided({ path: '/inventory/allocations', key, body: reservation });
      }
      await this.#postUntilDecided({ path: '/inventory/movements', key, body: draw });
      await pause(PACE_MILLISECONDS);
    }
  }

  async #postUntilDecided(write: Write): Promise<void> {
    const deadline = performance.now() + DECIDED_SECONDS_MAX * 1_000;
    while (performance.now() < deadline) {
      const answer = await this.#post(write);
      if (answer.body !== undefined && (answer.status === 200 || answer.status === 201)) {
        this.#notePause();
        this.acknowledged.push({ ...write, first: answer.body });
        return;
      }
      const why = String(answer.status);
      this.undecided.set(why, (this.undecided.get(why) ?? 0) + 1);
      if (typeof answer.status === 'number' && answer.status < 500 && answer.status !== 429) {
        throw new Error(`${write.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      }
      await pause(RETRY_PAUSE_MILLISECONDS);
    }
    throw new Error(`A change was never decided: ${this.#refusals()}.`);
  }

  #notePause(): void {
    const now = performance.now();
    this.#pauseMilliseconds = Math.max(this.#pauseMilliseconds, now - this.#lastAt);
    this.#latestPauseMilliseconds = Math.max(this.#latestPauseMilliseconds, now - this.#lastAt);
    this.#lastAt = now;
  }

  #refusals(): string {
    return [...this.undecided].map(([why, count]) => `${count} (${why})`).join(', ') || 'none';
  }

  /** Until the load is off and nothing is left to read. */
  async #follow(): Promise<void> {
    for (;;) {
      const isLast = !this.#isOn;
      if (isLast) await this.#writing;
      const rows = await this.#readFeed();
      if (rows === 0 && isLast) return;
      if (rows !== PAGE) await pause(POLL_INTERVAL_MILLISECONDS);
    }
  }

  /** @returns how many events there were; undefined where no answer came */
  async #readFeed(): Promise<number | undefined> {
    const path = feedPath(this.#after);
    const answer = await this.#ask({ path });
    if (answer.body === undefined || answer.status !== 200) {
      if (typeof answer.status === 'number' && answer.status < 500 && answer.status !== 429) {
        throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      }
      return undefined;
    }
    for (const { id } of answer.body.data) this.#followed.push(id);
    this.#after = answer.body.next_cursor ?? undefined;
    return answer.body.data.length;
  }

  /** The entries of the load are those that were acknowledged, each once. */
  async #checkEntries(): Promise<string> {
    const wanted = new Map<string, number>();
    for (const { first } of this.acknowledged) {
      for (const { id } of first.transactions ?? []) wanted.set(id, 0);
    }
    let path: string | undefined = `/inventory/transactions?limit=${PAGE}`;
    while (path !== undefined) {
      const page: Body = await this.#get(path);
      for (const { id, reference } of page.data) {
        const isOurs = String(reference?.id ?? '').startsWith('load-');
        const seen = wanted.get(id);
        if (seen === undefined && isOurs)
          throw new Error(`Entry ${id} was acknowledged to nobody.`);
        if (seen !== undefined) wanted.set(id, seen + 1);
      }
      path = nextPath(`/inventory/transactions?limit=${PAGE}`, 'cursor', page.next_cursor);
    }
    const lost = [...wanted].filter(([, count]) => count !== 1);
    if (lost.length > 0) throw new Error(`${lost.length} acknowledged entries are not there once.`);
    return `${wanted.size} acknowledged entries are in the ledger, each once, and no other`;
  }

  async #checkRepeats(): Promise<string> {
    const left = this.acknowledged.values();
    const compare = async () => {
      for (const { path, key, body, first } of left) {
        const again = await this.#post({ path, key, body });
        const isSame = isDeepStrictEqual(withoutMark(again.body), withoutMark(first));
        if (again.status !== 200 || !isSame) {
          throw new Error(
            `The key ${key} of ${path} answered ${again.status} with another result.`,
          );
        }
      }
    };
    await Promise.all(Array.from({ length: COMPARED_AT_ONCE }, compare));
    return `${this.acknowledged.length} keys repeat their first result`;
  }

  async #checkKept(): Promise<string> {
    for (const { path, body } of this.#kept) {
      const now = await this.#get(path);
      if (!isDeepStrictEqual(now, body)) throw new Error(`${path} shows another page than before.`);
    }
    return `${this.#kept.length} pages of before, and their cursors, are the same`;
  }

  /** What was read step by step is all that there is, and each acknowledged change is in it once. */
  async #checkFeed(): Promise<string> {
    const ids: string[] = [];
    const changes = new Map<string, number>();
    let path: string | undefined = feedPath(undefined);
    while (path !== undefined) {
      const page: Body = await this.#get(path);
      for (const { id, data } of page.data) {
        ids.push(id);
        const change = `${data.cause} ${data.reference?.id}`;
        changes.set(change, (changes.get(change) ?? 0) + 1);
      }
      path = page.data.length === 0 ? undefined : feedPath(page.next_cursor);
    }
    if (!isDeepStrictEqual(ids, this.#followed)) {
      const at = ids.findIndex((id, index) => id !== this.#followed[index]);
      throw new Error(
        `The feed of ${ids.length} events was followed as ${this.#followed.length}, different from number ${at} on.`,
      );
    }
    for (const { path: written, key } of this.acknowledged) {
      const cause = written === '/inventory/allocations' ? 'reserve' : 'fulfill';
      const count = changes.get(`${cause} ${key}`) ?? 0;
      if (count !== 1) throw new Error(`The feed shows the ${cause} of ${key} ${count} times.`);
    }
    return `${ids.length} events were followed without a gap, each acknowledged change once`;
  }

  async #keep(first: string, cursor: string): Promise<void> {
    let path: string | undefined = first;
    for (let pages = 0; path !== undefined && pages < KEPT_PAGES_MAX; pages += 1) {
      const body: Body = await this.#get(path);
      // A page of the feed that is not full grows later.
      if (cursor === 'after' && body.data.length < KEPT_PAGE) return;
      this.#kept.push({ path, body });
      path = nextPath(first, cursor, body.next_cursor);
    }
  }

  async #get(path: string): Promise<Body> {
    const { status, body } = await this.#ask({ path });
    if (status !== 200 || body === undefined)
      throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  #post(write: Write): Promise<Answer> {
    return this.#ask(write);
  }

  async #ask({ path, key, body }: Partial<Write> & Pick<Write, 'path'>): Promise<Answer> {
    try {
      const answer = await fetch(`${this.#options.api}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${this.#options.key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_MILLISECONDS_MAX),
      });
      return { status: answer.status, body: (await answer.json()) as Body };
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } };
      return { status: cause?.code ?? name, body: undefined };
    }
  }
}

function feedPath(after: string | null | undefined): string {
  return `/inventory/events?limit=${PAGE}${after ? `&after=${after}` : ''}`;
}

function nextPath(path: string, name: string, cursor: string | null): string | undefined {
  if (cursor === null) return undefined;
  const url = new URL(path, 'http://any');
  url.searchParams.set(name, cursor);
  return `${url.pathname}${url.search}`;
}

/** A repeat says that it is one, and is otherwise the first answer. */
function withoutMark(body: Body | undefined): object {
  return { ...body, idempotent: undefined };
}
