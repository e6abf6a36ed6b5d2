create index concurrently person_session_of_person on person_session (person_id, organization_id, created_at);
