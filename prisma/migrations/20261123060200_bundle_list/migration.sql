-- As storefront_listing_list.
create index concurrently bundle_list on bundle (organization_id, environment, created_at desc, seq desc)
  where created_at > '-infinity';
