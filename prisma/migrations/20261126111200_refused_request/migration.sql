-- Requests of known keys that were refused or failed, for seven days, and nothing of what was sent. They are written
-- after the answer, so a key that is named is not looked up.
create table refused_request (
  request_id uuid not null,
  organization_id uuid not null,
  environment text not null,
  seq bigserial not null,
  api_key_id uuid not null,
  operation text not null,
  status integer not null,
  code text not null,
  fields text[] not null,
  milliseconds double precision not null,
  created_at timestamptz(6) not null,
  constraint refused_request_pkey primary key (request_id, organization_id),
  constraint refused_request_environment check (environment in ('live', 'test')),
  constraint refused_request_status check (status between 400 and 599)
);
create index refused_request_at on refused_request (created_at);
create index refused_request_list on refused_request (organization_id, environment, created_at desc, seq desc);
create index refused_request_of_status
  on refused_request (organization_id, environment, status, created_at desc, seq desc);
create index refused_request_of_operation
  on refused_request (organization_id, environment, operation, created_at desc, seq desc);
create index refused_request_of_operation_and_status
  on refused_request (organization_id, environment, operation, status, created_at desc, seq desc);
