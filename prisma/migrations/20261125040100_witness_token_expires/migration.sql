create index concurrently witness_token_expires on witness_token (expires_at);
