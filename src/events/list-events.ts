import type { Answer, Call } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { envelopeColumns } from './event.ts';
import { EVENTS_KEPT_DAYS } from './forget-events.ts';

type ShownEvent = Answer<'listEvents'>['body']['data'][number];

/**
 * The feed, oldest first. It follows the organization's gap-free positions, which are given out in the
 * order of the commits: what is read now comes after all that was read before, and no transaction that is
 * still open elsewhere can hold the feed up.
 */
export async function listEvents(
  { query, principal }: Call<'listEvents'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listEvents'>> {
  const { organizationId } = principal;
  const position =
    query.after === undefined ? 0 : await positionOf(database, organizationId, query.after);
  const rows = await database.query(LIST_EVENTS, [organizationId, position, query.limit]);
  return {
    status: 200,
    body: { data: rows, next_cursor: rows.at(-1)?.id ?? query.after?.toLowerCase() ?? null },
  };
}

const LIST_EVENTS = statement<ShownEvent>(
  'list-events',
  `
    select ${envelopeColumns('event')}
      from event
     where organization_id = $1::uuid and position > $2::bigint
     order by position
     limit $3`,
);

async function positionOf(
  database: Queryable,
  organizationId: string,
  after: string,
): Promise<number> {
  const [row] = await database.query(FIND_EVENT, [organizationId, after]);
  if (row?.position != null) return row.position;
  const oldest =
    row?.oldest == null ? 'there is none yet' : `the oldest that is kept is ${row.oldest}`;
  throw errors.validation([
    {
      path: 'after',
      message: `must be the id of an event of the last ${EVENTS_KEPT_DAYS} days; ${oldest}`,
    },
  ]);
}

const FIND_EVENT = statement<{ position: number | null; oldest: string | null }>(
  'find-event',
  `
    select (select position from event where organization_id = $1::uuid and id = $2::uuid) as position,
           (select id from event where organization_id = $1::uuid order by position limit 1) as oldest`,
);
