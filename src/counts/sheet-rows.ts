import type { Answer } from '../contract.ts';
import { type Queryable, type Transaction, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';

export type CountSheet = Answer<'createCountSheet'>['body'];

export interface SheetKey {
  readonly id: string;
  readonly organizationId: string;
}

/** The name of a sheet in what is recorded of it. */
export function sheetTarget(id: string): string {
  return `count sheet ${id.toLowerCase()}`;
}

/** The columns of a sheet as it is answered, for a statement that has its row as `sheet`. */
export const SHEET_COLUMNS = `
  sheet.id, location.name as location, sheet.scope, sheet.state, sheet.created_by,
  ${timestampText('sheet.created_at')} as created_at, sheet.handed_in_by,
  ${timestampText('sheet.handed_in_at')} as handed_in_at, sheet.ended_by,
  ${timestampText('sheet.ended_at')} as ended_at,
  json_build_object('total', lines.total, 'counted', lines.counted, 'approved', lines.approved) as lines`;

export const SHEET_PARTS = `
  cross join lateral (
        select name from location
         where location.id = sheet.location_id and location.organization_id = sheet.organization_id
         limit 1) location
  cross join lateral (
        select count(*) as total, count(counted) as counted, count(approved_by) as approved
          from count_line line
         where line.sheet_id = sheet.id and line.organization_id = sheet.organization_id) lines`;

/** @throws ApiError 404 when it is unknown or of another organization */
export async function findSheet(db: Queryable, { id, organizationId }: SheetKey) {
  const [sheet] = await db.query(FIND_SHEET, [id, organizationId]);
  return sheet ?? refuse();
}

const FIND_SHEET = statement<CountSheet>(
  'find-count-sheet',
  `select ${SHEET_COLUMNS}
     from (select * from count_sheet where id = $1::uuid and organization_id = $2::uuid) sheet
    ${SHEET_PARTS}`,
);

export interface LockedSheet {
  readonly state: CountSheet['state'];
  readonly location_id: string;
  readonly location: string;
  /** Timestamp text. */
  readonly now: string;
}

/**
 * Locks a sheet before any of its lines. Who counts shares the lock; who changes its state, or approves, has it alone.
 *
 * @throws ApiError 404 when it is unknown or of another organization
 */
export async function lockSheet(
  tx: Transaction,
  { id, organizationId }: SheetKey,
  { isShared }: { isShared: boolean },
): Promise<LockedSheet> {
  const [sheet] = await tx.query(isShared ? LOCK_SHARED : LOCK, [id, organizationId]);
  return sheet ?? refuse();
}

const lockText = (strength: string) => `
   select sheet.state, sheet.location_id, location.name as location,
          ${timestampText('clock_timestamp()')} as now
     from (select * from count_sheet
            where id = $1::uuid and organization_id = $2::uuid
              for ${strength}) sheet
    cross join lateral (
          select name from location
           where location.id = sheet.location_id and location.organization_id = sheet.organization_id
           limit 1) location`;

const LOCK = statement<LockedSheet>('lock-count-sheet', lockText('no key update'));
const LOCK_SHARED = statement<LockedSheet>('lock-count-sheet-shared', lockText('share'));

function refuse(): never {
  throw errors.notFound('No count sheet of this organization has this id.');
}
