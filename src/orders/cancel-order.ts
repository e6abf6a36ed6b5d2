import { actorOf, type OperatorAction } from '../audit/operator-actions.ts';
import type { Database, Transaction } from '../database/database.ts';
import { Attempts, RETRY_POLICIES } from '../database/run-transaction.ts';
import { type KeyedRequest, keyedRequest } from '../idempotency/idempotency.ts';
import { type HeldLevel, heldLevels } from '../inventory/rows/held-levels.ts';
import { newMovement } from '../inventory/rules/new-movement.ts';
import type { StockChange } from '../inventory/rules/requests.ts';
import { levelName } from '../inventory/rules/stock.ts';
import { lockLevels } from '../inventory/writer/stock-levels.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import { readersOf } from './order-events.ts';
import { requireOrderStep } from './require-step.ts';
import { referenceOf, type StoredOrder } from './rows/stored-order.ts';

/**
 * Cancels an order and releases all that it holds in the stock of the organizations that may read it, in one
 * transaction. What is reserved for it during the cancellation is released right after. An order that is cancelled
 * already still releases what it holds.
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
  let keyed = keyedRequest('order cancel', key, { id });
  let released = 0;
  let changed = false;
  const attempts = new Attempts(RETRY_POLICIES.orderOrLotChange);
  for (;;) {
    const result = await cancelAndRelease(database, id, { action, keyed, require });
    released += unitsOf(result);
    changed ||= result.changed;
    if (result.idempotent) return { ...result, released };
    keyed = undefined;
    const left = await heldFor(database, result.order);
    if (left.length === 0 || !attempts.recheck()) return { ...result, changed, released };
  }
}

function cancelAndRelease(
  database: Database,
  id: string,
  {
    action,
    keyed,
    require,
  }: {
    action: OperatorAction;
    keyed: KeyedRequest | undefined;
    require: ((order: StoredOrder) => void) | undefined;
  },
): Promise<ChangedOrder> {
  const decide = async (tx: Transaction, order: StoredOrder) => {
    const state = requireOrderStep(order, 'cancelled');
    const seen = await heldFor(tx, order);
    const locked = await lockLevels(
      tx,
      seen.map(({ level }) => level),
      true,
    );
    // With the levels locked this second read is final: what was drawn or released meanwhile needs no release.
    const held = await heldFor(tx, order);
    const reference = referenceOf(order);
    const changes = held
      .filter(({ level }) => locked.has(levelName(level)))
      .map(
        ({ level, naming }): StockChange => ({
          level,
          naming,
          request: { type: 'release', reference },
          movement: newMovement({ actor: actorOf(action), reference }),
        }),
      );
    return { state, changes };
  };
  return changeOrder(database, id, action, decide, { keyed, require });
}

/** Finds what readers hold for the order, not strangers with the same words. A test order holds nothing. */
async function heldFor(db: Database | Transaction, order: StoredOrder): Promise<HeldLevel[]> {
  if (order.environment === 'test') return [];
  const organizationIds = readersOf(order);
  return heldLevels(db, { organizationIds, reference: referenceOf(order) });
}

function unitsOf({ posted }: ChangedOrder): number {
  return posted.reduce((units, { answer }) => units + (answer as { released: number }).released, 0);
}
