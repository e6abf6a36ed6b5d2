import type { Answer, Call } from '../contract.ts';
import type { Database } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { requireSkuAtLocation, type SkuAtLocationFinder } from './rows/find-sku-at-location.ts';
import { refuseOtherThanScanned, scanOf } from './rows/scanned-fields.ts';
import { scannedExpiryMismatch } from './rules/decide-movement.ts';

const SKIPPED_MAX = 500;

/** What a draw would take now and what it would pass over. One snapshot, no lock, nothing written. */
export async function previewMovement(
  { body, principal }: Call<'previewMovement'>,
  {
    database,
    findSkuAtLocation,
  }: { readonly database: Database; readonly findSkuAtLocation: SkuAtLocationFinder },
): Promise<Answer<'previewMovement'>> {
  const scan = await scanOf(database, principal.organizationId, body);
  const query = {
    organizationId: principal.organizationId,
    idempotencyKey: null,
    operation: 'postMovement' as const,
    skuCode: body.sku_code ?? null,
    productId: body.product_id ?? null,
    location: body.location ?? null,
    scan,
  };
  const { sku, location } = requireSkuAtLocation(query, await findSkuAtLocation(query));
  refuseOtherThanScanned(body, scan);
  const lotNumber = body.lot_number ?? scan?.lot_number;
  const [row] = await database.query(PREVIEW, [
    principal.organizationId,
    sku.id,
    location.id,
    lotNumber ?? null,
    body.qty,
    SKIPPED_MAX,
    body.reference?.type ?? null,
    body.reference?.id ?? null,
  ]);
  if (lotNumber !== undefined && row.named_expiry === null) {
    throw errors.lotNotFound('This SKU has no lot with this lot_number at the location.');
  }
  const lots = row.lots ?? [];
  refuseOtherExpiry(
    scan?.expiry_date,
    lotNumber === undefined ? lots : [{ expiry_date: row.named_expiry }],
  );
  const covered = lots.reduce((units: number, lot: { qty: number }) => units + lot.qty, 0);
  return {
    status: 200,
    body: { lots, skipped: row.skipped ?? [], shortfall: body.qty - covered },
  };
}

/** @throws ApiError as the movement would, when a lot has another expiry date than the label */
function refuseOtherExpiry(
  scanned: string | undefined,
  lots: readonly { expiry_date: string }[],
): void {
  const other = lots.find(({ expiry_date }) => expiry_date !== scanned);
  if (scanned !== undefined && other !== undefined) throw scannedExpiryMismatch(other.expiry_date);
}

const PREVIEW: Statement = {
  name: 'preview',
  text: `
    with held as (
      select t.*, coalesce(a.qty, 0) as own, t.on_hand - t.reserved + coalesce(a.qty, 0) as free,
             case when t.status <> 'released' then 'quarantined'
                  when t.expiry_date < (now() at time zone p.time_zone)::date then 'expired'
                  when t.on_hand - t.reserved + coalesce(a.qty, 0) = 0 then 'reserved' end as reason
        from lot t
        left join allocation a on a.lot_id = t.id and a.organization_id = t.organization_id
             and a.reference_type = $7::text and a.reference_id = $8::text
        join location p on p.organization_id = t.organization_id and p.id = t.location_id
       where t.organization_id = $1::uuid and t.sku_id = $2::uuid and t.location_id = $3::uuid
         and t.in_stock and ($4::text is null or t.lot_number = $4::text)
    ), offered as (
      -- What the order holds itself goes first, then what nobody holds.
      select id, lot_number, expiry_date, first_received_at, own as units, 0 as turn
        from held where reason is null and own > 0
      union all
      select id, lot_number, expiry_date, first_received_at, free - own, 1
        from held where reason is null and free > own
    ), drawn as (
      select o.*,
             least(o.units, $5::bigint - coalesce(sum(o.units) over (
               order by o.turn, o.expiry_date, o.first_received_at, o.id
               rows between unbounded preceding and 1 preceding), 0)) as qty
        from offered o
    ), taken as (
      select id, lot_number, expiry_date, min(first_received_at) as first_received_at,
             min(turn) as turn, sum(qty)::bigint as qty
        from drawn where qty > 0
       group by id, lot_number, expiry_date
    ), skipped as (
      select * from held where reason is not null
       order by expiry_date, first_received_at, id
       limit $6
    )
    select (select json_agg(json_build_object(
                     'lot_id', id, 'lot_number', lot_number, 'expiry_date', expiry_date, 'qty', qty)
                     order by turn, expiry_date, first_received_at, id)
              from taken) as lots,
           (select json_agg(json_build_object(
                     'lot_id', id, 'lot_number', lot_number, 'expiry_date', expiry_date,
                     'on_hand', on_hand, 'reason', reason)
                     order by expiry_date, first_received_at, id)
              from skipped) as skipped,
           (select t.expiry_date
              from lot t
             where t.organization_id = $1::uuid and t.sku_id = $2::uuid and t.location_id = $3::uuid
               and t.lot_number = $4::text) as named_expiry`,
};
