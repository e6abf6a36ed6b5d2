create index concurrently lot_number_search on lot_number (organization_id, lower(lot_number) text_pattern_ops)
  where lower(lot_number) is not null;
