// Finds a location by the name that a person gives it, and names the choices where it is wrong or missing.
import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { withStoredNames } from './stored-names.ts';

/** A refusal names at most so many locations. */
const NAMED_MAX = 10;

interface FoundLocation {
  readonly id: string;
  readonly name: string;
}

/**
 * The location of this name, or the only one of the organization where none is named.
 *
 * @param field names it in a refusal
 * @throws ApiError when there is none, or when none is named and there are several
 */
export async function findLocation(
  db: Queryable,
  organizationId: string,
  name: string | undefined,
  field = 'location',
): Promise<FoundLocation> {
  const { location } = await withStoredNames(db, organizationId, { location: name });
  if (location !== undefined) {
    const [found] = await db.query(FIND_LOCATION, [organizationId, location]);
    if (found !== undefined) return found;
  }
  const known = await db.query(LIST_LOCATIONS, [organizationId, NAMED_MAX]);
  const [first] = known;
  if (first === undefined)
    throw errors.locationNotFound('The organization has no location: import one.');
  const names = known.map((one) => one.name);
  const more = first.total - names.length;
  const choices = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  if (location !== undefined) {
    throw errors.locationNotFound(`Unknown location "${location}". Known: ${choices}.`, [
      { path: field, message: `is not a known location: "${location}". Known: ${choices}` },
    ]);
  }
  if (first.total > 1) {
    const message = `is required, since there are several locations: ${choices}`;
    throw errors.invalid(field, message);
  }
  return first;
}

const FIND_LOCATION = statement<FoundLocation>(
  'find-location-by-name',
  'select id, name from location where organization_id = $1::uuid and name = $2::text',
);

const LIST_LOCATIONS = statement<FoundLocation & { total: number }>(
  'list-location-names',
  `select id, name, (count(*) over ())::int as total
     from location where organization_id = $1::uuid order by name limit $2::int`,
);

/**
 * The location of this name, or the organization's default one where none is named.
 *
 * @throws ApiError `location_not_found`
 */
export async function findLocationOrDefault(
  db: Queryable,
  organizationId: string,
  name: string | undefined,
): Promise<FoundLocation> {
  const { location } = await withStoredNames(db, organizationId, { location: name });
  const [found] = await db.query(FIND_LOCATION_OR_DEFAULT, [organizationId, location ?? null]);
  if (found === undefined)
    throw errors.locationNotFound('No location of this organization has this name.');
  return found;
}

const FIND_LOCATION_OR_DEFAULT = statement<FoundLocation>(
  'find-location-or-default',
  `select id, name from location
    where organization_id = $1::uuid and (name = $2::text or ($2::text is null and is_default))`,
);
