-- The condition holds of every row. The list says it, and no lookup by key can take this index for its own.
create index concurrently storefront_listing_list on storefront_listing (organization_id, created_at desc, seq desc)
  where created_at > '-infinity';
