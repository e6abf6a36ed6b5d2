// Every command of the operator, with every record that is there. Nothing here names a command whose options
// are known: a new one is run as soon as the program has it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneDatabase } from '../../kit/one-database.ts';
import type { OperatorCommand, OptionShape } from '../../src/operator/command.ts';
import { COMMANDS, runOperator } from '../../src/operator/program.ts';
import { SECRETS_KEYS } from '../support/operator.ts';
import { day } from '../support/pharmacy.ts';
import { someIds } from './requests.ts';
import type { Stage } from './stage.ts';

/** Of the ways to type what a command must have: those that what it may have is added to. */
const MORE_OF = 6;

interface Named {
  /** As they are typed. */
  readonly words: readonly string[];
  readonly command: OperatorCommand;
}

const all: readonly Named[] = COMMANDS.flatMap((entry) =>
  'commands' in entry
    ? entry.commands.map((command) => ({ words: [entry.name, command.name], command }))
    : [{ words: [entry.name.split(' ')[0] as string], command: entry }],
);

export const commands: readonly string[] = all.map(({ words }) => words.join(' '));

/** Those that take something away, and so come last. */
export function takesAway(name: string): boolean {
  return / (cancel|end|erase|redact|reset|revoke)$/.test(name);
}

/** @returns the commands that did their work */
export async function runAll(stage: Stage, only: (name: string) => boolean): Promise<Set<string>> {
  const worked = new Set<string>();
  for (const { words, command } of all) {
    const name = words.join(' ');
    if (!only(name)) continue;
    for (const options of await optionsOf(stage, command)) {
      const typed = [...words, ...wordsOf(stage, command), ...options];
      if (await run(stage, { name, typed })) worked.add(name);
      await run(stage, { name, typed: [...typed, '--json'] });
    }
  }
  return worked;
}

/** Looks at what the person at the terminal sees. */
async function run(
  { sentinels, database }: Stage,
  { name, typed }: { name: string; typed: readonly string[] },
): Promise<boolean> {
  const source = { where: 'command', command: name } as const;
  try {
    const code = await runOperator(typed, {
      print: (line) => sentinels.look(source, line),
      ...oneDatabase({ database, secretsKeys: SECRETS_KEYS }),
    });
    return code === 0;
  } catch (error) {
    const { message, stack } = error as Error;
    sentinels.look(source, `${message} ${stack}`);
    return false;
  }
}

/** What to type for an option, by its key; several where each may fit another record. */
async function valuesOf(stage: Stage): Promise<Record<string, readonly string[]>> {
  const { sentinels, dataDir } = stage;
  const ids = await someIds(stage);
  const reason = sentinels.text(
    'a reason',
    ({ where, caller, command, operation }) =>
      // It becomes the note of an entry, which is in the lot's history too, and is in the operator's own log.
      command === 'log' ||
      (where === 'answer' && (caller === 'pharmacy live' || operation === 'getLotHistory')),
  );
  const anchor = join(dataDir, 'anchor.jsonl');
  writeFileSync(anchor, '{}');
  const everyId = [...ids.values()].flat();
  return {
    actor: ['Ada'],
    asOf: [day(1)],
    against: [anchor],
    celsius: ['40'],
    counted: ['500'],
    delivery: ids.get('webhook_delivery') ?? [],
    endpoint: ids.get('webhook_endpoint') ?? [],
    environment: ['live'],
    expiresAt: ['2099-01-01T00:00:00Z'],
    expiry: [day(410)],
    id: everyId,
    limit: ['1000'],
    location: ['Main'],
    // The last one is new, until it is received.
    lot: ['SEN-L1', 'SEN-L2', 'SEN-L3'],
    lots: ['SEN-1:SEN-L2:1'],
    label: ['A label'],
    measuredAt: [`${day(-1)}T00:00:00Z`],
    name: ['A name'],
    organization: ['sen-pharmacy', 'sen-clinic'],
    // The old keys still have much to ask.
    overlapSeconds: ['86400'],
    po: ['PO-1'],
    publicKey: ['AAAA'],
    qty: ['1'],
    reason: [reason],
    email: ['somebody@mail.example'],
    requestsPerDay: ['5'],
    requestsPerMinute: ['5'],
    roles: ['clerk,manager'],
    scopes: ['all'],
    since: ['2020-01-01T00:00:00Z'],
    sku: ['SEN-1'],
    slug: [`sen-${crypto.randomUUID()}`],
    status: ['paid', 'processing', 'active'],
    to: ['Annex'],
    trackingCarrier: ['UPS'],
    trackingNumber: ['1Z999AA10123456784'],
  };
}

/** The words after the command's own: what it must have, alone and with each of what it may have. */
async function optionsOf(stage: Stage, { name, options }: OperatorCommand): Promise<string[][]> {
  const values = await valuesOf(stage);
  const isMust = ([, { isSure, standing }]: [string, OptionShape]) =>
    isSure && standing === undefined;
  const must = Object.entries(options).filter(isMust);
  const may = Object.entries(options).filter((one) => !isMust(one));
  let typed: string[][] = [[]];
  for (const [key, { choices }] of must) {
    // The first choice is the default: what another has changed it changes back.
    const known = choices?.toReversed() ?? values[key];
    if (known === undefined) throw new Error(`What is typed for --${key} of ${name}? Say it here.`);
    typed = typed.flatMap((words) => known.map((value) => [...words, wordOf(key), value]));
  }
  const extras = may.flatMap(([key, { argument, choices }]) =>
    argument === ''
      ? [[wordOf(key)]]
      : (choices ?? values[key] ?? []).map((value) => [wordOf(key), value]),
  );
  const [first = []] = typed;
  return [
    [...first, ...new Map(extras.map((extra) => [extra[0], extra])).values()].flat(),
    ...typed.slice(0, MORE_OF).flatMap((words) => extras.map((extra) => [...words, ...extra])),
    ...typed,
  ];
}

function wordOf(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What a command takes next to its options. */
function wordsOf({ dataDir }: Stage, { name }: OperatorCommand): string[] {
  const named = name.split(' ').slice(1);
  return named.map((word) => {
    if (word !== '<file>') throw new Error(`What is typed for ${word}? Say it here.`);
    const path = join(dataDir, 'import.json');
    writeFileSync(
      path,
      JSON.stringify({ locations: [{ organization: 'sen-pharmacy', name: 'Shed' }] }),
    );
    return path;
  });
}
