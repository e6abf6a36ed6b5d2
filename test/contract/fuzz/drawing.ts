// Requests of an operation: as the contract shows them, near what is really there, wild, and changed.
import fc from 'fast-check';
import type { ContractDocument, Operation } from '../../../src/http/operations.ts';
import { exampleBodies, exampleParameters } from '../../support/examples.ts';
import { type Shape, shapeOf } from './judge.ts';
import { knownValues } from './known-values.ts';
import { changed, changesOf } from './mutate.ts';
import type { FuzzRequest } from './request.ts';
import { arbitraryOf, type Drawing } from './schema-arbitrary.ts';

/** As the contract shows them; dates that pass and places in lists are of the day. */
export function shownRequests(contract: ContractDocument, operation: Operation): FuzzRequest[] {
  const { id, template, method } = operation;
  const parameters = exampleParameters(contract, template, method);
  const required = parameters.filter((one) => one.required);
  const bodies = exampleBodies(contract, template, method);
  return (bodies.length > 0 ? bodies : [undefined]).map((body) => ({
    as: 'live',
    path: Object.fromEntries(
      required
        .filter((one) => one.in === 'path')
        .map(({ name, value }) => [name, String(MADE_ANEW[String(value)] ?? value)]),
    ),
    query: required
      .filter((one) => one.in === 'query')
      .map(({ name, value }) => [name, String(value)] as const),
    headers: required
      .filter((one) => one.in === 'header')
      .map(({ name, value }) => [name, String(LASTING[name] ?? value)] as const),
    ...(body !== undefined && { body: lasting(body, id) }),
  }));
}

const LASTING: Readonly<Record<string, unknown>> = {
  'Idempotency-Key': '@key',
  'Pharmacy-Person': '@me',
  idempotency_key: '@key',
  expiry_date: '@day+400',
  at: '@time-60',
  counted_at: '@time-0',
  since: '@time-90000',
  url: 'https://93.184.215.14/hooks',
};

/** What the examples name, and what can be used only once. */
const MADE_ANEW: Readonly<Record<string, string>> = {
  '01935f4e-9a11-7a52-9f0e-2d8b5a1c5e01': '@sheet',
  '01935f4e-3333-7a52-9f0e-2d8b5a1c5e0c': '@line',
  '01935f4e-7c10-7a52-9f0e-2d8b5a1c4e01': '@movement',
  q8V1Yk4mJm0w9oG2cTt7H3s5b6n8d0fZxyA1B2C3D4E: '@link',
};

function lasting(value: unknown, path: string): unknown {
  if (typeof value === 'string') return MADE_ANEW[value] ?? value;
  if (Array.isArray(value)) return value.map((member) => lasting(member, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      LASTING[name] ?? lasting(member, `${path}.${name}`),
    ]),
  );
}

export function requestsOf(
  contract: ContractDocument,
  operation: Operation,
): fc.Arbitrary<FuzzRequest> {
  const shape = shapeOf(contract, operation);
  const near = allowed(operation, shape, { knownOfTwenty: 19, optionalOfTwenty: 3 });
  const wild = allowed(operation, shape, { knownOfTwenty: 6, optionalOfTwenty: 10 });
  const shown = fc.constantFrom(...shownRequests(contract, operation));
  const target = { operation, shape };
  const base = fc.oneof({ weight: 5, arbitrary: shown }, { weight: 3, arbitrary: near }, wild);
  const mutated = fc
    .tuple(base, changesOf(target))
    .map(([request, changes]) => changed(target, request, changes));
  return fc.oneof(
    { weight: 3, arbitrary: near },
    { weight: 1, arbitrary: wild },
    { weight: 6, arbitrary: mutated },
  );
}

/** Without these little is done: a movement names its product, and an address in the US its state. */
const OFTEN = /\.(sku_code|prescription_id|state|postal_code|country)$/;
const OFTEN_OF_TWENTY = 16;

function oftenOfTwenty(path: string): number {
  return OFTEN.test(path) ? OFTEN_OF_TWENTY : 0;
}

function allowed(
  operation: Operation,
  { parameters, body }: Shape,
  closeness: Pick<Drawing, 'knownOfTwenty' | 'optionalOfTwenty'>,
): fc.Arbitrary<FuzzRequest> {
  const drawing = { ...closeness, known: knownValues, often: oftenOfTwenty };
  const of = (location: string) =>
    fc
      .tuple(
        ...parameters
          .filter((one) => one.in === location)
          .map(({ name, required, schema }) => {
            const value = arbitraryOf(schema, { ...drawing, path: `${operation.id}.${name}` })
              .map(String)
              .filter((text) =>
                location === 'header' ? /^[\x21-\x7e]+$/.test(text) : text !== '',
              );
            const pair = value.map((text) => [[name, text] as const]);
            const isThere = required || location === 'path';
            return isThere
              ? pair
              : fc.oneof(
                  { weight: 13, arbitrary: fc.constant([]) },
                  { weight: 7, arbitrary: pair },
                );
          }),
      )
      .map((pairs) => pairs.flat());
  const drawnBody =
    body === undefined
      ? fc.constant(undefined)
      : arbitraryOf(body, { ...drawing, path: operation.id });
  const as = fc.oneof(
    { weight: 27, arbitrary: fc.constant('live' as const) },
    { weight: 3, arbitrary: fc.constantFrom('test' as const, 'nobody' as const) },
  );
  return fc
    .record({ as, path: of('path'), query: of('query'), headers: of('header'), body: drawnBody })
    .map(({ path, body: drawn, ...rest }) => ({
      ...rest,
      path: Object.fromEntries(path),
      ...(drawn !== undefined && { body: drawn }),
    }));
}
