// Orders by the hundred thousand, for what lists cost.
import type pg from 'pg';

export const CLINIC = '00000000-0000-7000-8000-00000000c001';
export const AFFILIATE = '00000000-0000-7000-8000-00000000a001';
export const PHARMACY = '00000000-0000-7000-8000-00000000f001';
/** Sees ten of them. */
export const SMALL = '00000000-0000-7000-8000-000000005001';
export const SMALL_SEES = 10;

/**
 * Orders a second apart. Of every three the clinic placed one and brought one; the pharmacy ships them all, so
 * the clinic has all three roles. One in a hundred is a test order.
 */
export async function fillOrders(owner: pg.Pool, count: number): Promise<void> {
  const session = await owner.connect();
  try {
    // Without the checks of references, and with the readers written at once as the trigger would.
    await session.query(`set session_replication_role = replica;
      insert into organization (id, slug, name, kind) values
        ('${CLINIC}', 'big-clinic', 'Big', 'clinic'), ('${AFFILIATE}', 'big-affiliate', 'Big', 'affiliate'),
        ('${PHARMACY}', 'big-pharmacy', 'Big', 'pharmacy'), ('${SMALL}', 'small', 'Small', 'affiliate');
      insert into customer_order (
        id, organization_id, environment, seq, order_number, status, total_cents,
        affiliate_organization_id, fulfillment_organization_id, created_at)
      select gen_random_uuid(),
             (array['${CLINIC}', '${AFFILIATE}', '${AFFILIATE}'])[1 + n % 3]::uuid,
             case when n % 100 = 99 then 'test' else 'live' end, n, 'VO-' || n,
             (array['pending', 'paid', 'processing', 'shipped', 'delivered', 'cancelled'])[1 + n / 7 % 6], n,
             case when n % (${count} / ${SMALL_SEES}) = 1 then '${SMALL}'
                  when n % 3 = 1 then '${CLINIC}' end::uuid,
             case when n % 100 = 99 then null when n % 3 = 2 then '${CLINIC}' else '${PHARMACY}' end::uuid,
             timestamptz '2020-01-01' + n * interval '1 second'
        from generate_series(1, ${count}) n;
      insert into order_reader (
        order_id, organization_id, order_organization_id, environment, status, created_at, seq, order_number,
        external_order_id)
      select distinct o.id, reader.id, o.organization_id, o.environment, o.status, o.created_at, o.seq,
             o.order_number, case when o.seq % 2 = 0 then 'EVEN' end
        from customer_order o
       cross join lateral (values (o.organization_id), (o.affiliate_organization_id),
                                  (o.fulfillment_organization_id)) reader (id)
       where reader.id is not null;
      reset session_replication_role`);
  } finally {
    session.release();
  }
}

/** The cursor before a page far behind: so many of the reader's rows are newer. */
export async function cursorAfter(
  owner: pg.Pool,
  { organizationId, status, rows }: { organizationId: string; status?: string; rows: number },
): Promise<string> {
  const found = await owner.query(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || lpad(seq::text, 19, '0') || 'Z'
            as cursor
       from order_reader
      where organization_id = $1 and environment = 'live' and ($2::text is null or status = $2)
      order by created_at desc, seq desc offset $3 limit 1`,
    [organizationId, status ?? null, rows - 1],
  );
  return found.rows[0].cursor;
}
