// Finds a location by the name that a person gives it, and names the choices where it is wrong or missing.
import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { withStoredNames } from './stored-names.ts';

/** A refusal names at most so many locations. */
const NAMED_MAX = 20;

export interface FoundLocation {
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
  const known = await db.query(LIST_LOCATIONS, [organizationId, NAMED_MAX + 1]);
  const [first] = known;
  if (first === undefined)
    throw errors.locationNotFound('The organization has no location: import one.');
  const names = known.slice(0, NAMED_MAX).map((one) => one.name);
  const choices = `${names.join(', ')}${known.length > NAMED_MAX ? ', …' : ''}`;
  if (location !== undefined) {
    throw errors.locationNotFound(`Unknown location "${location}". Known: ${choices}.`, [
      { path: field, message: `names no location "${location}". Known: ${choices}` },
    ]);
  }
  if (known.length > 1) {
    const message = `is needed, since there are several locations: say one of ${choices}`;
    throw errors.validation([{ path: field, message }]);
  }
  return first;
}

const FIND_LOCATION = statement<FoundLocation>(
  'find-location-by-name',
  'select id, name from location where organization_id = $1::uuid and name = $2::text',
);

const LIST_LOCATIONS = statement<FoundLocation>(
  'list-location-names',
  'select id, name from location where organization_id = $1::uuid order by name limit $2::int',
);
