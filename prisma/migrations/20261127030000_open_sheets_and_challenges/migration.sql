-- Who asked for a challenge: each may have some that live, and all together have a bound.
alter table passkey_challenge add column asked_from_hash bytea not null default '';
