import { expect, it } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { lintContract } from './lint-contract.ts';

it('finds nothing in what is published', async () => {
  expect(await lintContract(contract)).toEqual([]);
});

it('names what breaks one of its rules, and where', async () => {
  const draft = structuredClone(contract);
  const operation = draft.paths['/v1/orders/{id}'].get;
  operation.tags = ['Nowhere'];
  operation.responses['200'].content['application/json'].examples.order.value.total_cents =
    'much' as never;
  const complaints = await lintContract(draft);
  expect(complaints).toEqual([
    expect.stringContaining('operation-tag-defined: paths./v1/orders/{id}.get.tags.0'),
    expect.stringContaining('oas3-valid-media-example: paths./v1/orders/{id}.get.responses.200'),
  ]);
});
