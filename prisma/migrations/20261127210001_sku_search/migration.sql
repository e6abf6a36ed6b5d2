create index concurrently sku_search on sku (organization_id, lower(sku_code) text_pattern_ops)
  include (sku_code, product_id, gtin, ndc)
  where lower(sku_code) is not null;
