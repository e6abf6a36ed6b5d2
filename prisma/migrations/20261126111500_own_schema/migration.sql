-- Functions look for tables in the schema that they are in themselves, whatever the search path of their caller.
do $$
declare
  name text;
begin
  foreach name in array array['name_stock_level', 'refuse_change', 'redact_only', 'keep_order_readers',
                              'guard_count_line', 'gather_statistics']
  loop
    execute format('alter function %I() set search_path = pg_catalog, %I, pg_temp', name, current_schema());
  end loop;
end $$;

-- These tables have no primary key. Logical replication, by which a cell moves while it is written to, names their
-- rows by this index; on a server that does not replicate so it costs nothing.
alter table ledger_entry replica identity using index ledger_entry_lot;
alter table lot_record replica identity using index lot_record_lot;
