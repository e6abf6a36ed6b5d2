import type { NewEvent } from '../events/event.ts';
import { type RecordFault, refuseFaulty } from '../import/record-faults.ts';
import { refuseUnknown } from '../import/refuse-unknown.ts';
import {
  digits,
  type ImportRun,
  importSection,
  optional,
  text,
  UNITS,
  UUID,
} from '../import/section.ts';
import { type ImportCount, type Upserted, upsert, upsertTable } from '../import/upsert.ts';
import { newId } from '../lib/random.ts';
import { OWNED, type OwnedRecord, ownedRecords } from '../organizations/owned-records.ts';
import { importedNdc } from './imported-ndc.ts';

interface SkuRecord extends OwnedRecord {
  readonly sku_code: string;
  readonly product_id: string;
  readonly gtin?: string | null;
  readonly upc?: string | null;
  readonly ean?: string | null;
  readonly ndc?: string | null;
  readonly reorder_point?: number | null;
}

/** SKUs are identified by their codes within an organization. */
export const skusSection = importSection({
  name: 'skus',
  required: ['organization', 'sku_code', 'product_id'],
  fields: {
    ...OWNED,
    sku_code: text(100),
    product_id: UUID,
    gtin: optional(digits(14)),
    upc: optional(digits(12)),
    ean: optional(digits(8, 13)),
    ndc: optional(text(20)),
    reorder_point: optional(UNITS),
  },
  write: importSkus,
});

async function importSkus(run: ImportRun, records: readonly SkuRecord[]): Promise<ImportCount> {
  const { tx } = run;
  const faults: RecordFault[] = [];
  const skus = (await ownedRecords(tx, records)).map((sku, index) => {
    const read = typeof sku.ndc === 'string' ? importedNdc(sku.ndc) : undefined;
    if (read?.problem !== undefined) faults.push({ index, field: 'ndc', message: read.problem });
    return {
      ...sku,
      product_id: sku.product_id.toLowerCase(),
      ...(read?.ndc !== undefined && { ndc: read.ndc }),
    };
  });
  refuseFaulty(faults);
  await refuseUnknown(tx, { field: 'product_id', names: 'product' }, skus);
  const { count, created, updated } = await upsert(tx, SKUS, skus);
  for (const event of skuEvents({ created, updated })) run.events.push(event);
  for (const { before, after } of updated) {
    if (before.reorder_point !== after.reorder_point) run.reorderedSkus.push(after);
  }
  return count;
}

interface SkuRow {
  readonly id: string;
  readonly organization_id: string;
  readonly sku_code: string;
  readonly product_id: string;
  readonly gtin: string | null;
  readonly upc: string | null;
  readonly ean: string | null;
  readonly ndc: string | null;
  readonly reorder_point: number | null;
  readonly created_at?: string;
}

const SKUS = upsertTable<SkuRow>({
  table: 'sku',
  key: ['organization_id', 'sku_code'],
  names: ['sku_code'],
  columns: {
    id: 'uuid',
    organization_id: 'uuid',
    sku_code: 'text',
    product_id: 'uuid',
    gtin: 'text',
    upc: 'text',
    ean: 'text',
    ndc: 'text',
    reorder_point: 'bigint',
    created_at: 'timestamptz',
  },
  defaults: { gtin: null, upc: null, ean: null, ndc: null, reorder_point: null },
});

function skuEvents({
  created,
  updated,
}: Pick<Upserted<SkuRow>, 'created' | 'updated'>): NewEvent[] {
  const event = (type: 'sku.created' | 'sku.updated', sku: SkuRow): NewEvent => ({
    id: newId(),
    organizationId: sku.organization_id,
    type,
    data: {
      sku_code: sku.sku_code,
      product_id: sku.product_id,
      gtin: sku.gtin,
      upc: sku.upc,
      ean: sku.ean,
      ndc: sku.ndc,
      reorder_point: sku.reorder_point,
    },
  });
  return [
    ...created.map((sku) => event('sku.created', sku)),
    ...updated.map(({ after }) => event('sku.updated', after)),
  ];
}
