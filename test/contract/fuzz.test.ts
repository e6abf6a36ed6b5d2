/**
 * Every operation of the contract, asked rightly and wrongly at random. Whatever is sent: the answer is one that
 * the contract declares for the operation, with the body and the headers that it says, and never a failure of
 * ours. What the schemas do not allow does nothing; what they allow is refused as not valid only by a rule that
 * the contract says in words.
 *
 *   npm run fuzz -- --runs 1000 --seed 7
 *
 * The same seed draws the same requests; what is answered may also depend on what was done before.
 */
import { hash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import {
  type ContractDocument,
  dereference,
  type Operation,
  readOperations,
} from '../../src/http/operations.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { RULES } from '../support/fuzz/beyond-schemas.ts';
import { requestsOf, shownRequests } from '../support/fuzz/drawing.ts';
import { Fuzzer, type Outcome } from '../support/fuzz/fuzzer.ts';
import type { FuzzRequest } from '../support/fuzz/request.ts';
import { ORGANIZATION } from '../support/fuzz/world.ts';
import { expectConsistentStock } from '../support/stock-consistency.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 40);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const RUN_MILLISECONDS_MAX = 500;
const TIMEOUT_MILLISECONDS = 60_000 + RUNS * RUN_MILLISECONDS_MAX;
const CASES = new URL('./fuzz-cases.jsonl', import.meta.url);

const contract = document as unknown as ContractDocument;
/** What takes rows away comes last. */
const operations = readOperations(contract).toSorted(
  (one, other) => Number(one.method === 'delete') - Number(other.method === 'delete'),
);

let db: TestDatabase;
let fuzzer: Fuzzer;
const outcomes = new Map<string, Map<Outcome, number>>();

beforeAll(async () => {
  db = await createTestDatabase();
  fuzzer = await Fuzzer.start(db, contract);
  process.stdout.write(`fuzz: FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}\n`);
});
afterAll(async () => {
  await fuzzer?.close();
  await db?.drop();
});

async function ask(operation: Operation, request: FuzzRequest): Promise<void> {
  const outcome = await fuzzer.ask(operation, request);
  const counts = outcomes.get(operation.id) ?? new Map<Outcome, number>();
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  outcomes.set(operation.id, counts);
}

interface Case {
  readonly operation: string;
  readonly request: FuzzRequest;
}

const cases = readFileSync(CASES, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Case);

it('what went wrong once goes right', async () => {
  for (const { operation: id, request } of cases) {
    const operation = operations.find((one) => one.id === id);
    // An operation may go; its cases go with it.
    expect(operation, `${id} of fuzz-cases.jsonl`).toBeDefined();
    await ask(operation as Operation, request);
  }
});

it('rules beyond the schemas stand in the contract', () => {
  const missing = RULES.filter(({ operations: named, words }) => {
    const texts = operations.filter(({ id }) => named?.includes(id) ?? true).map(textOf);
    if (named === undefined) texts.push(oneLine(document.info.description));
    const isIncluded = (text: string) => text.includes(words);
    return named === undefined ? !texts.some(isIncluded) : !texts.every(isIncluded);
  });
  expect(missing.map(({ words }) => words)).toEqual([]);
});

/** Operations of one shape are asked different things. */
function seedOf({ id }: Operation): number {
  return (SEED ^ Number.parseInt(hash('sha256', id).slice(0, 8), 16)) | 0;
}

/** All that the contract says of an operation, in one line. */
function textOf({ template, method }: Operation): string {
  const whole = dereference(contract, contract.paths[template]?.[method]);
  return oneLine(JSON.stringify(whole));
}

function oneLine(text: string): string {
  return text.replaceAll(/(\\n|\s)+/g, ' ');
}

// What takes rows away comes last, and what all have done is known at the end.
describe('every operation', { shuffle: false }, () => {
  describe.each(operations.map((one) => [one.id, one] as const))('%s', (_, operation) => {
    it('answers whatever is sent as the contract says', {
      timeout: TIMEOUT_MILLISECONDS,
    }, async () => {
      await fuzzer.restore();
      const drawn = requestsOf(contract, operation);
      const details = await fc.check(
        fc.asyncProperty(drawn, (request) => ask(operation, request)),
        {
          seed: seedOf(operation),
          numRuns: RUNS,
          interruptAfterTimeLimit: TIMEOUT_MILLISECONDS - 5_000,
          examples: shownRequests(contract, operation).map((request) => [request]),
        },
      );
      if (!details.failed) return;
      const [request] = details.counterexample ?? [];
      const line = JSON.stringify({ operation: operation.id, request });
      if (process.env.FUZZ_KEEP) appendFileSync(CASES, `${line}\n`);
      const kept = process.env.FUZZ_KEEP ? 'Kept in' : 'Add this line to';
      throw new Error(
        `${(details.errorInstance as Error | null)?.message ?? 'It failed.'}\n` +
          `FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}, after ${details.numRuns} runs and ${details.numShrinks} steps of shrinking\n` +
          `${kept} test/contract/fuzz-cases.jsonl:\n${line}`,
        { cause: details.errorInstance },
      );
    });
  });

  describe('in all', () => {
    it('has brought every operation to do its work, and to refuse', () => {
      process.stdout.write(table());
      const without = (outcome: Outcome) =>
        operations.map(({ id }) => id).filter((id) => !outcomes.get(id)?.has(outcome));
      expect(without('done')).toEqual([]);
      expect(without('not allowed')).toEqual([]);
    });

    it('leaves consistent stock', () => expectConsistentStock(db, ORGANIZATION));
  });
});

function table(): string {
  const lines = [...outcomes].map(([id, counts]) => {
    const all = [...counts].map(([outcome, count]) => `${outcome} ${count}`).sort();
    return `  ${id}: ${all.join(', ')}\n`;
  });
  return lines.join('');
}
