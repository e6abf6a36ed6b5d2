/**
 * Tries the contract with generators of clients: what each makes of the document, as the server serves it, is
 * compiled and does the same against that server. Prints a table, and ends with 1 where one failed. A generator
 * whose toolchain this machine has not is skipped, and the table says so.
 *
 *     npm run clients            all
 *     npm run clients -- go java some
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { stopAll, stopAllWhenEnded, stopLater } from '../../kit/cleanup.ts';
import { print } from '../../kit/print.ts';
import { GENERATORS, type Generator } from './generators.ts';
import { missingOf } from './toolchains.ts';
import { makeWorld, type World } from './world.ts';

/**
 * What every programme sees: 100 units received and 60 drawn; a billion three times more, which is beyond 32
 * bits; five entries on three pages of two; and an endpoint that came and went.
 */
const SEEN = {
  received: 100,
  drawn: -60,
  balance: 3_000_000_040,
  listed: 3_000_000_040,
  walked: 5,
  pages: 3,
  webhook: true,
};

type Outcome = 'yes' | 'no' | '-';

interface Row {
  readonly generator: string;
  readonly generated: Outcome;
  readonly compiled: Outcome;
  readonly ran: Outcome;
  readonly note: string;
}

stopAllWhenEnded();
let failed = false;
try {
  failed = await tryClients(process.argv.slice(2));
} finally {
  await stopAll();
}
process.exitCode = failed ? 1 : 0;

async function tryClients(languages: readonly string[]): Promise<boolean> {
  const unknown = languages.find((name) => GENERATORS.every(({ language }) => language !== name));
  if (unknown !== undefined) throw new Error(`no generator is called ${unknown}`);
  const chosen = GENERATORS.filter(
    ({ language }) => languages.length === 0 || languages.includes(language),
  );
  const folder = await mkdtemp(join(tmpdir(), 'clients-'));
  stopLater(() => rm(folder, { recursive: true, force: true }));
  const world = await makeWorld(chosen.map(({ language }) => language));
  const [document, document30] = ['openapi.json', 'openapi-3.0.json'].map((name) =>
    join(folder, name),
  ) as [string, string];
  for (const file of [document, document30]) {
    const served = await fetch(`${world.url}/${basename(file)}`);
    await writeFile(file, await served.text());
  }

  const rows: Row[] = [];
  for (const generator of chosen) {
    const target = { folder: join(folder, generator.language), document, document30 };
    await mkdir(target.folder);
    rows.push(await tryOne(generator, target, world));
  }
  printTable(rows);
  return rows.some((row) => [row.generated, row.compiled, row.ran].includes('no'));
}

async function tryOne(
  generator: Generator,
  target: Parameters<Generator['generate']>[0],
  world: World,
): Promise<Row> {
  const done: Record<'generated' | 'compiled' | 'ran', Outcome> = {
    generated: '-',
    compiled: '-',
    ran: '-',
  };
  const rowWith = (note: string): Row => ({ generator: generator.name, ...done, note });
  const missing = await missingOf(generator.tools);
  if (missing.length > 0) return rowWith(`skipped: this machine has no ${missing.join(', ')}`);
  const { language, compile, runProgramme } = generator;
  let step: keyof typeof done = 'generated';
  const began = performance.now();
  try {
    await generator.generate(target);
    done.generated = 'yes';
    if (compile === undefined) return rowWith('generated only: its toolchain is not tried here');
    step = 'compiled';
    await compile(target);
    done.compiled = 'yes';
    if (runProgramme === undefined) return rowWith('compiled only');
    step = 'ran';
    const printed = await runProgramme(target, world.settingsFor(language));
    const seen: unknown = JSON.parse(printed);
    if (!isDeepStrictEqual(seen, SEEN)) throw new Error(`the programme saw ${printed}`);
    done.ran = 'yes';
    return rowWith(`${Math.round((performance.now() - began) / 1000)} s`);
  } catch (error) {
    done[step] = 'no';
    process.stderr.write(`${generator.name}: ${(error as Error).message}\n\n`);
    return rowWith('see above');
  }
}

function printTable(rows: readonly Row[]): void {
  print('| generator | generates | compiles | runs | |');
  print('|---|---|---|---|---|');
  for (const { generator, generated, compiled, ran, note } of rows) {
    print(`| ${generator} | ${generated} | ${compiled} | ${ran} | ${note} |`);
  }
}
