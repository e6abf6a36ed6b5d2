// Many rows, for tests that ask what a read costs among them. Made as the owner and without the checks of
// references; no statistics are gathered of them until a test does so.
import { keepStatistics, type TestDatabase } from '../../../kit/database.ts';

export const BIG = '00000000-0000-7000-8000-000000000001';
/** Another tenant of the same tables, whose few rows are older than all of the big one's. */
export const SMALL = '00000000-0000-7000-8000-000000000002';
/** A lot at Main that has very many entries and holders; its lot number lies at all locations. */
export const HOT_LOT = '00000000-0000-7000-8000-300000000000';

/** Of the SKU HOT. */
export const FIRST_PRODUCT = '00000000-0000-7000-8000-210000000000';

const LOCATIONS = 20;
/** At each location. */
const HOT_ROWS = 5_000;
const SKUS = 20_000;
const DEPLETED_LOTS = 100_000;
export const LOTS_IN_STOCK = 10;
/** Of these the last ten since midnight. */
export const LOW_LEVELS = 20;

const id = (kind: string, nth: string) =>
  `('00000000-0000-7000-8000-' || '${kind}' || lpad(to_hex(${nth}), 10, '0'))::uuid`;

const HASH = `decode(repeat('00', 32), 'hex')`;

export async function seedCrowd(db: TestDatabase): Promise<void> {
  await keepStatistics(db.owner);
  const session = await db.owner.connect();
  await session.query(`
    set session_replication_role = replica;
    insert into organization (id, slug, name, kind)
    values ('${BIG}', 'big', 'Big', 'pharmacy'), ('${SMALL}', 'small', 'Small', 'pharmacy');
    insert into location (id, organization_id, name)
    select ${id('10', 'n')}, '${BIG}', case n when 0 then 'Main' else 'L-' || lpad(n::text, 2, '0') end
      from generate_series(0, ${LOCATIONS - 1}) n;
    insert into location (id, organization_id, name) values (${id('11', '0')}, '${SMALL}', 'Main');

    insert into sku (id, organization_id, sku_code, product_id)
    select ${id('20', 'n')}, '${BIG}',
           case n when 0 then 'HOT' when 1 then 'MANY' else 'BIG-' || lpad(n::text, 6, '0') end, ${id('21', 'n')}
      from generate_series(0, ${SKUS - 1}) n;
    insert into sku (id, organization_id, sku_code, product_id)
    values (${id('22', '0')}, '${SMALL}', 'HOT', ${id('23', '0')});
    insert into product (id, organization_id, name, strengths, dosage_forms)
    select product_id, organization_id, sku_code, '{}', '{}' from sku;

    insert into stock_level (organization_id, sku_id, location_id, sku_code, location_name, on_hand, reserved,
                             version, low_announced)
    select '${BIG}', ${id('20', '0')}, id, 'HOT', name, ${HOT_ROWS}, ${HOT_ROWS}, 1, false
      from location where organization_id = '${BIG}';
    -- Low are ten of them, far behind; and ten more since what they hold has expired.
    insert into stock_level (organization_id, sku_id, location_id, sku_code, location_name, on_hand, version,
                             low_announced)
    select organization_id, id, ${id('10', '0')}, sku_code, 'Main', 1, 1, right(sku_code, 5) between '19001' and '19010'
      from sku where organization_id = '${BIG}' and sku_code <> 'HOT';
    update sku set reorder_point = case when right(sku_code, 5) between '19001' and '19010' then 1 else 0 end
     where sku_code between 'BIG-019001' and 'BIG-019020';
    insert into stock_level (organization_id, sku_id, location_id, sku_code, location_name, on_hand, reserved,
                             version)
    values ('${SMALL}', ${id('22', '0')}, ${id('11', '0')}, 'HOT', 'Main', 9, 9, 1);

    create temporary table made (
      id uuid, organization_id uuid, sku_id uuid, location_id uuid, lot_number text, expiry_date date,
      on_hand bigint, reserved bigint);
    insert into made
    select ${id('30', 'n')}, '${BIG}', ${id('20', '0')},
           ${id('10', 'n')}, 'HOT-1', '2090-01-01', ${HOT_ROWS}, ${HOT_ROWS}
      from generate_series(0, ${LOCATIONS - 1}) n;
    insert into made
    select ${id('31', 'n')}, '${BIG}', ${id('20', '1')}, ${id('10', '0')}, 'D-' || n,
           '2080-01-01'::date + n % 300, 0, 0
      from generate_series(1, ${DEPLETED_LOTS}) n;
    insert into made
    select ${id('32', 'n')}, '${BIG}', ${id('20', '1')}, ${id('10', '0')}, 'S-' || n, '2085-01-01'::date + n, 1, 0
      from generate_series(1, ${LOTS_IN_STOCK}) n;
    insert into made
    select ${id('34', 'n')}, '${BIG}', ${id('20', 'n')}, ${id('10', '0')}, 'E-' || n, '2020-01-01', 1, 0
      from generate_series(19011, 19020) n;
    insert into made
    values (${id('33', '0')}, '${SMALL}', ${id('22', '0')}, ${id('11', '0')}, 'HOT-1', '2090-01-01', 9, 9);
    insert into lot (id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand, reserved,
                     holders, first_received_at, last_hash, last_entry_at, created_at)
    select id, organization_id, sku_id, location_id, lot_number, expiry_date, 'released', on_hand, reserved,
           reserved, '2024-01-01', ${HASH}, '2025-01-01', now() from made;

    -- Of each hot lot in turn, so that the newest of all are of all.
    create temporary table moved as
    select made.*, n, ${id('40', `n * ${LOCATIONS + 1} + place`)} as row_id,
           case organization_id when '${SMALL}' then timestamptz '2020-01-01' else timestamptz '2026-01-01' end
             + n * interval '1 second' as at
      from (select *, row_number() over (order by id) as place from made where reserved > 0) made
     cross join lateral generate_series(1, reserved) n;
    insert into movement (id, organization_id, type, sku_id, location_id, reference_type, reference_id, actor,
                          created_at)
    select row_id, organization_id, 'fulfill', sku_id, location_id, 'order',
           case when n = 7 then 'NEEDLE' else 'O-' || row_id end, 'worker', at from moved;
    insert into ledger_entry (id, organization_id, seq, movement_id, type, sku_id, location_id, lot_id, qty,
                              balance_after, hash, created_at)
    select row_id, organization_id, row_number() over (order by at, row_id), row_id, 'fulfill', sku_id,
           location_id, id, -1, 1, ${HASH}, at from moved;
    insert into allocation (id, organization_id, reference_type, reference_id, sku_id, location_id, lot_id, qty,
                            created_at)
    select row_id, organization_id, 'order', case when n = 7 then 'NEEDLE' else 'O-' || row_id end, sku_id,
           location_id, id, 1, at from moved;
    reset session_replication_role;
    drop table made, moved`);
  session.release();
}
