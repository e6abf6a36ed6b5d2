create index concurrently passkey_challenge_expires_at on passkey_challenge (expires_at);
