-- Whom an identity provider has named, until they choose where to work.
create table oidc_sign_in (
  token_hash bytea primary key,
  subject text not null,
  email text,
  expires_at timestamptz(6) not null
);
create index oidc_sign_in_expires_at on oidc_sign_in (expires_at);
