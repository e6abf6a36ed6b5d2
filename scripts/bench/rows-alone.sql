-- The rows that draws of one unit write, by one prepared statement and in one commit: the same tables, with their
-- indexes, constraints and triggers, levels locked as `lockLevels` does it, and none of the service's rules.
with chosen as (
  select distinct 1 + floor(random() * :levels)::int as place from generate_series(1, :draws)
), level as materialized (
  select locked.*
    from (select level_of_bench.* from chosen join level_of_bench using (place)
           order by sku_id, location_id, organization_id) wanted
   cross join lateral (
         select level.sku_id, level.location_id, level.organization_id
           from stock_level level
          where level.sku_id = wanted.sku_id and level.location_id = wanted.location_id
            and level.organization_id = wanted.organization_id
          limit 1
            for no key update) locked
), draw as materialized (
  select level.*, lot.id as lot_id, lot.on_hand, gen_random_uuid() as id, gen_random_uuid() as entry_id,
         sha256(uuid_send(gen_random_uuid())) as digest, clock_timestamp() as at
    from level
   cross join lateral (
         select lot.id, lot.on_hand from lot
          where lot.sku_id = level.sku_id and lot.location_id = level.location_id
            and lot.organization_id = level.organization_id and lot.is_free and lot.expiry_date >= current_date
          order by lot.expiry_date, lot.first_received_at, lot.id
          limit 1) lot
), movements as (
  insert into movement (
    id, organization_id, type, sku_id, location_id, idempotency_key, operation, request_salt, request_digest,
    actor, created_at)
  select id, organization_id, 'fulfill', sku_id, location_id, 'alone-' || id, 'postMovement',
         substr(digest, 1, 16), digest, 'api_key:' || organization_id, at
    from draw order by organization_id, id
  returning 1
), entries as (
  insert into ledger_entry (
    id, organization_id, seq, movement_id, type, sku_id, location_id, lot_id, qty, balance_after, hash, created_at)
  select entry_id, organization_id, nextval('ledger_block'), id, 'fulfill', sku_id, location_id, lot_id, -1,
         on_hand - 1, digest, at
    from draw where (select count(*) from movements) > 0
  returning 1
), lots as (
  update lot set on_hand = lot.on_hand - 1, last_hash = digest, last_entry_at = at
    from draw
   where lot.id = draw.lot_id and lot.organization_id = draw.organization_id
     and (select count(*) from entries) > 0
  returning 1
), levels as (
  update stock_level set on_hand = stock_level.on_hand - 1, version = stock_level.version + 1
    from draw
   where stock_level.sku_id = draw.sku_id and stock_level.location_id = draw.location_id
     and stock_level.organization_id = draw.organization_id and (select count(*) from lots) > 0
  returning 1
), counter as (
  insert into event_counter (organization_id, position)
  select organization_id, count(*) from draw where (select count(*) from levels) > 0
   group by organization_id order by organization_id
  on conflict (organization_id) do update set position = event_counter.position + excluded.position
  returning organization_id, position
)
insert into event (organization_id, position, id, environment, type, data, created_at)
select organization_id,
       counter.position - row_number() over (partition by organization_id order by draw.id) + 1,
       gen_random_uuid(), null, 'stock.changed',
       jsonb_build_object(
         'sku_code', draw.sku_id, 'product_id', draw.sku_id, 'location', 'Main', 'cause', 'fulfill',
         'on_hand', draw.on_hand, 'reserved', 0, 'available', draw.on_hand, 'version', 1, 'reference', null),
       clock_timestamp()
  from counter join draw using (organization_id);
