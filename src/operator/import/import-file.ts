// The import of a file of records, all or nothing: one transaction writes the catalog and posts the lots.
//
// Natural keys name records, so a second import of the same file changes nothing: organizations by slug,
// locations by name, products by id, SKUs by sku_code, lots by lot number at a location. A lot that is
// there is never posted again, whatever its quantity says now.
import { type Database, failureKind, type Transaction } from '../../database/database.ts';
import type { Statement } from '../../database/statement.ts';
import { gatherStatistics, postLots } from '../../inventory/import-lots.ts';
import {
  importLocations,
  importOrganizations,
  importProducts,
  importSkus,
} from './import-catalog.ts';
import { type ImportFile, readImportFile } from './import-format.ts';

export interface ImportCount {
  created: number;
  updated: number;
  unchanged: number;
}

export type ImportCounts = Record<keyof ImportFile, ImportCount>;

export interface ImportResult {
  readonly counts: ImportCounts;
  /** From the lock on the first stock level to the commit: how long those levels could not be drawn from. */
  readonly locksHeldMilliseconds: number;
}

/** A movement that receives a lot number, or an operator who makes an organization, may come first. */
const TRIES_MAX = 4;

/** Records from which on the planner is told what the import has written. */
const BULK_RECORDS = 500;

/** @throws OperatorError that names the record and the field; nothing is imported then */
export async function importFile(database: Database, source: string): Promise<ImportResult> {
  const file = readImportFile(source);
  for (let tries = 1; ; tries += 1) {
    try {
      const { counts, lockedAt } = await database.transaction((tx) => importRecords(tx, file), {
        long: true,
      });
      return { counts, locksHeldMilliseconds: Math.round(performance.now() - lockedAt) };
    } catch (error) {
      if (failureKind(error) !== 'conflict' || tries === TRIES_MAX) throw error;
    }
  }
}

/**
 * Imports within a transaction of the caller's, which should commit at once: levels stay locked.
 *
 * @returns the counts, and when (by performance.now) the first level was locked
 */
export async function importRecords(
  tx: Transaction,
  file: ImportFile,
): Promise<{ counts: ImportCounts; lockedAt: number }> {
  await tx.query(ONE_IMPORT_AT_A_TIME, []);
  const organizations = await importOrganizations(tx, file.organizations ?? []);
  const locations = await importLocations(tx, file.locations ?? []);
  const products = await importProducts(tx, file.products ?? []);
  const skus = await importSkus(tx, file.skus ?? []);
  const isBulk = Object.values(file).some((records) => records.length >= BULK_RECORDS);
  if (isBulk) await gatherStatistics(tx);
  const { count: lots, lockedAt } = await postLots(tx, { lots: file.lots ?? [], ...skus });
  return { counts: { organizations, locations, products, skus: skus.count, lots }, lockedAt };
}

/** Two imports of the same records would otherwise wait for each other's unique keys. */
const ONE_IMPORT_AT_A_TIME: Statement = {
  name: 'one-import-at-a-time',
  text: 'select pg_advisory_xact_lock(7203114002)',
};
