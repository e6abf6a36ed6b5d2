// The clinic of a soak, whose orders the soak's pharmacy ships: both read them, and each has them in its feed, the
// pharmacy between the events of its stock.
import type pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { type Receiver, startReceiver } from '../callers/receiver.ts';
import { send } from '../callers/send.ts';
import type { Draw } from '../draw.ts';
import { type Caller, callerOf, importRecords, type World } from '../world.ts';
import { emptyOrdersBase, type OrdersBase } from './history.ts';

const CLERKS = 2;
export const PRICE_CENTS = 1250;
const STOCK = 1_000_000_000;

export interface OrdersWorld {
  readonly pharmacy: { readonly slug: string; readonly id: string };
  readonly clinic: { readonly slug: string; readonly id: string };
  /** They write and read. */
  readonly clerks: readonly Caller[];
  /** A caller of the pharmacy, which reads orders and no patients. */
  readonly reader: Caller;
  /** What is ordered. */
  readonly productId: string;
  /** The clinic's own, which notes are about. */
  readonly skuCode: string;
  /** What a history of it begins with. */
  readonly base: OrdersBase;
}

export async function makeOrdersWorld(
  database: Database,
  owner: pg.Pool,
  { slug, organizationId, base }: World,
): Promise<OrdersWorld> {
  const clinic = `${slug}-clinic`;
  const [productId, ownId] = [crypto.randomUUID(), crypto.randomUUID()];
  const skuCode = 'SWAB';
  await importRecords(database, {
    organizations: [{ slug: clinic, name: clinic, kind: 'clinic' }],
    locations: [{ organization: clinic, name: 'Clinic', is_default: true }],
    products: [
      {
        organization: slug,
        id: productId,
        name: 'Cream',
        price_cents: PRICE_CENTS,
        status: 'active',
      },
      { organization: clinic, id: ownId, name: 'Swab' },
    ],
    skus: [{ organization: clinic, sku_code: skuCode, product_id: ownId }],
    lots: [
      {
        organization: clinic,
        sku_code: skuCode,
        lot_number: 'S-1',
        qty: STOCK,
        expiry_date: '2099-01-01',
      },
    ],
    storefront_listings: [
      { organization: clinic, product_id: productId, patient_price_cents: 2500, is_listed: true },
    ],
  });
  const clerks: Caller[] = [];
  for (let index = 0; index < CLERKS; index += 1) clerks.push(await callerOf(database, clinic));
  const { rows } = await owner.query(CLINIC, [clinic]);
  return {
    clerks,
    reader: await callerOf(database, slug),
    productId,
    skuCode,
    pharmacy: { slug, id: organizationId },
    clinic: { slug: clinic, id: rows[0].id },
    base: emptyOrdersBase({ pharmacy: base.position, clinic: rows[0].position }, base.cursors),
  };
}

const CLINIC = `
  select o.id, coalesce((select max(e.position) from event e where e.organization_id = o.id), 0)::float8 as position
    from organization o where o.slug = $1`;

export interface OrdersReceivers {
  readonly pharmacy: Receiver;
  readonly clinic: Receiver;
}

/** Both have the events of orders sent to them. */
export async function subscribeToOrders(
  url: string,
  { clerks, reader }: OrdersWorld,
  draw: Draw,
): Promise<OrdersReceivers> {
  const receiverOf = async (caller: Caller | undefined): Promise<Receiver> => {
    if (caller === undefined) throw new Error('The clinic has nobody.');
    const receiver = await startReceiver(draw.split());
    const answer = await send(
      { url, bearer: caller.bearer },
      {
        method: 'POST',
        path: '/v1/inventory/webhooks',
        body: { url: receiver.url, events: ['order.updated'] },
      },
    );
    if (answer?.status !== 201) throw new Error(`No webhook: ${JSON.stringify(answer)}`);
    receiver.endpoint = answer.body;
    return receiver;
  };
  return { pharmacy: await receiverOf(reader), clinic: await receiverOf(clerks[0]) };
}
