// The import of a file of records, all or nothing: one transaction writes the catalog and posts the lots.
//
// Natural keys name records, so a second import of the same file changes nothing: organizations by slug,
// locations by name, products by id, SKUs by sku_code, lots by lot number at a location. A lot that is
// there is never posted again, whatever its quantity says now.
import {
  type Database,
  failureKind,
  type Statement,
  type Transaction,
} from '../database/database.ts';
import {
  importLocations,
  importOrganizations,
  importProducts,
  importSkus,
} from './import-catalog.ts';
import { type ImportFile, readImportFile } from './import-format.ts';
import { postLots } from './import-lots.ts';

export interface ImportCount {
  created: number;
  updated: number;
  unchanged: number;
}

export type ImportCounts = Record<keyof ImportFile, ImportCount>;

/** A movement that receives a lot number, or an operator who makes an organization, may come first. */
const TRIES_MAX = 4;

/** @throws OperatorError that names the record and the field; nothing is imported then */
export async function importFile(database: Database, source: string): Promise<ImportCounts> {
  const file = readImportFile(source);
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction((tx) => importRecords(tx, file), { long: true });
    } catch (error) {
      if (failureKind(error) !== 'conflict' || tries === TRIES_MAX) throw error;
    }
  }
}

/** Imports within a transaction of the caller's, which should commit soon after: levels stay locked. */
export async function importRecords(tx: Transaction, file: ImportFile): Promise<ImportCounts> {
  await tx.query(ONE_IMPORT_AT_A_TIME, []);
  const organizations = await importOrganizations(tx, file.organizations ?? []);
  const locations = await importLocations(tx, file.locations ?? []);
  const products = await importProducts(tx, file.products ?? []);
  const skus = await importSkus(tx, file.skus ?? []);
  const lots = await postLots(tx, { lots: file.lots ?? [], ...skus });
  return { organizations, locations, products, skus: skus.count, lots };
}

/** Two imports of the same records would otherwise wait for each other's unique keys. */
const ONE_IMPORT_AT_A_TIME: Statement = {
  name: 'one-import-at-a-time',
  text: 'select pg_advisory_xact_lock(7203114002)',
};
