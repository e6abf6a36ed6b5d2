// The operator's command line. Each command calls one operation; this file only says which words it takes
// and how its result is printed.
import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { SCOPES } from '../../generated/contract.ts';
import { issueKey } from '../api-keys/issue-key.ts';
import { listKeys } from '../api-keys/list-keys.ts';
import { PLANS } from '../api-keys/plans.ts';
import { revokeKey } from '../api-keys/revoke-key.ts';
import { rotateKey } from '../api-keys/rotate-key.ts';
import { ENVIRONMENTS, ORGANIZATION_KINDS, ORGANIZATION_STATUSES } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { OperatorError } from '../errors.ts';
import { verifyLedger } from '../inventory/verify-ledger.ts';
import { createOrganization } from '../organizations/create-organization.ts';
import { findOrganization } from '../organizations/find-organization.ts';
import { setOrganizationStatus } from '../organizations/set-organization-status.ts';
import { importFile } from './import/import-file.ts';
import { addStockCommands } from './stock-program.ts';
import { addWebhookCommands } from './webhook-commands.ts';

export interface OperatorIo {
  /** Opens the database when a command needs it. */
  withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  print(line: string): void;
}

interface Printed {
  /** For programs: what `--json` prints. */
  readonly json: unknown;
  /** For people. */
  readonly lines: readonly string[];
  /** The command did its work and found something wrong. */
  readonly failed?: boolean;
}

/** @returns the process's exit code */
export async function runOperator(words: readonly string[], io: OperatorIo): Promise<number> {
  let failed = false;
  const program = new Command('operator')
    .description('Runs the platform: organizations, keys, catalogs, stock and the ledger.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.print(text.trimEnd()) });

  const command = (
    parent: Command,
    name: string,
    description: string,
    run: (database: Database, options: Record<string, string>, words: string[]) => Promise<Printed>,
  ): Command => {
    const added = parent.command(name).description(description).option('--json', 'print JSON');
    return added.action(async () => {
      const options = added.opts();
      const printed = await io.withDatabase((database) => run(database, options, added.args));
      if (printed.failed) failed = true;
      if (options.json) io.print(JSON.stringify(printed.json));
      else for (const line of printed.lines) io.print(line);
    });
  };

  addOrganization(program, command);
  addKey(program, command);
  addImport(program, command);
  addLedger(program, command);
  addStockCommands(program, command);
  addWebhookCommands(program, command);
  await program.parseAsync([...words], { from: 'user' });
  return failed ? 1 : 0;
}

export type AddCommand = (
  parent: Command,
  name: string,
  description: string,
  // biome-ignore lint/suspicious/noExplicitAny: commander has checked which options are there
  run: (database: Database, options: any, words: string[]) => Promise<Printed>,
) => Command;

function addOrganization(program: Command, command: AddCommand): void {
  const organization = program.command('organization').description('Tenants of the platform.');
  command(
    organization,
    'create',
    'Create an organization.',
    async (database, { slug, name, kind }) => {
      const created = await createOrganization(database, { slug, name, kind });
      return { json: created, lines: [`organization ${created.slug} created: ${created.id}`] };
    },
  )
    .requiredOption('--slug <slug>', 'its short name in commands and files')
    .requiredOption('--name <name>', 'its full name')
    .addOption(
      new Option('--kind <kind>', 'what it is').choices(ORGANIZATION_KINDS).makeOptionMandatory(),
    );
  command(
    organization,
    'set-status',
    'Suspend an organization or make it active again.',
    async (database, options) => {
      const changed = await setOrganizationStatus(database, options.organization, options.status);
      return { json: changed, lines: [`organization ${changed.slug} is ${changed.status}`] };
    },
  )
    .requiredOption('--organization <slug>', 'which one')
    .addOption(
      new Option('--status <status>', 'what it shall be')
        .choices(ORGANIZATION_STATUSES)
        .makeOptionMandatory(),
    );
}

function addKey(program: Command, command: AddCommand): void {
  const key = program.command('key').description('API keys.');
  command(key, 'issue', 'Issue a key. It is shown once.', async (database, options) => {
    const issued = await issueKey(database, options);
    return { json: issued, lines: [`key ${issued.id}, shown this once:`, issued.key] };
  })
    .requiredOption('--organization <slug>', 'whose key it is')
    .addOption(
      new Option('--environment <environment>', 'what it acts on')
        .choices(ENVIRONMENTS)
        .makeOptionMandatory(),
    )
    .requiredOption('--scopes <scopes>', `all, or some of ${SCOPES.join(',')}`)
    .addOption(new Option('--plan <plan>', 'its limits').choices(PLANS).default('standard'))
    .option('--requests-per-minute <n>', "writes a minute, instead of the plan's", positiveInteger)
    .option('--requests-per-day <n>', "writes a day, instead of the plan's", positiveInteger)
    .option('--expires-at <time>', 'ISO 8601 time of its end');

  command(key, 'rotate', 'Issue a key in the place of another.', async (database, options) => {
    const rotated = await rotateKey(database, options);
    return {
      json: rotated,
      lines: [
        `key ${rotated.id}, shown this once:`,
        rotated.key,
        `the old key is valid until ${rotated.old_key_expires_at}`,
      ],
    };
  })
    .requiredOption('--id <id>', 'the old key')
    .option('--overlap-seconds <n>', 'how long both are valid; a day if not said', wholeNumber);

  command(key, 'revoke', 'End a key with the next request.', async (database, { id }) => {
    const revoked = await revokeKey(database, id);
    return { json: revoked, lines: [`key ${revoked.id} is revoked since ${revoked.revoked_at}`] };
  }).requiredOption('--id <id>', 'which key');

  command(key, 'list', 'List the keys of an organization.', async (database, { organization }) => {
    const keys = await listKeys(database, organization);
    return {
      json: keys,
      lines: keys.map(
        ({ id, environment, status, plan, last_used_at, scopes }) =>
          `${id} ${environment} ${status} ${plan} last used ${last_used_at ?? 'never'} ${scopes.join(',')}`,
      ),
    };
  }).requiredOption('--organization <slug>', 'whose keys');
}

function addImport(program: Command, command: AddCommand): void {
  command(
    program,
    'import <file>',
    'Load a JSON file of records, all or nothing.',
    async (database, _options, [path]) => {
      const { counts, locksHeldMilliseconds } = await importFile(
        database,
        await readText(path as string),
      );
      return {
        json: { ...counts, locks_held_milliseconds: locksHeldMilliseconds },
        lines: [
          ...Object.entries(counts).map(
            ([kind, { created, updated, unchanged }]) =>
              `${kind}: ${created} created, ${updated} updated, ${unchanged} unchanged`,
          ),
          `stock was locked for ${locksHeldMilliseconds} ms`,
        ],
      };
    },
  );
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${path} cannot be read: ${error.code ?? error.message}.`);
  });
  try {
    // Fatal, because a name in another encoding would be stored with its letters replaced.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError(`${path} is not UTF-8 text.`);
  }
}

function addLedger(program: Command, command: AddCommand): void {
  const ledger = program.command('ledger').description('The ledger of stock.');
  command(
    ledger,
    'verify',
    'Prove every balance and every hash chain.',
    async (database, { organization }) => {
      const id =
        organization === undefined ? null : (await findOrganization(database, organization)).id;
      const result = await verifyLedger(database, id);
      const { problems, ...counts } = result;
      return {
        json: result,
        failed: !result.ok,
        lines: [
          ...problems.map(({ kind, id, message }) => `${kind} ${id}: ${message}`),
          `${counts.entries} entries of ${counts.lots} lots at ${counts.levels} levels verified: ` +
            (result.ok ? 'every balance and chain holds' : `${counts.problem_count} problems`),
        ],
      };
    },
  ).option('--organization <slug>', 'of this organization only');
}

function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}
