-- CreateTable
CREATE TABLE "organization" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "plan" TEXT NOT NULL,
    "requests_per_minute" BIGINT NOT NULL,
    "requests_per_day" BIGINT NOT NULL,
    "expires_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),
    "last_used_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE UNLOGGED TABLE "api_key_usage" (
    "api_key_id" UUID NOT NULL,
    "minute" TIMESTAMPTZ(6) NOT NULL,
    "writes_minute" BIGINT NOT NULL,
    "reads_minute" BIGINT NOT NULL,
    "day" DATE NOT NULL,
    "writes_day" BIGINT NOT NULL,

    CONSTRAINT "api_key_usage_pkey" PRIMARY KEY ("api_key_id")
);

-- CreateTable
CREATE TABLE "location" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "min_celsius" DECIMAL(6,2),
    "max_celsius" DECIMAL(6,2),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "location_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "category" TEXT,
    "product_type" TEXT,
    "strengths" TEXT[],
    "dosage_forms" TEXT[],
    "ndc_code" TEXT,
    "requires_prescription" BOOLEAN NOT NULL DEFAULT false,
    "ships_to_patient" BOOLEAN NOT NULL DEFAULT false,
    "ships_to_office" BOOLEAN NOT NULL DEFAULT false,
    "min_order_qty" BIGINT NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL DEFAULT 'active',
    "wholesale_cost_cents" BIGINT,
    "price_cents" BIGINT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "product_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sku" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "sku_code" TEXT NOT NULL,
    "product_id" UUID NOT NULL,
    "gtin" TEXT,
    "upc" TEXT,
    "ean" TEXT,
    "ndc" TEXT,
    "reorder_point" BIGINT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sku_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stock_level" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" UUID NOT NULL,
    "sku_id" UUID NOT NULL,
    "location_id" UUID NOT NULL,
    "on_hand" BIGINT NOT NULL DEFAULT 0,
    "reserved" BIGINT NOT NULL DEFAULT 0,
    "quarantined" BIGINT NOT NULL DEFAULT 0,
    "version" BIGINT NOT NULL DEFAULT 0,
    "low_announced" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "stock_level_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lot_number" (
    "organization_id" UUID NOT NULL,
    "sku_id" UUID NOT NULL,
    "lot_number" TEXT NOT NULL,
    "expiry_date" DATE NOT NULL,
    "quarantined" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "lot_number_pkey" PRIMARY KEY ("organization_id","sku_id","lot_number")
);

-- CreateTable
CREATE TABLE "lot" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "sku_id" UUID NOT NULL,
    "location_id" UUID NOT NULL,
    "lot_number" TEXT NOT NULL,
    "expiry_date" DATE NOT NULL,
    "status" TEXT NOT NULL,
    "on_hand" BIGINT NOT NULL,
    "reserved" BIGINT NOT NULL DEFAULT 0,
    "in_stock" BOOLEAN NOT NULL GENERATED ALWAYS AS ("on_hand" > 0) STORED,
    "first_received_at" TIMESTAMPTZ(6) NOT NULL,
    "last_hash" BYTEA NOT NULL,
    "last_entry_at" TIMESTAMPTZ(6) NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "lot_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "movement" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "sku_id" UUID NOT NULL,
    "location_id" UUID NOT NULL,
    "idempotency_key" TEXT,
    "request_digest" BYTEA,
    "reference_type" TEXT,
    "reference_id" TEXT,
    "rx_number" TEXT,
    "rx_number_salt" BYTEA,
    "rx_number_digest" BYTEA,
    "po_number" TEXT,
    "note" TEXT,
    "note_salt" BYTEA,
    "note_digest" BYTEA,
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "movement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entry" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL,
    "movement_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "sku_id" UUID NOT NULL,
    "location_id" UUID NOT NULL,
    "lot_id" UUID NOT NULL,
    "qty" BIGINT NOT NULL,
    "balance_after" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_counter" (
    "organization_id" UUID NOT NULL,
    "position" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_counter_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "event" (
    "organization_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "event_pkey" PRIMARY KEY ("organization_id","position")
);

-- CreateTable
CREATE TABLE "service_role" (
    "name" TEXT NOT NULL,
    "password" TEXT NOT NULL,

    CONSTRAINT "service_role_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "organization_slug_key" ON "organization"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_key_hash_key" ON "api_key"("key_hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_organization_id_id_key" ON "api_key"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "location_organization_id_id_key" ON "location"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "location_organization_id_name_key" ON "location"("organization_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "product_organization_id_id_key" ON "product"("organization_id", "id");

-- CreateIndex
CREATE INDEX "sku_organization_id_product_id_idx" ON "sku"("organization_id", "product_id");

-- CreateIndex
CREATE UNIQUE INDEX "sku_organization_id_id_key" ON "sku"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "sku_organization_id_sku_code_key" ON "sku"("organization_id", "sku_code");

-- CreateIndex
CREATE UNIQUE INDEX "stock_level_organization_id_id_key" ON "stock_level"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "stock_level_organization_id_sku_id_location_id_key" ON "stock_level"("organization_id", "sku_id", "location_id");

-- CreateIndex
CREATE UNIQUE INDEX "lot_number_organization_id_sku_id_lot_number_expiry_date_key" ON "lot_number"("organization_id", "sku_id", "lot_number", "expiry_date");

-- CreateIndex
CREATE UNIQUE INDEX "lot_organization_id_id_key" ON "lot"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "lot_organization_id_sku_id_location_id_lot_number_key" ON "lot"("organization_id", "sku_id", "location_id", "lot_number");

-- CreateIndex
CREATE UNIQUE INDEX "movement_organization_id_id_key" ON "movement"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "movement_organization_id_idempotency_key_key" ON "movement"("organization_id", "idempotency_key");

-- CreateIndex
CREATE INDEX "ledger_entry_organization_id_created_at_seq_idx" ON "ledger_entry"("organization_id", "created_at" DESC, "seq" DESC);

-- CreateIndex
CREATE INDEX "ledger_entry_organization_id_sku_id_created_at_seq_idx" ON "ledger_entry"("organization_id", "sku_id", "created_at" DESC, "seq" DESC);

-- CreateIndex
CREATE INDEX "ledger_entry_organization_id_movement_id_idx" ON "ledger_entry"("organization_id", "movement_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_organization_id_lot_id_seq_key" ON "ledger_entry"("organization_id", "lot_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "event_id_key" ON "event"("id");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "location" ADD CONSTRAINT "location_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sku" ADD CONSTRAINT "sku_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sku" ADD CONSTRAINT "sku_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stock_level" ADD CONSTRAINT "stock_level_organization_id_sku_id_fkey" FOREIGN KEY ("organization_id", "sku_id") REFERENCES "sku"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stock_level" ADD CONSTRAINT "stock_level_organization_id_location_id_fkey" FOREIGN KEY ("organization_id", "location_id") REFERENCES "location"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lot_number" ADD CONSTRAINT "lot_number_organization_id_sku_id_fkey" FOREIGN KEY ("organization_id", "sku_id") REFERENCES "sku"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lot" ADD CONSTRAINT "lot_organization_id_sku_id_location_id_fkey" FOREIGN KEY ("organization_id", "sku_id", "location_id") REFERENCES "stock_level"("organization_id", "sku_id", "location_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lot" ADD CONSTRAINT "lot_organization_id_sku_id_lot_number_expiry_date_fkey" FOREIGN KEY ("organization_id", "sku_id", "lot_number", "expiry_date") REFERENCES "lot_number"("organization_id", "sku_id", "lot_number", "expiry_date") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "movement" ADD CONSTRAINT "movement_organization_id_sku_id_fkey" FOREIGN KEY ("organization_id", "sku_id") REFERENCES "sku"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "movement" ADD CONSTRAINT "movement_organization_id_location_id_fkey" FOREIGN KEY ("organization_id", "location_id") REFERENCES "location"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_organization_id_movement_id_fkey" FOREIGN KEY ("organization_id", "movement_id") REFERENCES "movement"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_organization_id_lot_id_fkey" FOREIGN KEY ("organization_id", "lot_id") REFERENCES "lot"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_counter" ADD CONSTRAINT "event_counter_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on by hand: what the Prisma schema cannot say.

-- Room on the page for heap-only updates of the rows that change with every movement.
alter table stock_level set (fillfactor = 70);
alter table lot set (fillfactor = 70);
alter table event_counter set (fillfactor = 50);
alter table api_key_usage set (fillfactor = 50);

alter table organization
  add constraint organization_kind check (kind in ('pharmacy', 'clinic', 'brand', 'affiliate')),
  add constraint organization_status check (status in ('active', 'suspended'));

alter table api_key
  add constraint api_key_environment check (environment in ('live', 'test')),
  add constraint api_key_plan check (plan in ('standard', 'partner', 'enterprise')),
  add constraint api_key_limits check (requests_per_minute > 0 and requests_per_day > 0),
  add constraint api_key_hash check (octet_length(key_hash) = 32);

alter table location
  add constraint location_celsius check (min_celsius <= max_celsius);
create unique index location_default on location (organization_id) where is_default;

alter table product
  add constraint product_status check (status in ('draft', 'active', 'archived')),
  add constraint product_cents check (
    wholesale_cost_cents between 0 and 9007199254740991 and price_cents between 0 and 9007199254740991),
  add constraint product_min_order_qty check (min_order_qty between 1 and 9007199254740991);

alter table sku
  add constraint sku_codes check (
    gtin ~ '^[0-9]{14}$' and upc ~ '^[0-9]{12}$' and ean ~ '^([0-9]{8}|[0-9]{13})$' and ndc ~ '^[0-9]{11}$'),
  add constraint sku_reorder_point check (reorder_point between 0 and 9007199254740991);

alter table stock_level
  add constraint stock_level_units check (
    on_hand between 0 and 9007199254740991
    and reserved between 0 and on_hand
    and quarantined between 0 and on_hand),
  add constraint stock_level_version check (version >= 0);

alter table lot
  add constraint lot_units check (
    on_hand between 0 and 9007199254740991 and reserved between 0 and on_hand),
  add constraint lot_status check (status in ('released', 'quarantine')),
  -- A quarantined lot holds nothing for anybody: its reservations moved or were released.
  add constraint lot_quarantine_holds_nothing check (status = 'released' or reserved = 0),
  add constraint lot_last_hash check (octet_length(last_hash) = 32);
-- First expiry first out, over lots that hold anything.
create index lot_first_expiry on lot
  (organization_id, sku_id, location_id, expiry_date, first_received_at, id) where in_stock;

alter table movement
  add constraint movement_type check (type in ('receive', 'fulfill', 'dispense', 'return')),
  add constraint movement_key_with_digest check (
    (idempotency_key is null) = (request_digest is null) and octet_length(request_digest) = 32);
create index movement_reference on movement (organization_id, reference_type, reference_id)
  where reference_type is not null;

-- A batch draws one block and numbers its entries within it: seq = block + 0, 1, 2, ...
create sequence ledger_block as bigint minvalue 1048576 start 1048576 increment 1048576;

alter table ledger_entry
  add constraint ledger_entry_type check (type in ('receive', 'fulfill', 'dispense', 'return')),
  add constraint ledger_entry_units check (
    qty <> 0 and qty between -9007199254740991 and 9007199254740991
    and balance_after between 0 and 9007199254740991),
  add constraint ledger_entry_hash check (octet_length(hash) = 32);

alter table event_counter add constraint event_counter_position check (position >= 0);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();
create trigger ledger_entry_no_truncate before truncate on ledger_entry
  for each statement execute function refuse_change();
create trigger movement_append_only before update or delete on movement
  for each row execute function refuse_change();
create trigger movement_no_truncate before truncate on movement
  for each statement execute function refuse_change();
