import { parseArgs } from 'node:util';

export interface Options {
  /** Names of cases. */
  readonly cases: readonly string[];
  readonly seconds: number;
  readonly rounds: number;
  /** Of the ledger, ascending. */
  readonly rows: readonly number[];
  /** Reservations of the case with many open ones. */
  readonly open: number;
  /** Whether the documents are written. */
  readonly write: boolean;
}

const WHOLE = { seconds: 8, rounds: 3, rows: [20_000, 1_000_000, 10_000_000], open: 100_000 };
/** Shows in minutes that all works; its numbers say little. */
const QUICK = { seconds: 1, rounds: 1, rows: [20_000, 100_000], open: 2_000 };

export const USAGE = `npm run bench -- [--quick] [--cases a,b] [--seconds N] [--rounds N]
  [--rows 20000,1000000] [--open N] [--write]

--quick    ${QUICK.seconds} s, ${QUICK.rounds} round, few rows
--cases    some of the cases
--write    write the documents, also where only some was measured`;

/** @throws Error that says what would be right */
export function readOptions(words: readonly string[], names: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...words],
    options: {
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      cases: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      rows: { type: 'string' },
      open: { type: 'string' },
    },
  });
  const defaults = values.quick ? QUICK : WHOLE;
  const cases = values.cases?.split(',') ?? names;
  const unknown = cases.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`No case is named ${unknown}: ${names.join(', ')}.`);
  const rows = values.rows?.split(',').map((text) => count('rows', text)) ?? defaults.rows;
  return {
    cases: names.filter((name) => cases.includes(name)),
    seconds: count('seconds', values.seconds ?? `${defaults.seconds}`),
    rounds: count('rounds', values.rounds ?? `${defaults.rounds}`),
    rows: rows.toSorted((a, b) => a - b),
    open: count('open', values.open ?? `${defaults.open}`),
    write: values.write || (values.cases === undefined && !values.quick),
  };
}

function count(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} must be a whole number from 1 on.`);
  return Number(text);
}
