import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { type RecordFault, refuseFaulty } from '../import/record-faults.ts';
import { BOOLEAN, type ImportRun, importSection, text } from '../import/section.ts';
import { type ImportCount, upsert, upsertTable } from '../import/upsert.ts';
import {
  OWNED,
  type Owned,
  type OwnedRecord,
  ownedRecords,
} from '../organizations/owned-records.ts';

interface LocationRecord extends OwnedRecord {
  readonly name: string;
  readonly is_default?: boolean;
  readonly time_zone?: string;
  readonly min_celsius?: number;
  readonly max_celsius?: number;
}

/** The precision of the column, so that a second import finds what the first one wrote. */
const CELSIUS = { type: 'number', minimum: -273.15, maximum: 1000, multipleOf: 0.01 };

/** Locations are identified by their names within an organization, one of which is its default. */
export const locationsSection = importSection({
  name: 'locations',
  required: ['organization', 'name'],
  fields: {
    ...OWNED,
    name: text(200),
    is_default: BOOLEAN,
    time_zone: text(100),
    min_celsius: CELSIUS,
    max_celsius: CELSIUS,
  },
  write: importLocations,
});

async function importLocations(
  { tx, rezonedLocations }: ImportRun,
  records: readonly LocationRecord[],
): Promise<ImportCount> {
  const owned = await ownedRecords(tx, records);
  await refuseUnknownTimeZones(tx, records);
  const { count, updated } = await upsert(tx, LOCATIONS, await withDefaults(tx, owned));
  for (const { before, after } of updated) {
    if (before.time_zone !== after.time_zone) rezonedLocations.push(after);
  }
  return count;
}

const LOCATIONS = upsertTable<{
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly is_default: boolean;
  readonly time_zone: string;
  readonly min_celsius: number | null;
  readonly max_celsius: number | null;
  readonly created_at?: string;
}>({
  table: 'location',
  key: ['organization_id', 'name'],
  names: ['name'],
  columns: {
    id: 'uuid',
    organization_id: 'uuid',
    name: 'text',
    is_default: 'boolean',
    time_zone: 'text',
    min_celsius: 'numeric',
    max_celsius: 'numeric',
    created_at: 'timestamptz',
  },
  defaults: { is_default: false, time_zone: 'UTC', min_celsius: null, max_celsius: null },
  // One of the two bounds may be in the file and the other in the database.
  refuse: ({ min_celsius, max_celsius }) =>
    min_celsius !== null && max_celsius !== null && min_celsius > max_celsius
      ? { field: 'min_celsius', message: 'must not be above max_celsius' }
      : undefined,
});

async function refuseUnknownTimeZones(
  tx: Transaction,
  records: readonly LocationRecord[],
): Promise<void> {
  const named = [...new Set(records.flatMap(({ time_zone }) => time_zone ?? []))];
  if (named.length === 0) return;
  const rows = await tx.query(FIND_TIME_ZONES, [named]);
  const known = new Set(rows.map(({ name }) => name));
  const message = 'must be an IANA time zone, such as America/New_York';
  refuseFaulty(
    records.flatMap(({ time_zone }, index) =>
      time_zone === undefined || known.has(time_zone) ? [] : { index, field: 'time_zone', message },
    ),
  );
}

const FIND_TIME_ZONES = statement<{ name: string }>(
  'import-time-zones',
  'select name from pg_timezone_names where name = any($1::text[])',
);

/** Gives each organization one default location: the one that the file marks, else the first that it ever had. */
async function withDefaults(
  tx: Transaction,
  locations: readonly Owned<LocationRecord>[],
): Promise<Owned<LocationRecord>[]> {
  const organizations = [...new Set(locations.map((location) => location.organization_id))];
  const existing = await tx.query(FIND_DEFAULT_LOCATIONS, [organizations]);
  const have = new Set(existing.map((location) => location.organization_id));
  const chosen = new Set<Owned<LocationRecord>>();
  const faults: RecordFault[] = [];
  for (const organizationId of organizations) {
    const own = locations.filter((location) => location.organization_id === organizationId);
    const [named, ...others] = own.filter(({ is_default }) => is_default === true);
    for (const another of others) {
      const message = 'another location of the organization says so too';
      faults.push({ index: locations.indexOf(another), field: 'is_default', message });
    }
    if (named !== undefined) {
      await tx.query(UNSET_DEFAULT_LOCATION, [organizationId, named.name]);
    } else if (!have.has(organizationId)) {
      const first = own.find(({ is_default }) => is_default === undefined);
      if (first !== undefined) chosen.add(first);
    }
  }
  refuseFaulty(faults);
  return locations.map((location) =>
    chosen.has(location) ? { ...location, is_default: true } : location,
  );
}

const FIND_DEFAULT_LOCATIONS = statement<{ organization_id: string }>(
  'import-default-locations',
  'select organization_id from location where organization_id = any($1::uuid[]) and is_default',
);

const UNSET_DEFAULT_LOCATION = statement<never>(
  'import-unset-default-location',
  `
    update location set is_default = false
     where organization_id = $1::uuid and is_default and name <> $2::text`,
);
