-- The people who work at an organization, and how they sign in to the application.

create table person (
  id uuid not null,
  organization_id uuid not null references organization (id) on delete restrict on update cascade,
  name text check (char_length(name) between 1 and 200),
  email text check (email = lower(email)),
  roles text[] not null check (
    cardinality(roles) > 0 and roles <@ array['clerk', 'pharmacist', 'manager', 'developer']),
  pin_hash bytea,
  pin_salt bytea,
  pin_failures integer not null default 0 check (pin_failures >= 0),
  oidc_subject text,
  created_at timestamptz(6) not null default now(),
  ended_at timestamptz(6),
  primary key (id, organization_id),
  check ((pin_hash is null) = (pin_salt is null))
);
create unique index person_email on person (email, organization_id) where ended_at is null;
create unique index person_oidc_subject on person (oidc_subject, organization_id) where ended_at is null;
create index person_of_organization on person (organization_id, created_at, id);

create table terminal (
  id uuid not null,
  organization_id uuid not null references organization (id) on delete restrict on update cascade,
  name text not null check (char_length(name) between 1 and 100),
  token_hash bytea not null,
  enrolled_by uuid not null,
  created_at timestamptz(6) not null default now(),
  ended_at timestamptz(6),
  primary key (id, organization_id),
  unique (token_hash, organization_id),
  foreign key (enrolled_by, organization_id) references person (id, organization_id) on delete restrict
);
create index terminal_of_organization on terminal (organization_id, created_at, id);

create table sign_in_link (
  id uuid not null,
  organization_id uuid not null,
  person_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz(6) not null default now(),
  expires_at timestamptz(6) not null,
  used_at timestamptz(6),
  primary key (id, organization_id),
  unique (token_hash, organization_id),
  foreign key (person_id, organization_id) references person (id, organization_id) on delete restrict
);

create table passkey (
  id uuid not null,
  organization_id uuid not null,
  person_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  created_at timestamptz(6) not null default now(),
  last_used_at timestamptz(6),
  primary key (id, organization_id),
  unique (credential_id, organization_id),
  foreign key (person_id, organization_id) references person (id, organization_id) on delete restrict
);
create index passkey_of_person on passkey (person_id, organization_id);

create table person_session (
  id uuid not null,
  organization_id uuid not null,
  person_id uuid not null,
  terminal_id uuid,
  token_hash bytea not null,
  created_at timestamptz(6) not null default now(),
  last_used_at timestamptz(6) not null default now(),
  locked_at timestamptz(6),
  ended_at timestamptz(6),
  primary key (id, organization_id),
  unique (token_hash, organization_id),
  foreign key (person_id, organization_id) references person (id, organization_id) on delete restrict,
  foreign key (terminal_id, organization_id) references terminal (id, organization_id) on delete restrict
);
create index person_session_created on person_session (created_at);

create table witness_token (
  id uuid not null,
  organization_id uuid not null,
  asked_by uuid not null,
  witness_id uuid not null check (witness_id <> asked_by),
  token_hash bytea not null,
  operation text not null,
  body_digest bytea not null,
  expires_at timestamptz(6) not null,
  used_at timestamptz(6),
  primary key (id, organization_id),
  unique (token_hash, organization_id),
  foreign key (asked_by, organization_id) references person (id, organization_id) on delete restrict,
  foreign key (witness_id, organization_id) references person (id, organization_id) on delete restrict
);

-- A random value that a passkey signs. It belongs to no organization: whose passkey answers is not known yet.
create table passkey_challenge (
  id uuid primary key,
  challenge text not null,
  expires_at timestamptz(6) not null
);
