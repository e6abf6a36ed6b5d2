import type { Environment } from '../contract.ts';
import {
  CURRENCY,
  type ImportRun,
  importSection,
  oneOf,
  optional,
  text,
  UNITS,
} from '../import/section.ts';
import { type ImportCount, SEALED, upsert, upsertTable } from '../import/upsert.ts';
import { OWNED, type OwnedRecord, ownedRecordsApart } from '../organizations/owned-records.ts';
import {
  CHECKOUT_FIELDS,
  CUSTOMER_FIELDS,
  ITEM_FIELDS,
  type Parts,
  partSchema,
  SHIP_TO_FIELDS,
  type StoredPart,
} from './store-order-parts.ts';

interface StoreOrderFields {
  readonly order_number: string;
  readonly status: string;
  readonly payment_status: string;
  readonly external_order_id: string | null;
  readonly subtotal_cents: number;
  readonly shipping_cents: number;
  readonly tax_cents: number;
  readonly total_cents: number;
  readonly your_markup_cents: number;
  readonly currency: string;
  readonly customer: StoredPart<Parts['customer']> | null;
  readonly ship_to: StoredPart<Parts['ship_to']> | null;
  readonly items: readonly StoredPart<Parts['items']>[];
  readonly checkout: StoredPart<Parts['checkout']> | null;
}

type StoreOrderRecord = OwnedRecord &
  Partial<StoreOrderFields> &
  Pick<StoreOrderFields, 'order_number'>;

const ITEMS_MAX = 200;

/** Store orders are identified by their order numbers within an organization and environment. */
export const storeOrdersSection = importSection({
  name: 'store_orders',
  required: ['organization', 'order_number'],
  fields: {
    ...OWNED,
    order_number: text(100),
    status: oneOf('pending', 'paid', 'processing', 'shipped', 'delivered', 'cancelled'),
    payment_status: oneOf('pending', 'paid', 'refunded', 'failed'),
    external_order_id: optional(text(200)),
    subtotal_cents: UNITS,
    shipping_cents: UNITS,
    tax_cents: UNITS,
    total_cents: UNITS,
    your_markup_cents: UNITS,
    currency: CURRENCY,
    customer: optional(partSchema(CUSTOMER_FIELDS)),
    ship_to: optional(partSchema(SHIP_TO_FIELDS)),
    items: { type: 'array', maxItems: ITEMS_MAX, items: partSchema(ITEM_FIELDS) },
    checkout: optional(partSchema(CHECKOUT_FIELDS)),
  },
  write: importStoreOrders,
});

async function importStoreOrders(
  { tx, secrets }: ImportRun,
  records: readonly StoreOrderRecord[],
): Promise<ImportCount> {
  const owned = await ownedRecordsApart(tx, records);
  const orders = owned.map(({ items, ...order }) => ({
    ...order,
    ...(items && { items: items.map(withPlainId) }),
  }));
  const { count } = await upsert(tx, STORE_ORDERS, orders, secrets);
  return count;
}

/** Returns the item with its id as the database formats ids. */
function withPlainId(item: StoredPart<Parts['items']>): StoredPart<Parts['items']> {
  return item.product_id ? { ...item, product_id: item.product_id.toLowerCase() } : item;
}

const STORE_ORDERS = upsertTable<
  StoreOrderFields & {
    readonly id: string;
    readonly organization_id: string;
    readonly environment: Environment;
    readonly created_at?: string;
  }
>({
  table: 'store_order',
  key: ['order_number', 'environment', 'organization_id'],
  names: ['external_order_id'],
  columns: {
    id: 'uuid',
    organization_id: 'uuid',
    environment: 'text',
    order_number: 'text',
    status: 'text',
    payment_status: 'text',
    external_order_id: 'text',
    subtotal_cents: 'bigint',
    shipping_cents: 'bigint',
    tax_cents: 'bigint',
    total_cents: 'bigint',
    your_markup_cents: 'bigint',
    currency: 'text',
    customer: SEALED,
    ship_to: SEALED,
    items: 'jsonb',
    checkout: 'jsonb',
    created_at: 'timestamptz',
  },
  defaults: {
    status: 'pending',
    payment_status: 'pending',
    external_order_id: null,
    subtotal_cents: 0,
    shipping_cents: 0,
    tax_cents: 0,
    total_cents: 0,
    your_markup_cents: 0,
    currency: 'USD',
    customer: null,
    ship_to: null,
    items: [],
    checkout: null,
  },
});
