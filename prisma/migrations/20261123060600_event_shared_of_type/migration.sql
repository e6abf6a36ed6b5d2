-- As event_shared, of one type. Events that an environment has for its own are all of one type.
create index concurrently event_shared_of_type on event (organization_id, type, position) where environment is null;
