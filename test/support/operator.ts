// The operator's command line, in this process and on a test's database.

import { oneDatabase } from '../../kit/one-database.ts';
import type { Database } from '../../src/database/database.ts';
import { runOperator } from '../../src/operator/program.ts';
import { reportHidden } from './sentinels.ts';

/** As SECRETS_KEY would give them; the tests' services have the same. */
export const SECRETS_KEYS: readonly Buffer[] = [Buffer.alloc(32, 7)];

/** Commands that are there to tell what nothing else tells: a new key, all of one patient, where an order goes. */
const TELLING = /^(key (issue|rotate)|person (invite|list)|patient export|order show)\b/;

export interface Ran {
  readonly code: number;
  readonly printed: string;
}

/** Runs a command as its words are typed. Rejects with what the program would print and end with. */
export function operate(database: Database, ...words: string[]): Promise<Ran> {
  return operateWith({ database, secretsKeys: SECRETS_KEYS }, ...words);
}

/** The same with other keys. */
export async function operateWith(
  { database, secretsKeys }: { database: Database; secretsKeys: readonly Buffer[] },
  ...words: string[]
): Promise<Ran> {
  const lines: string[] = [];
  const code = await runOperator(words, {
    print: (line) => lines.push(line),
    ...oneDatabase({ database, secretsKeys }),
  });
  const printed = lines.join('\n');
  if (!TELLING.test(words.join(' '))) reportHidden(`operator ${words.join(' ')}`, printed);
  return { code, printed };
}

/** What `--json` prints, read. */
// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
export async function operateJson(database: Database, ...words: string[]): Promise<any> {
  return JSON.parse((await operate(database, ...words, '--json')).printed);
}
