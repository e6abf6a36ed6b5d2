create index concurrently passkey_challenge_asked_from on passkey_challenge (asked_from_hash, expires_at);
