-- How many sheets an organization has open.
create index count_sheet_open on count_sheet (organization_id) where state = 'open';

-- Who asked for a challenge, as a hash: each may have some that live, and all together have a bound.
alter table passkey_challenge add column asked_from bytea not null default '';
create index passkey_challenge_expires_at on passkey_challenge (expires_at);
create index passkey_challenge_asked_from on passkey_challenge (asked_from, expires_at);
