// Imports a file of records, all or nothing: one transaction writes all sections.
//
// Natural keys name records, so a second import of the same file changes nothing. The section's file, in the feature
// that owns the rows, defines the keys and how a record becomes a row.
import { v7 as uuidv7 } from 'uuid';
import {
  type ActionRecord,
  actorOf,
  type OperatorAction,
  recordActions,
} from '../../audit/operator-actions.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { RETRY_POLICIES, runTransaction } from '../../database/run-transaction.ts';
import { statement } from '../../database/statement.ts';
import { appendEvents } from '../../events/append-events.ts';
import type { ImportRun, ImportSection, RecordFields } from '../../import/section.ts';
import type { ImportCount } from '../../import/upsert.ts';
import type { SecretBox } from '../../lib/seal.ts';
import { readImportFile } from './import-format.ts';
import { type ImportFile, SECTIONS, type SectionName } from './sections.ts';

export type ImportCounts = Record<SectionName, ImportCount>;

export interface ImportResult {
  readonly counts: ImportCounts;
  /** The time from the first lock on a stock level to the commit; no movement could use those levels meanwhile. */
  readonly locksHeldMilliseconds: number;
}

/** The command that imports, and the keys for fields that must not be readable at rest. */
export interface ImportedBy {
  readonly action: OperatorAction;
  readonly secrets: SecretBox;
}

/** An import of at least so many records gathers statistics for the planner while it runs. */
const BULK_RECORDS = 500;

/** @throws OperatorError that names the record and the field; nothing is imported then */
export async function importFile(
  database: Database,
  source: string,
  by: ImportedBy,
): Promise<ImportResult> {
  const file = readImportFile(source);
  const { counts, lockedAt } = await runTransaction(database, RETRY_POLICIES.importFile, (tx) =>
    importRecords(tx, file, by),
  );
  return { counts, locksHeldMilliseconds: Math.round(performance.now() - lockedAt) };
}

/**
 * Imports within the caller's transaction, which should commit at once: levels stay locked.
 *
 * @returns the counts, and when (by performance.now) the first level was locked
 */
export async function importRecords(
  tx: Transaction,
  file: ImportFile,
  { action, secrets }: ImportedBy,
): Promise<{ counts: ImportCounts; lockedAt: number }> {
  await tx.query(ONE_IMPORT_AT_A_TIME, []);
  const isBulk = Object.values(file).some((records) => records.length >= BULK_RECORDS);
  const run: ImportRun = {
    tx,
    actor: actorOf(action),
    secrets,
    isBulk,
    events: [],
    reorderedSkus: [],
    rezonedLocations: [],
  };
  const counts: Partial<ImportCounts> = {};
  // Each section takes the records under its own name, whose format is checked already.
  const sections: readonly ImportSection<SectionName, RecordFields>[] = SECTIONS;
  for (const { name, isDue, write } of sections) {
    const records = file[name] ?? [];
    counts[name] = isDue(run, records) ? await write(run, records) : NOTHING;
  }
  await recordActions(tx, await actionsOf(tx, file, action));
  appendEvents(tx, run.events);
  return {
    counts: counts as ImportCounts,
    lockedAt: run.stockLockedAt ?? performance.now(),
  };
}

const NOTHING: ImportCount = { created: 0, updated: 0, unchanged: 0 };

/** Two imports of the same records would otherwise wait for each other's unique keys. */
const ONE_IMPORT_AT_A_TIME = statement<never>(
  'one-import-at-a-time',
  'select from pg_advisory_xact_lock(7203114002)',
);

/** @returns one action for each organization that the file names, or one that names none */
async function actionsOf(
  tx: Transaction,
  file: ImportFile,
  action: OperatorAction,
): Promise<ActionRecord[]> {
  const target = Object.entries(file)
    .map(([section, records]) => `${records.length} ${section}`)
    .join(', ');
  const slugs = new Set([
    ...(file.organizations ?? []).map(({ slug }) => slug),
    ...Object.values(file).flatMap((records) =>
      records.flatMap((record) => ('organization' in record ? record.organization : [])),
    ),
  ]);
  const named = await tx.query(FIND_NAMED, [[...slugs]]);
  if (named.length === 0) return [{ ...action, organizationId: null, target }];
  return named.map(({ id: organizationId }, index) => ({
    ...action,
    id: index === 0 ? action.id : uuidv7(),
    organizationId,
    target,
  }));
}

const FIND_NAMED = statement<{ id: string }>(
  'import-named-organizations',
  'select id from organization where slug = any($1::text[]) order by id',
);
