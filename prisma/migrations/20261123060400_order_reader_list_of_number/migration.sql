create index concurrently order_reader_list_of_number
  on order_reader (organization_id, environment, order_number, created_at desc, seq desc);
