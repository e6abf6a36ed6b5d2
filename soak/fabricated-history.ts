// biome-ignore-all lint/style/noExcessiveLinesPerFile: it is one history with an anomaly for each claim.
// Histories that never happened: a service that does all right, call by call, so that a test can then plant one
// thing that is wrong.

import {
  announce,
  apply,
  type Command,
  daysLeft,
  emptyState,
  find,
  findLotNumber,
  inDrawOrder,
  type Lot,
  type Moved,
  movedBefore,
  type Outcome,
  reservedIn,
  type State,
} from '../kit/model.ts';
import type { EventType } from '../src/events/event.ts';
import type { Naming } from './asks.ts';
import { unitsOf } from './checker/now.ts';
import { type Read, readOf } from './checker/reads.ts';
import {
  type Base,
  type Call,
  type Delivery,
  emptyBase,
  type FeedEvent,
  type History,
  type Link,
  lotName,
  type Movement,
} from './history.ts';

export const TODAY = '2026-11-22';
const ENDPOINT = 'endpoint';
const SKUS = ['SKU-1', 'SKU-2'].map((sku) => ({ sku, reorderPoint: 5 }));

/** A copy that a test may change. */
export type Draft<Value> = { -readonly [Name in keyof Value]: Value[Name] };

/** All of it may be changed by who plants something. */
export class FabricatedHistory {
  readonly base: Base = emptyBase(TODAY, structuredClone(SKUS));
  readonly state: State = { ...emptyState(TODAY), skus: structuredClone(SKUS) };
  readonly calls: Draft<Call>[] = [];
  readonly ledger: (Draft<Omit<Movement, 'links'>> & { links: Draft<Link>[] })[] = [];
  readonly feed: Draft<FeedEvent>[] = [];
  readonly deliveries: Draft<Delivery>[] = [];
  readonly #entries: Base['entries'] = {};
  readonly #ids: Base['ids'] = {};
  readonly #low = new Map<string, boolean>();
  #now = 0;
  #seq = 0;
  #transaction = 0;

  history(): History {
    const { calls, ledger, feed, deliveries } = this;
    return structuredClone({ calls, ledger, feed, deliveries, delivered: [ENDPOINT] });
  }

  /** One after another; each takes from its number of tens to four more. */
  change(
    command: Command,
    {
      key,
      batch,
      naming,
      isCut = false,
    }: { key?: string; batch?: number; naming?: Naming; isCut?: boolean } = {},
  ): Draft<Call> {
    const keyed = key ?? (KEYED.includes(command.kind) ? `key-${this.calls.length}` : undefined);
    const client =
      KEYED.includes(command.kind) || command.kind === 'release'
        ? 'api'
        : `operator:${this.calls.length}`;
    this.#transaction += 1;
    // A command that is cut ends after its first step, and its response never comes.
    const response = isCut
      ? this.#begin(command, keyed ?? null, client)
      : this.#perform(command, keyed ?? null, client);
    return this.#call(client, {
      response,
      ask: {
        kind: 'change',
        command,
        ...(keyed !== undefined && { key: keyed }),
        ...(batch !== undefined && { batch }),
        ...(naming !== undefined && { naming }),
      },
    });
  }

  /** Goes on with a count that was cut, which ends now. */
  finish(call: Draft<Call>): void {
    const { ask, client } = call;
    if (ask.kind !== 'change') throw new Error('A read has no steps.');
    this.#transaction += 1;
    this.#now += 10;
    call.response = this.#perform(ask.command, null, client);
    call.end = this.#now + 4;
  }

  read(ask: Read): Draft<Call> {
    const { state } = this;
    const now = { state, entries: this.#entries, ids: this.#ids };
    const units = (level: { sku: string; at: string }) => unitsOf(state, level);
    const rows = structuredClone(readOf({ ...now, units }, ask));
    return this.#call('reader', { ask, response: { rows } });
  }

  /** Reads the feed, behind an event that it has. */
  readFeed(after: string, limit = 100): Draft<Call> {
    const from = this.feed.findIndex(({ id }) => id === after) + 1;
    const rows = this.feed.slice(from, from + limit).map(({ id }) => id);
    return this.#call('follower', { ask: { kind: 'feed', after, limit }, response: { rows } });
  }

  #call(client: string, rest: Pick<Call, 'ask' | 'response'>): Draft<Call> {
    this.#now += 10;
    const id = this.calls.length + 1;
    const call: Draft<Call> = { id, client, start: this.#now, end: this.#now + 4, ...rest };
    this.calls.push(call);
    return call;
  }

  #begin(command: Command, key: string | null, actor: string): Outcome {
    const step = command.kind === 'count' ? this.#stepOf(command, actor) : undefined;
    return step ?? this.#post(command, key, actor);
  }

  #perform(command: Command, key: string | null, actor: string): Outcome {
    if (command.kind === 'count') return this.#count(command, actor);
    if (command.kind === 'import') return this.#import(command, actor);
    if (command.kind === 'sweep') return this.#sweep(command, actor);
    if (command.kind === 'ship') return this.#ship(command, actor);
    if (command.kind === 'cancel' || command.kind === 'release')
      return this.#release(command, actor);
    const outcome = this.#post(command, key, actor);
    if (command.kind === 'set_status' || command.kind === 'set_expiry') {
      if ('code' in outcome) return outcome;
      const { sku, lot } = command;
      for (const one of this.state.lots.filter((each) => each.sku === sku && each.lot === lot)) {
        this.#reallocate({ kind: 'reallocate', sku, at: one.at, lot }, actor);
      }
      return { ...outcome, moved: [], waiting: 0 } as Outcome;
    }
    return outcome;
  }

  /** Step by step, and then it is posted. */
  #count(command: Command & { kind: 'count' }, by: string): Outcome {
    while (this.#stepOf(command, by) !== undefined) this.#transaction += 1;
    return this.#post({ ...command, by }, null, by);
  }

  /** @returns nothing where it is to be posted */
  #stepOf(command: Command & { kind: 'count' }, by: string): Outcome | undefined {
    const step = this.#post({ ...command, kind: 'count_step', by }, null, by);
    return 'code' in step ? undefined : step;
  }

  /** Lot after lot, all in one transaction. */
  #import(command: Command & { kind: 'import' }, actor: string): Outcome {
    const outcome = apply(structuredClone(this.state), command);
    if ('code' in outcome) return outcome;
    const changed = command.skus.filter(
      ({ sku, reorderPoint }) =>
        this.state.skus.find((one) => one.sku === sku)?.reorderPoint !== reorderPoint,
    );
    apply(this.state, { kind: 'import', skus: changed, lots: [] });
    for (const { sku, reorderPoint } of changed) {
      this.#event('sku.updated', this.#moment(), { sku_code: sku, reorder_point: reorderPoint });
    }
    for (const lot of command.lots) this.#post({ ...command, skus: [], lots: [lot] }, null, actor);
    for (const level of this.state.levels.filter(({ sku }) =>
      changed.some((one) => one.sku === sku),
    )) {
      this.#publishLow(level, this.#moment());
    }
    return outcome;
  }

  /** Lot after lot, all in one transaction. */
  #ship(command: Command & { kind: 'ship' }, actor: string): Outcome {
    const outcome = apply(structuredClone(this.state), command);
    if ('code' in outcome) return outcome;
    const { order, at, lots } = command;
    for (const lot of lots) this.#post({ kind: 'fulfill', ...lot, at, order }, null, actor);
    return outcome;
  }

  /** Level after level, all in one transaction. */
  #release(command: Command & { kind: 'cancel' | 'release' }, actor: string): Outcome {
    const { order } = command;
    const outcome = apply(structuredClone(this.state), command);
    const named = 'sku' in command ? command.sku : undefined;
    for (const { sku, at } of [...this.state.levels]) {
      if (sku !== (named ?? sku)) continue;
      const isHeld = this.state.holds.some(
        (hold) => hold.order === order && hold.lot.sku === sku && hold.lot.at === at,
      );
      if (isHeld) this.#post({ kind: 'release', order, sku, at }, null, actor);
    }
    return outcome;
  }

  /** Lot after lot, each in a transaction of its own. */
  #sweep({ asOf }: Command & { kind: 'sweep' }, actor: string): Outcome {
    const moved: Moved[] = [];
    let expiring = 0;
    for (const { sku, at } of this.state.levels) {
      for (const { lot } of inDrawOrder(this.state, { sku, at })) {
        moved.push(...this.#reallocate({ kind: 'reallocate', sku, at, lot, asOf }, actor));
      }
    }
    for (const lot of this.state.lots) {
      if (!announce(this.state, lot, asOf)) continue;
      expiring += 1;
      this.#transaction += 1;
      this.#event('lot.expiring', this.#moment(), {
        sku_code: lot.sku,
        location: lot.at,
        lot_number: lot.lot,
        on_hand: lot.onHand,
        expiry_date: findLotNumber(this.state, lot).expiry,
        days: daysLeft(this.state, lot, asOf),
      });
    }
    return { moved, expiring, busy: 0 };
  }

  /** Step by step. */
  #reallocate(command: Command & { kind: 'reallocate' }, actor: string): Moved[] {
    const all: Moved[] = [];
    for (;;) {
      this.#transaction += 1;
      const lot = find(this.state, command);
      if (!lot || reservedIn(this.state, lot) === 0) return all;
      const { moved } = this.#post(command, null, actor) as { moved: Moved[] };
      if (moved.length === 0) return all;
      all.push(...moved);
    }
  }

  #moment(): string {
    return `${TODAY}T00:00:00.${String(this.ledger.length).padStart(6, '0')}Z`;
  }

  #post(command: Command, key: string | null, actor: string): Outcome {
    const before = structuredClone(this.state);
    const outcome = apply(this.state, command);
    const left = new Map(
      this.state.lots.map((lot) => [lotName(lot), lot.left.status ?? lot.left.expiry ?? []]),
    );
    for (const lot of this.state.lots) lot.left = {};
    const changed = this.state.movements > before.movements;
    if ('code' in outcome || !changed) return structuredClone(outcome);
    const levels = this.state.levels.filter(
      (one) => versionOf(before, one) !== one.version || isEmptyCount(command, outcome, one),
    );
    // A transfer is one movement, and its source is announced first.
    const inOrder =
      command.kind === 'transfer' && command.at !== levels[0]?.at ? levels.reverse() : levels;
    const one = command.kind === 'transfer' ? [inOrder] : inOrder.map((level) => [level]);
    if (inOrder.length === 0) one.push([]);
    const createdAt = this.#moment();
    for (const group of one) {
      const [{ sku, at } = command as { sku: string; at: string }] = group;
      this.ledger.push({
        id: `movement-${this.ledger.length + 1}`,
        type: typeOf(command),
        key,
        actor,
        sku,
        at,
        createdAt,
        order: 'order' in command ? (command.order ?? null) : null,
        answer:
          countAnswerOf(before, command, outcome) ??
          answerOf(command, outcome, (lot) => left.get(lotName({ sku, at, lot })) ?? []),
        links: group.flatMap((level) => this.#links(before, { command, outcome, level })),
      });
      for (const [index, level] of group.entries())
        this.#publish(command, level, { index, createdAt });
      if (command.kind !== 'count') continue;
      const { corrected } = outcome as { corrected: number };
      this.#event('count.approved', createdAt, {
        sku_code: sku,
        location: at,
        lot_number: command.lot,
        counted: command.qty,
        difference: corrected,
      });
    }
    return structuredClone(outcome);
  }

  #links(
    before: State,
    {
      command,
      outcome,
      level,
    }: { command: Command; outcome: Outcome; level: { sku: string; at: string } },
  ): Link[] {
    const links: Link[] = [];
    const type = typeOf(command);
    const order = 'order' in command ? (command.order ?? null) : null;
    const add = (lot: Lot, link: Partial<Link>) => {
      this.#seq += 1;
      const { sku, at, lot: name, status } = lot;
      const expiry = findLotNumber(this.state, lot).expiry;
      const seq = String(this.#seq).padStart(19, '0');
      const isEntry = link.kind === 'entry';
      const id = `id-${lotName(lot)}`;
      this.#ids[lotName(lot)] = id;
      if (isEntry) {
        const { qty = 0, after = 0 } = link;
        const own = this.#entries[lotName(lot)] ?? [];
        this.#entries[lotName(lot)] = own;
        own.push({ seq, createdAt: this.#moment(), type, qty, after, order });
      }
      links.push({
        seq,
        kind: 'entry',
        type,
        id,
        createdAt: isEntry ? this.#moment() : null,
        sku,
        at,
        lot: name,
        qty: 0,
        after: 0,
        order: null,
        status: isEntry ? null : status,
        expiry: isEntry ? null : expiry,
        ...link,
      });
    };
    const here = this.state.lots.filter(({ sku, at }) => sku === level.sku && at === level.at);
    for (const lot of here) {
      const was = before.lots.find((one) => lotName(one) === lotName(lot));
      const expiryWas = was && findLotNumber(before, was).expiry;
      let reserved = was ? reservedIn(before, was) : 0;
      const now = new Map(
        this.state.holds.filter((one) => one.lot === lot).map((one) => [one.order, one.qty]),
      );
      const held = new Map(
        before.holds.filter((one) => one.lot === was).map((one) => [one.order, one.qty]),
      );
      if (was?.status !== lot.status) add(lot, { kind: 'set_status', after: reserved });
      else if (expiryWas !== findLotNumber(this.state, lot).expiry)
        add(lot, { kind: 'set_expiry', after: reserved });
      for (const order of new Set([...held.keys(), ...now.keys()])) {
        const by = (now.get(order) ?? 0) - (held.get(order) ?? 0);
        reserved += by;
        if (by !== 0)
          add(lot, {
            kind: by > 0 ? 'reserve' : 'release',
            qty: Math.abs(by),
            after: reserved,
            order,
          });
      }
    }
    const entries =
      'entries' in outcome
        ? outcome.entries
        : here.flatMap((lot): [string, number, number][] => {
            const by =
              lot.onHand - (before.lots.find((one) => lotName(one) === lotName(lot))?.onHand ?? 0);
            return by === 0 ? [] : [[lot.lot, by, lot.onHand]];
          });
    for (const [name, qty, after] of entries) {
      const lot = here.find((one) => one.lot === name) as Lot;
      add(lot, { kind: 'entry', qty, after });
    }
    return links;
  }

  #publish(
    command: Command,
    { sku, at, version }: State['levels'][number],
    { index, createdAt }: { index: number; createdAt: string },
  ) {
    if (isEmptyCountCommand(command) && this.ledger.at(-1)?.links.length === 0) return;
    const { on_hand, reserved, available } = unitsOf(this.state, { sku, at });
    const names = { sku_code: sku, location: at };
    const isLot = command.kind === 'set_status' || command.kind === 'set_expiry';
    const cause = isLot
      ? 'lot_status'
      : command.kind === 'transfer'
        ? ['transfer_out', 'transfer_in'][index]
        : (CAUSES[command.kind] ?? command.kind);
    if (command.kind === 'set_status') {
      const data = { ...names, lot_number: command.lot, from: '', to: command.status };
      this.#event('lot.status_changed', createdAt, data);
    }
    const order = 'order' in command ? command.order : undefined;
    const reference = order === undefined ? null : { type: 'order', id: order };
    this.#event('stock.changed', createdAt, {
      ...names,
      cause,
      on_hand,
      reserved,
      available,
      version,
      reference,
    });
    this.#publishLow({ sku, at }, createdAt);
  }

  #publishLow({ sku, at }: { sku: string; at: string }, createdAt: string): void {
    const point = this.state.skus.find((one) => one.sku === sku)?.reorderPoint ?? 0;
    const { available } = unitsOf(this.state, { sku, at });
    const isLow = available <= point;
    if (isLow && this.#low.get(`${sku} ${at}`) === false) {
      const names = { sku_code: sku, location: at };
      this.#event('stock.low', createdAt, { ...names, available, reorder_point: point });
    }
    this.#low.set(`${sku} ${at}`, isLow);
  }

  #event(type: EventType, createdAt: string, data: object): void {
    const position = this.feed.length + 1;
    const id = `event-${position}`;
    this.feed.push({ position, id, type, createdAt, transaction: `${this.#transaction}`, data });
    const text = JSON.stringify({ id, type, created_at: createdAt, data });
    this.deliveries.push({
      delivery: `delivery-${position}`,
      endpoint: ENDPOINT,
      text,
      signed: true,
    });
  }
}

const CAUSES: Partial<Record<Command['kind'], string>> = {
  reallocate: 'release',
  count_step: 'release',
  import: 'receive',
};
const KEYED = ['receive', 'return', 'fulfill', 'dispense', 'reserve'];

/** The type of its movements. */
function typeOf({ kind }: Command): string {
  if (kind === 'count_step') return 'reallocate';
  return kind === 'import' ? 'receive' : kind;
}

function isEmptyCountCommand({ kind }: Command): boolean {
  return kind === 'count';
}

function isEmptyCount(
  command: Command,
  outcome: Outcome,
  { sku, at }: { sku: string; at: string },
): boolean {
  return (
    command.kind === 'count' &&
    (outcome as { corrected: number }).corrected === 0 &&
    command.sku === sku &&
    command.at === at
  );
}

function versionOf(state: State, { sku, at }: { sku: string; at: string }): number {
  return state.levels.find((one) => one.sku === sku && one.at === at)?.version ?? 0;
}

/** @param leftOf what has left a lot with it */
function answerOf(command: Command, outcome: Outcome, leftOf: (lot: string) => Moved[]): unknown {
  if (command.kind === 'reserve') return { qty: command.qty };
  if (!('moved' in outcome)) return null;
  const moved =
    'lot' in command && command.kind !== 'reallocate'
      ? leftOf(command.lot as string)
      : outcome.moved;
  return { moved: moved.map(inAnswer) };
}

/** @returns nothing where it is no count */
function countAnswerOf(before: State, command: Command, outcome: Outcome): unknown {
  if (command.kind !== 'count' && command.kind !== 'count_step') return undefined;
  const lot = find(before, command) as Lot;
  const begun = lot.unfinished.find(({ by }) => by === command.by);
  const known = begun?.moved ?? movedBefore(lot);
  const moved = 'moved' in outcome ? outcome.moved : leavingOf(outcome).slice(known.length);
  return { moved: moved.map(inAnswer), moved_before: known.map(inAnswer) };
}

function leavingOf(outcome: Outcome): Moved[] {
  return ('leaving' in outcome && outcome.leaving) || [];
}

function inAnswer([order, lot, moved, released]: Moved) {
  return { reference: { type: 'order', id: order }, lot_number: lot, moved, released };
}
