import { RETENTION } from '../audit/retention.ts';
import type { Answer, Call } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { envelopeColumns } from './event.ts';

type ShownEvent = Answer<'listEvents'>['body']['data'][number];

/**
 * The feed, oldest first: what the environments share, and what is of the key's own. It follows the
 * organization's gap-free positions, which are given out in the order of the commits: what is read now comes
 * after all that was read before, and no transaction that is still open elsewhere can hold the feed up.
 */
export async function listEvents(
  { query, principal }: Call<'listEvents'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listEvents'>> {
  const position =
    query.after === undefined ? 0 : await positionOf(database, principal, query.after);
  const { organizationId, environment } = principal;
  const rows = await database.query(LIST_EVENTS, [
    organizationId,
    position,
    query.limit,
    environment,
  ]);
  return {
    status: 200,
    body: { data: rows, next_cursor: rows.at(-1)?.id ?? query.after?.toLowerCase() ?? null },
  };
}

/** Two walks on two indexes, so that what the other environment has costs nothing. */
const nextEvents = (whose: string) => `
      select *
        from event
       where organization_id = $1::uuid and ${whose} and position > $2::bigint
       order by position
       limit $3`;

const LIST_EVENTS = statement<ShownEvent>(
  'list-events',
  `
    select ${envelopeColumns('event')}
      from ((${nextEvents('environment is null')})
            union all
            (${nextEvents('environment = $4::text')})) event
     order by position
     limit $3`,
);

async function positionOf(
  database: Queryable,
  { organizationId, environment }: Call<'listEvents'>['principal'],
  after: string,
): Promise<number> {
  const [row] = await database.query(FIND_EVENT, [organizationId, after, environment]);
  if (row?.position != null) return row.position;
  const oldest =
    row?.oldest == null ? 'there is none yet' : `the oldest that is kept is ${row.oldest}`;
  throw errors.validation([
    {
      path: 'after',
      message: `must be the id of an event of the last ${RETENTION.event.days} days; ${oldest}`,
    },
  ]);
}

const oldestEvent = (whose: string) => `
      (select position, id
         from event
        where organization_id = $1::uuid and ${whose}
        order by position
        limit 1)`;

/** Finds the position of an event that the caller may see, and the oldest that is kept. */
const FIND_EVENT = statement<{ position: number | null; oldest: string | null }>(
  'find-event',
  `
    select (select position
              from (select position, environment
                      from event
                     where id = $2::uuid and organization_id = $1::uuid
                     limit 1) known
             where environment is null or environment = $3::text) as position,
           (select id
              from (${oldestEvent('environment is null')}
                    union all
                    ${oldestEvent('environment = $3::text')}) oldest
             order by position
             limit 1) as oldest`,
);
