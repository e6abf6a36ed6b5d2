-- Rows of lots and levels are permanent, whatever refers to them. So what a change of stock writes needs no check that
-- the rows are there which it has locked, read or written itself: those checks were a tenth of what PostgreSQL did for
-- a batch of draws. `ledger verify` finds a row whose movement, lot or level is not there.
create function keep_row() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % and their keys are permanent', tg_table_name using errcode = 'restrict_violation';
end $$;

-- In a block, since Citus sends the text of a trigger to its nodes with all that is sent beside it.
do $$
begin
  execute format('alter function keep_row() set search_path = pg_catalog, %I, pg_temp', current_schema());

  -- All of them within moments, or none: others come to these tables in several orders, and would wait for one that is
  -- held here while this waits for one of theirs.
  perform set_config('lock_timeout', '100ms', true);
  for tries in 1..50 loop
    begin
      lock table stock_level, lot, allocation, movement, ledger_entry, lot_record in access exclusive mode;
      exit;
    exception when lock_not_available then
      if tries = 50 then raise; end if;
      perform pg_sleep(0.1);
    end;
  end loop;

  create trigger lot_permanent before delete on lot
    for each row execute function keep_row();
  create trigger lot_no_truncate before truncate on lot
    for each statement execute function keep_row();
  create trigger stock_level_permanent before delete on stock_level
    for each row execute function keep_row();
  create trigger stock_level_no_truncate before truncate on stock_level
    for each statement execute function keep_row();
  -- After the update: a trigger before it would lock each row once more. A statement that does not name these columns
  -- pays nothing.
  create trigger lot_permanent_key after update of id, organization_id, sku_id, location_id on lot
    for each row
    when ((old.id, old.organization_id, old.sku_id, old.location_id)
          is distinct from (new.id, new.organization_id, new.sku_id, new.location_id))
    execute function keep_row();
  create trigger stock_level_permanent_key after update of sku_id, location_id, organization_id on stock_level
    for each row
    when ((old.sku_id, old.location_id, old.organization_id)
          is distinct from (new.sku_id, new.location_id, new.organization_id))
    execute function keep_row();
end $$;

alter table movement drop constraint movement_sku_id_location_id_organization_id_fkey;
alter table ledger_entry drop constraint ledger_entry_movement_id_organization_id_fkey;
alter table ledger_entry drop constraint ledger_entry_lot_place_fkey;
alter table lot_record drop constraint lot_record_movement_id_organization_id_fkey;
alter table lot_record drop constraint lot_record_lot_id_organization_id_fkey;
-- The reference to the lot contains the SKU and the location, and the lot refers to their level.
alter table allocation drop constraint allocation_sku_id_location_id_organization_id_fkey;
-- Whoever reserves has read the lot under its level's lock, and lots are permanent: the check was a twentieth of what
-- PostgreSQL did for a batch of reservations. `ledger verify` finds an allocation of another lot.
alter table allocation drop constraint allocation_lot_place_fkey;
