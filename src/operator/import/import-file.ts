// Imports a file of records. It is judged whole first, and a file with an error changes nothing: one transaction writes
// all sections, as far as they are without errors, and is rolled back where there was one. Many lots are put off: they
// are written after the commit, chunk by chunk, each in a transaction of its own, so that no movement waits long for
// its stock. A run that was cut is finished by another with the same file.
//
// Natural keys name records, so a second import of the same file changes nothing. The section's file, in the feature
// that owns the rows, defines the keys and how a record becomes a row.
import {
  type ActionRecord,
  actorOf,
  type OperatorAction,
  recordActions,
} from '../../audit/operator-actions.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { RETRY_POLICIES, runTransaction } from '../../database/run-transaction.ts';
import { statement } from '../../database/statement.ts';
import { OperatorError } from '../../errors.ts';
import { appendEvents } from '../../events/append-events.ts';
import { FaultyRecords } from '../../import/record-faults.ts';
import type { ImportChunk, ImportRun, ImportSection, RecordFields } from '../../import/section.ts';
import type { ImportCount } from '../../import/upsert.ts';
import type { OnProgress } from '../../lib/on-progress.ts';
import { newId } from '../../lib/random.ts';
import type { SecretBox } from '../../lib/seal.ts';
import { type CsvSection, readCsv } from './csv-file.ts';
import { FAULTS_MAX, FileFaults, inFile } from './file-faults.ts';
import { formatFaults } from './import-format.ts';
import type { ImportSource, ImportText } from './import-source.ts';
import { readJson } from './json-file.ts';
import { type ImportFile, SECTIONS, type SectionName } from './sections.ts';

type ImportCounts = Record<SectionName, ImportCount>;

interface ImportResult {
  readonly counts: ImportCounts;
  /** The longest time that a transaction held stock locked; no movement could use those levels meanwhile. */
  readonly locksHeldMilliseconds: number;
}

/** The command that imports, and the keys for fields that must not be readable at rest. */
interface ImportedBy {
  readonly action: OperatorAction;
  readonly secrets: SecretBox;
}

export interface ImportOptions {
  /** Judges all that an import would, and changes nothing; the counts are those that it would have. */
  readonly isDryRun?: boolean;
  /** Called with the records that are written, and with how many there are. */
  readonly onProgress?: OnProgress | undefined;
}

/** An import of at least so many records gathers statistics for the planner while it runs. */
const BULK_RECORDS = 500;

/**
 * Reads a file: JSON, or CSV where it is said what section that holds.
 *
 * @throws OperatorError for a file that holds no records
 */
export function readImport(given: ImportText, csvSection?: CsvSection): ImportSource {
  const { file, lineOf, oddRows } =
    csvSection === undefined
      ? { ...readJson(given), oddRows: new Map<number, string>() }
      : readCsv(given, csvSection);
  return { path: given.path, file, lineOf, faults: formatFaults(file, FAULTS_MAX, oddRows) };
}

/** @throws OperatorError with a line for each error; nothing is imported then */
export async function importFile(
  database: Database,
  source: ImportSource,
  { isDryRun = false, onProgress, ...by }: ImportedBy & ImportOptions,
): Promise<ImportResult> {
  const chunks: ImportChunk[] = [];
  const first = runTransaction(database, RETRY_POLICIES.importFile, async (tx) => {
    chunks.length = 0;
    const putOff = (chunk: ImportChunk) => {
      chunks.push(chunk);
    };
    const imported = await importRecords(tx, source, { ...by, isDryRun, putOff, onProgress });
    if (isDryRun) throw new DryRun(imported.counts);
    return imported;
  });
  const imported = await first.catch((error) => {
    if (error instanceof DryRun) return { counts: error.counts, lockedAt: undefined };
    // The lines are found here, where nothing is locked any more: a long file takes seconds.
    if (error instanceof FaultyFile) error.faults.refuseFile();
    throw error;
  });
  const { lockedAt } = imported;
  let locksHeldMilliseconds = lockedAt === undefined ? 0 : performance.now() - lockedAt;
  const counts = { ...imported.counts };
  const total = Object.values(source.file).flat().length;
  let done = total - chunks.reduce((sum, { indexes }) => sum + indexes.length, 0);
  for (const chunk of chunks) {
    const { created, stockLockedAt } = await writeChunk(database, chunk).catch((error) => {
      if (!(error instanceof FaultyRecords)) throw error;
      const faults = inFile('lots', error.faults, chunk.indexes);
      return refuseChunk({ ...source, faults }, counts.lots.created);
    });
    locksHeldMilliseconds = Math.max(locksHeldMilliseconds, performance.now() - stockLockedAt);
    const { lots } = counts;
    counts.lots = {
      ...lots,
      created: lots.created + created,
      unchanged: lots.unchanged - created,
    };
    done += chunk.indexes.length;
    onProgress?.(done, total);
  }
  return { counts, locksHeldMilliseconds: Math.round(locksHeldMilliseconds) };
}

/** Thrown at the end of a dry run, so that its transaction is rolled back. */
class DryRun extends Error {
  override readonly name = 'DryRun';
  readonly counts: ImportCounts;

  constructor(counts: ImportCounts) {
    super('The dry run is over.');
    this.counts = counts;
  }
}

class FaultyFile extends Error {
  override readonly name = 'FaultyFile';
  readonly faults: FileFaults;

  constructor(faults: FileFaults) {
    super('Records of the file are refused.');
    this.faults = faults;
  }
}

function writeChunk(database: Database, chunk: ImportChunk) {
  return runTransaction(database, RETRY_POLICIES.importFile, async (tx) => {
    await tx.query(ONE_IMPORT_AT_A_TIME, []);
    return chunk.write(tx);
  });
}

/** Says what is in the way of a chunk: others have changed the stock since the file was judged. */
function refuseChunk(source: ImportSource, created: number): never {
  throw new OperatorError(
    ...new FileFaults(source).lines(),
    `The stock changed after the file was checked. ${created} lots and the other sections were imported. ` +
      'Correct the file and import it again for the rest.',
  );
}

/**
 * Imports within the caller's transaction, which should commit at once: levels stay locked.
 *
 * @param by `putOff` takes the lots that may be written after the commit; without it, everything is written now
 * @returns the counts, and when (by performance.now) the first level was locked, if any was
 * @throws FaultyFile when a record is refused
 */
export async function importRecords(
  tx: Transaction,
  source: ImportSource,
  {
    action,
    secrets,
    isDryRun = false,
    onProgress,
    putOff,
  }: ImportedBy & ImportOptions & Pick<ImportRun, 'putOff'>,
): Promise<{ counts: ImportCounts; lockedAt: number | undefined }> {
  const { file } = source;
  const faults = new FileFaults(source);
  if (faults.isFull) throw new FaultyFile(faults);
  await tx.query(ONE_IMPORT_AT_A_TIME, []);
  const run: ImportRun = {
    tx,
    actor: actorOf(action),
    secrets,
    isBulk: Object.values(file).some((records) => records.length >= BULK_RECORDS),
    events: [],
    reorderedSkus: [],
    rezonedLocations: [],
    get isJudgingOnly() {
      return isDryRun || faults.any;
    },
    ...(putOff && { putOff }),
  };
  const total = Object.values(file).flat().length;
  let done = 0;
  const counts: Partial<ImportCounts> = {};
  for (const section of SECTIONS) {
    counts[section.name] = await writeSection(section, { run, faults, file });
    // Lots may be put off, so they are counted when their chunks are written.
    done += section.name === 'lots' ? 0 : (file[section.name]?.length ?? 0);
    onProgress?.(done, total);
  }
  if (faults.any) throw new FaultyFile(faults);
  await recordActions(tx, await actionsOf(tx, file, action));
  // An import takes long: what others have announced meanwhile must not seem to be later.
  appendEvents(
    tx,
    run.events.map((event) => ({ ...event, createdAt: undefined })),
  );
  return { counts: counts as ImportCounts, lockedAt: run.stockLockedAt };
}

/** Writes the records of a section that are without faults; what it refuses is left out, and it is called again. */
async function writeSection(
  { name, isDue, write }: ImportSection<SectionName, RecordFields>,
  { run, faults, file }: { run: ImportRun; faults: FileFaults; file: ImportFile },
): Promise<ImportCount> {
  const all: readonly RecordFields[] = file[name] ?? [];
  for (;;) {
    const indexes = [...all.keys()].filter((index) => !faults.isRefused(name, index));
    const records = indexes.map((index) => all[index] as RecordFields);
    if (faults.isFull || !isDue(run, records)) return NOTHING;
    // Each turn refuses a record more, so the loop ends.
    run.tx.defer(SAVEPOINT, []);
    try {
      return await write(run, records);
    } catch (error) {
      if (!(error instanceof FaultyRecords)) throw error;
      run.tx.defer(ROLL_BACK, []);
      faults.add(inFile(name, error.faults, indexes));
    }
  }
}

const SAVEPOINT = statement<never>('import-savepoint', 'savepoint import_section');

const ROLL_BACK = statement<never>(
  'import-roll-back-to-savepoint',
  'rollback to savepoint import_section',
);

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
    id: index === 0 ? action.id : newId(),
    organizationId,
    target,
  }));
}

const FIND_NAMED = statement<{ id: string }>(
  'import-named-organizations',
  'select id from organization where slug = any($1::text[]) order by id',
);
