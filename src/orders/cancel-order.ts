import { actorOf, type OperatorAction, personAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database, Transaction } from '../database/database.ts';
import { keyedRequest } from '../idempotency/idempotency.ts';
import { lockReleases } from '../inventory/writer/release-held.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import { readersOf } from './order-events.ts';
import { requireOrderStep, requireRouted } from './require-step.ts';
import { referenceOf, type StoredOrder } from './rows/stored-order.ts';

/**
 * Cancels an order and releases all that it holds in the stock of the organizations that may read it, in one
 * step. An order that is cancelled already still releases what it holds.
 *
 * @param require refuses an order that the caller may not cancel; called with the order locked, before a key is looked up
 * @throws ApiError when there is no such order, or it cannot be cancelled any more
 */
export async function cancelOrder(
  database: Database,
  id: string,
  {
    action,
    key,
    require,
  }: {
    readonly action: OperatorAction;
    readonly key: string | undefined;
    readonly require?: (order: StoredOrder) => void;
  },
): Promise<ChangedOrder & { readonly released: number }> {
  const decide = async (tx: Transaction, order: StoredOrder) => {
    const state = requireOrderStep(order, 'cancelled');
    const actor = actorOf(action);
    const reference = referenceOf(order);
    const releases = ownersOf(order).map((organizationId) => ({
      organizationId,
      reference,
      actor,
    }));
    const { changes, confirm } = await lockReleases(tx, releases);
    return { state, changes: changes.flatMap((some = []) => some), confirm };
  };
  const keyed = keyedRequest('order cancel', key, { id });
  const cancelled = await changeOrder(database, id, action, decide, { keyed, require });
  return { ...cancelled, released: unitsOf(cancelled) };
}

/** Finds whose stock the order may hold: that of its readers, not of strangers with the same words. A test order holds none. */
function ownersOf(order: StoredOrder): string[] {
  return order.environment === 'test' ? [] : readersOf(order);
}

function unitsOf({ posted }: ChangedOrder): number {
  return posted.reduce((units, { answer }) => units + (answer as { released: number }).released, 0);
}

/**
 * Cancels an order that the pharmacy fulfils, and releases all that it holds.
 *
 * @throws ApiError 404 when the pharmacy has no such order; 400 when it cannot be cancelled any more
 */
export async function cancelPackingOrder(
  { path, header, body: { reason }, principal }: PersonCall<'cancelPackingOrder'>,
  { database }: { readonly database: Database },
): Promise<Answer<'cancelPackingOrder'>> {
  const { order, released, idempotent } = await cancelOrder(database, path.id, {
    action: personAction({ principal, command: 'cancelPackingOrder', reason }),
    key: header['Idempotency-Key'],
    require: (locked) => requireRouted(locked, principal.organizationId),
  });
  const { id, order_number, status } = order;
  return { status: 200, body: { id, order_number, status, released, idempotent } };
}
