// Changes an order for a command, in one transaction with the stock that moves, the operator's action and the
// events. The order's row is locked first, then levels in the order of their keys, and the events' counters last.

import { isRecorded, type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import type { Database, Transaction } from '../database/database.ts';
import { failureKind } from '../database/failures.ts';
import { CLOCK } from '../database/moments.ts';
import { type Attempts, RETRY_POLICIES } from '../database/run-transaction.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { claimKey, type KeyedRequest, keepAnswer } from '../idempotency/idempotency.ts';
import type { Posted } from '../inventory/rules/batch.ts';
import type { Naming, StockChange } from '../inventory/rules/requests.ts';
import { postTogether, type Together } from '../inventory/writer/post-together.ts';
import { lockLevels } from '../inventory/writer/stock-levels.ts';
import { RETRY_AFTER_SECONDS } from '../queues/bounded-queue.ts';
import { orderUpdatedEvents } from './order-events.ts';
import { lockOrder, STORED_COLUMNS, type StoredOrder } from './rows/stored-order.ts';
import type { OrderState } from './rules/order-states.ts';
import { settleCharges } from './settle-charges.ts';

export interface Shipment {
  readonly trackingNumber: string;
  readonly trackingCarrier: string;
}

/** What a command decides to do with a locked order. */
interface OrderChange {
  /** The new state; the very same object where only stock changes. */
  readonly state: OrderState;
  readonly shipment?: Shipment;
  /** The changes of stock; their levels are locked. */
  readonly changes?: readonly StockChange[];
  readonly confirm?: Together['confirm'];
  readonly refuse?: Together['refuse'];
}

export interface ChangedOrder {
  /** The order after the change. */
  readonly order: StoredOrder;
  /** Whether this command changed the order or its stock; false when nothing needed to change. */
  readonly changed: boolean;
  /** What was posted, in the order of the changes of stock. */
  readonly posted: readonly PostedChange[];
  /** Whether a command with the same key did all of it before, so that nothing has changed now. */
  readonly idempotent: boolean;
}

/** A posted change of stock, with its SKU and its location. */
interface PostedChange extends Posted {
  readonly naming: Naming;
}

/**
 * @param decide locks the stock that changes; each attempt calls it again, until one has changed the order
 * @param require refuses an order that the caller may not change, before a key is looked up
 * @param keyed set where the command came with a key, which is stored with what it changed
 * @throws ApiError when there is no such order, others use it for too long, or the key came with other arguments
 */
export async function changeOrder(
  database: Database,
  id: string,
  action: OperatorAction,
  decide: (tx: Transaction, order: StoredOrder) => Promise<OrderChange>,
  {
    keyed,
    require,
  }: {
    readonly keyed?: KeyedRequest | undefined;
    readonly require?: ((order: StoredOrder) => void) | undefined;
  } = {},
): Promise<ChangedOrder> {
  let tried: readonly StockChange[] | undefined;
  let order: StoredOrder | undefined;
  let changed = false;
  let earlier: { readonly answer: ChangedOrder } | undefined;
  const resultOf = (posted: readonly Posted[]): ChangedOrder => {
    if (order === undefined) throw new Error('No order was locked.');
    const named = posted.map((one, index) => {
      const { naming } = (tried as readonly StockChange[])[index] as StockChange;
      return { ...one, naming };
    });
    return { order, changed, posted: named, idempotent: false };
  };
  const lock = async (tx: Transaction, { mayHaveCommitted }: Attempts): Promise<Together> => {
    const locked = await lockOrder(tx, id);
    require?.(locked);
    order = locked;
    changed = mayHaveCommitted && (await isRecorded(tx, action));
    // An attempt that lost its connection committed everything: what it posted is looked up.
    if (changed && tried !== undefined) return { changes: await lockedAgain(tx, tried) };
    const once = keyed && { principal: principalOf(locked), request: keyed };
    earlier = once && (await claimKey<ChangedOrder>(tx, once));
    if (earlier !== undefined) return { changes: [] };
    const { state, shipment, changes = [], confirm, refuse } = await decide(tx, locked);
    tried = changes;
    const isNew = state.status !== locked.status || state.paymentStatus !== locked.payment_status;
    changed = isNew || changes.length > 0;
    const beside = async (posted: readonly Posted[]) => {
      if (changed) await recordAction(tx, actionOn(action, locked));
      if (isNew) order = await writeState(tx, locked, { state, shipment });
      if (once !== undefined) await keepAnswer(tx, once, resultOf(posted));
      return isNew ? orderUpdatedEvents(tx, [order as StoredOrder]) : [];
    };
    return { changes, beside, ...(confirm && { confirm }), ...(refuse && { refuse }) };
  };
  const posted = await postTogether(database, lock, RETRY_POLICIES.orderOrLotChange).catch(
    refuseBusy,
  );
  return earlier === undefined ? resultOf(posted) : { ...earlier.answer, idempotent: true };
}

function refuseBusy(error: unknown): never {
  if (failureKind(error) !== 'lock_timeout') throw error;
  throw errors.busy(
    'Others have locked the order or its stock for too long. Nothing has changed: try again.',
    RETRY_AFTER_SECONDS,
  );
}

/** Returns the organization and environment of the order, within which the key is unique. */
function principalOf({ organization_id: organizationId, environment }: StoredOrder) {
  return { organizationId, environment };
}

async function lockedAgain(
  tx: Transaction,
  changes: readonly StockChange[],
): Promise<readonly StockChange[]> {
  await lockLevels(
    tx,
    changes.map(({ level }) => level),
    true,
  );
  return changes;
}

/** What a person did is recorded for the pharmacy that they work at: people of the clinic must not read it. */
function actionOn(action: OperatorAction, order: StoredOrder) {
  const target = `order ${order.id}`;
  const organizationId = action.person?.organizationId ?? order.organization_id;
  return { ...action, organizationId, target };
}

async function writeState(
  tx: Transaction,
  order: StoredOrder,
  { state, shipment }: { state: OrderState; shipment: Shipment | undefined },
): Promise<StoredOrder> {
  const [written] = await tx.query(WRITE_STATE, [
    order.id,
    order.organization_id,
    state.status,
    state.paymentStatus,
    shipment?.trackingNumber ?? null,
    shipment?.trackingCarrier ?? null,
  ]);
  if (written === undefined) throw new Error('A locked order is gone.');
  if (written.payment_status !== order.payment_status) await settleCharges(tx, [written]);
  return written;
}

const WRITE_STATE = statement<StoredOrder>(
  'write-order-state',
  `
    with ${CLOCK}, written as (
      update customer_order
         set status = $3::text, payment_status = $4::text,
             tracking_number = coalesce($5::text, tracking_number),
             tracking_carrier = coalesce($6::text, tracking_carrier),
             shipped_at = case when $5::text is null then shipped_at else clock.at end
        from clock
       where id = $1::uuid and organization_id = $2::uuid
      returning customer_order.*)
    select ${STORED_COLUMNS} from written`,
);
