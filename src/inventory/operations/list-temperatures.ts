import type { Answer, ListCall } from '../../contract.ts';
import { type Queryable, timestampText } from '../../database/database.ts';
import { ListFilter } from '../../database/list-filter.ts';
import { pageOf, readTimeCursor, readTimeFilter, timeCursor } from '../../lib/paging.ts';
import { withStoredNames } from '../rows/stored-names.ts';

type Reading = Answer<'listTemperatures'>['body']['data'][number];
type Row = Reading & { readonly seq: string };

/**
 * Lists what was measured, newest first: a reading that was corrected, and its correction next to it, which is of the
 * same time. A page costs the rows that it has.
 */
export async function listTemperatures(
  { query: asked, principal }: ListCall<'listTemperatures'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listTemperatures'>> {
  const query = await withStoredNames(database, principal.organizationId, asked);
  const from = readTimeFilter(query.from, 'from');
  const to = readTimeFilter(query.to, 'to');
  const before = readTimeCursor(query.cursor);
  const where = new ListFilter();
  const own = `${where.value(principal.organizationId)}::uuid`;
  const named = where.asked(query.location, (name) => `name = ${name}::text`);
  where
    .add([from], (time) => `measured_at >= ${time}::timestamptz`)
    .add([to], (time) => `measured_at < ${time}::timestamptz`)
    .add(
      [before?.created_at, before?.seq],
      (time, seq) => `(measured_at, seq) < (${time}::timestamptz, ${seq}::bigint)`,
    );
  const limit = where.value(query.limit + 1);
  const isAt =
    query.location === undefined
      ? `measured_at > '-infinity'`
      : `location_id = (select id from location where organization_id = ${own} ${named})`;
  const rows = await database.query(
    where.statement<Row>(
      'list-temperatures',
      (conditions) => `
    select reading.id, location.name as location, reading.celsius::float8 as celsius,
           reading.min_celsius::float8 as min_celsius, reading.max_celsius::float8 as max_celsius,
           coalesce(reading.celsius >= reading.min_celsius, true)
             and coalesce(reading.celsius <= reading.max_celsius, true) as in_range,
           ${timestampText('reading.measured_at')} as measured_at, reading.corrects,
           action.reason as comment, action.person_id as recorded_by,
           reading.seq::text as seq
      from (select * from temperature_reading
             where organization_id = ${own} and ${isAt} ${conditions && `and ${conditions}`}
             order by measured_at desc, seq desc
             limit ${limit}) reading
     cross join lateral (
           select name from location
            where id = reading.location_id and organization_id = reading.organization_id
            limit 1) location
      left join lateral (
           select reason, person_id from operator_action where id = reading.action_id limit 1) action on true
     order by reading.measured_at desc, reading.seq desc`,
    ),
    where.values,
  );
  const isPerson = 'personId' in principal;
  const page = pageOf(
    rows,
    query.limit,
    // What people say may be about a patient: no key reads it.
    ({ seq: _, ...reading }) => ({ ...reading, comment: isPerson ? reading.comment : null }),
    ({ measured_at, seq }) => timeCursor({ created_at: measured_at, seq }),
  );
  return { status: 200, body: page };
}
