/**
 * Every operation of a contract, asked rightly and wrongly at random. Whatever is sent: the answer is one that
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
import { createTestDatabase, type TestDatabase } from '../../../kit/database.ts';
import {
  type ContractDocument,
  type Operation,
  readOperations,
} from '../../../src/http/operations.ts';
import { isQuick } from '../../support/depth.ts';
import { expectConsistentStock } from '../../support/stock-consistency.ts';
import { requestsOf, shownRequests } from './drawing.ts';
import { Fuzzer, type MakeAsking, type Outcome } from './fuzzer.ts';
import type { FuzzRequest } from './request.ts';
import { ORGANIZATION } from './world.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? (isQuick ? 6 : 40));
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const RUN_MILLISECONDS_MAX = 500;
const TIMEOUT_MILLISECONDS = 60_000 + RUNS * RUN_MILLISECONDS_MAX;

export interface Fuzzed {
  readonly contract: ContractDocument;
  /** Cases that went wrong once, below test/contract. */
  readonly casesFile: string;
  /** Absent: keys ask. */
  readonly asking?: MakeAsking;
  /** Operations that change what the examples of others name come late. */
  readonly late?: readonly string[];
  /** Operations whose work none of these requests can do, each with the reason. */
  readonly neverDone?: Readonly<Record<string, string>>;
}

/** Makes the tests of a contract. */
export function fuzz({ contract, casesFile, asking, late = [], neverDone = {} }: Fuzzed): void {
  const CASES = new URL(`../${casesFile}`, import.meta.url);
  /** What takes rows away comes last. */
  const rankOf = ({ id, method }: Operation) =>
    method === 'delete' ? 2 : Number(late.includes(id));
  const operations = readOperations(contract).toSorted((one, other) => rankOf(one) - rankOf(other));

  let db: TestDatabase;
  let fuzzer: Fuzzer;
  const outcomes = new Map<string, Map<Outcome, number>>();

  beforeAll(async () => {
    db = await createTestDatabase();
    fuzzer = await Fuzzer.start(db, contract, asking);
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

  /** Operations of one shape are asked different things. */
  function seedOf({ id }: Operation): number {
    return (SEED ^ Number.parseInt(hash('sha256', id).slice(0, 8), 16)) | 0;
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
            `${kept} test/contract/${casesFile}:\n${line}`,
          { cause: details.errorInstance },
        );
      });
    });

    describe('in all', () => {
      // A few draws do not bring every operation so far.
      it.skipIf(isQuick)('has brought every operation to do its work, and to refuse', () => {
        process.stdout.write(tableOf(outcomes));
        const without = (outcome: Outcome) =>
          operations.map(({ id }) => id).filter((id) => !outcomes.get(id)?.has(outcome));
        expect(without('done')).toEqual(
          operations.map(({ id }) => id).filter((id) => id in neverDone),
        );
        expect(without('not allowed')).toEqual([]);
      });

      it('leaves consistent stock', () => expectConsistentStock(db, ORGANIZATION));
    });
  });
}

function tableOf(outcomes: ReadonlyMap<string, ReadonlyMap<Outcome, number>>): string {
  const lines = [...outcomes].map(([id, counts]) => {
    const all = [...counts].map(([outcome, count]) => `${outcome} ${count}`).sort();
    return `  ${id}: ${all.join(', ')}\n`;
  });
  return lines.join('');
}
