/**
 * Which answers of the contract the tests have met, operation by status by code: `node test/support/coverage.ts FILE…`,
 * with the records of runs. Fails where one is promised that no test has met, and where one came that the contract
 * does not name. The test run prints the same at its end.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../../kit/contract.ts';
import { declaredAnswers } from '../../kit/contract.ts';
import { findChromium } from './chromium.ts';
import { readAnswers } from './recorded-answers.ts';

const documentFile = fileURLToPath(new URL('../../generated/openapi.json', import.meta.url));
const applicationFile = fileURLToPath(new URL('../../generated/application.json', import.meta.url));

/** Answers that are promised and that no test can meet, each with its reason. Nothing that is met may be here. */
export const EXCUSED: Readonly<Record<string, string>> = {};

/** Answers that only a browser with an authenticator meets; without Chromium its tests are skipped. */
const IN_BROWSER = ['registerPasskey 201', 'signInWithPasskey 200'];

export interface Coverage {
  /** A line for each operation, with its statuses and codes, and one with the sums. */
  readonly table: readonly string[];
  /** What is promised and was never met. */
  readonly missing: readonly string[];
  /** What is wrong: met and not declared, or excused without need. */
  readonly problems: readonly string[];
}

export function readCoverage(answersFiles: readonly string[]): Coverage {
  const [contract, application] = [documentFile, applicationFile].map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as Contract,
  ) as [Contract, Contract];
  const recorded = new Set(answersFiles.flatMap((file) => [...readAnswers(file)]));
  const hasBrowser = findChromium('passkeys') !== undefined;
  const declared = new Set([...declaredAnswers(contract), ...declaredAnswers(application)]);
  const expected = [...declared].filter(
    (answer) => hasBrowser || recorded.has(answer) || !IN_BROWSER.includes(answer),
  );
  return judgeCoverage(expected, recorded, EXCUSED);
}

/** @param declared and `recorded` have lines such as `getOrder 200` and `getOrder 404 not_found` */
export function judgeCoverage(
  declared: readonly string[],
  recorded: ReadonlySet<string>,
  excused: Readonly<Record<string, string>>,
): Coverage {
  const isMet = (answer: string) => recorded.has(answer);
  const promised = new Set(declared);
  const missing = declared
    .filter((answer) => !isMet(answer) && !(answer in excused))
    .map((answer) => `${answer}: the contract promises it, and no test has met it`);
  const problems = [
    ...[...recorded]
      .filter((answer) => !promised.has(answer))
      .map((answer) => `${answer}: a test has met it, and the contract does not name it`),
    ...Object.keys(excused)
      .filter((answer) => isMet(answer) || !promised.has(answer))
      .map((answer) => `${answer}: excused in test/support/coverage.ts without need`),
  ];
  const operations = Map.groupBy(declared, (answer) => answer.split(' ')[0] ?? '');
  const met = declared.filter(isMet).length;
  return {
    table: [
      ...[...operations].map(([id, answers]) => `${id}: ${describe(answers, isMet)}`),
      `${operations.size} operations, ${declared.length} answers by status and code, ${met} met`,
    ],
    missing: missing.sort(),
    problems: problems.sort(),
  };
}

/** `200, 404 not_found`; what was not met has an exclamation mark. */
function describe(answers: readonly string[], isMet: (answer: string) => boolean): string {
  const statuses = Map.groupBy(answers, (answer) => answer.split(' ')[1] ?? '');
  return [...statuses]
    .map(([status, all]) => {
      const codes = all.map((one) => `${one.split(' ')[2] ?? ''}${isMet(one) ? '' : '!'}`);
      return `${status} ${codes.join(' ')}`.trim();
    })
    .join(', ');
}

if (import.meta.main) {
  const answersFiles = process.argv.slice(2);
  if (answersFiles.length === 0) throw new Error('usage: node test/support/coverage.ts FILE…');
  const { table, missing, problems } = readCoverage(answersFiles);
  process.stdout.write([...table, ...missing, ...problems, ''].join('\n'));
  if (missing.length + problems.length > 0) process.exitCode = 1;
}
