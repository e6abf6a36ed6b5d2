import type { Environment } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { readClock } from '../database/moments.ts';
import type { NewEvent } from '../events/event.ts';
import { newId } from '../lib/random.ts';

/** An order as it is now, and who may read it. */
export interface AnnouncedOrder {
  readonly id: string;
  readonly organization_id: string;
  readonly affiliate_organization_id: string | null;
  readonly fulfillment_organization_id: string | null;
  readonly environment: Environment;
  readonly order_number: string;
  readonly status: string;
  readonly payment_status: string;
}

/**
 * Builds `order.updated`, once for each organization that may read the order. The caller appends these events, with
 * the others of its transaction, as its last statement.
 */
export async function orderUpdatedEvents(
  tx: Transaction,
  orders: readonly AnnouncedOrder[],
): Promise<NewEvent[]> {
  if (orders.length === 0) return [];
  const createdAt = await readClock(tx);
  return orders.flatMap((order) =>
    readersOf(order).map((organizationId) => ({
      id: newId(),
      organizationId,
      environment: order.environment,
      type: 'order.updated' as const,
      createdAt,
      data: {
        order_id: order.id,
        order_number: order.order_number,
        status: order.status,
        payment_status: order.payment_status,
      },
    })),
  );
}

/** Returns each reader once, whatever roles it has. A reader has a row in order_reader, which a trigger keeps. */
export function readersOf(
  order: Pick<
    AnnouncedOrder,
    'organization_id' | 'affiliate_organization_id' | 'fulfillment_organization_id'
  >,
): string[] {
  const all = [
    order.organization_id,
    order.affiliate_organization_id,
    order.fulfillment_organization_id,
  ];
  return [...new Set(all.filter((id) => id !== null))];
}
