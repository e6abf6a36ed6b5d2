-- The schema of version 1.0.0. Tables, their keys and the indexes that prisma/schema.prisma names come first, then what
-- Prisma cannot say: checks, partial indexes, functions, triggers and policies.

create table organization (
  id uuid not null,
  slug text not null,
  name text not null,
  kind text not null,
  status text not null default 'active',
  created_at timestamptz(6) not null default current_timestamp,
  -- How many people a change needs that nobody may approve alone: two, or one in a pharmacy of one person.
  approvals text not null default 'two',
  constraint organization_pkey primary key (id)
);

create table api_key (
  id uuid not null,
  organization_id uuid not null,
  environment text not null,
  key_hash bytea not null,
  scopes text[],
  plan text not null,
  requests_per_minute bigint not null,
  requests_per_day bigint not null,
  expires_at timestamptz(6),
  revoked_at timestamptz(6),
  last_used_at timestamptz(6),
  created_at timestamptz(6) not null default current_timestamp,
  label text,
  -- What a key begins with: its environment and four of its 32 random characters.
  prefix text,
  constraint api_key_pkey primary key (id)
);

create table operator_action (
  id uuid not null,
  at timestamptz(6) not null,
  actor text not null,
  command text not null,
  organization_id uuid,
  target text,
  arguments jsonb not null,
  reason text,
  person_id uuid,
  witness_id uuid,
  terminal_id uuid,
  constraint operator_action_pkey primary key (id)
);

create unlogged table api_key_usage (
  api_key_id uuid not null,
  minute timestamptz(6) not null,
  writes_minute bigint not null,
  reads_minute bigint not null,
  day date not null,
  writes_day bigint not null,
  -- An upsert reads the limits of the key here, from the row that it would insert; nothing reads what is stored.
  requests_per_minute bigint not null default 0,
  requests_per_day bigint not null default 0,
  constraint api_key_usage_pkey primary key (api_key_id)
);

create table location (
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  is_default boolean not null default false,
  time_zone text not null default 'UTC',
  min_celsius decimal(6,2),
  max_celsius decimal(6,2),
  in_excursion boolean not null default false,
  created_at timestamptz(6) not null default current_timestamp,
  constraint location_pkey primary key (id, organization_id)
);

create table product (
  id uuid not null,
  organization_id uuid not null,
  seq bigserial not null,
  name text not null,
  description text,
  category text,
  product_type text,
  strengths text[],
  dosage_forms text[],
  ndc_code text,
  requires_prescription boolean not null default false,
  ships_to_patient boolean not null default false,
  ships_to_office boolean not null default false,
  min_order_qty bigint not null default 1,
  status text not null default 'active',
  wholesale_cost_cents bigint,
  price_cents bigint,
  created_at timestamptz(6) not null default current_timestamp,
  controlled_schedule text,
  constraint product_pkey primary key (id, organization_id)
);

create table sku (
  id uuid not null,
  organization_id uuid not null,
  seq bigserial not null,
  sku_code text not null,
  product_id uuid not null,
  gtin text,
  upc text,
  ean text,
  ndc text,
  reorder_point bigint,
  created_at timestamptz(6) not null default current_timestamp,
  constraint sku_pkey primary key (id, organization_id)
);

create table stock_level (
  organization_id uuid not null,
  sku_id uuid not null,
  location_id uuid not null,
  sku_code text not null,
  location_name text not null,
  on_hand bigint not null default 0,
  reserved bigint not null default 0,
  quarantined bigint not null default 0,
  quarantined_reserved bigint not null default 0,
  version bigint not null default 0,
  low_announced boolean not null default true,
  low boolean generated always as (case when version > 0 then low_announced end) stored,
  constraint stock_level_pkey primary key (sku_id, location_id, organization_id)
);

create table lot_number (
  organization_id uuid not null,
  sku_id uuid not null,
  lot_number text not null,
  expiry_date date not null,
  quarantined boolean not null default false,
  constraint lot_number_pkey primary key (lot_number, sku_id, organization_id)
);

create table lot (
  id uuid not null,
  organization_id uuid not null,
  sku_id uuid not null,
  location_id uuid not null,
  lot_number text not null,
  expiry_date date not null,
  status text not null,
  on_hand bigint not null,
  reserved bigint not null default 0,
  holders bigint not null default 0,
  in_stock boolean not null generated always as (on_hand > 0) stored,
  is_held boolean not null generated always as (reserved > 0) stored,
  is_free boolean not null generated always as (status = 'released' and on_hand > reserved) stored,
  is_blocked boolean not null
    generated always as (on_hand > 0 and not (status = 'released' and on_hand > reserved)) stored,
  depleted_at timestamptz(6) generated always as (case when on_hand = 0 then last_entry_at end) stored,
  first_received_at timestamptz(6) not null,
  last_hash bytea not null,
  last_entry_at timestamptz(6) not null,
  expiry_announced_days smallint,
  sweep_due_on date generated always as (expiry_date - case
    when expiry_announced_days is null then 90
    when expiry_announced_days > 30 then 30
    when expiry_announced_days > 7 then 7
    when expiry_announced_days > -1 then -1
    when expiry_announced_days > -3 then -3
  end) stored,
  created_at timestamptz(6) not null,
  constraint lot_pkey primary key (id, organization_id)
);

create table movement (
  id uuid not null,
  organization_id uuid not null,
  type text not null,
  sku_id uuid not null,
  location_id uuid not null,
  lot_id uuid,
  idempotency_key text,
  operation text,
  request_salt bytea,
  request_digest bytea,
  reference_type text,
  reference_id text,
  rx_number text,
  rx_number_salt bytea,
  rx_number_digest bytea,
  po_number text,
  note text,
  note_salt bytea,
  note_digest bytea,
  actor text not null,
  answer jsonb,
  created_at timestamptz(6) not null,
  redacted_at timestamptz(6),
  constraint movement_pkey primary key (id, organization_id)
);

create table ledger_entry (
  id uuid not null,
  organization_id uuid not null,
  seq bigint not null,
  movement_id uuid not null,
  type text not null,
  sku_id uuid not null,
  location_id uuid not null,
  lot_id uuid not null,
  qty bigint not null,
  balance_after bigint not null,
  hash bytea not null,
  created_at timestamptz(6) not null
);

create table lot_record (
  organization_id uuid not null,
  lot_id uuid not null,
  seq bigint not null,
  movement_id uuid not null,
  type text not null,
  reference_type text,
  reference_id text,
  qty bigint,
  reserved_after bigint not null,
  status text not null,
  expiry_date date not null,
  hash bytea not null,
  created_at timestamptz(6) not null
);

create table allocation (
  id uuid not null,
  organization_id uuid not null,
  reference_type text not null,
  reference_id text not null,
  sku_id uuid not null,
  location_id uuid not null,
  lot_id uuid not null,
  qty bigint not null,
  created_at timestamptz(6) not null,
  constraint allocation_pkey primary key (id, organization_id)
);

create table idempotency_key (
  organization_id uuid not null,
  environment text not null,
  operation text not null,
  key text not null,
  request_salt bytea,
  request_digest bytea not null,
  answer json,
  sealed_answer bytea,
  patient_id uuid,
  erased_at timestamptz(6),
  created_at timestamptz(6) not null default current_timestamp,
  constraint idempotency_key_pkey primary key (key, operation, environment, organization_id)
);

create table event_counter (
  organization_id uuid not null,
  position bigint not null default 0,
  pending_since timestamptz(6) default current_timestamp,
  constraint event_counter_pkey primary key (organization_id)
);

create table event (
  organization_id uuid not null,
  position bigint not null,
  id uuid not null,
  environment text,
  type text not null,
  data jsonb not null,
  created_at timestamptz(6) not null,
  constraint event_pkey primary key (organization_id, position)
);

create table service_role (
  name text not null,
  password text not null,
  reader_name text not null,
  reader_password text not null,
  constraint service_role_pkey primary key (name)
);

create table secrets_key (
  key_id text not null,
  sealed bytea not null,
  created_at timestamptz(6) not null default current_timestamp,
  constraint secrets_key_pkey primary key (key_id)
);

create table webhook_endpoint (
  id uuid not null,
  organization_id uuid not null,
  environment text not null,
  url text not null,
  events text[],
  description text,
  secret bytea not null,
  next_secret bytea,
  overlap_ends_at timestamptz(6),
  fanned_position bigint not null,
  era integer not null default 0,
  era_began_at timestamptz(6),
  has_over boolean not null default false,
  disabled_at timestamptz(6),
  disabled_reason text,
  deleted_at timestamptz(6),
  failing_since timestamptz(6),
  is_slow boolean not null default false,
  created_at timestamptz(6) not null,
  -- When an attempt last succeeded, to the minute, so that nobody reads deliveries to say it.
  last_success_at timestamptz(6),
  constraint webhook_endpoint_pkey primary key (id, organization_id)
);

create table webhook_delivery (
  id uuid not null,
  organization_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  type text not null,
  payload text not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  claims integer not null default 0,
  era integer not null default 0,
  created_at timestamptz(6) not null,
  expires_at timestamptz(6) not null default now() + '36:00:00'::interval,
  next_attempt_at timestamptz(6),
  is_queued boolean not null default false,
  leased_until timestamptz(6),
  finished_at timestamptz(6),
  constraint webhook_delivery_pkey primary key (id, organization_id)
);

create table webhook_attempt (
  delivery_id uuid not null,
  number integer not null,
  organization_id uuid not null,
  at timestamptz(6) not null,
  status integer,
  milliseconds integer not null,
  error text,
  constraint webhook_attempt_pkey primary key (delivery_id, number, organization_id)
);

create table webhook_replay (
  id uuid not null,
  organization_id uuid not null,
  endpoint_id uuid not null,
  died_since timestamptz(6) not null,
  died_until timestamptz(6) not null,
  after_created_at timestamptz(6),
  after_id uuid,
  next_attempt_at timestamptz(6) not null,
  constraint webhook_replay_pkey primary key (id, organization_id)
);

create table periodic_job (
  name text not null,
  last_run_at timestamptz(6) not null,
  constraint periodic_job_pkey primary key (name)
);

create table patient (
  id uuid not null,
  organization_id uuid not null,
  environment text not null,
  seq bigserial not null,
  branding_organization_id uuid,
  first_name text not null,
  last_initial text not null,
  sealed bytea,
  assigned_physician_id uuid,
  created_at timestamptz(6) not null default current_timestamp,
  updated_at timestamptz(6) not null default current_timestamp,
  erased_at timestamptz(6),
  constraint patient_pkey primary key (id, organization_id)
);

create table patient_access (
  request_id uuid not null,
  organization_id uuid not null,
  at timestamptz(6) not null,
  actor text not null,
  operation text not null,
  patient_ids uuid[],
  constraint patient_access_pkey primary key (request_id, organization_id)
);

create table intake (
  id uuid not null,
  organization_id uuid not null,
  environment text not null,
  patient_id uuid not null,
  status text not null default 'submitted',
  sealed bytea not null,
  created_at timestamptz(6) not null default current_timestamp,
  constraint intake_pkey primary key (id, organization_id)
);

create table prescription (
  id uuid not null,
  organization_id uuid not null,
  environment text not null,
  seq bigserial not null,
  patient_id uuid not null,
  order_id uuid,
  product_name text not null,
  dosage text,
  frequency text,
  quantity bigint,
  refills_authorized bigint,
  status text not null default 'draft',
  expires_at timestamptz(6),
  created_at timestamptz(6) not null default current_timestamp,
  constraint prescription_pkey primary key (id, organization_id)
);

create table customer_order (
  id uuid not null,
  organization_id uuid not null,
  environment text not null,
  seq bigserial not null,
  order_number text not null,
  status text not null default 'pending',
  payment_status text not null default 'pending',
  total_cents bigint not null,
  currency text not null default 'USD',
  tracking_number text,
  tracking_carrier text,
  shipped_at timestamptz(6),
  patient_id uuid,
  external_order_id text,
  affiliate_organization_id uuid,
  fulfillment_organization_id uuid,
  wholesale_total_cents bigint,
  commission_cents bigint,
  sealed bytea,
  created_at timestamptz(6) not null default current_timestamp,
  constraint customer_order_pkey primary key (id, organization_id)
);

create table order_reader (
  order_id uuid not null,
  organization_id uuid not null,
  order_organization_id uuid not null,
  environment text not null,
  status text not null,
  created_at timestamptz(6) not null,
  seq bigint not null,
  -- Lists of orders are filtered by these names, in the order of the list.
  order_number text,
  external_order_id text,
  constraint order_reader_pkey primary key (order_id, organization_id)
);

create table order_item (
  order_id uuid not null,
  position smallint not null,
  organization_id uuid not null,
  environment text not null,
  product_id uuid not null,
  product_organization_id uuid not null,
  quantity bigint not null,
  unit_price_cents bigint not null,
  prescription_id uuid,
  -- Who may read an item is who may read its order. The item says it itself, and triggers keep it so.
  affiliate_organization_id uuid,
  fulfillment_organization_id uuid,
  constraint order_item_pkey primary key (order_id, position, organization_id)
);

create table account_charge (
  id uuid not null,
  organization_id uuid not null,
  order_id uuid not null,
  amount_cents bigint not null,
  currency text not null,
  status text not null default 'pending',
  created_at timestamptz(6) not null default current_timestamp,
  updated_at timestamptz(6) not null default current_timestamp,
  constraint account_charge_pkey primary key (id, organization_id)
);

create table storefront_listing (
  id uuid not null,
  organization_id uuid not null,
  product_id uuid not null,
  product_organization_id uuid not null,
  patient_price_cents bigint not null,
  is_listed boolean not null default true,
  created_at timestamptz(6) not null default current_timestamp,
  -- Listings and bundles are listed by time: rows of one microsecond are told apart by a number.
  seq bigserial not null,
  constraint storefront_listing_pkey primary key (id, organization_id)
);

create table bundle (
  id uuid not null,
  organization_id uuid not null,
  environment text not null,
  name text not null,
  description text,
  image_url text,
  pricing_mode text not null,
  flat_price_cents bigint,
  package_markup_type text,
  package_markup_value decimal(20,4),
  is_listed boolean not null,
  purchase_mode text not null,
  default_cadence text,
  first_order_immediate boolean not null,
  created_at timestamptz(6) not null default current_timestamp,
  updated_at timestamptz(6) not null default current_timestamp,
  seq bigserial not null,
  constraint bundle_pkey primary key (id, organization_id)
);

create table bundle_item (
  bundle_id uuid not null,
  product_id uuid not null,
  organization_id uuid not null,
  position smallint not null,
  qty bigint not null,
  constraint bundle_item_pkey primary key (bundle_id, product_id, organization_id)
);

create table partner (
  id uuid not null,
  organization_id uuid not null,
  environment text not null,
  external_id text not null,
  name text not null,
  email text,
  sponsor_external_id text,
  status text not null default 'invited',
  invite_sent boolean not null default false,
  portal_linked boolean not null default false,
  created_at timestamptz(6) not null default current_timestamp,
  constraint partner_pkey primary key (id, organization_id)
);

create table store_order (
  id uuid not null,
  organization_id uuid not null,
  environment text not null,
  seq bigserial not null,
  order_number text not null,
  status text not null default 'pending',
  payment_status text not null default 'pending',
  external_order_id text,
  subtotal_cents bigint not null default 0,
  shipping_cents bigint not null default 0,
  tax_cents bigint not null default 0,
  total_cents bigint not null default 0,
  your_markup_cents bigint not null default 0,
  currency text not null default 'USD',
  sealed bytea not null,
  items jsonb not null,
  checkout jsonb,
  created_at timestamptz(6) not null default current_timestamp,
  constraint store_order_pkey primary key (id, organization_id)
);

create table checkout_config (
  id uuid not null,
  organization_id uuid not null,
  environment text not null,
  public_client_key text,
  api_login_id text,
  accept_js_url text,
  sealed bytea not null,
  created_at timestamptz(6) not null default current_timestamp,
  constraint checkout_config_pkey primary key (id, organization_id)
);

create unique index organization_slug_key on organization (slug);
create unique index api_key_key_hash_key on api_key (key_hash);
create index api_key_organization_id_idx on api_key (organization_id);
create index operator_action_newest on operator_action (at desc, id desc);
create index operator_action_of_organization on operator_action (organization_id, at desc, id desc);
create unique index location_organization_id_name_key on location (organization_id, name);
create unique index location_named on location (id, organization_id, name);
create index product_ndc_code on product (ndc_code, organization_id);
create index sku_product on sku (product_id, organization_id, sku_code);
create index sku_gtin on sku (gtin, organization_id);
create index sku_upc on sku (upc, organization_id);
create index sku_ean on sku (ean, organization_id);
create index sku_ndc on sku (ndc, organization_id);
create unique index sku_organization_id_sku_code_key on sku (organization_id, sku_code);
create unique index sku_named on sku (id, organization_id, sku_code);
create unique index lot_number_lot_number_sku_id_organization_id_expiry_date_key
  on lot_number (lot_number, sku_id, organization_id, expiry_date);
create unique index lot_lot_number_sku_id_location_id_organization_id_key
  on lot (lot_number, sku_id, location_id, organization_id);
create unique index lot_place on lot (id, organization_id, sku_id, location_id);
create unique index movement_idempotency_key on movement (idempotency_key, operation, organization_id);
create index ledger_entry_movement_id_organization_id_idx on ledger_entry (movement_id, organization_id);
create unique index ledger_entry_lot on ledger_entry (organization_id, lot_id, created_at, seq);
create unique index lot_record_lot on lot_record (organization_id, lot_id, created_at, seq);
create index allocation_lot on allocation (lot_id, organization_id, created_at, id);
create index allocation_place on allocation (sku_id, location_id, organization_id, created_at, id);
create unique index allocation_reference on allocation (reference_id, reference_type, organization_id, lot_id);
create index event_created on event (created_at);
create unique index event_id_organization_id_key on event (id, organization_id);
create index webhook_endpoint_list on webhook_endpoint (organization_id, environment, id);
create index webhook_delivery_list on webhook_delivery (endpoint_id, created_at desc, id desc);
create index webhook_replay_endpoint on webhook_replay (endpoint_id, organization_id);
create unique index webhook_delivery_event on webhook_delivery (event_id, endpoint_id, organization_id);
create index patient_access_at on patient_access (at);
create index patient_access_patient on patient_access using gin (patient_ids);
create unique index patient_environment on patient (id, organization_id, environment);
create index intake_patient on intake (patient_id, organization_id);
create index prescription_list on prescription (organization_id, environment, created_at desc, seq desc);
create index prescription_list_of_status
  on prescription (organization_id, environment, status, created_at desc, seq desc);
create index prescription_patient on prescription (patient_id, organization_id);
create unique index prescription_environment on prescription (id, organization_id, environment);
create index customer_order_patient on customer_order (patient_id, organization_id);
create unique index customer_order_environment on customer_order (id, organization_id, environment);
create unique index customer_order_number on customer_order (order_number, environment, organization_id);
create index order_reader_list on order_reader (organization_id, environment, created_at desc, seq desc);
create index order_reader_list_of_status
  on order_reader (organization_id, environment, status, created_at desc, seq desc);
create index account_charge_list on account_charge (organization_id, created_at desc, id desc);
create unique index account_charge_order on account_charge (order_id, organization_id);
create unique index storefront_listing_product on storefront_listing (product_id, organization_id);
create unique index partner_external_id on partner (external_id, environment, organization_id);
create index store_order_list on store_order (organization_id, environment, created_at desc, seq desc);
create unique index store_order_number on store_order (order_number, environment, organization_id);
create unique index checkout_config_environment on checkout_config (organization_id, environment);

alter table api_key
  add constraint api_key_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade;
alter table operator_action
  add constraint operator_action_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade;
alter table location
  add constraint location_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade;
alter table product
  add constraint product_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade;
alter table sku
  add constraint sku_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade,
  add constraint sku_product_id_organization_id_fkey
    foreign key (product_id, organization_id) references product (id, organization_id)
    on delete restrict on update cascade;
alter table stock_level
  add constraint stock_level_sku_id_organization_id_sku_code_fkey
    foreign key (sku_id, organization_id, sku_code) references sku (id, organization_id, sku_code)
    on delete restrict on update cascade,
  add constraint stock_level_location_id_organization_id_location_name_fkey
    foreign key (location_id, organization_id, location_name) references location (id, organization_id, name)
    on delete restrict on update cascade;
alter table lot_number
  add constraint lot_number_sku_id_organization_id_fkey
    foreign key (sku_id, organization_id) references sku (id, organization_id) on delete restrict on update cascade;
alter table lot
  add constraint lot_sku_id_location_id_organization_id_fkey
    foreign key (sku_id, location_id, organization_id) references stock_level (sku_id, location_id, organization_id)
    on delete restrict on update cascade,
  add constraint lot_lot_number_sku_id_organization_id_expiry_date_fkey
    foreign key (lot_number, sku_id, organization_id, expiry_date)
    references lot_number (lot_number, sku_id, organization_id, expiry_date)
    on delete restrict on update cascade;
alter table movement
  add constraint movement_lot_place_fkey
    foreign key (lot_id, organization_id, sku_id, location_id)
    references lot (id, organization_id, sku_id, location_id)
    on delete restrict on update no action;
alter table idempotency_key
  add constraint idempotency_key_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade,
  add constraint idempotency_key_patient_id_organization_id_environment_fkey
    foreign key (patient_id, organization_id, environment) references patient (id, organization_id, environment)
    on delete restrict on update no action;
alter table event_counter
  add constraint event_counter_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade;
alter table webhook_endpoint
  add constraint webhook_endpoint_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade;
alter table webhook_delivery
  add constraint webhook_delivery_endpoint_fkey
    foreign key (endpoint_id, organization_id) references webhook_endpoint (id, organization_id)
    on delete cascade on update cascade;
alter table webhook_replay
  add constraint webhook_replay_endpoint_fkey
    foreign key (endpoint_id, organization_id) references webhook_endpoint (id, organization_id)
    on delete cascade on update cascade;
alter table webhook_attempt
  add constraint webhook_attempt_delivery_fkey
    foreign key (delivery_id, organization_id) references webhook_delivery (id, organization_id)
    on delete cascade on update cascade;
alter table patient
  add constraint patient_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade,
  add constraint patient_branding_organization_id_fkey
    foreign key (branding_organization_id) references organization (id) on delete restrict on update cascade;
alter table intake
  add constraint intake_patient_id_organization_id_environment_fkey
    foreign key (patient_id, organization_id, environment) references patient (id, organization_id, environment)
    on delete restrict on update cascade;
alter table prescription
  add constraint prescription_patient_id_organization_id_environment_fkey
    foreign key (patient_id, organization_id, environment) references patient (id, organization_id, environment)
    on delete restrict on update cascade,
  add constraint prescription_order_id_organization_id_environment_fkey
    foreign key (order_id, organization_id, environment) references customer_order (id, organization_id, environment)
    on delete restrict on update no action;
alter table customer_order
  add constraint customer_order_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade,
  add constraint customer_order_affiliate_organization_id_fkey
    foreign key (affiliate_organization_id) references organization (id) on delete restrict on update cascade,
  add constraint customer_order_fulfillment_organization_id_fkey
    foreign key (fulfillment_organization_id) references organization (id) on delete restrict on update cascade,
  add constraint customer_order_patient_id_organization_id_environment_fkey
    foreign key (patient_id, organization_id, environment) references patient (id, organization_id, environment)
    on delete restrict on update no action;
alter table order_reader
  add constraint order_reader_order_id_order_organization_id_environment_fkey
    foreign key (order_id, order_organization_id, environment)
    references customer_order (id, organization_id, environment)
    on delete cascade on update cascade;
alter table order_item
  add constraint order_item_order_id_organization_id_environment_fkey
    foreign key (order_id, organization_id, environment) references customer_order (id, organization_id, environment)
    on delete cascade on update cascade,
  add constraint order_item_product_id_product_organization_id_fkey
    foreign key (product_id, product_organization_id) references product (id, organization_id)
    on delete restrict on update cascade,
  add constraint order_item_prescription_id_organization_id_environment_fkey
    foreign key (prescription_id, organization_id, environment)
    references prescription (id, organization_id, environment)
    on delete restrict on update no action;
alter table account_charge
  add constraint account_charge_order_id_organization_id_fkey
    foreign key (order_id, organization_id) references customer_order (id, organization_id)
    on delete restrict on update cascade;
alter table storefront_listing
  add constraint storefront_listing_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade,
  add constraint storefront_listing_product_id_product_organization_id_fkey
    foreign key (product_id, product_organization_id) references product (id, organization_id)
    on delete restrict on update cascade;
alter table bundle
  add constraint bundle_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade;
alter table bundle_item
  add constraint bundle_item_bundle_id_organization_id_fkey
    foreign key (bundle_id, organization_id) references bundle (id, organization_id)
    on delete cascade on update cascade,
  add constraint bundle_item_product_id_organization_id_fkey
    foreign key (product_id, organization_id) references storefront_listing (product_id, organization_id)
    on delete restrict on update cascade;
alter table partner
  add constraint partner_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade;
alter table store_order
  add constraint store_order_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade;
alter table checkout_config
  add constraint checkout_config_organization_id_fkey
    foreign key (organization_id) references organization (id) on delete restrict on update cascade;

-- Room on the page for heap-only updates of the rows that change with every movement.
alter table stock_level set (fillfactor = 70);
alter table lot set (fillfactor = 70);
alter table event_counter set (fillfactor = 50);
alter table api_key_usage set (fillfactor = 50);

alter table organization
  add constraint organization_kind check (kind in ('pharmacy', 'clinic', 'brand', 'affiliate')),
  add constraint organization_status check (status in ('active', 'suspended')),
  add constraint organization_approvals check (approvals in ('one', 'two'));

alter table api_key
  add constraint api_key_scopes check (scopes is not null),
  add constraint api_key_environment check (environment in ('live', 'test')),
  add constraint api_key_plan check (plan in ('standard', 'partner', 'enterprise')),
  add constraint api_key_limits check (requests_per_minute > 0 and requests_per_day > 0),
  add constraint api_key_hash check (octet_length(key_hash) = 32),
  add constraint api_key_label check (char_length(label) between 1 and 200),
  add constraint api_key_prefix check (prefix ~ '^vita_(live|test)_[0-9A-Za-z]{4}$');

alter table operator_action
  add constraint operator_action_actor check (length(actor) between 1 and 100),
  add constraint operator_action_arguments check (jsonb_typeof(arguments) = 'object'),
  add constraint operator_action_person check (
    coalesce(
      actor = 'person:' || person_id,
      person_id is null and witness_id is null and terminal_id is null)),
  -- Nobody witnesses their own.
  add constraint operator_action_witness check (witness_id <> person_id);
create index operator_action_of_people on operator_action (organization_id, at desc, id desc)
  where person_id is not null;

alter table location
  add constraint location_celsius check (min_celsius <= max_celsius);
create unique index location_default on location (organization_id) where is_default;
-- As sku_not_nfc.
create index location_not_nfc on location (organization_id, normalize(name, nfc))
  where name is not nfc normalized;

alter table product
  add constraint product_strengths check (strengths is not null),
  add constraint product_dosage_forms check (dosage_forms is not null),
  add constraint product_status check (status in ('draft', 'active', 'archived')),
  add constraint product_cents check (
    wholesale_cost_cents between 0 and 9007199254740991 and price_cents between 0 and 9007199254740991),
  add constraint product_min_order_qty check (min_order_qty between 1 and 9007199254740991),
  add constraint product_controlled_schedule check (controlled_schedule in ('II', 'III', 'IV', 'V'));

alter table sku
  add constraint sku_codes check (
    gtin ~ '^[0-9]{14}$' and upc ~ '^[0-9]{12}$' and ean ~ '^([0-9]{8}|[0-9]{13})$' and ndc ~ '^[0-9]{11}$'),
  add constraint sku_reorder_point check (reorder_point between 0 and 9007199254740991);
-- SKU codes that were stored before there were rules are found by their NFC, among those that are in no such form.
create index sku_not_nfc on sku (organization_id, normalize(sku_code, nfc))
  where sku_code is not nfc normalized;

alter table stock_level
  add constraint stock_level_units check (
    on_hand between 0 and 9007199254740991
    and reserved between 0 and on_hand
    and quarantined between 0 and on_hand
    and quarantined_reserved between 0 and least(quarantined, reserved)),
  add constraint stock_level_version check (version >= 0);
-- For lists alone, as lot_list is.
create index stock_level_list on stock_level (organization_id, low, sku_code, location_name)
  where length(sku_code) >= 0;
create index stock_level_at_location on stock_level (organization_id, location_name, low, sku_code)
  where length(location_name) >= 0;

-- So that nobody has to say them; that they are the right ones the foreign keys see to.
create function name_stock_level() returns trigger language plpgsql as $$
begin
  if new.sku_code is null then
    select sku_code into new.sku_code from sku
     where id = new.sku_id and organization_id = new.organization_id;
  end if;
  if new.location_name is null then
    select name into new.location_name from location
     where id = new.location_id and organization_id = new.organization_id;
  end if;
  return new;
end $$;

create trigger stock_level_named before insert on stock_level
  for each row execute function name_stock_level();

-- As sku_not_nfc; of one SKU, or of all.
create index lot_number_not_nfc on lot_number (organization_id, normalize(lot_number, nfc), sku_id)
  where lot_number is not nfc normalized;

-- What a lot number looks like: two with the same skeleton differ only by case, white space, accents or by characters
-- that are hard to tell apart. A recall and a trace name the lots of a SKU whose numbers look like theirs.
--
-- The skeleton is that of Unicode Technical Standard 39 in short: compatibility forms are one (NFKD); what is not
-- seen and marks go; then Cyrillic and Greek letters become the Latin ones that they look like, whatever their case,
-- and dashes, quotes and slashes one each; last of all O is 0, and I, l and | are 1. It reads no locale, so it is
-- the same in every database.
--
-- Unicode orders marks that follow one another. A character that is not seen keeps two marks apart, so the text is
-- normalized again once such characters are removed, which are all that Unicode calls ignorable by default.
create function lot_number_skeleton(text) returns text language sql immutable strict parallel safe
return translate(lower(translate(
  normalize(regexp_replace(
    normalize($1, nfkd) collate "C",
    '[\u0001-\u0020\u007f-\u00a0\u00ad\u0300-\u036f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f'
    '\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u200f\u2028-\u202f\u205f-\u206f\u20d0-\u20ff\u2800\u3000\u3164'
    '\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
    '\U000e0000-\U000e0fff]',
    '', 'g'), nfkd),
  -- Cyrillic, Greek, Latin with a stroke or without a dot, punctuation.
  'АаВвСсЕеНнІіЈјКкМмОоРрЅѕТтХхУу'
  'ԚԛԜԝԀԁҺһҮүѴѵӀӏЗз'
  'БГДЖИЛПФЦЧШЩЪЫЬЭЮЯЂЄЉЊЋЏ'
  'ΑαΒβΕεΖζΗηΙιΚκΜμΝνΟοΡρΤτΥυΧχ'
  'ΓΔΘΛΞΠΣςΦΨΩ'
  'ØøŁłĐđÐðıÆŒÞ'
  'ŊĦħŦŧƏҐҒӘӨ'
  '‐‒–—―−⁃‘’′⁄∕',
  'aabbcceehhiijjkkmmooppssttxxyy'
  'qqwwddhhyyvvii33'
  'бгджилпфцчшщъыьэюяђєљњћџ'
  'aabbeezzhhiikkmmnnooppttyyxx'
  'γδθλξπσσφψω'
  'oollddddiæœþ'
  'ŋhhttəґғәө'
  '-------''''''//'
)), 'oil|', '0111');
-- Lot numbers of a SKU that look like another of it. A statement that means it says its condition, which holds of every
-- row: no other takes it for the key.
create index lot_number_look_alike
  on lot_number (sku_id, lot_number_skeleton(lot_number), lot_number) where length(lot_number) >= 0;

alter table lot
  add constraint lot_units check (
    on_hand between 0 and 9007199254740991 and reserved between 0 and on_hand),
  add constraint lot_holders check (holders >= 0),
  add constraint lot_status check (status in ('released', 'quarantine')),
  add constraint lot_last_hash check (octet_length(last_hash) = 32);
-- By expiry, over lots that hold anything.
create index lot_first_expiry on lot
  (sku_id, location_id, organization_id, expiry_date, first_received_at, id) where in_stock;
-- What has expired and was not seen for good by the sweep: only there may a level be low that was not when it
-- was last looked at.
create index lot_expired_lately on lot (organization_id, expiry_date, sku_id, location_id)
  where in_stock and status = 'released' and coalesce(expiry_announced_days, 0) > -3;
-- What lay there at a time: all in stock now, and what was depleted since.
create index lot_depleted on lot (sku_id, location_id, organization_id, depleted_at)
  where depleted_at is not null;
-- What is to be had, first expiry first, and what is in stock and not to be had: each is found however much
-- there is of the other.
create index lot_free on lot (sku_id, location_id, organization_id, expiry_date, first_received_at, id)
  where is_free;
create index lot_blocked on lot (sku_id, location_id, organization_id, expiry_date, first_received_at, id)
  where is_blocked;
-- For lists alone, each of which says the condition of its index. That is true of every row, and another one
-- for each index, so that a list is planned on its own and what looks rows up by a key on none of them: while
-- a table looks empty to the planner, or full of one value, all indexes with a column in common look the same.
-- What has few values stands before the order; a list that does not ask for one merges the ranges of all.
create index lot_list on lot (organization_id, in_stock, status, expiry_date, id)
  where expiry_date > '-infinity';
create index lot_at_location on lot (location_id, organization_id, in_stock, status, expiry_date, id)
  where created_at > '-infinity';
create index lot_of_level on lot (sku_id, location_id, organization_id, in_stock, status, expiry_date, id)
  where first_received_at > '-infinity';
create index lot_of_number on lot (lot_number, organization_id, in_stock, status, expiry_date, id)
  where length(lot_number) >= 0;
-- Reservations that wait to be moved: of the first all until a date, of the second, which is small, all.
create index lot_held on lot (expiry_date, first_received_at, id, organization_id) where is_held;
create index lot_waiting on lot (expiry_date, first_received_at, id, organization_id)
  where is_held and status = 'quarantine';
-- What the sweep has to look at by a day, however much has been announced already.
create index lot_sweep_due on lot (sweep_due_on, id, organization_id)
  where in_stock and sweep_due_on is not null;

-- For lists alone, as lot_list is.
create index product_list on product (organization_id, created_at desc, seq desc)
  where created_at > '-infinity';

alter table allocation add constraint allocation_qty check (qty between 1 and 9007199254740991);
-- For lists alone, as lot_list is.
create index allocation_list on allocation (organization_id, created_at, id) where created_at > '-infinity';
create index allocation_at_location on allocation (location_id, organization_id, created_at, id)
  where length(reference_id) >= 0;

alter table movement
  add constraint movement_type check (type in (
    'receive', 'fulfill', 'dispense', 'return', 'adjust', 'waste', 'count', 'transfer',
    'reserve', 'release', 'set_status', 'set_expiry', 'reallocate')),
  -- What changes no quantity has no entries and keeps its answer, so that a repeat gets it again.
  add constraint movement_answer check (
    answer is null or type in ('reserve', 'release', 'set_status', 'set_expiry', 'reallocate', 'count')),
  -- The salt may be gone: redaction takes it, so that no guess can be tried on the digest.
  add constraint movement_key_with_digest check (
    (idempotency_key is null) = (request_digest is null) and (idempotency_key is null) = (operation is null)
    and (idempotency_key is not null or request_salt is null)
    and octet_length(request_digest) = 32 and octet_length(request_salt) = 16),
  add constraint movement_redacted check (
    redacted_at is null
    or num_nonnulls(note, note_salt, rx_number, rx_number_salt, request_salt) = 0);
-- What became of a lot's status, its expiry date, and of the reservations that had to leave it.
create index movement_lot on movement (lot_id, organization_id, created_at, id) where lot_id is not null;
create index movement_reference on movement (reference_id, reference_type, organization_id)
  where reference_type is not null;

-- A batch draws one block and numbers its entries and lot records within it: seq = block + 0, 1, 2, ...
create sequence ledger_block as bigint minvalue 1048576 start 1048576 increment 1048576;

alter table ledger_entry
  add constraint ledger_entry_type check (type in (
    'receive', 'fulfill', 'dispense', 'return', 'adjust', 'waste', 'count', 'transfer_in',
    'transfer_out')),
  add constraint ledger_entry_units check (
    qty <> 0 and qty between -9007199254740991 and 9007199254740991
    and balance_after between 0 and 9007199254740991),
  add constraint ledger_entry_hash check (octet_length(hash) = 32);
-- For lists alone, as lot_list is; the conditions are those of the checks above.
create index ledger_entry_of_type on ledger_entry (organization_id, type, created_at, seq) where qty <> 0;
create index ledger_entry_of_sku on ledger_entry (sku_id, organization_id, type, created_at, seq)
  where balance_after >= 0;
create index ledger_entry_of_lot on ledger_entry (lot_id, type, created_at, seq)
  where octet_length(hash) = 32;

alter table lot_record
  add constraint lot_record_type check (type in ('reserve', 'release', 'set_status', 'set_expiry')),
  add constraint lot_record_reservation check (
    (type in ('reserve', 'release')) = (num_nonnulls(qty, reference_type, reference_id) = 3)
    and (type in ('reserve', 'release')) <> (num_nulls(qty, reference_type, reference_id) = 3)),
  add constraint lot_record_units check (
    qty between 1 and 9007199254740991 and reserved_after between 0 and 9007199254740991),
  add constraint lot_record_status check (status in ('released', 'quarantine')),
  add constraint lot_record_hash check (octet_length(hash) = 32);

alter table webhook_endpoint
  add constraint webhook_endpoint_events check (events is not null),
  add constraint webhook_endpoint_environment check (environment in ('live', 'test')),
  add constraint webhook_endpoint_overlap check ((next_secret is null) = (overlap_ends_at is null)),
  add constraint webhook_endpoint_disabled check (
    (disabled_at is null) = (disabled_reason is null) and disabled_reason in ('requested', 'failing')),
  add constraint webhook_endpoint_era check ((era = 0) = (era_began_at is null) and era >= 0),
  add constraint webhook_endpoint_over check (not has_over or era > 0);
-- What the worker has to tidy up.
create index webhook_endpoint_over on webhook_endpoint (era_began_at, id) where has_over and deleted_at is null;
create index webhook_endpoint_deleted on webhook_endpoint (deleted_at, id) where deleted_at is not null;

-- The queue. A pending delivery is due at next_attempt_at; a worker that has it pushes that to the end of
-- its lease, so what a killed worker had comes back by itself. One of an era before its endpoint's is over,
-- whatever its row says: that is how any number of them ends at once.
--
-- Those whose time has come stand in the index of queues, endpoint by endpoint; the others in one by time, from
-- where they are queued as it comes. So claims find endpoints that have something due, and nothing else.
alter table webhook_delivery
  set (fillfactor = 70),
  add constraint webhook_delivery_status check (status in ('pending', 'succeeded', 'dead')),
  add constraint webhook_delivery_due check ((status = 'pending') = (next_attempt_at is not null)),
  add constraint webhook_delivery_queued check (not is_queued or status = 'pending'),
  add constraint webhook_delivery_finished check ((status = 'pending') = (finished_at is null));
create index webhook_delivery_queue on webhook_delivery (endpoint_id, era, next_attempt_at, id)
  where is_queued;
-- The pending ones of these two are said by other columns, so that the planner cannot take an index of all that is
-- pending instead.
create index webhook_delivery_waiting on webhook_delivery (next_attempt_at)
  where not is_queued and next_attempt_at is not null;
create index webhook_delivery_expires on webhook_delivery (expires_at) where finished_at is null;
create index webhook_delivery_leased on webhook_delivery (endpoint_id, leased_until)
  where leased_until is not null;
-- What is pending or dead, as the list shows it; replays read the dead ones from the other end.
create index webhook_delivery_pending on webhook_delivery (endpoint_id, era, created_at, id)
  where status = 'pending';
create index webhook_delivery_dead on webhook_delivery (endpoint_id, created_at, id)
  where status = 'dead';
create index webhook_delivery_succeeded on webhook_delivery (endpoint_id, created_at, id)
  where status = 'succeeded';
-- Dead letters, for the count of a replay and for the operator: with all that the count asks for, and
-- without the id, so that those that died together come as they lie in the table. Whoever asks for them says when
-- they died, which the list does not: that has an order of its own.
create index webhook_delivery_died on webhook_delivery (endpoint_id, organization_id, finished_at)
  where status = 'dead' and finished_at is not null;
create index webhook_delivery_finished_at on webhook_delivery (finished_at) where finished_at is not null;

alter table webhook_replay
  add constraint webhook_replay_place check ((after_created_at is null) = (after_id is null));

alter table patient
  add constraint patient_environment_known check (environment in ('live', 'test')),
  -- An erased one is nobody any more, and nobody's brand.
  add constraint patient_names check (
    case when erased_at is null
         then first_name <> '' and char_length(last_initial) = 1 and sealed is not null
         else first_name = '' and last_initial = ''
              and num_nonnulls(sealed, assigned_physician_id, branding_organization_id) = 0
    end);
create index patient_list on patient (organization_id, environment, created_at desc, seq desc)
  where erased_at is null;
create index patient_branding on patient
  (branding_organization_id, environment, created_at desc, seq desc)
  where branding_organization_id <> organization_id;

alter table idempotency_key
  add constraint idempotency_key_erased check (
    erased_at is null
    or patient_id is not null and num_nonnulls(request_salt, answer, sealed_answer) = 0);
create index idempotency_key_patient on idempotency_key (patient_id, organization_id)
  where patient_id is not null;

alter table patient_access
  add constraint patient_access_actor check (length(actor) between 1 and 110),
  add constraint patient_access_patients check (
    patient_ids is not null and cardinality(patient_ids) between 1 and 100);

alter table intake
  add constraint intake_environment_known check (environment in ('live', 'test')),
  add constraint intake_status check (status in ('submitted'));

alter table prescription
  add constraint prescription_environment_known check (environment in ('live', 'test')),
  add constraint prescription_status check (
    status in ('draft', 'signed', 'completed', 'cancelled', 'expired')),
  add constraint prescription_numbers check (
    quantity between 0 and 9007199254740991 and refills_authorized between 0 and 9007199254740991);
create index prescription_order on prescription (order_id, organization_id);

alter table customer_order
  add constraint customer_order_environment_known check (environment in ('live', 'test')),
  add constraint customer_order_status check (
    status in ('pending', 'paid', 'processing', 'shipped', 'delivered', 'cancelled')),
  add constraint customer_order_payment_status check (
    payment_status in ('pending', 'paid', 'refunded', 'failed')),
  add constraint customer_order_cents check (
    total_cents between 0 and 9007199254740991
    and wholesale_total_cents between 0 and 9007199254740991
    and commission_cents between 0 and 9007199254740991),
  add constraint customer_order_currency check (currency ~ '^[A-Z]{3}$'),
  -- A test order is never routed, so no pharmacy sees it.
  add constraint customer_order_routed check (environment = 'live' or fulfillment_organization_id is null);
-- The condition holds of every row; no lookup by key can take these indexes for its own.
create index order_reader_list_of_number
  on order_reader (organization_id, environment, order_number, created_at desc, seq desc)
  where order_number is not null;
create index order_reader_list_of_external_id
  on order_reader (organization_id, environment, external_order_id, created_at desc, seq desc)
  where external_order_id is not null;

alter table order_item
  add constraint order_item_numbers check (
    quantity between 1 and 9007199254740991 and unit_price_cents between 0 and 9007199254740991);
create index order_item_prescription on order_item (prescription_id, organization_id);

alter table account_charge
  add constraint account_charge_status check (status in ('pending', 'paid', 'refunded', 'failed')),
  add constraint account_charge_amount check (amount_cents between 0 and 9007199254740991),
  add constraint account_charge_currency check (currency ~ '^[A-Z]{3}$');

alter table storefront_listing
  add constraint storefront_listing_price check (patient_price_cents between 0 and 9007199254740991);
-- The condition holds of every row. The list says it, and no lookup by key can take this index for its own.
create index storefront_listing_list on storefront_listing (organization_id, created_at desc, seq desc)
  where created_at > '-infinity';

alter table bundle
  add constraint bundle_environment_known check (environment in ('live', 'test')),
  add constraint bundle_pricing check (
    case pricing_mode
      when 'sum' then true
      when 'flat' then coalesce(flat_price_cents > 0, false)
      when 'package_markup' then package_markup_type is not null and package_markup_value is not null
      else false
    end),
  add constraint bundle_flat_price check (flat_price_cents between 0 and 9007199254740991),
  add constraint bundle_markup check (
    package_markup_type in ('percent', 'flat') and package_markup_value >= 0),
  add constraint bundle_purchase_mode check (
    purchase_mode in ('one_time', 'subscription', 'both')),
  add constraint bundle_cadence check (default_cadence in ('weekly', 'monthly', 'quarterly'));
-- As storefront_listing_list.
create index bundle_list on bundle (organization_id, environment, created_at desc, seq desc)
  where created_at > '-infinity';
alter table bundle_item
  add constraint bundle_item_qty check (qty between 1 and 9007199254740991);

alter table partner
  add constraint partner_environment_known check (environment in ('live', 'test')),
  add constraint partner_status check (status in ('invited', 'active', 'suspended'));

alter table store_order
  add constraint store_order_environment_known check (environment in ('live', 'test')),
  add constraint store_order_status check (
    status in ('pending', 'paid', 'processing', 'shipped', 'delivered', 'cancelled')),
  add constraint store_order_payment_status check (
    payment_status in ('pending', 'paid', 'refunded', 'failed')),
  add constraint store_order_cents check (
    subtotal_cents between 0 and 9007199254740991 and shipping_cents between 0 and 9007199254740991
    and tax_cents between 0 and 9007199254740991 and total_cents between 0 and 9007199254740991
    and your_markup_cents between 0 and 9007199254740991),
  add constraint store_order_currency check (currency ~ '^[A-Z]{3}$'),
  add constraint store_order_items check (jsonb_typeof(items) = 'array');

alter table checkout_config
  add constraint checkout_config_environment_known check (environment in ('live', 'test'));

alter table event_counter add constraint event_counter_position check (position >= 0);
-- Organizations whose events may lack deliveries. An append that finds the time set leaves it, so that its update
-- stays on its page.
create index event_counter_pending on event_counter (pending_since, organization_id) where pending_since is not null;

alter table event
  add constraint event_environment check (environment in ('live', 'test')),
  -- Inventory and catalog are one; orders are apart.
  add constraint event_apart check ((environment is not null) = (type = 'order.updated'));
-- The feed of either environment merges what both share with what is its own, and walks over nothing else,
-- however many events the other has.
create index event_shared on event (organization_id, position) where environment is null;
create index event_of_environment on event (organization_id, environment, position)
  where environment is not null;
-- As event_shared, of one type. Events that an environment has for its own are all of one type.
create index event_shared_of_type on event (organization_id, type, position) where environment is null;
-- Where in the feed a time begins. The condition is as that of storefront_listing_list.
create index event_times on event (organization_id, created_at, position)
  where created_at > '-infinity';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();
create trigger ledger_entry_no_truncate before truncate on ledger_entry
  for each statement execute function refuse_change();
create trigger lot_record_append_only before update or delete on lot_record
  for each row execute function refuse_change();
create trigger lot_record_no_truncate before truncate on lot_record
  for each statement execute function refuse_change();

-- The one change that a movement can go through, once: its texts and every salt go together, so that no
-- guess can be tried on the digests that stay, and it says when.
create function redact_only() returns trigger language plpgsql as $$
declare
  redacted movement := old;
begin
  redacted.note := null;
  redacted.note_salt := null;
  redacted.rx_number := null;
  redacted.rx_number_salt := null;
  redacted.request_salt := null;
  redacted.redacted_at := new.redacted_at;
  -- By their bytes: two values may be equal and not the same.
  if old.redacted_at is not null or new.redacted_at is null or new *<> redacted then
    raise exception 'movement is append-only' using errcode = 'restrict_violation';
  end if;
  new.redacted_at := clock_timestamp();
  return new;
end $$;

create trigger movement_redact_only before update on movement
  for each row execute function redact_only();
create trigger movement_append_only before delete on movement
  for each row execute function refuse_change();
create trigger movement_no_truncate before truncate on movement
  for each statement execute function refuse_change();
create trigger operator_action_append_only before update or delete on operator_action
  for each row execute function refuse_change();
create trigger operator_action_no_truncate before truncate on operator_action
  for each statement execute function refuse_change();

-- Who may read an order follows from the order itself, whoever writes it.
create function keep_order_readers() returns trigger language plpgsql as $$
begin
  delete from order_reader
   where order_id = new.id and order_organization_id = new.organization_id
     and organization_id not in (new.organization_id,
                                 coalesce(new.affiliate_organization_id, new.organization_id),
                                 coalesce(new.fulfillment_organization_id, new.organization_id));
  insert into order_reader (
    order_id, organization_id, order_organization_id, environment, status, created_at, seq, order_number,
    external_order_id)
  select distinct new.id, reader.id, new.organization_id, new.environment, new.status, new.created_at,
         new.seq, new.order_number, new.external_order_id
    from (values (new.organization_id), (new.affiliate_organization_id),
                 (new.fulfillment_organization_id)) as reader (id)
   where reader.id is not null
  on conflict (order_id, organization_id) do update
     set status = excluded.status, order_number = excluded.order_number,
         external_order_id = excluded.external_order_id;
  return null;
end $$;

create trigger customer_order_readers
  after insert or update of status, affiliate_organization_id, fulfillment_organization_id, order_number,
                            external_order_id on customer_order
  for each row execute function keep_order_readers();

create function name_order_item_readers() returns trigger language plpgsql as $$
begin
  select affiliate_organization_id, fulfillment_organization_id
    into new.affiliate_organization_id, new.fulfillment_organization_id
    from customer_order where id = new.order_id and organization_id = new.organization_id;
  return new;
end $$;

create function keep_order_item_readers() returns trigger language plpgsql as $$
begin
  update order_item
     set affiliate_organization_id = new.affiliate_organization_id,
         fulfillment_organization_id = new.fulfillment_organization_id
   where order_id = new.id and organization_id = new.organization_id;
  return null;
end $$;

create trigger order_item_readers before insert on order_item
  for each row execute function name_order_item_readers();
create trigger customer_order_item_readers
  after update of affiliate_organization_id, fulfillment_organization_id on customer_order
  for each row
  when ((old.affiliate_organization_id, old.fulfillment_organization_id)
        is distinct from (new.affiliate_organization_id, new.fulfillment_organization_id))
  execute function keep_order_item_readers();

-- Whose rows a transaction may see and write, whatever its statements ask for: it says so itself, for as long as
-- it lasts, and who says nothing has none (src/database/row-security.ts). Forced, so that it holds for the owner
-- too, where that is no superuser; foreign keys are checked and followed without it.
--
-- A transaction that acts for one organization sets its id, and one that acts for several sets a list of them. So the
-- common case is one comparison of texts for each row. A subquery that reads the setting once for each table costs a
-- page of 25 as much, a page of 100 3 to 20 % less, a look-up by key 5 % more and the items of an order 40 % more, and
-- Citus refuses it. What is set by nobody is null, and equals and contains nothing.
--
-- What asks for it stands in a case, which is no condition of an index: the planner would count it as one more,
-- and for that walk another index.
do $$
declare
  acting text := $of$current_setting('app.organization_ids', true)$of$;
  guarded record;
  policy record;
  allows text;
begin
  -- Who may read, where that is not the owner alone: whose brand a patient carries, who brought an order, who
  -- ships it. Only the owner writes.
  for guarded in
    select * from (values
      ('patient', 'organization_id', array['organization_id', 'branding_organization_id']),
      ('intake', 'organization_id', null),
      ('prescription', 'organization_id', null),
      ('customer_order', 'organization_id',
       array['organization_id', 'affiliate_organization_id', 'fulfillment_organization_id']),
      ('order_reader', 'order_organization_id', array['organization_id', 'order_organization_id']),
      ('order_item', 'organization_id', null),
      ('account_charge', 'organization_id', null),
      ('partner', 'organization_id', null),
      ('store_order', 'organization_id', null),
      ('checkout_config', 'organization_id', null)) as tables (name, owner, readers)
  loop
    execute format('alter table %I enable row level security, force row level security', guarded.name);
    for policy in
      select * from (values
        ('own', 'all', 'using', array[guarded.owner], guarded.readers is null),
        ('readers', 'select', 'using', guarded.readers, guarded.readers is not null),
        ('made', 'insert', 'with check', array[guarded.owner], guarded.readers is not null),
        ('changed', 'update', 'using', array[guarded.owner], guarded.readers is not null),
        ('deleted', 'delete', 'using', array[guarded.owner], guarded.readers is not null)
      ) as policies (name, command, judged, columns, is_there)
       where is_there
    loop
      select format('case %s %s else %s end', acting,
                    string_agg(format('when %I::text then true', reader), ' '),
                    string_agg(format('strpos(%s, %I::text) > 0', acting, reader), ' or '))
        into allows
        from unnest(policy.columns) as named (reader);
      execute format('create policy %I on %I for %s %s (%s)', policy.name, guarded.name, policy.command,
                     policy.judged, allows);
    end loop;
  end loop;
end $$;

-- Anyone who may read an order may read what is in it.
create policy readers on order_item for select using (
  case current_setting('app.organization_ids', true)
    when organization_id::text then true
    when affiliate_organization_id::text then true
    when fulfillment_organization_id::text then true
    else strpos(current_setting('app.organization_ids', true), organization_id::text) > 0
      or strpos(current_setting('app.organization_ids', true), affiliate_organization_id::text) > 0
      or strpos(current_setting('app.organization_ids', true), fulfillment_organization_id::text) > 0
  end);

-- Readings of temperatures. A wrong one is corrected by a later row that names it, once; so is a correction.
create table temperature_reading (
  id uuid not null,
  organization_id uuid not null,
  seq bigserial not null,
  location_id uuid not null,
  celsius decimal(8,4) not null,
  -- The location's range when it was measured.
  min_celsius decimal(6,2),
  max_celsius decimal(6,2),
  measured_at timestamptz(6) not null,
  corrects uuid,
  created_at timestamptz(6) not null default now(),
  constraint temperature_reading_pkey primary key (id, organization_id),
  constraint temperature_reading_location_id_organization_id_fkey
    foreign key (location_id, organization_id) references location (id, organization_id)
    on update cascade on delete restrict,
  constraint temperature_reading_corrects_organization_id_fkey
    foreign key (corrects, organization_id) references temperature_reading (id, organization_id)
    on update no action on delete restrict,
  constraint temperature_reading_celsius check (celsius >= -273.15)
);
create unique index temperature_reading_corrected on temperature_reading (corrects, organization_id);
-- For lists alone, as lot_list is.
create index temperature_reading_list on temperature_reading (organization_id, measured_at desc, seq desc)
  where measured_at > '-infinity';
create index temperature_reading_at_location
  on temperature_reading (location_id, organization_id, measured_at desc, seq desc);
create trigger temperature_reading_append_only before update or delete on temperature_reading
  for each row execute function refuse_change();
create trigger temperature_reading_no_truncate before truncate on temperature_reading
  for each statement execute function refuse_change();

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
  -- The people whose links an identity rests on, while nobody else has said whose it is: who made a link may have
  -- used it.
  linked_by uuid[] not null default '{}',
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
  linked_by uuid[] not null default '{}',
  primary key (id, organization_id),
  unique (token_hash, organization_id),
  foreign key (person_id, organization_id) references person (id, organization_id) on delete restrict
);
create index sign_in_link_expires on sign_in_link (expires_at);
create index sign_in_link_of_person on sign_in_link (person_id, organization_id, created_at);

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
  -- Null where the session began by a way in of the person's own, or one was shown since.
  linked_by uuid[],
  proven_at timestamptz(6),
  -- The operation by which the session began.
  operation text,
  primary key (id, organization_id),
  unique (token_hash, organization_id),
  foreign key (person_id, organization_id) references person (id, organization_id) on delete restrict,
  foreign key (terminal_id, organization_id) references terminal (id, organization_id) on delete restrict
);
create index person_session_created on person_session (created_at);
create index person_session_of_person on person_session (person_id, organization_id, created_at);

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
create index witness_token_expires on witness_token (expires_at);

-- A random value that a passkey signs. It belongs to no organization: whose passkey answers is not known yet.
create table passkey_challenge (
  id uuid primary key,
  challenge text not null,
  expires_at timestamptz(6) not null,
  -- Who asked for it: each may have some that live, and all together have a bound.
  asked_from_hash bytea not null default ''
);
create index passkey_challenge_expires_at on passkey_challenge (expires_at);
create index passkey_challenge_asked_from on passkey_challenge (asked_from_hash, expires_at);

-- Whom an identity provider has named, until they choose where to work.
create table oidc_sign_in (
  token_hash bytea primary key,
  subject text not null,
  email text,
  expires_at timestamptz(6) not null
);
create index oidc_sign_in_expires_at on oidc_sign_in (expires_at);

-- A list of lots at a location that people count. Its lines are the lots that were expected when it was made,
-- and those that were found besides.
create table count_sheet (
  id uuid not null,
  organization_id uuid not null,
  seq bigserial not null,
  location_id uuid not null,
  scope text not null,
  state text not null default 'open',
  created_by uuid not null,
  created_at timestamptz(6) not null,
  handed_in_by uuid,
  handed_in_at timestamptz(6),
  -- When its last counted line was approved, or it was cancelled.
  ended_by uuid,
  ended_at timestamptz(6),
  constraint count_sheet_pkey primary key (id, organization_id),
  constraint count_sheet_location_id_organization_id_fkey
    foreign key (location_id, organization_id) references location (id, organization_id)
    on update cascade on delete restrict,
  constraint count_sheet_created_by_fkey
    foreign key (created_by, organization_id) references person (id, organization_id) on delete restrict,
  constraint count_sheet_handed_in_by_fkey
    foreign key (handed_in_by, organization_id) references person (id, organization_id) on delete restrict,
  constraint count_sheet_ended_by_fkey
    foreign key (ended_by, organization_id) references person (id, organization_id) on delete restrict,
  constraint count_sheet_scope check (scope in ('all', 'skus', 'not_counted', 'controlled')),
  constraint count_sheet_state check (state in ('open', 'handed_in', 'closed', 'cancelled')),
  constraint count_sheet_handed_in check (
    (handed_in_by is null) = (handed_in_at is null)
    and (state <> 'open' or handed_in_at is null)
    and (state not in ('handed_in', 'closed') or handed_in_at is not null)),
  constraint count_sheet_ended check (
    (ended_by is null) = (ended_at is null)
    and (state in ('closed', 'cancelled')) = (ended_at is not null))
);
-- For lists alone, as lot_list is.
create index count_sheet_list on count_sheet (organization_id, created_at desc, seq desc)
  where created_at > '-infinity';
create index count_sheet_open on count_sheet (organization_id) where state = 'open';

create table count_line (
  id uuid not null,
  organization_id uuid not null,
  sheet_id uuid not null,
  sku_id uuid not null,
  lot_number text not null,
  -- Null where the location had no such lot when it was counted: then with the date on its label.
  lot_id uuid,
  expiry_date date,
  -- Whether the lot was in stock there when the sheet was made.
  is_expected boolean not null,
  counted bigint,
  counted_at timestamptz(6),
  counted_by uuid,
  approved_by uuid,
  approved_at timestamptz(6),
  -- What was counted less the ledger's balance at that time; posted with the approval.
  difference bigint,
  -- Null where nothing was to be posted: nobody expected the lot, and there is none.
  movement_id uuid,
  -- As the product and the organization say when the line is written; a trigger fills them in.
  is_controlled boolean not null,
  approvals text not null,
  -- Who counted and who approved, each with those whose links they rested on then: two people have none in common.
  counted_as uuid[],
  approved_as uuid[],
  constraint count_line_pkey primary key (id, organization_id),
  constraint count_line_sheet_id_organization_id_fkey
    foreign key (sheet_id, organization_id) references count_sheet (id, organization_id)
    on update cascade on delete restrict,
  constraint count_line_sku_id_organization_id_fkey
    foreign key (sku_id, organization_id) references sku (id, organization_id)
    on update cascade on delete restrict,
  constraint count_line_lot_id_organization_id_fkey
    foreign key (lot_id, organization_id) references lot (id, organization_id)
    on update no action on delete restrict,
  constraint count_line_movement_id_organization_id_fkey
    foreign key (movement_id, organization_id) references movement (id, organization_id)
    on update no action on delete restrict,
  constraint count_line_counted_by_fkey
    foreign key (counted_by, organization_id) references person (id, organization_id) on delete restrict,
  constraint count_line_approved_by_fkey
    foreign key (approved_by, organization_id) references person (id, organization_id) on delete restrict,
  constraint count_line_named check ((lot_id is null) = (expiry_date is not null)),
  constraint count_line_expected check (not is_expected or lot_id is not null),
  constraint count_line_counted check (
    counted between 0 and 9007199254740991
    and (counted is null) = (counted_at is null) and (counted is null) = (counted_by is null)),
  constraint count_line_approved check (
    (approved_by is null) = (approved_at is null) and (approved_by is null) = (difference is null)
    and (approved_by is null or counted is not null)
    and (movement_id is null or approved_by is not null)),
  -- Nobody approves what they counted, but in a pharmacy of one person, and never a controlled product.
  constraint count_line_own_approval check (
    approved_by is null or approved_by <> counted_by or (approvals = 'one' and not is_controlled)),
  constraint count_line_two_people check (
    not (counted_as && approved_as) or (approvals = 'one' and not is_controlled))
);
create unique index count_line_lot on count_line (sheet_id, organization_id, sku_id, lot_number);

-- Reads what the constraint on approvals depends on whenever a line is written, so that no statement can say
-- otherwise. A line that was approved stays as it is.
create function guard_count_line() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.approved_by is not null then
    raise exception 'a count line that was approved is not changed' using errcode = 'restrict_violation';
  end if;
  select product.controlled_schedule is not null into new.is_controlled
    from sku
    join product on product.id = sku.product_id and product.organization_id = sku.organization_id
   where sku.id = new.sku_id and sku.organization_id = new.organization_id;
  select organization.approvals into new.approvals
    from organization where organization.id = new.organization_id;
  return new;
end $$;
create trigger count_line_guard before insert or update on count_line
  for each row execute function guard_count_line();
create trigger count_line_append_only before delete on count_line
  for each row execute function refuse_change();
create trigger count_line_no_truncate before truncate on count_line
  for each statement execute function refuse_change();

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

-- Rows of lots and levels are permanent, whatever refers to them. So what a change of stock writes needs no check that
-- the rows are there which it has locked, read or written itself: those checks were a tenth of what PostgreSQL did for
-- a batch of draws. `ledger verify` finds a row whose movement, lot or level is not there.
create function keep_row() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % and their keys are permanent', tg_table_name using errcode = 'restrict_violation';
end $$;

-- In a block, since Citus sends the text of a trigger to its nodes with all that is sent beside it.

create trigger lot_permanent before delete on lot
  for each row execute function keep_row();
create trigger lot_no_truncate before truncate on lot
  for each statement execute function keep_row();
create trigger stock_level_permanent before delete on stock_level
  for each row execute function keep_row();
create trigger stock_level_no_truncate before truncate on stock_level
  for each statement execute function keep_row();
-- After the update: a trigger before it would lock each row once more. A statement that does not name these columns
-- pays nothing.
create trigger lot_permanent_key after update of id, organization_id, sku_id, location_id on lot
  for each row
  when ((old.id, old.organization_id, old.sku_id, old.location_id)
        is distinct from (new.id, new.organization_id, new.sku_id, new.location_id))
  execute function keep_row();
create trigger stock_level_permanent_key after update of sku_id, location_id, organization_id on stock_level
  for each row
  when ((old.sku_id, old.location_id, old.organization_id)
        is distinct from (new.sku_id, new.location_id, new.organization_id))
  execute function keep_row();

-- The service's role may delete test data, and these triggers refuse to delete anything else, whatever a statement
-- asks for. They hold for the owner too.
create function keep_live_row() returns trigger language plpgsql as $$
begin
  if old.environment is distinct from 'test' then
    raise exception 'only test rows of % can be deleted', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

create function keep_live_charge() returns trigger language plpgsql as $$
begin
  if not exists (select from customer_order
                  where id = old.order_id and organization_id = old.organization_id and environment = 'test') then
    raise exception 'only charges of test orders can be deleted' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['patient', 'prescription', 'customer_order', 'partner', 'store_order',
                              'checkout_config', 'bundle', 'idempotency_key']
  loop
    execute format('create trigger %I before delete on %I for each row execute function keep_live_row()',
                   name || '_keep_live', name);
  end loop;
end $$;
create trigger account_charge_keep_live before delete on account_charge
  for each row execute function keep_live_charge();

-- For bulk work: an import fills tables within one transaction, of which the planner knows nothing. Only
-- an owner may gather statistics, so the service's role does it through this.
create function gather_statistics() returns void language plpgsql security definer as $$
begin
  analyze organization, location, product, sku, stock_level, lot_number, lot, movement, ledger_entry,
    lot_record, event, storefront_listing, patient, customer_order, order_reader, prescription, partner,
    store_order;
end $$;

-- Functions look for tables in the schema that they are in themselves, whatever the search path of their caller.
do $$
declare
  name text;
begin
  foreach name in array array['name_stock_level', 'refuse_change', 'redact_only', 'keep_order_readers',
                              'name_order_item_readers', 'keep_order_item_readers', 'guard_count_line', 'keep_live_row',
                              'keep_live_charge', 'keep_row', 'gather_statistics']
  loop
    execute format('alter function %I() set search_path = pg_catalog, %I, pg_temp', name, current_schema());
  end loop;
end $$;

-- These tables have no primary key. Logical replication, by which a cell moves while it is written to, names their
-- rows by this index; on a server that does not replicate so it costs nothing.
alter table ledger_entry replica identity using index ledger_entry_lot;
alter table lot_record replica identity using index lot_record_lot;
