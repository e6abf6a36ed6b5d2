// An order as reads show it. Its other columns are nobody's to read: the role that reads run as may not even
// name them.
import type { Answer } from '../../contract.ts';
import { timestampText } from '../../database/database.ts';

export type ShownOrder = Answer<'getOrder'>['body'];

/** What reads show of an order, from the row that `order` names. */
export function orderColumns(order: string): string {
  return `${order}.id, ${order}.order_number, ${order}.status, ${order}.payment_status,
           ${order}.total_cents, ${order}.currency, ${order}.tracking_number, ${order}.tracking_carrier,
           ${timestampText(`${order}.shipped_at`)} as shipped_at, ${order}.patient_id,
           ${timestampText(`${order}.created_at`)} as created_at`;
}
