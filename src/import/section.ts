// The parts that the sections of an import file share. Each section is a list of records, and belongs to the feature
// that owns their rows: it has the schema of a record and writes the rows. The operator's import reads the file and
// calls the sections one after another in one transaction. Many lots follow it in transactions of their own.

import type { Actor } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { NewEvent } from '../events/event.ts';
import type { SecretBox } from '../lib/seal.ts';
import { type RecordFault, refuseFaulty } from './record-faults.ts';
import type { ImportCount } from './upsert.ts';

export interface ImportSection<Name extends string, Fields extends RecordFields> {
  readonly name: Name;
  /** A JSON Schema. Fields that are not required are optional, and no others are accepted. */
  readonly schema: {
    readonly type: 'array';
    readonly items: { readonly properties: Readonly<Record<string, object>> };
  };
  /** Whether there is anything to write; called when the sections before it are written. */
  isDue(run: ImportRun, records: readonly Fields[]): boolean;
  /**
   * Writes the records, which fit the schema, to the rows.
   *
   * @throws FaultyRecords for all records that a check refuses; the import then leaves them out and calls it again
   */
  write(run: ImportRun, records: readonly Fields[]): Promise<ImportCount>;
}

/** The fields that every record may have. */
export interface RecordFields {
  readonly id?: string;
  readonly created_at?: string;
  /** Live by default. It is not stored in the catalog and the stock, which live and test share. */
  readonly environment?: string;
}

/** One import, all or nothing, but for the work that is put off. */
export interface ImportRun {
  readonly tx: Transaction;
  /** The author of the movements. */
  readonly actor: Actor;
  /** Seals the fields that must not be readable at rest. */
  readonly secrets: SecretBox;
  /** The file has so many records that sections call `gatherStatistics` after they have written. */
  readonly isBulk: boolean;
  /** Sections add their events here. They are written last, since that locks the counters of organizations. */
  readonly events: NewEvent[];
  /** SKUs with a changed reorder point, for the section that locks stock: it may be low now. */
  readonly reorderedSkus: { readonly organization_id: string; readonly id: string }[];
  /** Locations with another time zone, where it may be another day now: for the same section. */
  readonly rezonedLocations: { readonly organization_id: string; readonly id: string }[];
  /** Only errors are sought, and nothing will be committed: stock is not locked. */
  readonly isJudgingOnly: boolean;
  /** Takes what is done after the commit, chunk by chunk; undefined where everything belongs to one transaction. */
  readonly putOff?: (chunk: ImportChunk) => void;
  /** The time when the first stock level was locked, by performance.now. */
  stockLockedAt?: number;
}

/** A part of a section's work that has a transaction of its own. */
export interface ImportChunk {
  /** The indexes of its records in the section. */
  readonly indexes: readonly number[];
  /** Writes the records that are not there yet, and appends their events. */
  write(tx: Transaction): Promise<ChunkWritten>;
}

export interface ChunkWritten {
  readonly created: number;
  /** The time when the first stock level was locked, by performance.now. */
  readonly stockLockedAt: number;
}

export function importSection<Name extends string, Fields extends RecordFields>({
  name,
  required,
  fields,
  isDue = (_run, records) => records.length > 0,
  write,
}: {
  name: Name;
  required: readonly RequiredName<Fields>[];
  /** The schema of each field; of those that every record may have, where the section has another. */
  fields: { readonly [Field in Exclude<keyof Fields, keyof RecordFields>]-?: object } & {
    readonly [Field in keyof RecordFields]?: object;
  };
  /** Given where there may be something to do without a record. */
  isDue?: (run: ImportRun, records: readonly Fields[]) => boolean;
  write: (run: ImportRun, records: readonly Fields[]) => Promise<ImportCount>;
}): ImportSection<Name, Fields> {
  const items = {
    type: 'object',
    additionalProperties: false,
    required,
    properties: { id: UUID, created_at: TIMESTAMP, environment: oneOf('live', 'test'), ...fields },
  };
  return { name, schema: { type: 'array', items }, isDue, write };
}

type RequiredName<Fields> = {
  [Name in keyof Fields]-?: undefined extends Fields[Name] ? never : Name;
}[keyof Fields];

/** Gathers statistics, so that the planner knows the rows that this transaction has written so far. */
export async function gatherStatistics(tx: Transaction): Promise<void> {
  await tx.query(GATHER_STATISTICS, []);
}

const GATHER_STATISTICS = statement<never>('gather-statistics', 'select from gather_statistics()');

/**
 * Refuses the records whose lookup found nothing.
 *
 * @param found the rows by the indexes of their records
 */
export function refuseMissing(
  total: number,
  found: readonly { readonly index: number }[],
  faultOf: (index: number) => RecordFault,
): void {
  const indexes = new Set(found.map(({ index }) => index));
  const all = Array.from({ length: total }, (_, index) => index);
  refuseFaulty(all.flatMap((index) => (indexes.has(index) ? [] : faultOf(index))));
}

// The schemas of fields.

/** The keyword that describes the `pattern` next to it in words, for messages. */
export const MEANING = 'x-pattern-means';

export const UUID = {
  type: 'string',
  format: 'uuid',
  pattern: '^[0-9a-fA-F-]{36}$',
  [MEANING]: 'a UUID',
};

/** PostgreSQL takes offsets below 16 hours; the format would let 23 pass. */
export const TIMESTAMP = {
  type: 'string',
  format: 'date-time',
  pattern: '^[12]\\d{3}-.*(Z|z|[+-](0\\d|1[0-5])(:?\\d\\d)?)$',
  [MEANING]: 'an ISO 8601 timestamp in the years 1000 to 2999, with an offset from UTC',
};

export const DATE = {
  type: 'string',
  format: 'date',
  pattern: '^[12]\\d{3}-',
  [MEANING]: 'a calendar date (YYYY-MM-DD) in the years 1000 to 2999',
};

export const SLUG = {
  type: 'string',
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 60,
  [MEANING]: 'lower-case letters and digits, in words joined by hyphens',
};

export const CURRENCY = {
  type: 'string',
  pattern: '^[A-Z]{3}$',
  [MEANING]: 'a currency code of three capital letters (ISO 4217)',
};

/** An integer from 0 up to the largest exact JSON number. */
export const UNITS = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

export const BOOLEAN = { type: 'boolean' };

/** Neither NUL nor half of a surrogate pair can be stored. */
export const STORABLE = {
  pattern: '^[^\\u0000\\ud800-\\udfff]*$',
  [MEANING]: 'a text without NUL or unpaired surrogates',
};

export function text(maxLength: number) {
  return { type: 'string', minLength: 1, maxLength, ...STORABLE };
}

/** @param counts the numbers of digits that the text may have */
export function digits(...counts: number[]) {
  return {
    type: 'string',
    pattern: `^(${counts.map((count) => `\\d{${count}}`).join('|')})$`,
    [MEANING]: `${counts.join(' or ')} digits`,
  };
}

export function oneOf(...values: string[]) {
  return { enum: values };
}

/** The schema that also accepts null, which clears the field. */
export function optional<Schema extends { type: string }>(schema: Schema) {
  return { ...schema, type: [schema.type, 'null'] };
}
