// An order as reads show it. The role that reads run as may not even name its other columns.
import type { Answer } from '../../contract.ts';
import { timestampText } from '../../database/database.ts';

export type ShownOrder = Answer<'getOrder'>['body'];

/** Returns the columns that reads show of an order, from the row that `order` names. */
export function orderColumns(order: string): string {
  return `${order}.id, ${order}.order_number, ${order}.status, ${order}.payment_status,
           ${order}.total_cents, ${order}.currency, ${order}.tracking_number, ${order}.tracking_carrier,
           ${timestampText(`${order}.shipped_at`)} as shipped_at, ${order}.patient_id,
           ${timestampText(`${order}.created_at`)} as created_at`;
}
