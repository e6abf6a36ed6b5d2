create index concurrently order_number_search on order_reader (organization_id, lower(order_number) text_pattern_ops)
  where lower(order_number) is not null;
