// Tables that grow: a tenant with a SKU of very many lots and one lot of very many holders, in the midst of the
// rows of others. Made as the owner, without the checks of references.
import type pg from 'pg';
import { keepStatistics } from '../../kit/database.ts';

/** Whose rows are there before all others: what the planner knows may be of this one alone. */
const FIRST = '00000000-0000-7000-8000-0f0000000001';
/** Of every second row. */
export const MINE = '00000000-0000-7000-8000-0f0000000002';
const OTHERS = ['00000000-0000-7000-8000-0f0000000003', '00000000-0000-7000-8000-0f0000000004'];

/** Of the one organization that is there first. */
const FIRST_ROWS = 500;

/** A row's id, by its table and its number. */
export const idOf = (table: keyof typeof KINDS, index: number) =>
  `00000000-0000-7000-8000-${KINDS[table]}${index.toString(16).padStart(10, '0')}`;

const KINDS = {
  location: '10',
  product: '11',
  sku: '12',
  lot: '13',
  movement: '14',
  entry: '15',
  allocation: '16',
  event: '17',
  delivery: '18',
  endpoint: '19',
  order: '1a',
  patient: '1b',
  prescription: '1c',
  bundle: '1f',
  storeOrder: '1d',
  key: '1e',
  temperature: '1f',
  action: '20',
  request: '21',
} as const;

/** Of MINE: most lots are of this SKU, and most orders have this lot reserved, which is free for more. */
export const HOT = {
  skuCode: 'S-2',
  lotNumber: 'N-2',
  lotId: idOf('lot', 2),
  skuId: idOf('sku', 2),
};

/** Numbers of rows of MINE. The SKU has a lot of its own; the order holds one unit of the hot lot. */
export const ownSku = (index: number) => 4 * index;
export const holder = (index: number) => 4 * index;

const ENDPOINTS = 8;

/** With the organizations, and what the first of them has. */
export async function beginTables(owner: pg.Pool): Promise<void> {
  const organizations = [FIRST, MINE, ...OTHERS];
  await keepStatistics(owner);
  await owner.query(`
    insert into organization (id, slug, name, kind) values
      ${organizations.map((id, index) => `('${id}', 'tenant-${index}', 'Tenant', 'pharmacy')`)};
    insert into location (id, organization_id, name, is_default)
    select md5(id::text || 'Main')::uuid, id, 'Main', true from organization;
    insert into webhook_endpoint (id, organization_id, environment, url, events, secret, fanned_position, created_at)
    select ${id('endpoint')}, '${MINE}', case n when 0 then 'test' else 'live' end, 'https://example.com', '{}',
           '', 0, now() from generate_series(0, ${ENDPOINTS - 1}) n`);
  await fill(owner, `generate_series(-${FIRST_ROWS}, -1)`);
}

/** Makes the rows after `from` up to `to`, in every table that grows. */
export async function growTables(
  owner: pg.Pool,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await fill(owner, `generate_series(${from + 1}, ${to})`);
}

const id = (table: keyof typeof KINDS, number = 'n') =>
  `('00000000-0000-7000-8000-${KINDS[table]}' || lpad(to_hex((${number})::bigint & ${2 ** 40 - 1}), 10, '0'))::uuid`;
const HASH = `decode(repeat('00', 32), 'hex')`;
const AT = `timestamptz '2026-01-01' + n * interval '1 second'`;
/** Codes of digits are of numbers above zero. */
const NUMBER = `(n + 10 * ${FIRST_ROWS})`;
/** Of the hot SKU most lots come before the one that is drawn. */
const EXPIRY = `
  case when lot in ('own', 'hot') then date '2090-01-01' when lot = 'free' then '2095-01-01' else '2085-01-01' end`;
const oneOf = (...values: readonly string[]) =>
  `(array[${values.map((value) => `'${value}'`)}])[1 + abs(n) / 4 % ${values.length}]`;

async function fill(owner: pg.Pool, numbers: string): Promise<void> {
  const session = await owner.connect();
  try {
    await session.query(`begin;
      set local session_replication_role = replica;
      create temporary table made on commit drop as
      select n, organization_id, md5(organization_id::text || 'Main')::uuid as location_id,
             ${id('sku')} as own_sku_id, ${id('sku', `case when n % 4 = 2 then 2 else n end`)} as sku_id,
             'S-' || case when n % 4 = 2 then 2 else n end as sku_code,
             -- Of a SKU of its own; or of the hot one.
             lot, lot = 'reserved' or lot = 'own' and organization_id <> '${MINE}' as is_held
        from ${numbers} n
       cross join lateral (
             select case when n % 4 <> 2 then 'own' when n = 2 then 'hot'
                         else ${oneOf('depleted', 'quarantined', 'reserved', 'free')} end as lot,
                    case when n < 0 then '${FIRST}'
                         when n % 2 = 0 then '${MINE}'
                         when n % 4 = 1 then '${OTHERS[0]}' else '${OTHERS[1]}' end::uuid as organization_id) kind;
      ${ROWS.join(';')};
      update lot set reserved = held.units, holders = held.holders
        from (select coalesce(sum(qty), 0) as units, count(*) as holders from allocation
               where lot_id = '${HOT.lotId}') held
       where id = '${HOT.lotId}';
      update stock_level set on_hand = held.on_hand, reserved = held.reserved, quarantined = held.quarantined
        from (select sum(on_hand) as on_hand, sum(reserved) as reserved,
                     coalesce(sum(on_hand) filter (where status = 'quarantine'), 0) as quarantined
                from lot where sku_id = '${HOT.skuId}') held
       where sku_id = '${HOT.skuId}';
      insert into event_counter (organization_id, position)
      select organization_id, max(position) from event group by organization_id
      on conflict (organization_id) do update set position = excluded.position;
      -- A few are left to be turned into deliveries.
      update webhook_endpoint set fanned_position = position - 3
        from event_counter where event_counter.organization_id = webhook_endpoint.organization_id;
      commit`);
  } finally {
    session.release();
  }
}

const ROWS: readonly string[] = [
  `insert into location (id, organization_id, name)
   select ${id('location')}, organization_id, 'L-' || n from made`,
  `insert into product (id, organization_id, name, strengths, dosage_forms, ndc_code, created_at)
   select ${id('product')}, organization_id, 'P', '{}', '{}', 'P-' || n, ${AT} from made`,
  `insert into sku (id, organization_id, sku_code, product_id, gtin, upc, ean, ndc)
   select own_sku_id, organization_id, 'S-' || n, ${id('product')}, lpad(${NUMBER}::text, 14, '0'),
          lpad(${NUMBER}::text, 12, '0'), lpad(${NUMBER}::text, 13, '0'), lpad(${NUMBER}::text, 11, '0')
     from made`,
  `insert into stock_level (organization_id, sku_id, location_id, sku_code, location_name, on_hand, reserved, version,
                            low_announced)
   select organization_id, own_sku_id, location_id, 'S-' || n, 'Main', case lot when 'own' then 1000 else 0 end,
          case when lot = 'own' then is_held::int else 0 end, 1, n % 100 = 0
     from made`,
  `insert into lot_number (organization_id, sku_id, lot_number, expiry_date)
   select organization_id, sku_id, 'N-' || n, ${EXPIRY} from made`,
  `insert into lot (id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand, reserved,
                    holders, first_received_at, last_hash, last_entry_at, created_at)
   select ${id('lot')}, organization_id, sku_id, location_id, 'N-' || n, ${EXPIRY},
          case lot when 'quarantined' then 'quarantine' else 'released' end,
          case lot when 'own' then 1000 when 'hot' then 1000000000 when 'depleted' then 0 else 1 end,
          is_held::int, is_held::int, ${AT}, ${HASH}, ${AT}, ${AT}
     from made`,
  `insert into movement (id, organization_id, type, sku_id, location_id, idempotency_key, operation, request_salt,
                         request_digest, reference_type, reference_id, actor, created_at)
   select ${id('movement')}, organization_id, ${oneOf('receive', 'fulfill', 'dispense')}, sku_id, location_id,
          'key-' || n, 'postMovement', decode(repeat('00', 16), 'hex'), ${HASH}, 'order', 'O-' || n, 'worker', ${AT}
     from made`,
  `insert into ledger_entry (id, organization_id, seq, movement_id, type, sku_id, location_id, lot_id, qty,
                             balance_after, hash, created_at)
   select ${id('entry')}, organization_id, ${NUMBER}, ${id('movement')}, ${oneOf('receive', 'fulfill', 'dispense')},
          sku_id, location_id, ${id('lot', `case when n % 4 = 2 then 2 else n end`)}, 1, 1, ${HASH}, ${AT}
     from made`,
  `insert into lot_record (organization_id, lot_id, seq, movement_id, type, reference_type, reference_id, qty,
                           reserved_after, status, expiry_date, hash, created_at)
   select organization_id, ${id('lot', `case when n % 4 = 2 then 2 else n end`)}, ${NUMBER}, ${id('movement')},
          'reserve', 'order', 'O-' || n, 1, 1, 'released', '2090-01-01', ${HASH}, ${AT}
     from made`,
  // The orders of MINE hold the hot lot, but for those that hold a lot of its SKU for themselves.
  `insert into allocation (id, organization_id, reference_type, reference_id, sku_id, location_id, lot_id, qty, created_at)
   select ${id('allocation')}, organization_id, 'order', 'O-' || n,
          case organization_id when '${MINE}' then '${HOT.skuId}' else own_sku_id end, location_id,
          case when is_held then ${id('lot')} else '${HOT.lotId}' end, 1, ${AT}
     from made`,
  `insert into temperature_reading (id, organization_id, seq, location_id, celsius, measured_at)
   select ${id('temperature')}, organization_id, ${NUMBER}, location_id, 5, ${AT} from made`,
  // One in 16 is a person's, and the others are the operator's.
  `insert into operator_action (id, at, actor, command, organization_id, arguments, person_id)
   select ${id('action')}, ${AT}, coalesce('person:' || person, 'Ada'), 'stock waste', organization_id,
          json_build_object('movement_id', ${id('movement')}), person
     from made cross join lateral (select case when n % 16 < 2 then ${id('movement')}::uuid end as person) one`,
  `insert into event (organization_id, position, id, environment, type, data, created_at)
   select organization_id,
          coalesce((select max(position) from event_counter where event_counter.organization_id = made.organization_id), 0)
            + row_number() over (partition by organization_id order by n),
          ${id('event')}, case when n % 16 = 0 then 'test' end,
          case when n % 16 = 0 then 'order.updated' else 'stock.changed' end, '{}', ${AT}
     from made`,
  `insert into webhook_delivery (id, organization_id, endpoint_id, event_id, type, payload, status, created_at,
                                 next_attempt_at, is_queued, finished_at)
   select ${id('delivery')}, '${MINE}', ${id('endpoint', `abs(n) / 8 % ${ENDPOINTS}`)}, ${id('event')},
          'stock.changed', '{}', status, ${AT}, case status when 'pending' then now() + (n % 3 - 1) * interval '1 hour' end,
          status = 'pending' and n % 3 <= 1,
          case when status <> 'pending' then now() end
     from made cross join lateral (select ${oneOf('pending', 'succeeded', 'dead')} as status) one`,
  `insert into customer_order (id, organization_id, environment, seq, order_number, status, total_cents,
                               affiliate_organization_id, fulfillment_organization_id, created_at)
   select ${id('order')}, organization_id, 'live', ${NUMBER}, 'VO-' || n, ${oneOf('pending', 'paid', 'shipped')}, 1,
          case when n % 4 = 1 then '${MINE}'::uuid end, case when n % 4 = 3 then '${MINE}'::uuid end, ${AT}
     from made`,
  `insert into order_reader (order_id, organization_id, order_organization_id, environment, status, created_at, seq, order_number,
                             external_order_id)
   select ${id('order')}, reader, organization_id, 'live', ${oneOf('pending', 'paid', 'shipped')}, ${AT}, ${NUMBER},
          case when n % 8 < 4 then 'VO-2' else 'VO-' || n end, case when n % 8 < 4 then 'VO-2' end
     from made cross join lateral unnest(case when n % 2 = 0 or n < 0 then array[organization_id]
                                              else array[organization_id, '${MINE}'] end) reader`,
  `insert into storefront_listing (id, organization_id, product_id, product_organization_id, patient_price_cents,
                                   created_at)
   select ${id('product')}, organization_id, ${id('product')}, organization_id, 1, ${AT} from made`,
  `insert into bundle (id, organization_id, environment, name, pricing_mode, is_listed, purchase_mode,
                       first_order_immediate, created_at)
   select ${id('bundle')}, organization_id, 'live', 'B', 'sum', true, 'one_time', false, ${AT} from made`,
  `insert into bundle_item (bundle_id, product_id, organization_id, position, qty)
   select ${id('bundle')}, ${id('product')}, organization_id, 1, 1 from made`,
  // What the others order of MINE is of its hot SKU.
  `insert into order_item (order_id, organization_id, environment, position, product_id, product_organization_id,
                           quantity, unit_price_cents)
   select ${id('order')}, organization_id, 'live', 1, case when n % 4 = 3 then ${id('product', '2')} else ${id('product')} end,
          case when n % 4 = 3 then '${MINE}' else organization_id end, 1, 1
     from made`,
  `insert into patient (id, organization_id, environment, seq, branding_organization_id, first_name, last_initial, sealed,
                        created_at)
   select ${id('patient')}, organization_id, 'live', ${NUMBER}, case when n % 4 = 1 then '${MINE}'::uuid end, 'Ada', 'L', '', ${AT}
     from made`,
  `insert into prescription (id, organization_id, environment, seq, patient_id, product_name, status, created_at)
   select ${id('prescription')}, organization_id, 'live', ${NUMBER}, ${id('patient')}, 'Pills',
          ${oneOf('draft', 'signed', 'expired')}, ${AT}
     from made`,
  `insert into store_order (id, organization_id, environment, seq, order_number, sealed, items, created_at)
   select ${id('storeOrder')}, organization_id, 'live', ${NUMBER}, 'SO-' || n, '', '[]', ${AT} from made`,
  `insert into api_key (id, organization_id, environment, key_hash, scopes, plan, requests_per_minute, requests_per_day)
   select ${id('key')}, organization_id, 'live', sha256(('key-' || n)::bytea), '{inventory:write}', 'standard', 60, 9000
     from made`,
  `insert into refused_request (request_id, organization_id, environment, seq, api_key_id, operation, status, code,
                                fields, milliseconds, created_at)
   select ${id('request')}, organization_id, 'live', ${NUMBER}, ${id('key')},
          ${oneOf('postMovement', 'createOrder', 'listStock')}, case when n % 16 < 8 then 400 else 429 end,
          'validation_error', '{}', 1, ${AT}
     from made`,
  `insert into api_key_usage (api_key_id, minute, reads_minute, writes_minute, day, writes_day)
   select ${id('key')}, ${AT}, 1, 1, '2026-01-01', 1 from made`,
];
