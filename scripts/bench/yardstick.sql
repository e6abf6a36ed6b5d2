-- What PostgreSQL alone can do with one first-expiry-first-out draw in one call: the key, the locked lots,
-- the balance, a ledger row, an outbox row, one commit.
create schema yardstick;
set search_path = yardstick;
create table lot (
  id bigint primary key,
  sku_id bigint not null,
  expiry date not null,
  on_hand bigint not null check (on_hand >= 0)
) with (fillfactor = 70);
create index on lot (sku_id, expiry, id) where on_hand > 0;
create table used_key (key text primary key, digest bytea not null, created_at timestamptz not null default now());
create table ledger (
  id bigint generated always as identity primary key,
  lot_id bigint not null references lot,
  qty bigint not null,
  balance_after bigint not null,
  key text not null,
  created_at timestamptz not null default now()
);
create index on ledger (lot_id, id);
create table outbox (
  id bigint generated always as identity primary key,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
insert into lot
select (s - 1) * 20 + l, s, date '2090-01-01' + l, 1000000000000
  from generate_series(1, 1000) s, generate_series(1, 20) l;

create function fulfill(asked_sku bigint, asked_qty bigint, asked_key text) returns jsonb
language plpgsql set search_path = yardstick as $$
declare
  offer record;
  missing bigint := asked_qty;
  taken bigint;
  lines jsonb := '[]';
begin
  insert into used_key (key, digest) values (asked_key, sha256(asked_key::bytea)) on conflict do nothing;
  if not found then return null; end if;
  for offer in
    select id, on_hand from lot
     where sku_id = asked_sku and on_hand > 0 and expiry >= current_date
     order by expiry, id limit 8 for update
  loop
    taken := least(missing, offer.on_hand);
    update lot set on_hand = on_hand - taken where id = offer.id;
    insert into ledger (lot_id, qty, balance_after, key)
    values (offer.id, -taken, offer.on_hand - taken, asked_key);
    lines := lines || jsonb_build_object('lot_id', offer.id, 'qty', -taken, 'balance_after', offer.on_hand - taken);
    missing := missing - taken;
    exit when missing = 0;
  end loop;
  if missing > 0 then raise exception 'too little'; end if;
  insert into outbox (payload) values (jsonb_build_object('sku_id', asked_sku, 'lines', lines));
  return lines;
end $$;
analyze lot;
