import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { type ApiError, errors } from '../errors.ts';

interface FoundOrganization {
  readonly id: string;
  readonly slug: string;
}

/** @throws ApiError when no organization has the slug */
export async function findOrganization(
  database: Queryable,
  slug: string,
): Promise<FoundOrganization> {
  const [organization] = await database.query(FIND_ORGANIZATION, [slug]);
  if (organization === undefined) throw noOrganization(slug);
  return organization;
}

export function noOrganization(slug: string): ApiError {
  return errors.notFound(`No organization has the slug ${slug}.`);
}

const FIND_ORGANIZATION = statement<FoundOrganization>(
  'find-organization',
  'select id, slug from organization where slug = $1::text',
);
