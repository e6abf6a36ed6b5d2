// Contract coverage: what is promised and never met, and what is met and never promised.
import { describe, expect, it } from 'vitest';
import type { Contract } from '../../kit/contract.ts';
import { declaredAnswers } from '../../kit/contract.ts';
import { judgeCoverage } from '../support/coverage.ts';

const refusal = (description: string, ...codes: unknown[]) => ({
  description,
  content: {
    'application/json': {
      examples: Object.fromEntries(codes.map((error, index) => [index, { value: { error } }])),
    },
  },
});

const contract = {
  openapi: '3.1.0',
  info: { version: '1.0.0' },
  paths: {
    '/v1/lots': {
      get: {
        operationId: 'listLots',
        responses: {
          '200': { description: 'Lots.' },
          '404': { $ref: '#/components/responses/NotFound' },
          '422': refusal('Is `lot_expired`, where `lot_id` is not.', { code: 'lot_held' }),
          '429': refusal('Later.', 'rate_limited'),
        },
      },
    },
  },
  components: {
    responses: { NotFound: refusal('None.', { code: 'not_found' }) },
    schemas: {
      ErrorCode: { 'x-extensible-enum': ['not_found', 'lot_held', 'lot_expired', 'rate_limited'] },
    },
  },
} as unknown as Contract;

const declared = [
  'listLots 200',
  'listLots 404 not_found',
  'listLots 422 lot_held',
  'listLots 422 lot_expired',
  'listLots 429 rate_limited',
];

it('the contract declares a code by an example or in the words of a refusal', () => {
  expect(declaredAnswers(contract)).toEqual(declared);
});

describe('a run', () => {
  it('that met everything prints it, and has no problem', () => {
    expect(judgeCoverage(declared, new Set(declared), {})).toEqual({
      table: [
        'listLots: 200, 404 not_found, 422 lot_held lot_expired, 429 rate_limited',
        '1 operations, 5 answers by status and code, 5 met',
      ],
      missing: [],
      problems: [],
    });
  });

  it('that never met a code names it, and marks it in the table', () => {
    const recorded = new Set(declared.filter((answer) => !answer.endsWith('lot_held')));
    const { table, missing } = judgeCoverage(declared, recorded, {});
    expect(table[0]).toContain('422 lot_held! lot_expired');
    expect(missing).toEqual([
      'listLots 422 lot_held: the contract promises it, and no test has met it',
    ]);
  });

  it('that met a code where the contract does not name it says so', () => {
    const recorded = new Set([...declared, 'listLots 404 lot_held']);
    expect(judgeCoverage(declared, recorded, {}).problems).toEqual([
      'listLots 404 lot_held: a test has met it, and the contract does not name it',
    ]);
  });

  it('may miss what is excused, and nothing is excused without need', () => {
    const recorded = new Set(declared.slice(0, -1));
    const reason = 'Nobody is that fast.';
    const excused = { 'listLots 429 rate_limited': reason };
    expect(judgeCoverage(declared, recorded, excused)).toMatchObject({ missing: [], problems: [] });
    const needless = { 'listLots 200': reason, 'listLots 503 unavailable': reason };
    expect(judgeCoverage(declared, new Set(declared), needless).problems).toEqual([
      'listLots 200: excused in test/support/coverage.ts without need',
      'listLots 503 unavailable: excused in test/support/coverage.ts without need',
    ]);
  });
});
