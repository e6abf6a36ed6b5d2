// Makes a request wrong, or nearly: a field dropped, retyped, out of range, too long, of the wrong format; a field
// too many; odd text, odd numbers, odd JSON; another Content-Type; a parameter twice. Whether the result is still
// allowed is for the judge to say.
import fc from 'fast-check';
import type { Operation, Schema } from '../../../src/http/operations.ts';
import type { Shape } from './judge.ts';
import { ODD, ODD_NAMES, ODD_TEXTS, oddValues, QUERIES, TYPES, WRITINGS } from './odd-values.ts';
import { type FuzzRequest, mapMembers } from './request.ts';

/** One change. The numbers choose among what there is, counted round and round. */
export interface Change {
  readonly kind: ChangeKind;
  /** The place. */
  readonly at: number;
  /** The kind of value. */
  readonly manner: number;
  /** The value, of its kind. */
  readonly pick: number;
}

type ChangeKind = keyof typeof CHANGES;

interface Target {
  readonly operation: Operation;
  readonly shape: Shape;
}

export function changesOf(target: Target): fc.Arbitrary<Change[]> {
  const hasBody = target.shape.body !== undefined;
  const hasParameters = target.shape.parameters.length > 0;
  const kinds = Object.entries(CHANGES)
    .filter(([, { needs }]) => needs === 'nothing' || (needs === 'body' ? hasBody : hasParameters))
    .map(([kind, { weight }]) => ({ weight, arbitrary: fc.constant(kind as ChangeKind) }));
  const change = fc.record({
    kind: fc.oneof(...kinds),
    at: fc.nat(),
    manner: fc.nat(11),
    pick: fc.nat(),
  });
  const [one, two] = [1, 2].map((length) =>
    fc.array(change, { minLength: length, maxLength: length }),
  );
  // One alone reaches further: nothing else is wrong.
  return fc.oneof(
    { weight: 4, arbitrary: one as fc.Arbitrary<Change[]> },
    two as fc.Arbitrary<Change[]>,
  );
}

export function changed(
  target: Target,
  request: FuzzRequest,
  changes: readonly Change[],
): FuzzRequest {
  return changes.reduce((one, change) => CHANGES[change.kind].apply(one, change, target), request);
}

interface Changing {
  readonly weight: number;
  readonly needs: 'body' | 'parameters' | 'nothing';
  readonly apply: (request: FuzzRequest, change: Change, target: Target) => FuzzRequest;
}

const CHANGES = {
  'set a value': { weight: 12, needs: 'body', apply: setValue },
  'drop a value': { weight: 2, needs: 'body', apply: dropValue },
  'add a field': { weight: 2, needs: 'body', apply: addField },
  'write odd JSON': { weight: 2, needs: 'body', apply: writeOddly },
  'send no body': { weight: 1, needs: 'body', apply: ({ body: _, bytes: __, ...rest }) => rest },
  'change the type': { weight: 1, needs: 'body', apply: changeType },
  'set a parameter': { weight: 5, needs: 'parameters', apply: setParameter },
  'drop a parameter': { weight: 1, needs: 'parameters', apply: dropParameter },
  'repeat a parameter': { weight: 1, needs: 'parameters', apply: repeatParameter },
  'add a parameter': { weight: 1, needs: 'nothing', apply: addParameter },
  'write an odd query': { weight: 1, needs: 'nothing', apply: writeQuery },
} as const satisfies Record<string, Changing>;

function chosen<Of>(list: readonly Of[], index: number): Of {
  return list[index % list.length] as Of;
}

// Values of a body

interface Located {
  readonly names: readonly string[];
  readonly value: unknown;
  /** Undefined where the contract knows no such place. */
  readonly schema: Schema | undefined;
}

/** The body itself first, then all in it. */
function valuesOf(
  value: unknown,
  schema: Schema | undefined,
  names: readonly string[] = [],
): Located[] {
  const below: Located[] = [];
  mapMembers(value, (member, name) => {
    below.push(...valuesOf(member, schemaOf(schema, value, name), [...names, name]));
  });
  return [{ names, value, schema }, ...below];
}

function schemaOf(schema: Schema | undefined, value: unknown, name: string): Schema | undefined {
  if (Array.isArray(value)) return schema?.items as Schema | undefined;
  const properties = (schema?.properties ?? {}) as Record<string, Schema>;
  const named = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const others = schema?.additionalProperties;
  return named ?? (typeof others === 'object' ? (others as Schema) : undefined);
}

/** Undefined in the place of a value takes it away. */
function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value)) {
    return value.flatMap((member, at) => {
      if (String(at) !== name) return [member];
      const put = replaced(member, rest, by);
      return put === undefined ? [] : [put];
    });
  }
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([member, inside]) => {
      if (member !== name) return [[member, inside]];
      const put = replaced(inside, rest, by);
      return put === undefined ? [] : [[member, put]];
    }),
  );
}

function setValue(
  request: FuzzRequest,
  { at, manner, pick }: Change,
  { shape }: Target,
): FuzzRequest {
  if (request.body === undefined) return request;
  const { names, value, schema } = chosen(valuesOf(request.body, shape.body), at);
  return {
    ...request,
    body: replaced(request.body, names, chosen(oddValues(schema, value, { manner, pick }), pick)),
  };
}

function dropValue(request: FuzzRequest, { at }: Change, { shape }: Target): FuzzRequest {
  const candidates = valuesOf(request.body, shape.body).slice(1);
  if (candidates.length === 0) return request;
  return { ...request, body: replaced(request.body, chosen(candidates, at).names, undefined) };
}

function addField(request: FuzzRequest, { at, pick }: Change, { shape }: Target): FuzzRequest {
  const objects = valuesOf(request.body, shape.body).filter(
    ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
  if (objects.length === 0) return request;
  const { names, value, schema } = chosen(objects, at);
  const known = Object.keys((schema?.properties as object | undefined) ?? {});
  const name = chosen([...ODD_NAMES, ...known], pick);
  const more = Object.fromEntries([...Object.entries(value as object), [name, chosen(ODD, pick)]]);
  return { ...request, body: replaced(request.body, names, more) };
}

// JSON and its type

function writeOddly(request: FuzzRequest, { at, pick }: Change): FuzzRequest {
  const { body, ...rest } = request;
  if (body === undefined) return request;
  const written = chosen(WRITINGS, pick)(JSON.stringify(body), at);
  return { ...rest, bytes: Buffer.from(written as string).toString('latin1') };
}

function changeType(request: FuzzRequest, { pick }: Change): FuzzRequest {
  return { ...request, contentType: chosen(TYPES, pick) };
}

// Parameters

/** Names and values must be able to be in a header. */
const isOfHeader = (text: string) => /^[\t\x20-\x7e\xa0-\xff]*$/.test(text);

function setParameter(
  request: FuzzRequest,
  { at, manner, pick }: Change,
  { shape }: Target,
): FuzzRequest {
  const { name, in: location, schema } = chosen(shape.parameters, at);
  const current =
    location === 'path'
      ? request.path[name]
      : [...request.query, ...request.headers].find(([one]) => one === name)?.[1];
  const fits = (text: string) =>
    text.length <= 5_000 &&
    (location === 'header' ? isOfHeader(text) : location !== 'path' || text !== '');
  const texts = oddValues(schema, current ?? '', { manner, pick })
    .filter((odd) => typeof odd !== 'object')
    .map(String)
    .filter(fits);
  if (texts.length === 0) return request;
  return withParameter(request, { name, location, value: chosen(texts, pick) });
}

function withParameter(
  request: FuzzRequest,
  { name, location, value }: { name: string; location: string; value: string | undefined },
): FuzzRequest {
  if (location === 'path') {
    return value === undefined ? request : { ...request, path: { ...request.path, [name]: value } };
  }
  const key = location === 'query' ? 'query' : 'headers';
  const others = request[key].filter(([one]) => one !== name);
  return { ...request, [key]: value === undefined ? others : [...others, [name, value]] };
}

function dropParameter(request: FuzzRequest, { at }: Change, { shape }: Target): FuzzRequest {
  const { name, in: location } = chosen(shape.parameters, at);
  return withParameter(request, { name, location, value: undefined });
}

function repeatParameter(request: FuzzRequest, { at, pick }: Change): FuzzRequest {
  const all = [
    ...request.query.map((pair) => ({ key: 'query' as const, pair })),
    ...request.headers.map((pair) => ({ key: 'headers' as const, pair })),
  ];
  if (all.length === 0) return request;
  const { key, pair } = chosen(all, at);
  const again = pick % 2 === 0 ? pair : ([pair[0], `${pair[1]}x`] as const);
  return { ...request, [key]: [...request[key], again] };
}

function addParameter(request: FuzzRequest, { at, pick }: Change): FuzzRequest {
  const name = chosen(
    ['bogus', '__proto__', 'Limit', 'limit[]', 'limit[gt]', 'constructor', 'é', ' ', '\0'],
    at,
  );
  return { ...request, query: [...request.query, [name, String(chosen(ODD_TEXTS, pick))]] };
}

function writeQuery(request: FuzzRequest, { pick }: Change): FuzzRequest {
  return { ...request, rawQuery: chosen(QUERIES, pick) };
}
