// Each rule by which a request is refused that its schema allows is in the contract, in words.
import { expect, it } from 'vitest';
import application from '../../generated/application.json' with { type: 'json' };
import document from '../../generated/openapi.json' with { type: 'json' };
import {
  type ContractDocument,
  dereference,
  type Operation,
  readOperations,
} from '../../src/http/operations.ts';
import { RULES } from './fuzz/beyond-schemas.ts';

const contracts = [document, application] as unknown as ContractDocument[];
const operations = contracts.flatMap((contract) =>
  readOperations(contract).map((operation) => ({
    id: operation.id,
    text: textOf(contract, operation),
  })),
);

it('rules beyond the schemas are in the contracts', () => {
  const missing = RULES.filter(({ operations: named, words }) => {
    const texts = operations
      .filter(({ id }) => named?.includes(id) ?? true)
      .map(({ text }) => text);
    if (named === undefined) texts.push(oneLine(document.info.description));
    const isIncluded = (text: string) => text.includes(words);
    return named === undefined ? !texts.some(isIncluded) : !texts.every(isIncluded);
  });
  expect(missing.map(({ words }) => words)).toEqual([]);
});

/** All that the contract says of an operation, in one line. */
function textOf(contract: ContractDocument, { template, method }: Operation): string {
  const whole = dereference(contract, contract.paths[template]?.[method]);
  return oneLine(JSON.stringify(whole));
}

function oneLine(text: string): string {
  return text.replaceAll(/(\\n|\s)+/g, ' ');
}
