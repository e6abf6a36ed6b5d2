-- The service's role may delete test data, and these triggers refuse to delete anything else, whatever a statement
-- asks for. They hold for the owner too.
create function keep_live_row() returns trigger language plpgsql as $$
begin
  if old.environment is distinct from 'test' then
    raise exception 'only test rows of % can be deleted', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

create function keep_live_charge() returns trigger language plpgsql as $$
begin
  if not exists (select from customer_order
                  where id = old.order_id and organization_id = old.organization_id and environment = 'test') then
    raise exception 'only charges of test orders can be deleted' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['patient', 'prescription', 'customer_order', 'partner', 'store_order',
                              'checkout_config', 'bundle', 'idempotency_key']
  loop
    execute format('create trigger %I before delete on %I for each row execute function keep_live_row()',
                   name || '_keep_live', name);
  end loop;
  foreach name in array array['keep_live_row', 'keep_live_charge']
  loop
    execute format('alter function %I() set search_path = pg_catalog, %I, pg_temp', name, current_schema());
  end loop;
end $$;

create trigger account_charge_keep_live before delete on account_charge
  for each row execute function keep_live_charge();
