import type { Answer, PersonCall } from '../../contract.ts';
import { type ActingReader, timestampText } from '../../database/database.ts';
import { ListFilter } from '../../database/list-filter.ts';
import { errors } from '../../errors.ts';
import { CURSORS } from '../../lib/cursors.ts';
import { pageOf, readTimeFilter } from '../../lib/paging.ts';
import { orderNamedBy } from '../rows/named-order.ts';
import { withStoredNames } from '../rows/stored-names.ts';
import { UNDO_MINUTES, UNDO_STATE } from '../rows/undo-state.ts';

type Activity = Answer<'listActivity'>['body']['data'][number];
/** The column is null for commands of the operator, which are not listed. */
type Row = Omit<Activity, 'person_id'> & { readonly person_id: string | null };

/**
 * Lists what people of the organization did, newest first, with what became of it: whether an adjustment or waste was
 * undone, or may still be by the person who asks. A page costs the rows that it has; those on one lot are read whole.
 */
export async function listActivity(
  { query: asked, principal }: Pick<PersonCall<'listActivity'>, 'query' | 'principal'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'listActivity'>> {
  const { organizationId, personId } = principal;
  const acting = database.actingFor(organizationId);
  const query = await withStoredNames(acting, organizationId, asked);
  const [at, id] = CURSORS.listActivity.read(query.cursor);
  const where = new ListFilter();
  const own = `${where.value(organizationId)}::uuid`;
  const asking = where.value(`person:${personId}`);
  const minutes = where.value(UNDO_MINUTES);
  const lot = where.asked(
    onLot(query),
    (on) => `target ~>=~ ${on}::text and target ~<~ (${on}::text || chr(1114111))`,
  );
  const theirs = `operator_action where organization_id = ${own} and person_id is not null ${lot}`;
  where
    .add([query.person_id], (person) => `person_id = ${person}::uuid`)
    .add([query.operation], (operation) => `command = ${operation}::text`)
    .add([readTimeFilter(query.from, 'from')], (time) => `at >= ${time}::timestamptz`)
    .add([readTimeFilter(query.to, 'to')], (time) => `at < ${time}::timestamptz`)
    .add([at, id], (time, row) => `(at, id) < (${time}::timestamptz, ${row}::uuid)`);
  const limit = where.value(query.limit + 1);
  const rows = await acting.query(
    where.statement<Row>(
      'list-activity',
      (conditions) => `
    select action.id, ${timestampText('action.at')} as at, action.command as operation, action.person_id,
           action.witness_id, action.terminal_id, action.target, action.reason, moved.note as comment,
           action.movement_id, moved.undo, units.units, units.from_location, units.to_location, named.order_number,
           coalesce(arguments ->> 'celsius', arguments ->> 'status', arguments ->> 'expiry_date') as value
      from (select *, (arguments ->> 'movement_id')::uuid as movement_id
              from ${lot && '(select * from '}${theirs}${lot && ' offset 0) on_lot where true'}
               ${conditions && `and ${conditions}`}
             order by at desc, id desc
             limit ${limit}) action
      left join lateral (
           select state.note,
                  case when state.type not in ('adjust', 'waste') or state.is_undo then null
                       when state.is_undone then 'undone'
                       when state.is_touched or state.is_late or state.actor <> ${asking}::text then 'over'
                       else 'possible' end as undo
             from (select movement.type, movement.actor, movement.note, ${UNDO_STATE},
                          movement.created_at < clock_timestamp() - make_interval(mins => ${minutes}::int)
                            as is_late
                     from movement
                     left join lateral (
                          select organization_id, lot_id, created_at, seq from ledger_entry
                           where ledger_entry.movement_id = movement.id
                             and ledger_entry.organization_id = movement.organization_id
                           limit 1) entry on true
                    where movement.id = action.movement_id
                      and movement.organization_id = action.organization_id
                    limit 1) state) moved on true
     cross join lateral (${UNITS}) units
     ${orderNamedBy('action.target', own)}
     order by action.at desc, action.id desc`,
    ),
    where.values,
  );
  const cursorAfter = (row: Row) => CURSORS.listActivity.write([row.at, row.id]);
  return { status: 200, body: pageOf(rows, query.limit, activityOf, cursorAfter) };
}

/** How the names of all actions on the lot number begin. @throws ApiError 400 where a SKU has no lot number with it */
function onLot({ sku_code, lot_number }: PersonCall<'listActivity'>['query']): string | undefined {
  if (lot_number !== undefined) return `lot ${lot_number} of ${sku_code ? `${sku_code} ` : ''}`;
  if (sku_code === undefined) return undefined;
  throw errors.invalid('lot_number', 'must be sent together with sku_code');
}

/** What an action moved: the entries of its movement, or of all those of the shipment that it made. */
const UNITS = `
           select greatest(sum(qty) filter (where qty > 0), -sum(qty) filter (where qty < 0))::bigint as units,
                  string_agg(distinct name, ', ') filter (where qty < 0) as from_location,
                  string_agg(distinct name, ', ') filter (where qty > 0) as to_location
             from (select action.movement_id as id
                   union all
                   select id from movement
                    where reference_id = substr(action.target, length('order ') + 1) and reference_type = 'order'
                      and organization_id = action.organization_id and actor = action.actor and type = 'fulfill'
                      and action.command = 'shipPackingOrder') posted
            cross join lateral (
                  select qty, location_id from ledger_entry
                   where movement_id = posted.id and organization_id = action.organization_id offset 0) entry
            cross join lateral (
                  select name from location
                   where id = entry.location_id and organization_id = action.organization_id limit 1) location`;

function activityOf({ person_id, ...row }: Row): Activity {
  if (person_id === null) throw new Error('An activity is nobody’s.');
  return { ...row, person_id };
}
