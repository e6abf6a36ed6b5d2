import { RETENTION } from '../audit/retention.ts';
import type { Answer, Call, Principal } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { readTimeFilter } from '../lib/paging.ts';
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
  const { after, type } = query;
  const from = readTimeFilter(query.from, 'from');
  const position = after === undefined ? 0 : await positionOf(database, principal, after);
  // The newest is read first: what comes meanwhile comes after it, and so is not missed.
  const isFiltered = type !== undefined || from !== undefined;
  const end = after?.toLowerCase() ?? (isFiltered ? await newestOf(database, principal) : null);
  const rows = await readEvents(database, principal, { position, type, from, limit: query.limit });
  return { status: 200, body: { data: rows, next_cursor: rows.at(-1)?.id ?? end } };
}

interface Range {
  /** Events after this one. */
  readonly position: number;
  readonly type: string | undefined;
  /** Timestamp text. */
  readonly from: string | undefined;
  readonly limit: number;
}

/** The one type whose events an environment has for its own; see event_apart in the baseline migration. */
const SEPARATE_TYPE = 'order.updated';
/**
 * Positions follow the commits and times what happened, which may differ by as many events as are under way at once. An
 * import may have more; its events have the time at which they got their positions.
 */
const DISORDER_MAX = 500;
/** The largest number that a position may be. */
const POSITION_MAX = '9223372036854775807';

/** Two walks on two indexes, so that what the other environment has costs nothing. */
function readEvents(
  database: Queryable,
  { organizationId, environment }: Principal,
  { position, type, from, limit: rows }: Range,
): Promise<ShownEvent[]> {
  const where = new ListFilter();
  const own = `organization_id = ${where.value(organizationId)}::uuid`;
  const limit = where.value(rows);
  const after = `${where.value(position)}::bigint`;
  const time = from === undefined ? '' : `${where.value(from)}::timestamptz`;
  const begun =
    time === ''
      ? ''
      : `
      with begun as (
        select coalesce(min(position) - 1, ${POSITION_MAX}) as position
          from (select position from event
                 where ${own} and created_at >= ${time} and created_at > '-infinity'
                 order by created_at, position
                 limit ${DISORDER_MAX}) late)`;
  const begin = time === '' ? after : `greatest(${after}, (select position from begun))`;
  // In this form no index has the time: the events are walked by their positions.
  const isLate = time === '' ? '' : `and (created_at >= ${time}) is true`;
  const next = (whose: string) => `
      (select *
         from event
        where ${own} and ${whose} and position > ${begin} ${isLate}
        order by position
        limit ${limit})`;
  const walks = [
    ...(type === SEPARATE_TYPE
      ? []
      : [next(`environment is null ${where.asked(type, (one) => `type = ${one}::text`)}`)]),
    ...(type === undefined || type === SEPARATE_TYPE
      ? [next(`environment = ${where.value(environment)}::text`)]
      : []),
  ];
  return database.query(
    where.statement<ShownEvent>(
      'list-events',
      () => `${begun}
    select ${envelopeColumns('event')}
      from (${walks.join(' union all ')}) event
     order by position
     limit ${limit}`,
    ),
    where.values,
  );
}

/** The id of the newest event that the caller may see; null where there is none. */
async function newestOf(
  database: Queryable,
  { organizationId, environment }: Principal,
): Promise<string | null> {
  const [row] = await database.query(FIND_NEWEST, [organizationId, environment]);
  return row?.id ?? null;
}

const newestEvent = (whose: string) => `
      (select position, id
         from event
        where organization_id = $1::uuid and ${whose}
        order by position desc
        limit 1)`;

const FIND_NEWEST = statement<{ id: string }>(
  'find-newest-event',
  `
    select id
      from (${newestEvent('environment is null')}
            union all
            ${newestEvent('environment = $2::text')}) newest
     order by position desc
     limit 1`,
);

async function positionOf(
  database: Queryable,
  { organizationId, environment }: Principal,
  after: string,
): Promise<number> {
  const [row] = await database.query(FIND_EVENT, [organizationId, after, environment]);
  if (row?.position != null) return row.position;
  const oldest =
    row?.oldest == null ? 'there is none yet' : `the oldest that is kept is ${row.oldest}`;
  throw errors.invalid(
    'after',
    `must be the id of an event of the last ${RETENTION.event.days} days; ${oldest}`,
  );
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
