// The operator's command line, in this process and on a test's database.
import type { Database } from '../../src/database/database.ts';
import { runOperator } from '../../src/operator/program.ts';

export interface Ran {
  readonly code: number;
  readonly printed: string;
}

/** Runs a command as its words are typed. Rejects with what the program would print and end with. */
export async function operate(database: Database, ...words: string[]): Promise<Ran> {
  const lines: string[] = [];
  const code = await runOperator(words, {
    print: (line) => lines.push(line),
    withDatabase: (work) => work(database),
  });
  return { code, printed: lines.join('\n') };
}

/** What `--json` prints, read. */
// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
export async function operateJson(database: Database, ...words: string[]): Promise<any> {
  return JSON.parse((await operate(database, ...words, '--json')).printed);
}
