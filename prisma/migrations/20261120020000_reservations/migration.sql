-- Stock reserved for one order in one lot. The sum over a lot is the lot's `reserved`.
create table allocation (
  id uuid not null,
  organization_id uuid not null,
  reference_type text not null,
  reference_id text not null,
  sku_id uuid not null,
  location_id uuid not null,
  lot_id uuid not null,
  qty bigint not null,
  created_at timestamptz(6) not null,
  constraint allocation_pkey primary key (id),
  constraint allocation_qty check (qty between 1 and 9007199254740991)
);
create unique index allocation_organization_id_id_key on allocation (organization_id, id);
-- The reference first, for the same reason as in movement_idempotency_key.
create unique index allocation_reference on allocation
  (reference_id, reference_type, organization_id, lot_id);
create index allocation_lot on allocation (lot_id, organization_id);
create index allocation_place on allocation (sku_id, location_id, organization_id, id);
alter table allocation
  add constraint allocation_lot_place_fkey
    foreign key (organization_id, lot_id, sku_id, location_id)
    references lot (organization_id, id, sku_id, location_id) on delete restrict on update no action,
  add constraint allocation_organization_id_sku_id_location_id_fkey
    foreign key (organization_id, sku_id, location_id)
    references stock_level (organization_id, sku_id, location_id) on delete restrict on update cascade;

-- Reservations and what a person does are movements too; those that change no quantity have no entries
-- and keep their answer, so that a repeat gets it again.
alter table movement
  add column answer jsonb,
  drop constraint movement_type,
  add constraint movement_type check (type in (
    'receive', 'fulfill', 'dispense', 'return', 'adjust', 'waste', 'count', 'transfer',
    'reserve', 'release', 'set_status', 'set_expiry', 'sweep')),
  add constraint movement_answer check (
    answer is null or type in ('reserve', 'release', 'set_status', 'set_expiry', 'sweep', 'count'));
alter table ledger_entry
  drop constraint ledger_entry_type,
  add constraint ledger_entry_type check (type in (
    'receive', 'fulfill', 'dispense', 'return', 'adjust', 'waste', 'count', 'transfer_in',
    'transfer_out'));

-- A key is unique per operation: postMovement and createAllocation each have their own.
drop index movement_idempotency_key;
create unique index movement_idempotency_key on movement (idempotency_key, organization_id)
  where type <> 'reserve';
create unique index movement_reserve_idempotency_key on movement (idempotency_key, organization_id)
  where type = 'reserve';

-- Whether the place is too warm or too cold now, so that an excursion is announced once.
alter table location add column in_excursion boolean not null default false;

-- Which of the days before expiry (90, 30, 7) was announced for the lot; none yet is null.
alter table lot add column expiry_announced_days smallint;
