import { refuseFaulty } from '../import/record-faults.ts';
import {
  BOOLEAN,
  type ImportRun,
  importSection,
  oneOf,
  optional,
  text,
  UNITS,
} from '../import/section.ts';
import { type ImportCount, upsert, upsertTable } from '../import/upsert.ts';
import { newId } from '../lib/random.ts';
import { OWNED, type OwnedRecord, ownedRecords } from '../organizations/owned-records.ts';
import { importedNdc } from './imported-ndc.ts';

interface ProductRecord extends OwnedRecord {
  readonly name: string;
  readonly description?: string | null;
  readonly category?: string | null;
  readonly product_type?: string | null;
  readonly strengths?: string[];
  readonly dosage_forms?: string[];
  readonly ndc_code?: string | null;
  readonly requires_prescription?: boolean;
  readonly ships_to_patient?: boolean;
  readonly ships_to_office?: boolean;
  readonly min_order_qty?: number;
  readonly status?: string;
  readonly wholesale_cost_cents?: number | null;
  readonly price_cents?: number | null;
  readonly controlled_schedule?: string | null;
}

const TEXTS = { type: 'array', maxItems: 100, items: text(200) };

/** Products are identified by their ids; one without an id is a new product. */
export const productsSection = importSection({
  name: 'products',
  required: ['organization', 'name'],
  fields: {
    ...OWNED,
    name: text(300),
    description: optional(text(10_000)),
    category: optional(text(200)),
    product_type: optional(text(100)),
    strengths: TEXTS,
    dosage_forms: TEXTS,
    ndc_code: optional(text(20)),
    requires_prescription: BOOLEAN,
    ships_to_patient: BOOLEAN,
    ships_to_office: BOOLEAN,
    min_order_qty: { ...UNITS, minimum: 1 },
    status: oneOf('draft', 'active', 'archived'),
    wholesale_cost_cents: optional(UNITS),
    price_cents: optional(UNITS),
    controlled_schedule: { enum: ['II', 'III', 'IV', 'V', null] },
  },
  write: importProducts,
});

async function importProducts(
  { tx }: ImportRun,
  records: readonly ProductRecord[],
): Promise<ImportCount> {
  const owned = await ownedRecords(tx, records);
  // The NDC is stored as it is written: a scan searches for every form.
  refuseFaulty(
    owned.flatMap(({ ndc_code }, index) => {
      const message = typeof ndc_code === 'string' ? importedNdc(ndc_code).problem : undefined;
      return message === undefined ? [] : { index, field: 'ndc_code', message };
    }),
  );
  const { count } = await upsert(
    tx,
    PRODUCTS,
    owned.map((product) => ({ ...product, id: product.id?.toLowerCase() ?? newId() })),
  );
  return count;
}

const PRODUCTS = upsertTable<{
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly product_type: string | null;
  readonly strengths: string[];
  readonly dosage_forms: string[];
  readonly ndc_code: string | null;
  readonly requires_prescription: boolean;
  readonly ships_to_patient: boolean;
  readonly ships_to_office: boolean;
  readonly min_order_qty: number;
  readonly status: string;
  readonly wholesale_cost_cents: number | null;
  readonly price_cents: number | null;
  readonly controlled_schedule: string | null;
  readonly created_at?: string;
}>({
  table: 'product',
  key: ['organization_id', 'id'],
  columns: {
    id: 'uuid',
    organization_id: 'uuid',
    name: 'text',
    description: 'text',
    category: 'text',
    product_type: 'text',
    strengths: 'text[]',
    dosage_forms: 'text[]',
    ndc_code: 'text',
    requires_prescription: 'boolean',
    ships_to_patient: 'boolean',
    ships_to_office: 'boolean',
    min_order_qty: 'bigint',
    status: 'text',
    wholesale_cost_cents: 'bigint',
    price_cents: 'bigint',
    controlled_schedule: 'text',
    created_at: 'timestamptz',
  },
  defaults: {
    description: null,
    category: null,
    product_type: null,
    strengths: [],
    dosage_forms: [],
    ndc_code: null,
    requires_prescription: false,
    ships_to_patient: false,
    ships_to_office: false,
    min_order_qty: 1,
    status: 'active',
    wholesale_cost_cents: null,
    price_cents: null,
    controlled_schedule: null,
  },
});
