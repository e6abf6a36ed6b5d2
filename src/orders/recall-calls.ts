import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import { type Database, type Queryable, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { FIND_LOT } from '../inventory/operations/trace-lot.ts';
import type { Needs } from './packing-orders.ts';
import { openShipTo } from './rows/stored-order.ts';

type Calls = Answer<'getRecallCalls'>['body'];

/** All but the units is null of what no order of the platform took. */
interface Row extends Omit<Calls['orders'][number], 'name' | 'phone'> {
  readonly organization_id: string;
  readonly patient_id: string | null;
  readonly sealed: Buffer | null;
}

/** The most orders that one read names, those without a call first: more are named as calls are noted. */
const CALLS_MAX = 500;

/**
 * Names the orders that the pharmacy ships and that took or hold units of a lot's number, at any location, and whom each
 * goes to, while the number is in quarantine. The access to their patients is recorded, and committed, before an address
 * is opened. It reads all that happened to the lots.
 *
 * @throws ApiError 404 when there is no such lot
 */
export async function getRecallCalls(
  { path, principal, requestId }: PersonCall<'getRecallCalls'>,
  { database, secrets, notePatientAccess }: Needs,
): Promise<Answer<'getRecallCalls'>> {
  const { organizationId, actor } = principal;
  const acting = database.actingFor(organizationId);
  const lot = await findLot(acting, organizationId, path.id);
  const asked = [organizationId, lot.sku_code, lot.lot_number, CALLS_MAX + 2, null];
  const [first, ...more] = await acting.query(FIND_CALLS, asked);
  const others = first?.id === null ? first : undefined;
  const rows = first === undefined || others ? more : [first, ...more];
  const shown = rows.slice(0, CALLS_MAX);
  const patientIds = [...new Set(shown.flatMap((row) => (row.sealed && row.patient_id) ?? []))];
  if (patientIds.length > 0) {
    const operation = 'getRecallCalls';
    await notePatientAccess({ requestId, operation, patientIds, organizationId, actor });
  }
  const orders = shown.map(({ organization_id, patient_id: _, sealed, ...order }) => {
    const address = openShipTo(secrets, { id: order.id, organization_id }, sealed);
    return { ...order, name: address?.name ?? null, phone: address?.phone ?? null };
  });
  const has_more = rows.length > CALLS_MAX;
  const other_units = (others?.shipped ?? 0) + (others?.held ?? 0);
  return { status: 200, body: { ...lot, orders, has_more, other_units } };
}

/**
 * Notes that the recipient of an order was called about a lot number, or takes that back; the last note counts, until
 * the number is quarantined again.
 *
 * @throws ApiError 404 when there is no such lot, or it names no such call
 */
export async function noteRecallCall(
  { path, body, principal }: PersonCall<'noteRecallCall'>,
  { database }: { readonly database: Database },
): Promise<Answer<'noteRecallCall'>> {
  const { organizationId } = principal;
  const acting = database.actingFor(organizationId);
  const lot = await findLot(acting, organizationId, path.id);
  const asked = [organizationId, lot.sku_code, lot.lot_number, 1, body.order_id.toLowerCase()];
  const [order] = await acting.query(FIND_CALLS, asked);
  if (order === undefined) throw errors.notFound('No order of this id is to be called about it.');
  const reason = `${body.called ? 'called' : 'not called'} about lot ${lot.lot_number} of ${lot.sku_code}`;
  const typed = { ...lot, called: body.called };
  const action = personAction({ principal, command: 'noteRecallCall', typed, reason });
  await recordAction(database, { ...action, organizationId, target: `order ${order.id}` });
  return { status: 200, body };
}

async function findLot(db: Pick<Queryable, 'query'>, organizationId: string, id: string) {
  const [lot] = await db.query(FIND_LOT, [organizationId, id]);
  if (lot === undefined) throw errors.lotNotFound('No lot of this organization has this id.');
  return { sku_code: lot.sku_code, lot_number: lot.lot_number };
}

const FIND_CALLS = statement<Row>(
  'recall-calls',
  `
    with recalled as materialized (
      select id from lot
       where lot_number = $3::text and organization_id = $1::uuid
         and sku_id = (select id from sku where organization_id = $1::uuid and sku_code = $2::text)
    ), quarantined as (
      select max(created_at) as at from recalled
       cross join lateral (
             select created_at from lot_record
              where lot_id = recalled.id and organization_id = $1::uuid and type = 'set_status'
                and status = 'quarantine' offset 0) since
    ), took as (
      select reader.order_id, reader.order_organization_id, sum(shipped)::bigint as shipped, sum(held)::bigint as held,
             sum(moved)::bigint as moved, sum(short)::bigint as short
        from (select movement.reference_type, movement.reference_id, -entry.qty as shipped, 0 as held, 0 as moved, 0 as short
                from recalled
               cross join lateral (
                     select movement_id, qty from ledger_entry
                      where lot_id = recalled.id and organization_id = $1::uuid
                        and type in ('fulfill', 'dispense', 'return') offset 0) entry
               cross join lateral (
                     select reference_type, reference_id from movement
                      where id = entry.movement_id and organization_id = $1::uuid limit 1) movement
               union all
              select reference_type, reference_id, 0, qty, 0, 0
                from recalled
               cross join lateral (
                     select * from allocation where lot_id = recalled.id and organization_id = $1::uuid offset 0) holds
               union all
              select moved -> 'reference' ->> 'type', moved -> 'reference' ->> 'id', 0, 0,
                     (moved ->> 'moved')::bigint, (moved ->> 'released')::bigint
                from recalled
               cross join lateral (
                     select answer -> 'moved' as moves from movement
                      where lot_id = recalled.id and organization_id = $1::uuid
                        and type in ('set_status', 'reallocate') offset 0) swept
               cross join lateral jsonb_array_elements(swept.moves) moved) units
        left join lateral (
             select order_id, order_organization_id from order_reader
              where units.reference_type = 'order' and organization_id = $1::uuid and environment = 'live'
                and order_id = substring(units.reference_id from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')::uuid
                and exists (
                    select from customer_order routed
                     where routed.id = order_id and routed.organization_id = order_organization_id
                       and routed.fulfillment_organization_id = $1::uuid offset 0)
              limit 1) reader on true
       group by reader.order_id, reader.order_organization_id
    )
    select took.order_id as id, found.order_number, found.status, found.organization_id, found.patient_id,
           case when found.status <> 'cancelled' or took.shipped + took.held > 0 then found.sealed end as sealed,
           clinic.name as clinic, took.shipped, took.held, took.moved, took.short,
           ${timestampText('found.shipped_at')} as shipped_at, call.person_id as called_by,
           ${timestampText('call.at')} as called_at
      from took
      left join lateral (
           select * from customer_order
            where id = took.order_id and organization_id = took.order_organization_id limit 1) found on true
      left join lateral (select name from organization where id = found.organization_id limit 1) clinic on true
      left join lateral (
           select * from (
             select at, person_id, arguments from operator_action
              where organization_id = $1::uuid and target = 'order ' || took.order_id and person_id is not null
                and command = 'noteRecallCall' and arguments ->> 'sku_code' = $2::text
                and arguments ->> 'lot_number' = $3::text
                and at > (select quarantined.at from quarantined)
              order by at desc, id desc
              limit 1) newest
            where arguments ->> 'called' = 'true') call on true
     where ($5::uuid is null or took.order_id = $5::uuid)
       and exists (
           select from lot join recalled on recalled.id = lot.id
            where lot.organization_id = $1::uuid and lot.status = 'quarantine')
     order by took.order_id is not null, call.at is not null, took.order_id
     limit $4::int`,
);
