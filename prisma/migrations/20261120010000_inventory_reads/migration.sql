-- The list of lots, and those in quarantine among very many.
create index lot_expiry on lot (organization_id, expiry_date, id);
create index lot_quarantined on lot (organization_id, expiry_date, id) where status = 'quarantine';

-- One index for a lot's history: its list, its balance as of a time, and the verification of its chain.
create unique index ledger_entry_lot on ledger_entry (organization_id, lot_id, created_at, seq);
drop index "ledger_entry_organization_id_lot_id_seq_key";

-- The key first: while a table is new and has no statistics, every index that leads with organization_id
-- looks as good as the one that finds a single row, and the check of a foreign key may walk the tenant.
drop index "movement_organization_id_idempotency_key_key";
create unique index movement_idempotency_key on movement (idempotency_key, organization_id);
drop index movement_reference;
create index movement_reference on movement (reference_id, reference_type, organization_id)
  where reference_type is not null;

-- For bulk work: an import fills tables within one transaction, of which the planner knows nothing. Only
-- an owner may gather statistics, so the service's role does it through this.
create function gather_statistics() returns void language plpgsql security definer
  set search_path from current as $$
begin
  analyze organization, location, product, sku, stock_level, lot_number, lot, movement, ledger_entry, event;
end $$;

-- An entry's SKU and location are its lot's, so they cannot be another tenant's either.
create unique index lot_place on lot (organization_id, id, sku_id, location_id);
alter table ledger_entry
  drop constraint "ledger_entry_organization_id_lot_id_fkey",
  add constraint ledger_entry_lot_place_fkey
    foreign key (organization_id, lot_id, sku_id, location_id)
    references lot (organization_id, id, sku_id, location_id) on delete restrict on update no action;
