create index concurrently order_reader_list_of_external_id
  on order_reader (organization_id, environment, external_order_id, created_at desc, seq desc)
  where external_order_id is not null;
