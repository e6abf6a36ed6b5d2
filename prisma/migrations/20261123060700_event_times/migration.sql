-- Where in the feed a time begins. The condition is as that of storefront_listing_list.
create index concurrently event_times on event (organization_id, created_at, position)
  where created_at > '-infinity';
