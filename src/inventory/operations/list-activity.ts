import type { Answer, PersonCall } from '../../contract.ts';
import { type Queryable, timestampText } from '../../database/database.ts';
import { ListFilter } from '../../database/list-filter.ts';
import { CURSORS } from '../../lib/cursors.ts';
import { pageOf } from '../../lib/paging.ts';
import { UNDO_MINUTES, UNDO_STATE } from '../rows/undo-state.ts';

type Activity = Answer<'listActivity'>['body']['data'][number];
/** The column is null for commands of the operator, which are not listed. */
type Row = Omit<Activity, 'person_id'> & { readonly person_id: string | null };

/**
 * Lists what people of the organization did, newest first, with what became of it: whether an adjustment or waste was
 * undone, or may still be by the person who asks. A page costs the rows that it has.
 */
export async function listActivity(
  { query, principal: { organizationId, personId } }: PersonCall<'listActivity'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listActivity'>> {
  const [at, id] = CURSORS.listActivity.read(query.cursor);
  const where = new ListFilter();
  const own = where.value(organizationId);
  const asking = where.value(`person:${personId}`);
  const minutes = where.value(UNDO_MINUTES);
  where.add([at, id], (time, row) => `(at, id) < (${time}::timestamptz, ${row}::uuid)`);
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<Row>(
      'list-activity',
      (conditions) => `
    select action.id, ${timestampText('action.at')} as at, action.command as operation, action.person_id,
           action.witness_id, action.terminal_id, action.target, action.reason, moved.note as comment,
           action.movement_id, moved.undo
      from (select *, (arguments ->> 'movement_id')::uuid as movement_id from operator_action
             where organization_id = ${own}::uuid and person_id is not null
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
     order by action.at desc, action.id desc`,
    ),
    where.values,
  );
  const cursorAfter = (row: Row) => CURSORS.listActivity.write([row.at, row.id]);
  return { status: 200, body: pageOf(rows, query.limit, activityOf, cursorAfter) };
}

function activityOf({ person_id, ...row }: Row): Activity {
  if (person_id === null) throw new Error('An activity is nobody’s.');
  return { ...row, person_id };
}
