// Examples have no field that their schema does not name, and no value that it does not list.
import { expect, it } from 'vitest';
import operations from '../../generated/openapi.json' with { type: 'json' };
import events from '../../generated/webhooks.json' with { type: 'json' };
import type { ContractDocument } from '../../src/http/operations.ts';
import { judgeExamples } from '../support/checker.ts';

it.each([
  ['openapi.json', operations, 100],
  ['webhooks.json', events, 10],
])('each example of a body in %s fits its schema, taken as closed', (_name, document, least) => {
  const judged = [...judgeExamples(document as unknown as ContractDocument)];
  expect(judged.length).toBeGreaterThanOrEqual(least);
  expect(judged.filter(({ problems }) => problems.length > 0)).toEqual([]);
});
