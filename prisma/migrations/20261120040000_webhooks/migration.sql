create table webhook_endpoint (
  id uuid not null,
  organization_id uuid not null,
  environment text not null,
  url text not null,
  events text[],
  description text,
  -- AES-256-GCM, bound to this row.
  secret bytea not null,
  next_secret bytea,
  overlap_ends_at timestamptz(6),
  -- The organization's events up to this position are turned into deliveries.
  fanned_position bigint not null,
  created_at timestamptz(6) not null,
  constraint webhook_endpoint_pkey primary key (id),
  constraint webhook_endpoint_events check (events is not null),
  constraint webhook_endpoint_environment check (environment in ('live', 'test')),
  constraint webhook_endpoint_overlap check ((next_secret is null) = (overlap_ends_at is null)),
  constraint webhook_endpoint_organization_id_fkey foreign key (organization_id)
    references organization (id) on delete restrict on update cascade
);
create unique index webhook_endpoint_organization_id_id_key on webhook_endpoint (organization_id, id);

-- The queue. A pending delivery is due at next_attempt_at; a worker that has it pushes that to the end of
-- its lease, so what a killed worker had comes back by itself.
create table webhook_delivery (
  id uuid not null,
  organization_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  type text not null,
  -- The exact bytes of every try.
  payload text not null,
  status text not null default 'pending',
  attempts int not null default 0,
  created_at timestamptz(6) not null,
  next_attempt_at timestamptz(6),
  leased_until timestamptz(6),
  finished_at timestamptz(6),
  constraint webhook_delivery_pkey primary key (id),
  constraint webhook_delivery_status check (status in ('pending', 'succeeded', 'dead')),
  constraint webhook_delivery_due check ((status = 'pending') = (next_attempt_at is not null)),
  constraint webhook_delivery_endpoint_fkey foreign key (organization_id, endpoint_id)
    references webhook_endpoint (organization_id, id) on delete cascade on update cascade
) with (fillfactor = 70);
create unique index webhook_delivery_organization_id_id_key on webhook_delivery (organization_id, id);
create unique index webhook_delivery_event on webhook_delivery (endpoint_id, event_id);
create index webhook_delivery_due_at on webhook_delivery (endpoint_id, next_attempt_at, id)
  where status = 'pending';
create index webhook_delivery_leased on webhook_delivery (endpoint_id, leased_until)
  where leased_until is not null;
create index webhook_delivery_list on webhook_delivery (endpoint_id, created_at desc, id desc);
create index webhook_delivery_finished on webhook_delivery (finished_at) where finished_at is not null;

create table webhook_attempt (
  id bigserial not null,
  organization_id uuid not null,
  delivery_id uuid not null,
  at timestamptz(6) not null,
  status int,
  milliseconds int not null,
  error text,
  constraint webhook_attempt_pkey primary key (id),
  constraint webhook_attempt_delivery_fkey foreign key (organization_id, delivery_id)
    references webhook_delivery (organization_id, id) on delete cascade on update cascade
);
create index webhook_attempt_delivery on webhook_attempt (delivery_id, id);

-- Work that is due from time to time, done by one worker.
create table periodic_job (
  name text not null,
  last_run_at timestamptz(6) not null,
  constraint periodic_job_pkey primary key (name)
);

create index event_created on event (created_at);
