// Examples have no field that their schema does not name, and no value that it does not list.
import { expect, it } from 'vitest';
import application from '../../generated/application.json' with { type: 'json' };
import operations from '../../generated/openapi.json' with { type: 'json' };
import events from '../../generated/webhooks.json' with { type: 'json' };
import type { ContractDocument } from '../../src/http/operations.ts';
import { judgeExamples } from '../support/checker.ts';

it.each([
  ['openapi.json', operations, 100],
  ['application.json', application, 100],
  ['webhooks.json', events, 10],
])('each example of a body in %s fits its schema, taken as closed', (_name, document, least) => {
  const judged = [...judgeExamples(document as unknown as ContractDocument)];
  expect(judged.length).toBeGreaterThanOrEqual(least);
  expect(judged.filter(({ problems }) => problems.length > 0)).toEqual([]);
});

const NUMBERS = ['One', 'Two', 'Three'];

it('a summary that says how many rows its page shows says so truly', () => {
  const pages = Object.entries(operations.paths).flatMap(([path, item]) => {
    const { get } = item as { get?: { responses: { 200: object } } };
    const { content } = (get?.responses[200] ?? {}) as { content?: Record<string, Page> };
    const { summary = '', value } = content?.['application/json']?.examples.page ?? {};
    return value === undefined ? [] : [{ path, summary, rows: value.data.length }];
  });
  expect(pages.length).toBeGreaterThan(10);
  const untrue = pages.filter(({ summary, rows }) => {
    const counted = NUMBERS.findIndex((number) => summary.startsWith(`${number} `));
    return counted >= 0 && counted + 1 !== rows;
  });
  expect(untrue).toEqual([]);
});

interface Page {
  readonly examples: { readonly page?: { readonly summary: string; value: { data: unknown[] } } };
}
