// The import of a file of records, all or nothing: one transaction writes all sections.
//
// Natural keys name records, so a second import of the same file changes nothing. Which they are, and what
// a record becomes, says the section's file in the feature that owns the rows.
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
  /** From the lock on the first stock level to the commit: how long those levels could not be drawn from. */
  readonly locksHeldMilliseconds: number;
}

/** Who imports, and what seals that which must not be read at rest. */
export interface ImportedBy {
  readonly action: OperatorAction;
  readonly secrets: SecretBox;
}

/** Records from which on the planner is told what the import has written. */
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
 * Imports within a transaction of the caller's, which should commit at once: levels stay locked.
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
  // Each takes the records of its own name, which the format has checked.
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

/** One for each organization that the file names, or one that names none. */
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
