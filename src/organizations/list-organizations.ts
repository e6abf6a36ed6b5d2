import { type Queryable, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';

interface ListedOrganization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly created_at: string;
}

/** Lists the tenants of the platform by slug. @param after the slug that the page before ended with */
export function listOrganizations(
  db: Queryable,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ListedOrganization[]> {
  return db.query(LIST_ORGANIZATIONS, [after ?? '', limit]);
}

const LIST_ORGANIZATIONS = statement<ListedOrganization>(
  'list-organizations',
  `
    select id, slug, name, kind, status, ${timestampText('created_at')} as created_at
      from organization
     where slug > $1::text
     order by slug
     limit $2::int`,
);
