import type { Answer, PersonCall } from '../contract.ts';
import {
  type ActingReader,
  type Database,
  type Queryable,
  timestampText,
} from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { previewMovement } from '../inventory/operations/preview-movement.ts';
import { findLocationOrDefault } from '../inventory/rows/find-location.ts';
import type { SkuAtLocationFinder } from '../inventory/rows/find-sku-at-location.ts';
import { pageOfWalk, readTimeCursor, timeCursor, type WalkedRow } from '../lib/paging.ts';
import type { SecretBox } from '../lib/seal.ts';
import type { NotePatientAccess } from '../patients/patient-access.ts';
import { type OrderItem, readOrderItems } from './rows/order-items.ts';
import { openShipTo, referenceOf, type ShipTo } from './rows/stored-order.ts';

type Shown = Answer<'listPackingOrders'>['body']['data'][number];

interface Row extends Shown, WalkedRow {
  readonly seq: string;
}

/** How many orders of one number a page examines; the contract says so too. */
const WALK_MAX = 500;

/** The statuses of an order that is to be packed. */
const PACKING_STATUSES = ['paid', 'processing'] as const;

/**
 * Lists the live orders that the pharmacy has to pack, oldest first. Each status is one range of an index, walked from
 * its oldest end; the organization's orders that somebody else fulfils are passed over. Orders of one number are a
 * range of another index, and each is examined by itself.
 */
export async function listPackingOrders(
  { query, principal }: PersonCall<'listPackingOrders'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'listPackingOrders'>> {
  const { organizationId } = principal;
  const after = readTimeCursor(query.cursor);
  const where = new ListFilter();
  const own = where.value(organizationId);
  const limit = where.value(query.limit + 1);
  const position =
    after && `(${where.value(after.created_at)}::timestamptz, ${where.value(after.seq)}::bigint)`;
  const isRouted = `
         exists (select from customer_order routed
                  where routed.id = order_reader.order_id
                    and routed.organization_id = order_reader.order_organization_id
                    and routed.fulfillment_organization_id = ${own}::uuid
                 offset 0)`;
  const walk = ({ columns, where: range, max }: Walk): string => `
      (select order_id, order_organization_id, created_at, seq, ${columns}
         from order_reader
        where organization_id = ${own}::uuid and environment = 'live' and ${range}
          ${position === undefined ? '' : `and (created_at, seq) > ${position}`}
        order by created_at, seq
        limit ${max}::bigint)`;
  const walks =
    query.order_number === undefined
      ? PACKING_STATUSES.map((status) =>
          walk({
            columns: 'true as is_kept, false as is_end',
            where: `status = '${status}' and ${isRouted}`,
            max: limit,
          }),
        )
      : [
          walk({
            columns: `status in (${PACKING_STATUSES.map((status) => `'${status}'`).join(', ')}) and ${isRouted} as is_kept,
              row_number() over (order by created_at, seq) = ${WALK_MAX} as is_end`,
            where: `order_number = ${where.value(query.order_number)}::text`,
            max: String(WALK_MAX),
          }),
        ];
  const rows = await database.actingFor(organizationId).query(
    where.statement<Row>(
      'list-packing-orders',
      () => `
    select found.id, found.order_number, found.status,
           ${timestampText('found.created_at')} as created_at, reader.seq::text as seq,
           reader.is_kept, reader.is_end,
           ordered.items, ordered.units,
           reader.order_id::text = any (${SHORTENED}) and ordered.units > held.units as short_by_recall
      from (select * from (${walks.join(' union all ')}) walked
             where is_kept or is_end
             order by created_at, seq
             limit ${limit}::bigint) reader
     cross join lateral (
           select id, order_number, status, created_at from customer_order
            where customer_order.id = reader.order_id
              and customer_order.organization_id = reader.order_organization_id
            limit 1) found
     cross join lateral (
           select count(*) as items, coalesce(sum(quantity), 0)::bigint as units from order_item
            where order_item.order_id = reader.order_id
              and order_item.organization_id = reader.order_organization_id) ordered
     cross join lateral (
           select coalesce(sum(qty), 0) as units from allocation
            where reference_id = reader.order_id::text and reference_type = 'order'
              and allocation.organization_id = ${own}::uuid) held
     order by reader.created_at, reader.seq`,
    ),
    where.values,
  );
  return {
    status: 200,
    body: pageOfWalk(
      rows,
      query.limit,
      ({ seq: _seq, is_kept: _isKept, is_end: _isEnd, ...shown }) => shown,
      timeCursor,
    ),
  };
}

/** The ids of orders that lost units of a lot which is in quarantine now, by the newest hundred changes that moved units. */
const SHORTENED = `array(
           select moved -> 'reference' ->> 'id'
             from (select lot_id, answer -> 'moved' as moves from movement
                    where organization_id = $1::uuid and lot_id is not null and type in ('set_status', 'reallocate')
                    order by created_at desc, id desc limit 100) swept
            cross join lateral (
                  select from lot where id = swept.lot_id and organization_id = $1::uuid and status = 'quarantine'
                   limit 1) held
            cross join lateral jsonb_array_elements(swept.moves) moved
            where (moved ->> 'released')::bigint > 0)`;

/** A range of an index of order_reader. */
interface Walk {
  /** More than every walk gives. */
  readonly columns: string;
  readonly where: string;
  /** The most rows. */
  readonly max: string;
}

type PackingOrder = Answer<'getPackingOrder'>['body'];
type PackingItem = PackingOrder['items'][number];

export interface Needs {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly findSkuAtLocation: SkuAtLocationFinder;
  readonly notePatientAccess: NotePatientAccess;
}

/**
 * Shows an order that the pharmacy fulfils, the lots that a shipment from the location would draw, and the address.
 * The access to the patient is recorded, and committed, before the address is opened.
 *
 * @throws ApiError 404 when the pharmacy has no such order or location
 */
export async function getPackingOrder(
  call: PersonCall<'getPackingOrder'>,
  services: Needs,
): Promise<Answer<'getPackingOrder'>> {
  const { path, query, principal, requestId } = call;
  const { organizationId, actor } = principal;
  const { database, secrets, notePatientAccess } = services;
  const acting = database.actingFor(organizationId);
  const order = await findPackingOrder(acting, path.id, organizationId);
  const { name: location } = await findLocationOrDefault(database, organizationId, query.location);
  const { id, organization_id, patient_id, sealed: stored, ...shown } = order;
  // Once it is shipped or cancelled, no one needs the address for a label.
  const sealed = isToPack(order.status) ? stored : null;
  const ordered = await readOrderItems(acting, {
    id,
    organizationId: organization_id,
    pharmacyId: organizationId,
  });
  const gtins = await readGtins(database, organizationId, ordered);
  const items: PackingItem[] = [];
  for (const item of ordered) {
    const taken = await planItem(item, { call, services, location, id });
    const skus = taken.skus.map((sku) => ({ ...sku, gtin: gtins.get(sku.sku_code) ?? null }));
    items.push({ ...taken, skus });
  }
  if (patient_id !== null && sealed !== null) {
    const patientIds = [patient_id];
    await notePatientAccess({
      requestId,
      operation: 'getPackingOrder',
      patientIds,
      organizationId,
      actor,
    });
  }
  const ship_to = labelOf(openShipTo(secrets, { id, organization_id }, sealed));
  return { status: 200, body: { id, ...shown, location, items, ship_to } };
}

function isToPack(status: string): boolean {
  return (PACKING_STATUSES as readonly string[]).includes(status);
}

/** @throws ApiError 404 when the pharmacy has no such order */
export async function findPackingOrder(
  acting: Pick<Queryable, 'query'>,
  id: string,
  pharmacyId: string,
): Promise<FoundOrder> {
  const [order] = await acting.query(FIND_PACKING_ORDER, [id, pharmacyId]);
  if (order === undefined) throw errors.notFound('This pharmacy has no order of this id.');
  return order;
}

type PlannedItem = Omit<PackingItem, 'skus'> & {
  readonly skus: readonly Omit<PackingItem['skus'][number], 'gtin'>[];
};

/** Takes SKUs that the order holds first, then those with most available, until the quantity is reached. */
async function planItem(
  { product_id, name, quantity, skus = [] }: OrderItem,
  {
    call: { principal, requestId },
    services,
    location,
    id,
  }: { call: PersonCall<'getPackingOrder'>; services: Needs; location: string; id: string },
): Promise<PlannedItem> {
  const inOrder = skus.toSorted(
    (one, other) => other.reserved - one.reserved || other.available - one.available,
  );
  const planned = [];
  let short = quantity;
  for (const { sku_code, reserved, available } of inOrder) {
    if (reserved === 0 && (short === 0 || available === 0)) continue;
    const reference = referenceOf({ id });
    const body = { type: 'fulfill' as const, sku_code, location, reference, qty: short };
    const preview =
      short === 0
        ? undefined
        : await previewMovement(
            { body, principal, requestId, path: {}, query: {}, header: {} },
            services,
          );
    const lots = preview?.body.lots ?? [];
    short = preview?.body.shortfall ?? 0;
    planned.push({ sku_code, reserved, available, lots });
  }
  return { product_id, name, quantity, short, skus: planned };
}

function labelOf(address: ShipTo | null): PackingOrder['ship_to'] {
  if (address === null) return null;
  const { name, phone, line1, line2, city, state, postal_code, country } = address;
  return {
    name,
    phone: phone ?? null,
    line1,
    line2: line2 ?? null,
    city,
    state: state ?? null,
    postal_code: postal_code ?? null,
    country,
  };
}

async function readGtins(
  database: Database,
  organizationId: string,
  items: readonly OrderItem[],
): Promise<ReadonlyMap<string, string | null>> {
  const codes = items.flatMap(({ skus = [] }) => skus.map(({ sku_code }) => sku_code));
  const rows = await database.query(GTINS_OF_SKUS, [organizationId, codes]);
  return new Map(rows.map(({ sku_code, gtin }) => [sku_code, gtin]));
}

interface FoundOrder extends Pick<PackingOrder, 'id' | 'order_number' | 'status' | 'created_at'> {
  readonly organization_id: string;
  readonly patient_id: string | null;
  readonly sealed: Buffer | null;
}

/** The id comes first: given a condition on the organization, the planner may walk all of its orders. */
const FIND_PACKING_ORDER = statement<FoundOrder>(
  'find-packing-order',
  `
    select id, order_number, status, ${timestampText('created_at')} as created_at, organization_id,
           patient_id, sealed
      from (select * from customer_order where id = $1::uuid limit 1) found
     where fulfillment_organization_id = $2::uuid and environment = 'live'`,
);

const GTINS_OF_SKUS = statement<{ sku_code: string; gtin: string | null }>(
  'gtins-of-skus',
  `select found.sku_code, found.gtin
     from unnest($2::text[]) as asked (sku_code)
    cross join lateral (
          select sku_code, gtin from sku
           where sku.organization_id = $1::uuid and sku.sku_code = asked.sku_code
           limit 1) found`,
);
