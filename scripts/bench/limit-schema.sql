-- What PostgreSQL alone can do with one first-expiry-first-out draw in one call: the key, the locked lots, the
-- balance, an immutable ledger row, an outbox row, one commit; 1,000 SKUs of 20 lots.
create schema lim;
set search_path = lim;
create table sku (
  id bigint primary key, organization_id bigint not null, code text not null, unique (organization_id, code));
create table location (id bigint primary key, organization_id bigint not null, name text not null);
create table lot (
  id bigint primary key, organization_id bigint not null,
  sku_id bigint not null references sku, location_id bigint not null references location,
  lot_number text not null, status text not null check (status in ('available', 'quarantined', 'recalled', 'expired')),
  expiry date not null, on_hand bigint not null check (on_hand >= 0),
  reserved bigint not null default 0 check (reserved >= 0 and reserved <= on_hand)
) with (fillfactor = 70);
create table idempotency (
  organization_id bigint not null, key text not null, request_hash bytea not null,
  created_at timestamptz not null default now(), primary key (organization_id, key));
create table ledger (
  id bigint generated always as identity primary key, organization_id bigint not null,
  sku_id bigint not null references sku, location_id bigint not null references location,
  lot_id bigint not null references lot, kind text not null, qty bigint not null,
  balance_after bigint not null, reference text, actor text not null,
  created_at timestamptz not null default now());
create table outbox (
  id bigint generated always as identity primary key, topic text not null, payload jsonb not null,
  created_at timestamptz not null default now(), published_at timestamptz);

insert into location values (1, 1, 'Main');
insert into sku select i, 1, 'SKU-' || i from generate_series(1, 1000) i;
insert into lot select (s - 1) * 20 + l, 1, s, 1, 'L' || s || '-' || l, 'available',
       date '2090-01-01' + (l * 17 + s % 13), 1000000000000, 0
  from generate_series(1, 1000) s, generate_series(1, 20) l;
insert into ledger (organization_id, sku_id, location_id, lot_id, kind, qty, balance_after, reference, actor, created_at)
select 1, 1 + i % 1000, 1, (i % 1000) * 20 + 1 + (i / 1000) % 20, 'receipt', 1, 1, 'seed', 'seed',
       now() - interval '400 days' + i * interval '1 second'
  from generate_series(1, 20000) i;
insert into idempotency
select 1, 'seed-' || md5(i::text), decode(md5(i::text), 'hex'), now() from generate_series(1, 20000) i;
create index lot_fefo on lot (sku_id, location_id, expiry, id) where status = 'available';
create index ledger_sku on ledger (organization_id, sku_id, id desc);
create index ledger_lot on ledger (lot_id, id desc);
create function ledger_immutable() returns trigger language plpgsql as
$$ begin raise 'ledger rows are immutable'; end $$;
create trigger ledger_no_change before update or delete on ledger for each row execute function ledger_immutable();

-- Splits over lots; refuses a shortage; knows a key that was there before.
create function fulfill(p_org bigint, p_key text, p_hash bytea, p_sku bigint, p_loc bigint, p_qty bigint)
returns jsonb language plpgsql set search_path = lim as $$
declare
  r record;
  rest bigint := p_qty;
  take bigint;
  bal bigint;
  lines jsonb := '[]';
  led bigint;
begin
  insert into idempotency (organization_id, key, request_hash) values (p_org, p_key, p_hash) on conflict do nothing;
  if not found then return jsonb_build_object('replay', true); end if;
  for r in select id, on_hand - reserved as free from lot
            where sku_id = p_sku and location_id = p_loc and status = 'available'
              and expiry > current_date and on_hand > reserved
            order by expiry, id limit 4 for update
  loop
    take := least(rest, r.free);
    update lot set on_hand = on_hand - take where id = r.id returning on_hand into bal;
    insert into ledger (organization_id, sku_id, location_id, lot_id, kind, qty, balance_after, reference, actor)
      values (p_org, p_sku, p_loc, r.id, 'fulfill', -take, bal, p_key, 'bench') returning id into led;
    lines := lines || jsonb_build_object('ledger_id', led, 'lot_id', r.id, 'qty', -take, 'balance_after', bal);
    rest := rest - take;
    exit when rest = 0;
  end loop;
  if rest > 0 then raise exception 'insufficient stock' using errcode = 'P0409'; end if;
  insert into outbox (topic, payload) values ('stock.fulfilled', jsonb_build_object('sku_id', p_sku, 'lines', lines));
  return jsonb_build_object('sku_id', p_sku, 'location_id', p_loc, 'qty', p_qty, 'lines', lines);
end $$;
