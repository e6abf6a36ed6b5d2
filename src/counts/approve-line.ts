// Approves one line: the count and the line are written in one transaction, so that a process that dies between two
// lines leaves each of them posted or not, and two approvals of a line post it once.
import { type ActionRecord, personAction, recordAction } from '../audit/operator-actions.ts';
import type { PersonPrincipal } from '../contract.ts';
import type { Database, Transaction } from '../database/database.ts';
import { CLOCK } from '../database/moments.ts';
import { RETRY_POLICIES } from '../database/run-transaction.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import type { NewEvent } from '../events/event.ts';
import { postCount } from '../inventory/corrections/count-stock.ts';
import type { CountAnswer } from '../inventory/rules/apply-change.ts';
import { namesOf, type Posted } from '../inventory/rules/batch.ts';
import type { LotAtLocation } from '../inventory/rules/requests.ts';
import type { MovedReservation } from '../inventory/rules/stock.ts';
import { personChange, targetOf } from '../inventory/writer/person-change.ts';
import { postTogether } from '../inventory/writer/post-together.ts';
import { type LevelMaker, lockLevels } from '../inventory/writer/stock-levels.ts';
import type { StockWriter } from '../inventory/writer/stock-writer.ts';
import { newId } from '../lib/random.ts';
import { identitiesOf } from '../people/people.ts';
import type { LineRow } from './line-rows.ts';
import { quarantineLot } from './quarantine-lot.ts';
import { lockSheet, type SheetKey } from './sheet-rows.ts';

export interface Approver {
  readonly principal: PersonPrincipal;
  readonly database: Database;
  readonly stockWriter: StockWriter;
  readonly ensureLevel: LevelMaker;
}

export interface ApprovedLine {
  readonly difference: number;
  readonly movement_id: string | null;
  readonly moved: readonly MovedReservation[];
}

/**
 * @throws ApiError `wrong_state` when the sheet was cancelled, `own_approval`, or a refusal of the count; the line is as
 *   it was then
 */
export async function approveLine(
  approver: Approver,
  { sheet, line, location }: { sheet: SheetKey; line: LineRow; location: string },
  { quarantineFirst }: { quarantineFirst: boolean },
): Promise<ApprovedLine> {
  // The lot may have been released since it was quarantined for its line.
  if (line.approved_by !== null) {
    return approver.database.transaction((tx) => readApproved(tx, sheet, line.id));
  }
  const lot = lotOf(line, { location, ...sheet });
  const { id: sheetId, organizationId } = sheet;
  const typed = {
    sheet: sheetId,
    line: line.id,
    counted: line.counted,
    counted_at: line.counted_at,
  };
  const by = {
    ...personAction({ principal: approver.principal, command: 'approveCountLines', typed }),
    organizationId,
    target: targetOf(lot),
  };
  try {
    if (!line.is_there) return await receiveFound(approver, { sheet, line, lot, by });
    const away = quarantineFirst
      ? await quarantineLot(approver.stockWriter, lot, { ...by, id: newId() })
      : [];
    const approved = await postLine(approver, { sheet, line, lot, by });
    return { ...approved, moved: [...away, ...approved.moved] };
  } catch (error) {
    if (error instanceof AlreadyApproved) return error.line;
    throw isOwnApproval(error) ? ownApproval([line], approver.principal) : error;
  }
}

export function ownApproval(lines: readonly LineRow[], { personId }: PersonPrincipal) {
  const isTheirs = lines.every(({ counted_by }) => counted_by === personId);
  const lots = lines.map(({ lot_number, sku_code }) => `lot ${lot_number} of ${sku_code}`);
  return errors.ownApproval(
    isTheirs
      ? `Somebody else must approve what you counted: ${lots.join(', ')}.`
      : `Somebody else must approve what was counted by a person whose link you made, who made yours, or whose link the same person made: ${lots.join(', ')}. Or it is counted again once they are confirmed.`,
  );
}

/** Reads what an approval posted. */
async function readApproved(
  tx: Transaction,
  { organizationId }: SheetKey,
  lineId: string,
): Promise<ApprovedLine> {
  const [found] = await tx.query(READ_APPROVED, [lineId, organizationId]);
  if (found === undefined) throw new Error('A line is not approved.');
  const { answer, difference, movement_id } = found;
  if (difference === null) throw new Error('A line is approved without a difference.');
  return {
    difference,
    movement_id,
    moved: [...(answer?.moved_before ?? []), ...(answer?.moved ?? [])],
  };
}

const READ_APPROVED = statement<{
  difference: number | null;
  movement_id: string | null;
  answer: CountAnswer | null;
}>(
  'read-approved-count-line',
  `select line.difference, line.movement_id, posted.answer
     from (select difference, movement_id, organization_id from count_line
            where id = $1::uuid and organization_id = $2::uuid and approved_by is not null) line
     left join lateral (
          select answer from movement
           where movement.id = line.movement_id and movement.organization_id = line.organization_id
           limit 1) posted on true`,
);

interface Approving {
  readonly sheet: SheetKey;
  readonly line: LineRow;
  readonly lot: LotAtLocation;
  readonly by: ActionRecord;
}

/** Thrown inside a transaction that finds the line approved, so that it ends there. */
class AlreadyApproved extends Error {
  readonly line: ApprovedLine;

  constructor(line: ApprovedLine) {
    super('The line is approved.');
    this.line = line;
  }
}

async function postLine(
  { database, principal }: Approver,
  { sheet, line, lot, by }: Approving,
): Promise<ApprovedLine> {
  const { counted, counted_at } = line;
  if (counted === null) throw new Error('A line that nobody counted is approved.');
  let difference = 0;
  let movementId: string | null = null;
  const { moved } = await postCount(
    database,
    lot,
    { units: counted, countedAt: counted_at },
    async (step) => {
      const change = personChange(lot, step, { by });
      const post = async (tx: Transaction) => {
        await lockLine(tx, sheet, line);
        await lockLevels(tx, [lot], true);
        const beside = async ([posted]: readonly Posted[]) => {
          const { answer, entries } = posted as Posted;
          if (!(answer as CountAnswer).posted) return [];
          difference = entries[0]?.qty ?? 0;
          movementId = change.movement.id;
          await writeApproval(tx, { sheet, line, principal }, { difference, movementId });
          return [];
        };
        return { changes: [change], beside };
      };
      const [posted] = await postTogether(database, post, RETRY_POLICIES.orderOrLotChange);
      return posted as Posted;
    },
  );
  return { difference, movement_id: movementId, moved };
}

/** Receives a lot that the location does not know into quarantine: no one knows where it was until now. */
async function receiveFound(
  { database, principal, ensureLevel }: Approver,
  { sheet, line, lot, by }: Approving,
): Promise<ApprovedLine> {
  const units = line.counted as number;
  if (units > 0) await ensureLevel(lot);
  const { lotNumber, naming } = lot;
  const lotId = newId();
  const request = {
    type: 'receive' as const,
    units,
    lotNumber,
    expiryDate: line.expiry_date,
    status: 'quarantine' as const,
    takesOver: true,
  };
  const change = { ...personChange(lot, request, { by }), newLot: { id: lotId } };
  const movementId = units > 0 ? change.movement.id : null;
  const counted: NewEvent = {
    id: newId(),
    organizationId: lot.organizationId,
    type: 'count.approved',
    data: {
      ...namesOf(naming),
      lot_id: lotId,
      lot_number: lotNumber,
      counted: units,
      counted_at: line.counted_at as string,
      difference: units,
    },
  };
  const post = async (tx: Transaction) => {
    await lockLine(tx, sheet, line);
    if (units > 0) await lockLevels(tx, [lot], true);
    const [there] = await tx.query(FIND_LOT, [
      lotNumber,
      lot.skuId,
      lot.locationId,
      lot.organizationId,
    ]);
    if (there !== undefined) {
      throw errors.invalidMovement('The lot was received here after the count: count it again.');
    }
    const beside = async () => {
      await writeApproval(tx, { sheet, line, principal }, { difference: units, movementId });
      if (units === 0) await recordAction(tx, by);
      return units > 0 ? [counted] : [];
    };
    return { changes: units > 0 ? [change] : [], beside };
  };
  await postTogether(database, post, RETRY_POLICIES.orderOrLotChange);
  return { difference: units, movement_id: movementId, moved: [] };
}

const FIND_LOT = statement<{ id: string }>(
  'find-lot-that-was-found',
  `select id from lot
    where lot_number = $1::text and sku_id = $2::uuid and location_id = $3::uuid
      and organization_id = $4::uuid`,
);

function lotOf(
  line: LineRow,
  { location, organizationId }: SheetKey & { location: string },
): LotAtLocation {
  return {
    organizationId,
    skuId: line.sku_id,
    locationId: line.location_id,
    lotNumber: line.lot_number,
    naming: { skuCode: line.sku_code, productId: line.product_id, location },
  };
}

/** Locks the sheet and so all its lines, before any level. */
async function lockLine(tx: Transaction, sheet: SheetKey, { id }: LineRow): Promise<void> {
  const { state } = await lockSheet(tx, sheet, { isShared: false });
  const [line] = await tx.query(IS_APPROVED, [id, sheet.organizationId]);
  if (line?.is_approved) throw new AlreadyApproved(await readApproved(tx, sheet, id));
  if (state !== 'handed_in') throw errors.wrongState('The sheet is cancelled.');
}

const IS_APPROVED = statement<{ is_approved: boolean }>(
  'is-count-line-approved',
  `select approved_by is not null as is_approved from count_line
    where id = $1::uuid and organization_id = $2::uuid`,
);

/** Writes who approved it, and closes the sheet with its last line. */
async function writeApproval(
  tx: Transaction,
  { sheet, line, principal }: { sheet: SheetKey; line: LineRow; principal: PersonPrincipal },
  { difference, movementId }: { difference: number; movementId: string | null },
): Promise<void> {
  const { organizationId } = sheet;
  const approving = [principal.personId, difference, movementId, identitiesOf(principal)];
  await tx.query(APPROVE, [line.id, organizationId, ...approving]);
  await tx.query(CLOSE, [sheet.id, organizationId, principal.personId]);
}

const APPROVE = statement<never>(
  'approve-count-line',
  `with ${CLOCK}
   update count_line
      set approved_by = $3::uuid, approved_at = clock.at, difference = $4::bigint, movement_id = $5::uuid,
          approved_as = $6::uuid[]
     from clock
    where id = $1::uuid and organization_id = $2::uuid`,
);

const CLOSE = statement<never>(
  'close-count-sheet',
  `with ${CLOCK}
   update count_sheet sheet set state = 'closed', ended_by = $3::uuid, ended_at = clock.at
     from clock
    where sheet.id = $1::uuid and sheet.organization_id = $2::uuid
      and not exists (select from count_line line
                       where line.sheet_id = sheet.id and line.organization_id = sheet.organization_id
                         and line.counted is not null and line.approved_by is null)`,
);

/** The database refuses what another request has made one's own since it was read. */
function isOwnApproval(error: unknown): boolean {
  const { constraint } = (error ?? {}) as { constraint?: unknown };
  return constraint === 'count_line_own_approval' || constraint === 'count_line_two_people';
}
