// A partner of the service: does one thing after another, comes again with the same key where no answer came, and
// notes what was asked and told.
import { setTimeout as pause } from 'node:timers/promises';
import type { Command, Outcome } from '../../test/support/model.ts';
import type { Draw } from './draw.ts';
import type { Told } from './history.ts';
import { ENTRIES_SHOWN, type Read } from './reads.ts';
import type { Recorder } from './recorder.ts';
import { type Answer, decides, type Request, send } from './send.ts';
import { type Caller, datesOf, LOTS, ORDERS, PLACES, RECALLED, SKUS } from './world.ts';

const AGAIN_MILLISECONDS = 120;
const EARLIER_KEPT = 20;
const LOOKS_PERCENT = 40;
const LEAVES_WITHIN_MILLISECONDS = 40;

/** What all clients of a stretch share. */
export interface Stretch {
  readonly recorder: Recorder;
  /** Where the service is now; nowhere, for moments. */
  readonly urls: () => readonly string[];
  /** Part of the names of orders and keys, so that each stretch has its own. */
  readonly name: string;
  /** Nothing new is begun then. */
  readonly isOver: () => boolean;
  /** Nobody waits for an answer any longer then. */
  readonly isLate: () => boolean;
  /** What callers had accepted of late, in the stretch before too, by their names. */
  readonly earlier: Map<string, Earlier[]>;
  /** Ids of lots, as the lists have told them, and what they held, by `lot of SKU at place`. */
  readonly lots: Map<string, { id: string; onHand: number }>;
}

interface Earlier {
  readonly command: Keyed;
  readonly key: string;
}

type Keyed = Command & { kind: 'receive' | 'return' | 'fulfill' | 'dispense' | 'reserve' };

export class SoakClient {
  readonly #caller: Caller;
  readonly #draw: Draw;
  readonly #stretch: Stretch;
  readonly #earlier: Earlier[];
  /** Orders that it may or may not have released: it asks no more. */
  readonly #unsure = new Set<string>();
  #keys = 0;

  constructor(caller: Caller, draw: Draw, stretch: Stretch) {
    this.#caller = caller;
    this.#draw = draw;
    this.#stretch = stretch;
    this.#earlier = stretch.earlier.get(caller.name) ?? [];
    stretch.earlier.set(caller.name, this.#earlier);
  }

  async work(): Promise<void> {
    const draw = this.#draw;
    const acts = [
      { weight: 40, act: () => this.#keyed(this.#command()) },
      { weight: 8, act: () => this.#batch() },
      {
        weight: 7,
        act: () => this.release(this.#order(), draw.chance(50) ? draw.one(SKUS) : undefined),
      },
      { weight: 25, act: () => this.#read() },
      { weight: 6, act: () => this.#repeat() },
      { weight: 3, act: () => this.#twice() },
    ];
    while (!this.#stretch.isOver()) await draw.weighted(acts).act();
  }

  /** @returns false where nobody knows what became of it */
  async release(order: string, sku?: string): Promise<boolean> {
    if (this.#unsure.has(order)) return false;
    const command = { kind: 'release' as const, order, ...(sku && { sku }) };
    const query = new URLSearchParams({
      ...{ reference_type: 'order', reference_id: order },
      ...(sku && { sku_code: sku }),
    });
    const end = this.#begin({ kind: 'change', command });
    const answer = await this.#send({
      method: 'DELETE',
      path: `/v1/inventory/allocations?${query}`,
    });
    const isSure = decides(answer);
    if (!isSure) this.#unsure.add(order);
    end(isSure ? (refusalIn(answer) ?? { released: answer.body.released }) : undefined);
    return isSure;
  }

  #begin(ask: Parameters<Recorder['begin']>[1]) {
    return this.#stretch.recorder.begin(this.#caller.name, ask);
  }

  /** At one of the processes, and sometimes without patience. */
  async #send(request: Request): Promise<Answer | undefined> {
    const url = this.#draw.one(this.#stretch.urls());
    if (url === undefined) {
      await pause(AGAIN_MILLISECONDS);
      return undefined;
    }
    const leaves = this.#draw.chance(3);
    const leaveAfter = this.#draw.below(LEAVES_WITHIN_MILLISECONDS);
    return send(
      { url, bearer: this.#caller.bearer },
      { ...request, ...(leaves && { leaveAfter }) },
    );
  }

  /** Until it is decided; one in twenty gives up at the first chance. */
  async #keyed(command: Keyed, key = this.#key()): Promise<void> {
    const request = requestOf(command, this.#stretch);
    if (request === undefined) return;
    while (!this.#stretch.isLate()) {
      const end = this.#begin({ kind: 'change', command, key });
      const answer = await this.#send({ ...request, key });
      if (decides(answer)) {
        end(toldOf(answer));
        this.#remember(command, key);
        if (this.#draw.chance(LOOKS_PERCENT)) await this.#lookAfter(command);
        return;
      }
      if (this.#draw.chance(5)) return;
      await pause(AGAIN_MILLISECONDS);
    }
  }

  /** What was done is seen at once, at whichever process. */
  async #lookAfter({ sku, at, ...command }: Keyed): Promise<void> {
    const reads: Read[] = [
      { kind: 'stock', sku },
      { kind: 'lots', sku, at },
    ];
    if ('order' in command && command.order !== undefined) {
      reads.push({ kind: 'allocations', order: command.order });
    }
    await this.read(this.#draw.one(reads));
  }

  async #batch(): Promise<void> {
    const { recorder } = this.#stretch;
    const items = Array.from({ length: this.#draw.between(2, 6) }, () => {
      const command = this.#movement();
      return { command, key: this.#key(), request: requestOf(command, this.#stretch) };
    });
    const batch = recorder.count;
    while (!this.#stretch.isLate()) {
      const ends = items.map(({ command, key }) =>
        this.#begin({ kind: 'change', command, key, batch }),
      );
      const answer = await this.#send({
        ...{ method: 'POST', path: '/v1/inventory/movements/batch' },
        body: {
          movements: items.map(({ key, request }) => ({
            ...{ idempotency_key: key, movement: request?.body },
          })),
        },
      });
      const results: (Answer | undefined)[] =
        decides(answer) && answer.status === 200 ? answer.body.results : [];
      ends.forEach((end, nth) => {
        const result = results[nth];
        end(decides(result) ? toldOf(result) : undefined);
      });
      if (items.every((_, nth) => decides(results[nth])) || this.#draw.chance(10)) return;
      await pause(AGAIN_MILLISECONDS);
    }
  }

  /** An earlier key again, as it was or with something else. */
  async #repeat(): Promise<void> {
    if (this.#earlier.length === 0) return;
    const { command, key } = this.#draw.one(this.#earlier);
    const isOther = this.#draw.chance(30);
    await this.#keyed(isOther ? { ...command, qty: command.qty + 1 } : command, key);
  }

  /** The same twice at once. */
  async #twice(): Promise<void> {
    const command = this.#command();
    const key = this.#key();
    await Promise.all([this.#keyed(command, key), this.#keyed(command, key)]);
  }

  #remember(command: Keyed, key: string): void {
    this.#earlier.push({ command, key });
    if (this.#earlier.length > EARLIER_KEPT) this.#earlier.shift();
  }

  #key(): string {
    this.#keys += 1;
    return `${this.#stretch.name}-${this.#caller.name.slice(-8)}-${this.#keys}`;
  }

  #order(): string {
    return orderOf(this.#stretch, this.#draw.below(ORDERS));
  }

  #place() {
    const draw = this.#draw;
    return {
      sku: draw.chance(65) ? (SKUS[0] as string) : draw.one(SKUS),
      at: draw.chance(65) ? (PLACES[0] as string) : draw.one(PLACES),
    };
  }

  #command(): Keyed {
    if (this.#draw.chance(65)) return this.#movement();
    const { below: _, ...place } = { below: 0, ...this.#place() };
    const lot = this.#draw.one(LOTS);
    const kinds = [
      { weight: 8, more: {} },
      { weight: 2, more: { lot } },
      { weight: 2, more: { minExpiry: datesOf(lot).usual } },
    ];
    const { more } = this.#draw.weighted(kinds);
    return {
      kind: 'reserve',
      ...place,
      qty: this.#draw.between(1, 30),
      order: this.#order(),
      ...more,
    };
  }

  #movement(): Exclude<Keyed, { kind: 'reserve' }> {
    const draw = this.#draw;
    const place = this.#place();
    const lot = draw.chance(70) ? draw.one(LOTS) : draw.one(RECALLED);
    const qty = draw.chance(15) ? draw.between(30, 120) : draw.between(1, 20);
    const kinds = [
      {
        weight: 9,
        make: () => {
          const { usual, gone, later } = datesOf(lot);
          const expiry = draw.one([
            usual,
            usual,
            usual,
            usual,
            undefined,
            undefined,
            undefined,
            later,
            gone,
          ]);
          const isL = LOTS.includes(lot);
          const status = isL
            ? draw.one([undefined, undefined, undefined, 'released', 'quarantine'] as const)
            : undefined;
          return {
            kind: 'receive' as const,
            ...place,
            lot,
            qty: draw.between(1, 40),
            ...(expiry && { expiry }),
            ...(status && { status }),
          };
        },
      },
      { weight: 2, make: () => ({ kind: 'return' as const, ...place, lot, qty }) },
      {
        weight: 8,
        make: () => ({
          kind: 'fulfill' as const,
          ...place,
          qty,
          ...(draw.chance(50) && { order: this.#order() }),
        }),
      },
      {
        weight: 5,
        make: () => ({
          ...{ kind: 'dispense' as const, ...place, qty },
          ...(draw.chance(50) && { order: this.#order() }),
          ...(draw.chance(40) && { lot }),
        }),
      },
    ];
    return draw.weighted(kinds).make();
  }

  async #read(): Promise<void> {
    const draw = this.#draw;
    const { sku, at } = this.#place();
    const order = this.#order();
    const reads: (Read & { weight: number })[] = [
      { weight: 3, kind: 'stock', sku },
      { weight: 3, kind: 'lots', sku, at },
      { weight: 2, kind: 'allocations', order },
      { weight: 2, kind: 'entries', sku, at, lot: draw.one(LOTS) },
      {
        weight: 3,
        kind: 'preview',
        sku,
        at,
        qty: draw.between(1, 60),
        ...(draw.chance(40) && { order }),
      },
    ];
    const { weight: _, ...read } = draw.weighted(reads);
    await this.read(read);
  }

  async read(read: Read): Promise<boolean> {
    const request = readRequest(read, this.#stretch);
    if (request === undefined) return false;
    const end = this.#begin(read);
    const answer = await this.#send(request);
    if (!decides(answer) || answer.status !== 200) {
      end(undefined);
      return false;
    }
    end({ rows: rowsOf(read, answer.body, this.#stretch) });
    return true;
  }
}

export function orderOf({ name }: Pick<Stretch, 'name'>, nth: number): string {
  return `${name}-O${nth}`;
}

function requestOf(c: Keyed, { lots }: Stretch): Request | undefined {
  const reference =
    'order' in c && c.order !== undefined ? { type: 'order', id: c.order } : undefined;
  const place = { sku_code: c.sku, location: c.at, qty: c.qty };
  if (c.kind === 'reserve') {
    const lot = c.lot === undefined ? undefined : lots.get(`${c.lot} of ${c.sku} at ${c.at}`);
    // Nobody can name a lot whose id nobody knows.
    if (c.lot !== undefined && lot === undefined) return undefined;
    return {
      ...{ method: 'POST', path: '/v1/inventory/allocations' },
      body: {
        ...{ ...place, reference },
        ...(lot && { lot_id: lot.id }),
        ...(c.minExpiry && { min_expiry_date: c.minExpiry }),
      },
    };
  }
  return {
    ...{ method: 'POST', path: '/v1/inventory/movements' },
    body: {
      ...{ type: c.kind, ...place },
      ...(c.lot !== undefined && { lot_number: c.lot }),
      ...('expiry' in c && { expiry_date: c.expiry }),
      ...('status' in c && { status: c.status }),
      ...(reference && { reference }),
    },
  };
}

function toldOf(answer: Answer): Told {
  const refusal = refusalIn(answer);
  if (refusal !== undefined) return refusal;
  const { status, body } = answer;
  if ('reserved_now' in body) {
    const held = body.allocations.map((one: { lot_number: string; qty: number }) => [
      one.lot_number,
      one.qty,
    ]);
    return { status, reservedNow: body.reserved_now, held };
  }
  const entries = body.transactions.map(
    (one: { lot_number: string; qty: number; balance_after: number }) => [
      ...[one.lot_number, one.qty, one.balance_after],
    ],
  );
  // Whether it repeats is said twice; where the two differ, it is not told to be right.
  return { status: body.idempotent === (status === 200) ? status : 0, entries };
}

function refusalIn({ status, body }: Answer): Outcome | undefined {
  if (status < 300) return undefined;
  const { code, details } = body.error;
  const { requested, available, blocked } = details ?? {};
  return { status, code, ...(requested !== undefined && { requested, available, blocked }) };
}

function readRequest(read: Read, { lots }: Stretch): Request | undefined {
  const list = (path: string, query: Record<string, string>): Request => ({
    method: 'GET',
    path: `/v1/inventory/${path}?${new URLSearchParams(query)}`,
  });
  switch (read.kind) {
    case 'stock':
      return list('stock', { sku_code: read.sku, limit: '100' });
    case 'lots':
      return list('lots', { sku_code: read.sku, location: read.at, limit: '100' });
    case 'allocations':
      return list('allocations', {
        reference_type: 'order',
        reference_id: read.order,
        limit: '100',
      });
    case 'entries': {
      const lot = lots.get(`${read.lot} of ${read.sku} at ${read.at}`);
      return lot && list('transactions', { lot_id: lot.id, limit: `${ENTRIES_SHOWN}` });
    }
    case 'preview':
      return {
        ...{ method: 'POST', path: '/v1/inventory/movements/preview' },
        body: {
          ...{ type: 'fulfill', sku_code: read.sku, location: read.at, qty: read.qty },
          ...(read.order !== undefined && { reference: { type: 'order', id: read.order } }),
        },
      };
    default: {
      const never: never = read;
      throw new Error(`Nobody knows how to ask for ${JSON.stringify(never)}.`);
    }
  }
}

/** As `readOf` makes them of a state. */
function rowsOf(read: Read, body: Answer['body'], { lots }: Stretch): unknown[] {
  switch (read.kind) {
    case 'stock':
      return body.data.map((row: Answer['body']) => ({
        ...{ at: row.location, version: row.version, on_hand: row.on_hand, reserved: row.reserved },
        ...{ available: row.available, quarantined: row.quarantined, expired: row.expired },
      }));
    case 'lots':
      return body.data.map((row: Answer['body']) => {
        const name = `${row.lot_number} of ${read.sku} at ${read.at}`;
        lots.set(name, { id: row.id, onHand: row.on_hand });
        return {
          ...{ lot: row.lot_number, status: row.status, expiry: row.expiry_date },
          ...{ on_hand: row.on_hand, reserved: row.reserved, available: row.available },
        };
      });
    case 'allocations':
      return body.data
        .map((row: Answer['body']) =>
          [row.sku_code, row.location, row.lot_number, row.qty].join(' '),
        )
        .sort();
    case 'entries':
      return body.data.map((row: Answer['body']) => [row.qty, row.balance_after]);
    case 'preview':
      return [
        ...body.lots.map((row: Answer['body']) => [row.lot_number, row.qty]),
        ['shortfall', body.shortfall],
      ];
    default: {
      const never: never = read;
      throw new Error(`Nobody knows how to read ${JSON.stringify(never)}.`);
    }
  }
}
