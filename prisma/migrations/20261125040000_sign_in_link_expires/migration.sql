create index concurrently sign_in_link_expires on sign_in_link (expires_at);
