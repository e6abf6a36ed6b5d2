/** Requests that the contract's examples make, with things that are there in the place of those it shows. */
import type { Ruled, Slot } from '../../support/authorization-rules.ts';
import type { RequestOptions } from '../../support/client.ts';
import { freshKey } from '../../support/pharmacy.ts';

/** The names of a thing in the world; a list where there are several. */
export type Things = Readonly<Record<string, readonly string[]>>;

export interface MadeRequest extends RequestOptions {
  readonly path: string;
  /** Of a batch, the item that names the thing that was asked for. */
  readonly item: number;
}

/** What is in an example and cannot be sent as it is, by the name of its member. */
export type StandIns = Readonly<Record<string, () => unknown>>;

interface Wanted {
  readonly operation: Ruled;
  readonly example: unknown;
  /** Of the caller's own. */
  readonly own: Things;
  readonly standIns: StandIns;
  /** The slots that name another thing, and the thing. */
  readonly instead: ReadonlyMap<Slot, string>;
}

/** @throws Error where the world has no such thing, or no example can name it */
export function requestOf({ operation, example, own, standIns, instead }: Wanted): MadeRequest {
  const { slots, parameters } = operation;
  const ownName = (slot: Slot, index = 0): string => {
    const values = own[slot.thing] ?? [];
    const value = values[index % values.length];
    if (value !== undefined) return value;
    throw new Error(
      `${operation.id} names a thing (${slot.thing}) that the matrix has none of: add it to test/http/authorization/world.ts`,
    );
  };
  let path = operation.template;
  const query: Record<string, string> = {};
  for (const slot of slots.filter((one) => one.in !== 'body')) {
    const [name = ''] = slot.way;
    const other = instead.get(slot);
    const value = other ?? ownName(slot);
    if (slot.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (slot.required || other !== undefined) {
      query[name] = value;
      if (slot.with !== undefined) query[slot.with] = String(parameters[slot.with]);
    }
  }
  for (const name of operation.neededInQuery) query[name] ??= String(parameters[name]);
  const body = structuredClone(example);
  let item = 0;
  for (const slot of slots.filter((one) => one.in === 'body')) {
    const other = instead.get(slot);
    const found = namesIn(body, slot.way);
    found.forEach(({ parent, name }, index) => {
      if (name in parent) parent[name] = ownName(slot, index);
    });
    if (other === undefined) continue;
    const fitting = found.find(({ parent }) => matches(parent, slot));
    if (fitting === undefined) {
      throw new Error(
        `${operation.id}: no example can have ${slot.way.join('.')}: add one in which ${JSON.stringify(slot.when)}`,
      );
    }
    fitting.parent[fitting.name] = other;
    item = fitting.item;
  }
  return {
    path,
    query,
    headers: operation.hasIdempotencyKey ? { 'Idempotency-Key': freshKey() } : {},
    ...(body !== undefined && { body: withStandIns(body, standIns) }),
    item,
  };
}

/** The first example that has the member of a slot, else one that can be given it. */
export function exampleFor({ bodies }: Ruled, slot: Slot): unknown {
  if (slot.in !== 'body') return bodies[0];
  const fitting = bodies.filter((body) =>
    namesIn(body, slot.way).some(({ parent }) => matches(parent, slot)),
  );
  const having = fitting.find((body) =>
    namesIn(body, slot.way).some(({ parent, name }) => name in parent),
  );
  return having ?? fitting[0] ?? bodies[0];
}

/** Whether a slot can name a thing without another place that would name it too. */
export function isAlone(operation: Ruled, slot: Slot): boolean {
  const named = namesIn(exampleFor(operation, slot), slot.way);
  return slot.in !== 'body' || named.some(({ parent, name }) => name in parent);
}

interface Named {
  readonly parent: Record<string, unknown>;
  readonly name: string;
  /** Its place in the first list on the way. */
  readonly item: number;
}

function namesIn(body: unknown, way: readonly string[], item = 0): Named[] {
  const [step, ...rest] = way;
  if (typeof body !== 'object' || body === null || step === undefined) return [];
  if (step === '*') {
    const list = body as unknown as Record<string, unknown>;
    return Object.keys(list).flatMap((index) =>
      rest.length === 0
        ? [{ parent: list, name: index, item: Number(index) }]
        : namesIn(list[index], rest, Number(index)),
    );
  }
  const parent = body as Record<string, unknown>;
  return rest.length === 0 ? [{ parent, name: step, item }] : namesIn(parent[step], rest, item);
}

function matches(parent: Record<string, unknown>, { when }: Slot): boolean {
  return Object.entries(when).every(([name, values]) => values.includes(String(parent[name])));
}

function withStandIns(value: unknown, standIns: StandIns): unknown {
  if (Array.isArray(value)) return value.map((item) => withStandIns(item, standIns));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      standIns[name] ? standIns[name]() : withStandIns(member, standIns),
    ]),
  );
}
