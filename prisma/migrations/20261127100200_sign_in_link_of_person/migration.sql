create index concurrently sign_in_link_of_person on sign_in_link (person_id, organization_id, created_at);
