import type { Answer, PersonCall } from '../../contract.ts';
import { type ActingReader, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { pageOf, readTimeCursor, timeCursor } from '../../lib/paging.ts';
import { namesOf } from '../rows/lot-rows.ts';
import { orderNamedBy } from '../rows/named-order.ts';

interface Row extends Omit<Answer<'getLotHistory'>['body']['data'][number], 'id'> {
  readonly seq: string;
}

const NEWEST = { created_at: 'infinity', seq: '0' };

/**
 * Lists what happened to a lot, newest first: its ledger, its statuses, a recall among them, and its expiry dates, with
 * who did it and why. A page costs the rows that it has.
 *
 * @throws ApiError 404 when there is no such lot
 */
export async function getLotHistory(
  { path, query, principal }: Pick<PersonCall<'getLotHistory'>, 'path' | 'query' | 'principal'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'getLotHistory'>> {
  const { created_at, seq } = readTimeCursor(query.cursor) ?? NEWEST;
  const { organizationId } = principal;
  const values = [organizationId, path.id, created_at, seq, query.limit + 1];
  const rows = await database.actingFor(organizationId).query(HISTORY, values);
  // Every lot has a record of how it began, so only a page after the last one has no row.
  if (rows.length === 0 && query.cursor === undefined) {
    throw errors.lotNotFound('No lot of this organization has this id.');
  }
  const shown = ({ seq: id, ...row }: Row) => ({ id, ...row });
  return { status: 200, body: pageOf(rows, query.limit, shown, timeCursor) };
}

const walkOf = (table: string, columns: string, condition = 'true'): string => `
      (select movement_id, type, created_at, seq, ${columns} from ${table}
        where lot_id = $2::uuid and organization_id = $1::uuid and ${condition}
          and (created_at, seq) < ($3::timestamptz, $4::bigint)
        order by created_at desc, seq desc
        limit $5::bigint)`;

/** The target of an action on the lot, as it is recorded. */
const LOT = "'lot ' || here.lot_number || ' of ' || here.sku_code";
const EVERYWHERE = `${LOT} || ' everywhere'`;

const HISTORY = statement<Row>(
  'get-lot-history',
  `
    select happened.seq::text as seq, ${timestampText('happened.created_at')} as created_at, happened.type,
           happened.qty as units, happened.balance_after,
           case when happened.qty < 0 then here.name else other.name end as from_location,
           case when happened.qty > 0 then here.name else other.name end as to_location,
           named.order_number, movement.po_number, happened.value,
           action.reason, movement.note as comment, split_part(movement.actor, ':', 1) as actor,
           substring(movement.actor from '^person:(.*)$')::uuid as person_id, action.witness_id,
           movement.type = 'set_status' and coalesce((
             select target = ${EVERYWHERE} from operator_action
              where organization_id = $1::uuid
                and target in (${EVERYWHERE}, ${LOT} || ' at ' || here.name)
                and coalesce(arguments ->> 'status', happened.value) = happened.value
                and at between happened.created_at and happened.created_at + interval '1 minute'
              order by at limit 1), false) as is_everywhere
      from (${walkOf('ledger_entry', 'qty, balance_after, null as value')}
            union all
            ${walkOf('lot_record', `null, null, case type when 'set_status' then status else expiry_date::text end`, `type in ('set_status', 'set_expiry')`)}
            order by created_at desc, seq desc
            limit $5::bigint) happened
     cross join lateral (
           select * from movement where id = happened.movement_id and organization_id = $1::uuid limit 1) movement
     cross join (
           select lot.lot_number, sku.sku_code, location.name
             from (select * from lot where id = $2::uuid and organization_id = $1::uuid limit 1) lot
            ${namesOf('lot')}) here
      left join lateral (
           select location.name
             from (select * from ledger_entry
                    where movement_id = happened.movement_id and organization_id = $1::uuid
                      and lot_id <> $2::uuid and happened.type in ('transfer_in', 'transfer_out')
                    limit 1) entry
            ${namesOf('entry')}) other on true
      left join lateral (
           select reason, witness_id from operator_action
            where (arguments ->> 'movement_id')::uuid = happened.movement_id
              and organization_id = $1::uuid and person_id is not null
            limit 1) action on true
     ${orderNamedBy('movement.reference_id', '$1::uuid')}
     order by happened.created_at desc, happened.seq desc`,
);
