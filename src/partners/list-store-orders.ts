import type { Answer, Call } from '../contract.ts';
import { type ActingReader, timestampText } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { pageOf, readTimeCursor, timeCursor } from '../lib/paging.ts';
import type { SecretBox } from '../lib/seal.ts';
import {
  CHECKOUT_FIELDS,
  CUSTOMER_FIELDS,
  ITEM_FIELDS,
  type Parts,
  SHIP_TO_FIELDS,
  type StoredPart,
  whole,
  wholeOrNull,
} from './store-order-parts.ts';

type StoreOrder = Answer<'listStoreOrders'>['body']['data'][number];

/** The fields of an order in the sealed column, as JSON. */
type Sealed = 'customer' | 'ship_to';

interface StoreOrderRow extends Omit<StoreOrder, Sealed | 'items' | 'checkout'> {
  readonly sealed: Buffer;
  readonly items: StoredPart<Parts['items']>[];
  readonly checkout: StoredPart<Parts['checkout']> | null;
  readonly seq: string;
}

/** Lists the orders of the organization's own store, newest first. */
export async function listStoreOrders(
  { query, principal }: Call<'listStoreOrders'>,
  { database, secrets }: { readonly database: ActingReader; readonly secrets: SecretBox },
): Promise<Answer<'listStoreOrders'>> {
  const { organizationId, environment } = principal;
  const before = readTimeCursor(query.cursor);
  const where = new ListFilter()
    .add([organizationId], (id) => `organization_id = ${id}::uuid`)
    .add([environment], (name) => `environment = ${name}::text`)
    .olderThan(before);
  const limit = where.value(query.limit + 1);
  const rows = await database.actingFor(organizationId).query(
    where.statement<StoreOrderRow>(
      'list-store-orders',
      (conditions) => `
    select id, order_number, status, payment_status, external_order_id, subtotal_cents, shipping_cents,
           tax_cents, total_cents, your_markup_cents, currency, sealed, items, checkout,
           ${timestampText('created_at')} as created_at, seq::text as seq
      from store_order
     where ${conditions}
     order by store_order.created_at desc, store_order.seq desc
     limit ${limit}`,
    ),
    where.values,
  );
  const page = pageOf(
    rows,
    query.limit,
    ({ sealed, seq: _, ...row }): StoreOrder => {
      const field = { table: 'store_order', organizationId, rowId: row.id };
      const { customer, ship_to }: { [Part in Sealed]?: StoredPart<Parts[Part]> | null } =
        JSON.parse(secrets.open(sealed, field));
      return {
        ...row,
        customer: wholeOrNull(CUSTOMER_FIELDS, customer),
        ship_to: wholeOrNull(SHIP_TO_FIELDS, ship_to),
        items: row.items.map((item) => whole(ITEM_FIELDS, item)),
        checkout: wholeOrNull(CHECKOUT_FIELDS, row.checkout),
      };
    },
    timeCursor,
  );
  return { status: 200, body: page };
}
