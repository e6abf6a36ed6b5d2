create index concurrently bundle_list on bundle (organization_id, environment, created_at desc, seq desc);
