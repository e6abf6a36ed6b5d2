import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { type RecordFault, refuseFaulty } from '../import/record-faults.ts';
import { refuseUnknown } from '../import/refuse-unknown.ts';
import { type ImportRun, importSection, oneOf, text } from '../import/section.ts';
import { type ImportCount, upsert, upsertTable } from '../import/upsert.ts';
import { storedNames } from '../inventory/rows/stored-names.ts';
import {
  OWNED,
  type Owned,
  type OwnedRecord,
  ownedRecords,
} from '../organizations/owned-records.ts';
import { PACK_CODE_TYPES, type PackCodeType, readPackCode } from '../scan/pack-code.ts';
import { refusalOf } from '../scan/resolve-scan.ts';

interface PackRecord extends OwnedRecord {
  readonly sku_code: string;
  readonly code_type: PackCodeType;
  readonly code: string;
  readonly units: number;
}

/** Codes of SKUs, with the units of a package that has them. */
export const skuPacksSection = importSection({
  name: 'sku_packs',
  required: ['organization', 'sku_code', 'code_type', 'code', 'units'],
  fields: {
    ...OWNED,
    sku_code: text(100),
    code_type: oneOf(...PACK_CODE_TYPES),
    code: text(100),
    units: { type: 'integer', minimum: 1, maximum: 1_000_000 },
  },
  write: importSkuPacks,
});

async function importSkuPacks(
  { tx }: ImportRun,
  records: readonly PackRecord[],
): Promise<ImportCount> {
  const faults: RecordFault[] = [];
  const named = await storedNames(tx, 'sku_code', await ownedRecords(tx, records));
  await refuseUnknown(tx, { field: 'sku_code', names: 'SKU' }, named);
  const packs = named.map((record, index) => {
    const read = readPackCode(record.code_type, record.code);
    if (typeof read !== 'string') return { ...record, ...read };
    faults.push({ index, field: 'code', message: read });
    return { ...record, code_type: 'other' as const };
  });
  refuseFaulty(faults);
  // Who teaches a code meanwhile waits, and is refused where it names another SKU then.
  await tx.query(LOCK_PACKS, []);
  await refuseTaken(tx, packs);
  const { count } = await upsert(tx, PACKS, packs);
  // Two records may name one package by codes of different kinds.
  await refuseTaken(tx, packs);
  return count;
}

async function refuseTaken(
  tx: Queryable,
  packs: readonly Parameters<typeof refusalOf>[1][],
): Promise<void> {
  const faults: RecordFault[] = [];
  for (const [index, pack] of packs.entries()) {
    const message = await refusalOf(tx, pack);
    if (message !== undefined) faults.push({ index, field: 'code', message });
  }
  refuseFaulty(faults);
}

const LOCK_PACKS = statement<never>('lock-packs', 'lock table sku_pack in exclusive mode');
type PackRow = Owned<PackRecord> & { readonly id: string; readonly created_at?: string };
const PACKS = upsertTable<PackRow>({
  table: 'sku_pack',
  key: ['organization_id', 'code_type', 'code'],
  columns: {
    id: 'uuid',
    organization_id: 'uuid',
    sku_code: 'text',
    code_type: 'text',
    code: 'text',
    units: 'bigint',
    created_at: 'timestamptz',
  },
  defaults: {},
});
