// A contract that does not say who may ask for what fails, and says what to add.
import { expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import type { ContractDocument } from '../../src/http/operations.ts';
import { barrier, type Ruled, ruledOperations } from '../support/authorization-rules.ts';
import { exampleFor, requestOf } from './authorization/requests.ts';

type Node = Record<string, unknown>;

/** The contract with one more operation. */
function withOperation(operation: Node, template = '/v1/things/{id}'): ContractDocument {
  const contract = structuredClone(document) as unknown as ContractDocument;
  const responses = { 200: {}, 404: {} };
  const security = [{ apiKey: ['orders:read'] }];
  contract.paths[template] = {
    get: { operationId: 'getThing', responses, security, ...operation },
  };
  return contract;
}

const parameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
  example: 'x',
};
const named = { ...parameter, 'x-refers-to': { thing: 'order', unknown: '404 not_found' } };

function ruled(operation: Node): Ruled {
  const found = ruledOperations(withOperation(operation)).find(({ id }) => id === 'getThing');
  if (found === undefined) throw new Error('The operation was not read.');
  return found;
}

it('reads an operation that says all of it', () => {
  const { slots, scopes, quota } = ruled({ parameters: [named] });
  expect({ slots, scopes, quota }).toMatchObject({
    slots: [{ thing: 'order', isSeparate: true, unknown: { status: 404, code: 'not_found' } }],
    scopes: [['orders:read']],
    quota: 'read',
  });
});

it.each([
  ['no scope', { security: [] }, 'getThing has no scope'],
  ['an empty scope', { security: [{ apiKey: [] }] }, 'getThing has no scope'],
  [
    'an id of nothing',
    { parameters: [parameter] },
    'what parameter id names: give it `x-refers-to',
  ],
  [
    'a thing that is not listed',
    { parameters: [{ ...named, 'x-refers-to': { thing: 'moon', unknown: '404 not_found' } }] },
    'names a moon at parameter id, which `x-things` does not list',
  ],
  [
    'no answer for what is another’s',
    { parameters: [{ ...named, 'x-refers-to': { thing: 'order' } }] },
    'what an unknown parameter id is answered with',
  ],
  [
    'an answer that it does not declare',
    { parameters: [named], responses: { 200: {} } },
    'does not declare that status',
  ],
  [
    'an id in its body, or in a list there',
    {
      requestBody: {
        content: {
          'application/json': {
            examples: { one: { value: {} } },
            schema: {
              properties: {
                deep: { items: { properties: { order_id: { type: 'string', format: 'uuid' } } } },
              },
            },
          },
        },
      },
    },
    'what body.deep.*.order_id names',
  ],
  [
    'a body without an example',
    { requestBody: { content: { 'application/json': { schema: {} } } } },
    'getThing has no example of its body',
  ],
])('refuses an operation with %s', (_what, operation, message) => {
  const parameters = [named];
  expect(() => ruledOperations(withOperation({ parameters, ...operation }))).toThrow(message);
});

it('refuses a thing that the world has none of', () => {
  const operation = ruled({ parameters: [named] });
  const request = { operation, example: undefined, own: {}, standIns: {}, instead: new Map() };
  expect(() => requestOf(request)).toThrow(
    'getThing names a thing (order) that the matrix has none of: add it to test/http/authorization/world.ts',
  );
});

it('puts another’s thing where one example may name it, and leaves all others the caller’s', () => {
  const contract = document as unknown as ContractDocument;
  const operation = ruledOperations(contract).find(({ id }) => id === 'postMovementBatch') as Ruled;
  const slot = operation.slots.find(({ way }) => way.at(-1) === 'lot_number');
  if (slot === undefined) throw new Error('A movement names no lot.');
  const own = { sku: ['OWN'], lot_number: ['OWN-LOT'] };
  const { body, item } = requestOf({
    operation,
    own,
    standIns: {},
    example: exampleFor(operation, slot),
    instead: new Map([[slot, 'THEIRS']]),
  });
  const movements = (body as { movements: { movement: Node }[] }).movements;
  // A receipt may bring a lot number that is new; a draw may not.
  expect(
    movements.map(({ movement }) => [movement.type, movement.sku_code, movement.lot_number]),
  ).toEqual([
    ['receive', 'OWN', 'OWN-LOT'],
    ['fulfill', 'OWN', 'THEIRS'],
  ]);
  expect(item).toBe(1);
});

it('judges the scope before the key’s environment, and that before the organization', () => {
  const operation = {
    ...ruled({ parameters: [named] }),
    liveKeyOnly: true,
    activeClinicOnly: true,
  };
  const caller = { environment: 'test', scopes: [], kind: 'brand', status: 'active' } as const;
  const refused = { status: 403, code: 'insufficient_scope' };
  expect(barrier(operation, caller)).toEqual(refused);
  const scoped = { ...caller, scopes: ['orders:read'] };
  expect(barrier(operation, scoped)).toEqual(refused);
  const live = { ...scoped, environment: 'live' } as const;
  expect(barrier(operation, live)).toEqual({ status: 403, code: 'not_vita_clinic' });
  expect(barrier(operation, { ...live, kind: 'clinic', status: 'suspended' })).toEqual({
    status: 403,
    code: 'not_vita_clinic',
  });
  expect(barrier(operation, { ...live, kind: 'clinic' })).toBeUndefined();
});
