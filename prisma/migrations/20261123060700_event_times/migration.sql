-- Where in the feed a time begins.
create index concurrently event_times on event (organization_id, created_at, position);
