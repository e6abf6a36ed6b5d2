create index concurrently product_search on product (organization_id, lower(name) text_pattern_ops) include (name, id)
  where lower(name) is not null;
