// What the fuzz of the contract is made of: that it draws what the schemas allow, the same for the same seed, and
// stops where it does not know how.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { type ContractDocument, readOperations, type Schema } from '../../src/http/operations.ts';
import { requestsOf } from './fuzz/drawing.ts';
import { shapeOf } from './fuzz/judge.ts';
import { arbitraryOf, type Drawing } from './fuzz/schema-arbitrary.ts';

const contract = document as unknown as ContractDocument;
const operations = readOperations(contract);
const ajv = new Ajv2020({ strict: false });
formats.default(ajv, { mode: 'full' });

const drawing: Drawing = {
  path: 'here',
  known: () => undefined,
  knownOfTwenty: 0,
  optionalOfTwenty: 10,
  often: () => 0,
};

it('draws nothing that a schema of the contract does not allow', () => {
  for (const operation of operations) {
    const { parameters, body } = shapeOf(contract, operation);
    for (const schema of [...parameters.map((one) => one.schema), ...(body ? [body] : [])]) {
      const fits = ajv.compile(schema);
      const holds = fc.property(arbitraryOf(schema, drawing), (value) => fits(value));
      fc.assert(holds, { numRuns: 20 });
    }
  }
});

it.each<[string, Schema]>([
  ['a keyword', { type: 'integer', multipleOf: 5 }],
  ['a keyword inside', { type: 'array', items: { type: 'integer', exclusiveMinimum: 0 } }],
  ['a format', { type: 'string', format: 'hostname' }],
  ['a type', { type: 'fraction' }],
  ['an open object', { type: 'object', properties: {} }],
])('stops at %s that it does not know', (_, schema) => {
  expect(() => arbitraryOf(schema, drawing)).toThrow(/^here.*(has no rule|open object)/);
});

it('draws the same requests for the same seed', () => {
  for (const operation of operations) {
    const draw = () => fc.sample(requestsOf(contract, operation), { seed: 7, numRuns: 10 });
    expect(draw()).toEqual(draw());
  }
});
