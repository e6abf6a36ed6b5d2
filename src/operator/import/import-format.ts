// The import file's shape, as JSON Schema. Fields not required are optional; nothing else is accepted, so
// that a misspelt field is an error and not a silent loss.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { OperatorError } from '../../errors.ts';

export interface ImportFile {
  organizations?: OrganizationRecord[];
  locations?: LocationRecord[];
  products?: ProductRecord[];
  skus?: SkuRecord[];
  lots?: LotRecord[];
}

export interface OrganizationRecord {
  slug: string;
  name: string;
  kind: string;
  status?: string;
  id?: string;
  created_at?: string;
}

interface Owned {
  /** Slug. */
  organization: string;
  id?: string;
  created_at?: string;
}

export interface LocationRecord extends Owned {
  name: string;
  is_default?: boolean;
  time_zone?: string;
  min_celsius?: number;
  max_celsius?: number;
}

export interface ProductRecord extends Owned {
  name: string;
  description?: string | null;
  category?: string | null;
  product_type?: string | null;
  strengths?: string[];
  dosage_forms?: string[];
  ndc_code?: string | null;
  requires_prescription?: boolean;
  ships_to_patient?: boolean;
  ships_to_office?: boolean;
  min_order_qty?: number;
  status?: string;
  wholesale_cost_cents?: number | null;
  price_cents?: number | null;
}

export interface SkuRecord extends Owned {
  sku_code: string;
  product_id: string;
  gtin?: string | null;
  upc?: string | null;
  ean?: string | null;
  ndc?: string | null;
  reorder_point?: number | null;
}

export interface LotRecord extends Owned {
  sku_code: string;
  lot_number: string;
  expiry_date: string;
  qty: number;
  location?: string;
  status?: 'released' | 'quarantine';
}

const UUID = { type: 'string', format: 'uuid', pattern: '^[0-9a-fA-F-]{36}$' };
/** PostgreSQL takes offsets below 16 hours; the format would let 23 pass. */
const TIME = {
  type: 'string',
  format: 'date-time',
  pattern: '^[12]\\d{3}-.*(Z|z|[+-](0\\d|1[0-5])(:?\\d\\d)?)$',
};
const DATE = { type: 'string', format: 'date', pattern: '^[12]\\d{3}-' };
const UNITS = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const SLUG = { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 60 };
const ENVIRONMENT = { enum: ['live', 'test'] };
const text = (maxLength: number) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  // Neither NUL nor half of a surrogate pair can be stored.
  pattern: '^[^\\u0000\\ud800-\\udfff]*$',
});
/** As the column keeps it, so that a second import finds what the first one wrote. */
const CELSIUS = { type: 'number', minimum: -273.15, maximum: 1000, multipleOf: 0.01 };
const optional = (schema: { type: string }) => ({ ...schema, type: [schema.type, 'null'] });
const texts = { type: 'array', maxItems: 100, items: text(200) };

const SECTIONS = {
  organizations: records(['slug', 'name', 'kind'], {
    slug: SLUG,
    name: text(200),
    kind: { enum: ['pharmacy', 'clinic', 'brand', 'affiliate'] },
    status: { enum: ['active', 'suspended'] },
  }),
  locations: records(['organization', 'name'], {
    organization: SLUG,
    name: text(200),
    is_default: { type: 'boolean' },
    time_zone: text(100),
    min_celsius: CELSIUS,
    max_celsius: CELSIUS,
  }),
  products: records(['organization', 'name'], {
    organization: SLUG,
    name: text(300),
    description: optional(text(10_000)),
    category: optional(text(200)),
    product_type: optional(text(100)),
    strengths: texts,
    dosage_forms: texts,
    ndc_code: optional(text(20)),
    requires_prescription: { type: 'boolean' },
    ships_to_patient: { type: 'boolean' },
    ships_to_office: { type: 'boolean' },
    min_order_qty: { ...UNITS, minimum: 1 },
    status: { enum: ['draft', 'active', 'archived'] },
    wholesale_cost_cents: optional(UNITS),
    price_cents: optional(UNITS),
  }),
  skus: records(['organization', 'sku_code', 'product_id'], {
    organization: SLUG,
    sku_code: text(100),
    product_id: UUID,
    gtin: optional({ type: 'string', ...{ pattern: '^\\d{14}$' } }),
    upc: optional({ type: 'string', ...{ pattern: '^\\d{12}$' } }),
    ean: optional({ type: 'string', ...{ pattern: '^(\\d{8}|\\d{13})$' } }),
    ndc: optional({ type: 'string', ...{ pattern: '^\\d{11}$' } }),
    reorder_point: optional(UNITS),
  }),
  lots: records(['organization', 'sku_code', 'lot_number', 'expiry_date', 'qty'], {
    organization: SLUG,
    sku_code: text(100),
    lot_number: text(100),
    expiry_date: DATE,
    qty: { type: 'integer', minimum: 1, maximum: 1_000_000_000 },
    location: text(200),
    status: { enum: ['released', 'quarantine'] },
  }),
};

function records(required: string[], properties: Record<string, object>) {
  return {
    type: 'array',
    items: {
      type: 'object',
      additionalProperties: false,
      required,
      properties: { id: UUID, created_at: TIME, environment: ENVIRONMENT, ...properties },
    },
  };
}

const ajv = new Ajv2020({ allErrors: false, verbose: false, multipleOfPrecision: 6 });
addFormats.default(ajv, { mode: 'full' });
const validate = ajv.compile({
  type: 'object',
  additionalProperties: false,
  properties: SECTIONS,
});

/** @throws OperatorError that names the record and the field */
export function readImportFile(source: string): ImportFile {
  let file: unknown;
  try {
    file = JSON.parse(source);
  } catch {
    // The parser's own message quotes the file, which may hold patients.
    throw new OperatorError('The file is not valid JSON.');
  }
  if (validate(file)) return file as ImportFile;
  const [error] = validate.errors ?? [];
  const place = error?.instancePath.slice(1).split('/') ?? [];
  const [section, index, ...field] = place;
  const record = index === undefined ? section : `${section}[${index}]`;
  const name =
    error?.keyword === 'required'
      ? error.params.missingProperty
      : error?.keyword === 'additionalProperties'
        ? error.params.additionalProperty
        : field.join('.');
  const rule =
    error?.keyword === 'required'
      ? 'is missing'
      : error?.keyword === 'additionalProperties'
        ? `is not a field here; known are ${known(section)}`
        : error?.keyword === 'enum'
          ? `must be one of ${error.params.allowedValues.join(', ')}`
          : error?.keyword === 'pattern' && error.params.pattern === text(1).pattern
            ? 'must not hold NUL or half of a surrogate pair'
            : (error?.message ?? 'is not valid');
  throw new OperatorError(`${[record, name].filter(Boolean).join('.') || 'The file'} ${rule}.`);
}

function known(section: string | undefined): string {
  const properties = SECTIONS[section as keyof typeof SECTIONS]?.items.properties ?? SECTIONS;
  return Object.keys(properties).join(', ');
}
