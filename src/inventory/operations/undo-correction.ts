import { actorOf, personAction } from '../../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../../contract.ts';
import type { Transaction } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import type { KeyedRequest } from '../../idempotency/idempotency.ts';
import { correctedLot } from '../corrections/correct-stock.ts';
import { postWitnessed } from '../corrections/post-witnessed.ts';
import { namesOf } from '../rows/lot-rows.ts';
import { UNDO_MINUTES, UNDO_STATE, UNDONE } from '../rows/undo-state.ts';
import type { LotAtLocation } from '../rules/requests.ts';
import { keyedByPerson, personChange, targetOf } from '../writer/person-change.ts';
import type { Stock } from '../writer/stock-writer.ts';
import { correctionAnswer, witnessedBy } from './person-corrections.ts';

/**
 * Takes an adjustment or waste back: posts the opposite units as an adjustment that refers to it. Nothing is deleted.
 * Only who posted it may do so, within 15 minutes and as long as nothing has touched the lot since, which is judged
 * with the level locked: of two at once, one is posted.
 *
 * @throws ApiError `not_found`; `undo_refused`; `witness_required` where the product is controlled
 */
export async function undoCorrection(
  { path, body, header, principal }: PersonCall<'undoCorrection'>,
  { database }: Pick<Stock, 'database'>,
): Promise<Answer<'undoCorrection'>> {
  const { organizationId } = principal;
  const operation = 'undoCorrection';
  const movementId = path.movement_id.toLowerCase();
  const [found] = await database.query(FIND_CORRECTED, [movementId, organizationId]);
  if (found === undefined) throw errors.notFound('There is no movement with this id.');
  const { lot, qty } = found;
  if (lot === null || qty === null) throw errors.undoRefused(ONLY_CORRECTIONS);
  const request = { type: 'adjust' as const, lotNumber: lot.lotNumber, units: -qty };
  const action = personAction({ principal, command: operation, typed: { undone: movementId } });
  const by = { ...action, organizationId, target: targetOf(lot) };
  const keyed = keyedByPerson(
    { action, key: header['Idempotency-Key'] },
    { organizationId, movementId },
  );
  const change = personChange(lot, request, { by, keyed });
  const movement = { ...change.movement, referenceType: UNDONE, referenceId: movementId };
  // The token is bound to the movement too.
  const bound = { ...body, movement_id: movementId };
  const scopes = ['stock:waste-controlled', 'stock:adjust'];
  const posted = await postWitnessed(
    database,
    { ...change, movement },
    {
      witnessed: witnessedBy({ principal, operation, body: bound, scopes }),
      judge: async (tx) => {
        if (keyed !== undefined && (await isPosted(tx, organizationId, keyed))) return;
        const [state] = await tx.query(READ_STATE, [movementId, organizationId, UNDO_MINUTES]);
        if (state === undefined) throw new Error('A movement is gone.');
        refuse(state, actorOf(action));
      },
    },
  );
  return correctionAnswer(correctedLot(lot, posted));
}

const ONLY_CORRECTIONS = 'Only an adjustment or waste can be undone: correct anything else.';

function refuse(state: CorrectionState, actor: string): void {
  if (state.type !== 'adjust' && state.type !== 'waste') throw errors.undoRefused(ONLY_CORRECTIONS);
  if (state.is_undo)
    throw errors.undoRefused('An undo cannot be undone: post a correction instead.');
  if (state.actor !== actor) throw errors.undoRefused('Only the person who posted it may undo it.');
  if (state.is_undone) throw errors.undoRefused('It was undone already.');
  if (state.is_late) {
    throw errors.undoRefused(
      `It is more than ${UNDO_MINUTES} minutes old: post a correction instead.`,
    );
  }
  if (state.is_touched) {
    throw errors.undoRefused('The lot has changed since: post a correction instead.');
  }
}

interface CorrectedRow {
  readonly lot: LotAtLocation | null;
  readonly qty: number | null;
}

/** A movement of one entry has its lot; any other is no correction. */
const FIND_CORRECTED = statement<CorrectedRow>(
  'find-correction',
  `select entry.qty,
          case when entry.id is not null then json_build_object(
            'organizationId', movement.organization_id, 'skuId', movement.sku_id,
            'locationId', movement.location_id, 'lotNumber', lot.lot_number,
            'naming', json_build_object('skuCode', sku.sku_code, 'productId', sku.product_id,
                                        'location', location.name)) end as lot
     from movement
     ${namesOf('movement')}
     left join lateral (
          select id, lot_id, qty from ledger_entry
           where ledger_entry.movement_id = movement.id
             and ledger_entry.organization_id = movement.organization_id
             and movement.type in ('adjust', 'waste')
           limit 1) entry on true
     left join lateral (
          select lot_number from lot
           where lot.id = entry.lot_id and lot.organization_id = movement.organization_id
           limit 1) lot on true
    where movement.id = $1::uuid and movement.organization_id = $2::uuid`,
);

async function isPosted(
  tx: Transaction,
  organizationId: string,
  { key, operation }: KeyedRequest,
): Promise<boolean> {
  const [earlier] = await tx.query(FIND_KEY, [key, operation, organizationId]);
  return earlier !== undefined;
}

const FIND_KEY = statement<{ found: boolean }>(
  'find-undo-of-key',
  `select true as found from movement
    where idempotency_key = $1::text and operation = $2::text and organization_id = $3::uuid`,
);

interface CorrectionState {
  readonly type: string;
  readonly actor: string;
  readonly is_undo: boolean;
  readonly is_undone: boolean;
  readonly is_late: boolean;
  readonly is_touched: boolean;
}

const READ_STATE = statement<CorrectionState>(
  'read-undo-state',
  `select movement.type, movement.actor, ${UNDO_STATE},
          movement.created_at < clock_timestamp() - make_interval(mins => $3::int) as is_late
     from movement
     join ledger_entry entry on entry.movement_id = movement.id
          and entry.organization_id = movement.organization_id
    where movement.id = $1::uuid and movement.organization_id = $2::uuid
    limit 1`,
);
