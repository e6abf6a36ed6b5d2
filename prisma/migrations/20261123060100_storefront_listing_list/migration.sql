create index concurrently storefront_listing_list on storefront_listing (organization_id, created_at desc, seq desc);
