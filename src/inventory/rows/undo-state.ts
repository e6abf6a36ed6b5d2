/** For so long a person may take their own correction back. */
export const UNDO_MINUTES = 15;

/** The kind of reference that an undo has to the movement that it undoes. */
export const UNDONE = 'movement';

/** Whether a movement was undone, and what is against undoing it. `movement` and its `entry` are in scope. */
export const UNDO_STATE = `
  movement.reference_type is not distinct from '${UNDONE}' as is_undo,
  exists (select from movement undo
           where undo.reference_id = movement.id::text and undo.reference_type = '${UNDONE}'
             and undo.organization_id = movement.organization_id and undo.type = 'adjust') as is_undone,
  exists (select from ledger_entry later
           where later.organization_id = entry.organization_id and later.lot_id = entry.lot_id
             and (later.created_at, later.seq) > (entry.created_at, entry.seq))
    or exists (select from lot_record later
                where later.organization_id = entry.organization_id and later.lot_id = entry.lot_id
                  and (later.created_at, later.seq) > (entry.created_at, entry.seq)) as is_touched`;
