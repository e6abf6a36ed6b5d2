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
CREATE TABLE "operator_action" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "actor" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "organization_id" UUID,
    "target" TEXT,
    "arguments" JSONB NOT NULL,
    "reason" TEXT,

    CONSTRAINT "operator_action_pkey" PRIMARY KEY ("id")
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
    "in_excursion" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "location_pkey" PRIMARY KEY ("id","organization_id")
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

    CONSTRAINT "product_pkey" PRIMARY KEY ("id","organization_id")
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

    CONSTRAINT "sku_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "stock_level" (
    "organization_id" UUID NOT NULL,
    "sku_id" UUID NOT NULL,
    "location_id" UUID NOT NULL,
    "sku_code" TEXT NOT NULL,
    "location_name" TEXT NOT NULL,
    "on_hand" BIGINT NOT NULL DEFAULT 0,
    "reserved" BIGINT NOT NULL DEFAULT 0,
    "quarantined" BIGINT NOT NULL DEFAULT 0,
    "quarantined_reserved" BIGINT NOT NULL DEFAULT 0,
    "version" BIGINT NOT NULL DEFAULT 0,
    "low_announced" BOOLEAN NOT NULL DEFAULT true,
    "low" BOOLEAN GENERATED ALWAYS AS (CASE WHEN "version" > 0 THEN "low_announced" END) STORED,

    CONSTRAINT "stock_level_pkey" PRIMARY KEY ("sku_id","location_id","organization_id")
);

-- CreateTable
CREATE TABLE "lot_number" (
    "organization_id" UUID NOT NULL,
    "sku_id" UUID NOT NULL,
    "lot_number" TEXT NOT NULL,
    "expiry_date" DATE NOT NULL,
    "quarantined" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "lot_number_pkey" PRIMARY KEY ("lot_number","sku_id","organization_id")
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
    "holders" BIGINT NOT NULL DEFAULT 0,
    "in_stock" BOOLEAN NOT NULL GENERATED ALWAYS AS ("on_hand" > 0) STORED,
    "is_held" BOOLEAN NOT NULL GENERATED ALWAYS AS ("reserved" > 0) STORED,
    "is_free" BOOLEAN NOT NULL GENERATED ALWAYS AS ("status" = 'released' AND "on_hand" > "reserved") STORED,
    "is_blocked" BOOLEAN NOT NULL GENERATED ALWAYS AS ("on_hand" > 0 AND NOT ("status" = 'released' AND "on_hand" > "reserved")) STORED,
    "depleted_at" TIMESTAMPTZ(6) GENERATED ALWAYS AS (CASE WHEN "on_hand" = 0 THEN "last_entry_at" END) STORED,
    "first_received_at" TIMESTAMPTZ(6) NOT NULL,
    "last_hash" BYTEA NOT NULL,
    "last_entry_at" TIMESTAMPTZ(6) NOT NULL,
    "expiry_announced_days" SMALLINT,
    "sweep_due_on" DATE GENERATED ALWAYS AS ("expiry_date" - CASE
        WHEN "expiry_announced_days" IS NULL THEN 90
        WHEN "expiry_announced_days" > 30 THEN 30
        WHEN "expiry_announced_days" > 7 THEN 7
        WHEN "expiry_announced_days" > -1 THEN -1
        WHEN "expiry_announced_days" > -3 THEN -3
    END) STORED,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "lot_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "movement" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "sku_id" UUID NOT NULL,
    "location_id" UUID NOT NULL,
    "lot_id" UUID,
    "idempotency_key" TEXT,
    "operation" TEXT,
    "request_salt" BYTEA,
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
    "answer" JSONB,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "redacted_at" TIMESTAMPTZ(6),

    CONSTRAINT "movement_pkey" PRIMARY KEY ("id","organization_id")
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
    "created_at" TIMESTAMPTZ(6) NOT NULL
);

-- CreateTable
CREATE TABLE "lot_record" (
    "organization_id" UUID NOT NULL,
    "lot_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL,
    "movement_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "reference_type" TEXT,
    "reference_id" TEXT,
    "qty" BIGINT,
    "reserved_after" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "expiry_date" DATE NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL
);

-- CreateTable
CREATE TABLE "allocation" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "reference_type" TEXT NOT NULL,
    "reference_id" TEXT NOT NULL,
    "sku_id" UUID NOT NULL,
    "location_id" UUID NOT NULL,
    "lot_id" UUID NOT NULL,
    "qty" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "allocation_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "organization_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_salt" BYTEA,
    "request_digest" BYTEA NOT NULL,
    "answer" JSON,
    "sealed_answer" BYTEA,
    "patient_id" UUID,
    "erased_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("key","operation","environment","organization_id")
);

-- CreateTable
CREATE TABLE "event_counter" (
    "organization_id" UUID NOT NULL,
    "position" BIGINT NOT NULL DEFAULT 0,
    "news_since" TIMESTAMPTZ(6) DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_counter_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "event" (
    "organization_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "id" UUID NOT NULL,
    "environment" TEXT,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "event_pkey" PRIMARY KEY ("organization_id","position")
);

-- CreateTable
CREATE TABLE "service_role" (
    "name" TEXT NOT NULL,
    "password" TEXT NOT NULL,
    "reader_name" TEXT NOT NULL,
    "reader_password" TEXT NOT NULL,

    CONSTRAINT "service_role_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "secrets_key" (
    "key_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "secrets_key_pkey" PRIMARY KEY ("key_id")
);

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "description" TEXT,
    "secret" BYTEA NOT NULL,
    "next_secret" BYTEA,
    "overlap_ends_at" TIMESTAMPTZ(6),
    "fanned_position" BIGINT NOT NULL,
    "era" INTEGER NOT NULL DEFAULT 0,
    "era_began_at" TIMESTAMPTZ(6),
    "has_over" BOOLEAN NOT NULL DEFAULT false,
    "disabled_at" TIMESTAMPTZ(6),
    "disabled_reason" TEXT,
    "deleted_at" TIMESTAMPTZ(6),
    "failing_since" TIMESTAMPTZ(6),
    "is_slow" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "claims" INTEGER NOT NULL DEFAULT 0,
    "era" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now() + '36:00:00'::interval,
    "next_attempt_at" TIMESTAMPTZ(6),
    "is_queued" BOOLEAN NOT NULL DEFAULT false,
    "leased_until" TIMESTAMPTZ(6),
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "organization_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "status" INTEGER,
    "milliseconds" INTEGER NOT NULL,
    "error" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("delivery_id","number","organization_id")
);

-- CreateTable
CREATE TABLE "webhook_replay" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "died_since" TIMESTAMPTZ(6) NOT NULL,
    "died_until" TIMESTAMPTZ(6) NOT NULL,
    "after_created_at" TIMESTAMPTZ(6),
    "after_id" UUID,
    "next_attempt_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "webhook_replay_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "periodic_job" (
    "name" TEXT NOT NULL,
    "last_run_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "periodic_job_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "organization_slug_key" ON "organization"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_key_hash_key" ON "api_key"("key_hash");

-- CreateIndex
CREATE INDEX "api_key_organization_id_idx" ON "api_key"("organization_id");

-- CreateIndex
CREATE INDEX "operator_action_newest" ON "operator_action"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "operator_action_of_organization" ON "operator_action"("organization_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "location_organization_id_name_key" ON "location"("organization_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "location_named" ON "location"("id", "organization_id", "name");

-- CreateIndex
CREATE INDEX "product_ndc_code" ON "product"("ndc_code", "organization_id");

-- CreateIndex
CREATE INDEX "sku_product" ON "sku"("product_id", "organization_id", "sku_code");

-- CreateIndex
CREATE INDEX "sku_gtin" ON "sku"("gtin", "organization_id");

-- CreateIndex
CREATE INDEX "sku_upc" ON "sku"("upc", "organization_id");

-- CreateIndex
CREATE INDEX "sku_ean" ON "sku"("ean", "organization_id");

-- CreateIndex
CREATE INDEX "sku_ndc" ON "sku"("ndc", "organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "sku_organization_id_sku_code_key" ON "sku"("organization_id", "sku_code");

-- CreateIndex
CREATE UNIQUE INDEX "sku_named" ON "sku"("id", "organization_id", "sku_code");

-- CreateIndex
CREATE UNIQUE INDEX "lot_number_lot_number_sku_id_organization_id_expiry_date_key" ON "lot_number"("lot_number", "sku_id", "organization_id", "expiry_date");

-- CreateIndex
CREATE UNIQUE INDEX "lot_lot_number_sku_id_location_id_organization_id_key" ON "lot"("lot_number", "sku_id", "location_id", "organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "lot_place" ON "lot"("id", "organization_id", "sku_id", "location_id");

-- CreateIndex
CREATE UNIQUE INDEX "movement_idempotency_key" ON "movement"("idempotency_key", "operation", "organization_id");

-- CreateIndex
CREATE INDEX "ledger_entry_movement_id_organization_id_idx" ON "ledger_entry"("movement_id", "organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_lot" ON "ledger_entry"("organization_id", "lot_id", "created_at", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "lot_record_lot" ON "lot_record"("organization_id", "lot_id", "created_at", "seq");

-- CreateIndex
CREATE INDEX "allocation_lot" ON "allocation"("lot_id", "organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "allocation_place" ON "allocation"("sku_id", "location_id", "organization_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "allocation_reference" ON "allocation"("reference_id", "reference_type", "organization_id", "lot_id");

-- CreateIndex
CREATE INDEX "event_created" ON "event"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "event_id_organization_id_key" ON "event"("id", "organization_id");

-- CreateIndex
CREATE INDEX "webhook_endpoint_list" ON "webhook_endpoint"("organization_id", "environment", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_list" ON "webhook_delivery"("endpoint_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_replay_endpoint" ON "webhook_replay"("endpoint_id", "organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_event" ON "webhook_delivery"("event_id", "endpoint_id", "organization_id");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operator_action" ADD CONSTRAINT "operator_action_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "location" ADD CONSTRAINT "location_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sku" ADD CONSTRAINT "sku_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sku" ADD CONSTRAINT "sku_product_id_organization_id_fkey" FOREIGN KEY ("product_id", "organization_id") REFERENCES "product"("id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stock_level" ADD CONSTRAINT "stock_level_sku_id_organization_id_sku_code_fkey" FOREIGN KEY ("sku_id", "organization_id", "sku_code") REFERENCES "sku"("id", "organization_id", "sku_code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stock_level" ADD CONSTRAINT "stock_level_location_id_organization_id_location_name_fkey" FOREIGN KEY ("location_id", "organization_id", "location_name") REFERENCES "location"("id", "organization_id", "name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lot_number" ADD CONSTRAINT "lot_number_sku_id_organization_id_fkey" FOREIGN KEY ("sku_id", "organization_id") REFERENCES "sku"("id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lot" ADD CONSTRAINT "lot_sku_id_location_id_organization_id_fkey" FOREIGN KEY ("sku_id", "location_id", "organization_id") REFERENCES "stock_level"("sku_id", "location_id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lot" ADD CONSTRAINT "lot_lot_number_sku_id_organization_id_expiry_date_fkey" FOREIGN KEY ("lot_number", "sku_id", "organization_id", "expiry_date") REFERENCES "lot_number"("lot_number", "sku_id", "organization_id", "expiry_date") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "movement" ADD CONSTRAINT "movement_sku_id_location_id_organization_id_fkey" FOREIGN KEY ("sku_id", "location_id", "organization_id") REFERENCES "stock_level"("sku_id", "location_id", "organization_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "movement" ADD CONSTRAINT "movement_lot_place_fkey" FOREIGN KEY ("lot_id", "organization_id", "sku_id", "location_id") REFERENCES "lot"("id", "organization_id", "sku_id", "location_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_movement_id_organization_id_fkey" FOREIGN KEY ("movement_id", "organization_id") REFERENCES "movement"("id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_lot_place_fkey" FOREIGN KEY ("lot_id", "organization_id", "sku_id", "location_id") REFERENCES "lot"("id", "organization_id", "sku_id", "location_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lot_record" ADD CONSTRAINT "lot_record_movement_id_organization_id_fkey" FOREIGN KEY ("movement_id", "organization_id") REFERENCES "movement"("id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lot_record" ADD CONSTRAINT "lot_record_lot_id_organization_id_fkey" FOREIGN KEY ("lot_id", "organization_id") REFERENCES "lot"("id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "allocation" ADD CONSTRAINT "allocation_lot_place_fkey" FOREIGN KEY ("lot_id", "organization_id", "sku_id", "location_id") REFERENCES "lot"("id", "organization_id", "sku_id", "location_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "allocation" ADD CONSTRAINT "allocation_sku_id_location_id_organization_id_fkey" FOREIGN KEY ("sku_id", "location_id", "organization_id") REFERENCES "stock_level"("sku_id", "location_id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_counter" ADD CONSTRAINT "event_counter_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_fkey" FOREIGN KEY ("endpoint_id", "organization_id") REFERENCES "webhook_endpoint"("id", "organization_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_replay" ADD CONSTRAINT "webhook_replay_endpoint_fkey" FOREIGN KEY ("endpoint_id", "organization_id") REFERENCES "webhook_endpoint"("id", "organization_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_fkey" FOREIGN KEY ("delivery_id", "organization_id") REFERENCES "webhook_delivery"("id", "organization_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "patient" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "branding_organization_id" UUID,
    "first_name" TEXT NOT NULL,
    "last_initial" TEXT NOT NULL,
    "sealed" BYTEA,
    "assigned_physician_id" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "erased_at" TIMESTAMPTZ(6),

    CONSTRAINT "patient_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "patient_access" (
    "request_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "actor" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "patient_ids" UUID[],

    CONSTRAINT "patient_access_pkey" PRIMARY KEY ("request_id","organization_id")
);

-- CreateTable
CREATE TABLE "intake" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "patient_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'submitted',
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "intake_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "prescription" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "patient_id" UUID NOT NULL,
    "order_id" UUID,
    "product_name" TEXT NOT NULL,
    "dosage" TEXT,
    "frequency" TEXT,
    "quantity" BIGINT,
    "refills_authorized" BIGINT,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "expires_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prescription_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "customer_order" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "order_number" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "payment_status" TEXT NOT NULL DEFAULT 'pending',
    "total_cents" BIGINT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "tracking_number" TEXT,
    "tracking_carrier" TEXT,
    "shipped_at" TIMESTAMPTZ(6),
    "patient_id" UUID,
    "external_order_id" TEXT,
    "affiliate_organization_id" UUID,
    "fulfillment_organization_id" UUID,
    "wholesale_total_cents" BIGINT,
    "commission_cents" BIGINT,
    "sealed" BYTEA,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customer_order_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "order_reader" (
    "order_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "order_organization_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "order_reader_pkey" PRIMARY KEY ("order_id","organization_id")
);

-- CreateTable
CREATE TABLE "order_item" (
    "order_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "product_id" UUID NOT NULL,
    "product_organization_id" UUID NOT NULL,
    "quantity" BIGINT NOT NULL,
    "unit_price_cents" BIGINT NOT NULL,
    "prescription_id" UUID,

    CONSTRAINT "order_item_pkey" PRIMARY KEY ("order_id","position","organization_id")
);

-- CreateTable
CREATE TABLE "account_charge" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_charge_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "storefront_listing" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "product_organization_id" UUID NOT NULL,
    "patient_price_cents" BIGINT NOT NULL,
    "is_listed" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "storefront_listing_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "bundle" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "image_url" TEXT,
    "pricing_mode" TEXT NOT NULL,
    "flat_price_cents" BIGINT,
    "package_markup_type" TEXT,
    "package_markup_value" DECIMAL(20,4),
    "is_listed" BOOLEAN NOT NULL,
    "purchase_mode" TEXT NOT NULL,
    "default_cadence" TEXT,
    "first_order_immediate" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bundle_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "bundle_item" (
    "bundle_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "qty" BIGINT NOT NULL,

    CONSTRAINT "bundle_item_pkey" PRIMARY KEY ("bundle_id","product_id","organization_id")
);

-- CreateTable
CREATE TABLE "partner" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "sponsor_external_id" TEXT,
    "status" TEXT NOT NULL DEFAULT 'invited',
    "invite_sent" BOOLEAN NOT NULL DEFAULT false,
    "portal_linked" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partner_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "store_order" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "order_number" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "payment_status" TEXT NOT NULL DEFAULT 'pending',
    "external_order_id" TEXT,
    "subtotal_cents" BIGINT NOT NULL DEFAULT 0,
    "shipping_cents" BIGINT NOT NULL DEFAULT 0,
    "tax_cents" BIGINT NOT NULL DEFAULT 0,
    "total_cents" BIGINT NOT NULL DEFAULT 0,
    "your_markup_cents" BIGINT NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "sealed" BYTEA NOT NULL,
    "items" JSONB NOT NULL,
    "checkout" JSONB,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "store_order_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateTable
CREATE TABLE "checkout_config" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "public_client_key" TEXT,
    "api_login_id" TEXT,
    "accept_js_url" TEXT,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "checkout_config_pkey" PRIMARY KEY ("id","organization_id")
);

-- CreateIndex
CREATE INDEX "patient_access_at" ON "patient_access"("at");

-- CreateIndex
CREATE INDEX "patient_access_patient" ON "patient_access" USING GIN ("patient_ids");

-- CreateIndex
CREATE UNIQUE INDEX "patient_environment" ON "patient"("id", "organization_id", "environment");

-- CreateIndex
CREATE INDEX "intake_patient" ON "intake"("patient_id", "organization_id");

-- CreateIndex
CREATE INDEX "prescription_list" ON "prescription"("organization_id", "environment", "created_at" DESC, "seq" DESC);

-- CreateIndex
CREATE INDEX "prescription_list_of_status" ON "prescription"("organization_id", "environment", "status", "created_at" DESC, "seq" DESC);

-- CreateIndex
CREATE INDEX "prescription_patient" ON "prescription"("patient_id", "organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "prescription_environment" ON "prescription"("id", "organization_id", "environment");

-- CreateIndex
CREATE INDEX "customer_order_patient" ON "customer_order"("patient_id", "organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "customer_order_environment" ON "customer_order"("id", "organization_id", "environment");

-- CreateIndex
CREATE UNIQUE INDEX "customer_order_number" ON "customer_order"("order_number", "environment", "organization_id");

-- CreateIndex
CREATE INDEX "order_reader_list" ON "order_reader"("organization_id", "environment", "created_at" DESC, "seq" DESC);

-- CreateIndex
CREATE INDEX "order_reader_list_of_status" ON "order_reader"("organization_id", "environment", "status", "created_at" DESC, "seq" DESC);

-- CreateIndex
CREATE INDEX "account_charge_list" ON "account_charge"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "account_charge_order" ON "account_charge"("order_id", "organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "storefront_listing_product" ON "storefront_listing"("product_id", "organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "partner_external_id" ON "partner"("external_id", "environment", "organization_id");

-- CreateIndex
CREATE INDEX "store_order_list" ON "store_order"("organization_id", "environment", "created_at" DESC, "seq" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "store_order_number" ON "store_order"("order_number", "environment", "organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "checkout_config_environment" ON "checkout_config"("organization_id", "environment");

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_patient_id_organization_id_environment_fkey" FOREIGN KEY ("patient_id", "organization_id", "environment") REFERENCES "patient"("id", "organization_id", "environment") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "patient" ADD CONSTRAINT "patient_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "patient" ADD CONSTRAINT "patient_branding_organization_id_fkey" FOREIGN KEY ("branding_organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "intake" ADD CONSTRAINT "intake_patient_id_organization_id_environment_fkey" FOREIGN KEY ("patient_id", "organization_id", "environment") REFERENCES "patient"("id", "organization_id", "environment") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prescription" ADD CONSTRAINT "prescription_patient_id_organization_id_environment_fkey" FOREIGN KEY ("patient_id", "organization_id", "environment") REFERENCES "patient"("id", "organization_id", "environment") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prescription" ADD CONSTRAINT "prescription_order_id_organization_id_environment_fkey" FOREIGN KEY ("order_id", "organization_id", "environment") REFERENCES "customer_order"("id", "organization_id", "environment") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_affiliate_organization_id_fkey" FOREIGN KEY ("affiliate_organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_fulfillment_organization_id_fkey" FOREIGN KEY ("fulfillment_organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_patient_id_organization_id_environment_fkey" FOREIGN KEY ("patient_id", "organization_id", "environment") REFERENCES "patient"("id", "organization_id", "environment") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "order_reader" ADD CONSTRAINT "order_reader_order_id_order_organization_id_environment_fkey" FOREIGN KEY ("order_id", "order_organization_id", "environment") REFERENCES "customer_order"("id", "organization_id", "environment") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_order_id_organization_id_environment_fkey" FOREIGN KEY ("order_id", "organization_id", "environment") REFERENCES "customer_order"("id", "organization_id", "environment") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_product_id_product_organization_id_fkey" FOREIGN KEY ("product_id", "product_organization_id") REFERENCES "product"("id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_prescription_id_organization_id_environment_fkey" FOREIGN KEY ("prescription_id", "organization_id", "environment") REFERENCES "prescription"("id", "organization_id", "environment") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "account_charge" ADD CONSTRAINT "account_charge_order_id_organization_id_fkey" FOREIGN KEY ("order_id", "organization_id") REFERENCES "customer_order"("id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storefront_listing" ADD CONSTRAINT "storefront_listing_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storefront_listing" ADD CONSTRAINT "storefront_listing_product_id_product_organization_id_fkey" FOREIGN KEY ("product_id", "product_organization_id") REFERENCES "product"("id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bundle" ADD CONSTRAINT "bundle_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bundle_item" ADD CONSTRAINT "bundle_item_bundle_id_organization_id_fkey" FOREIGN KEY ("bundle_id", "organization_id") REFERENCES "bundle"("id", "organization_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bundle_item" ADD CONSTRAINT "bundle_item_product_id_organization_id_fkey" FOREIGN KEY ("product_id", "organization_id") REFERENCES "storefront_listing"("product_id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner" ADD CONSTRAINT "partner_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_order" ADD CONSTRAINT "store_order_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_config" ADD CONSTRAINT "checkout_config_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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
  add constraint api_key_scopes check (scopes is not null),
  add constraint api_key_environment check (environment in ('live', 'test')),
  add constraint api_key_plan check (plan in ('standard', 'partner', 'enterprise')),
  add constraint api_key_limits check (requests_per_minute > 0 and requests_per_day > 0),
  add constraint api_key_hash check (octet_length(key_hash) = 32);

alter table operator_action
  add constraint operator_action_actor check (length(actor) between 1 and 100),
  add constraint operator_action_arguments check (jsonb_typeof(arguments) = 'object');

alter table location
  add constraint location_celsius check (min_celsius <= max_celsius);
create unique index location_default on location (organization_id) where is_default;

alter table product
  add constraint product_strengths check (strengths is not null),
  add constraint product_dosage_forms check (dosage_forms is not null),
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
-- Each of these indexes serves one list alone. Its condition is true of every row and differs from that of every
-- other index, and the list's query repeats it: so the planner takes this index for that list, and none of them for
-- a query that looks rows up by a key. While a table looks empty to the planner, or full of one value, all indexes
-- with a column in common look the same to it.
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
    'reserve', 'release', 'set_status', 'set_expiry', 'vacate')),
  -- What changes no quantity has no entries and keeps its answer, so that a repeat gets it again.
  add constraint movement_answer check (
    answer is null or type in ('reserve', 'release', 'set_status', 'set_expiry', 'vacate', 'count')),
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

alter table order_item
  add constraint order_item_numbers check (
    quantity between 1 and 9007199254740991 and unit_price_cents between 0 and 9007199254740991);

alter table account_charge
  add constraint account_charge_status check (status in ('pending', 'paid', 'refunded', 'failed')),
  add constraint account_charge_amount check (amount_cents between 0 and 9007199254740991),
  add constraint account_charge_currency check (currency ~ '^[A-Z]{3}$');

alter table storefront_listing
  add constraint storefront_listing_price check (patient_price_cents between 0 and 9007199254740991);

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
create index event_counter_news on event_counter (news_since, organization_id) where news_since is not null;

alter table event
  add constraint event_environment check (environment in ('live', 'test')),
  -- Inventory and catalog are one; orders are apart.
  add constraint event_apart check ((environment is not null) = (type = 'order.updated'));
-- The feed of either environment merges what both share with what is its own, and walks over nothing else,
-- however many events the other has.
create index event_shared on event (organization_id, position) where environment is null;
create index event_of_environment on event (organization_id, environment, position)
  where environment is not null;

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
    order_id, organization_id, order_organization_id, environment, status, created_at, seq)
  select distinct new.id, reader.id, new.organization_id, new.environment, new.status, new.created_at,
         new.seq
    from (values (new.organization_id), (new.affiliate_organization_id),
                 (new.fulfillment_organization_id)) as reader (id)
   where reader.id is not null
  on conflict (order_id, organization_id) do update set status = excluded.status;
  return null;
end $$;

create trigger customer_order_readers
  after insert or update of status, affiliate_organization_id, fulfillment_organization_id on customer_order
  for each row execute function keep_order_readers();

-- Whose rows a transaction may see and write, whatever its statements ask for: it says so itself, for as long as
-- it lasts, and who says nothing has none (src/database/row-security.ts). Forced, so that it holds for the owner
-- too, where that is no superuser; foreign keys are checked and followed without it.
--
-- The list is a select of its own, one for each table of a statement, and so is read once and not for each row.
-- What asks for it stands in a case, which is no condition of an index: the planner would count it as one more,
-- and for that walk another index. What rows are looked up by are leakproof operators, of which an index may be
-- asked before the policy is.
do $$
declare
  acting text := $of$(select nullif(current_setting('app.organization_ids', true), '')::uuid[])$of$;
  owns text := 'case when %I = any (' || acting || '::uuid[]) then true else false end';
  reads text := 'case when array[%s] && ' || acting || ' then true else false end';
  guarded record;
begin
  -- Who may read, where that is not the owner alone: whose brand a patient carries, who brought an order, who
  -- ships it. Nobody but the owner writes.
  for guarded in
    select * from (values
      ('patient', 'organization_id', 'organization_id, branding_organization_id'),
      ('intake', 'organization_id', null),
      ('prescription', 'organization_id', null),
      ('customer_order', 'organization_id',
       'organization_id, affiliate_organization_id, fulfillment_organization_id'),
      ('order_reader', 'order_organization_id', 'organization_id, order_organization_id'),
      ('order_item', 'organization_id', null),
      ('account_charge', 'organization_id', null),
      ('partner', 'organization_id', null),
      ('store_order', 'organization_id', null),
      ('checkout_config', 'organization_id', null)) as tables (name, owner, readers)
  loop
    execute format('alter table %I enable row level security, force row level security', guarded.name);
    if guarded.readers is null then
      execute format('create policy own on %I using (' || owns || ')', guarded.name, guarded.owner);
    else
      execute format('create policy readers on %I for select using (' || reads || ')', guarded.name,
                     guarded.readers);
      execute format('create policy made on %I for insert with check (' || owns || ')', guarded.name,
                     guarded.owner);
      execute format('create policy changed on %I for update using (' || owns || ')', guarded.name,
                     guarded.owner);
      execute format('create policy deleted on %I for delete using (' || owns || ')', guarded.name,
                     guarded.owner);
    end if;
  end loop;
end $$;

-- Who may read an order may read what is in it. By key, whatever the planner thinks of how many there are.
create policy readers on order_item for select
  using ((select true from customer_order
           where customer_order.id = order_item.order_id
             and customer_order.organization_id = order_item.organization_id
           limit 1));

-- For bulk work: an import fills tables within one transaction, of which the planner knows nothing. Only
-- an owner may gather statistics, so the service's role does it through this.
create function gather_statistics() returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  analyze organization, location, product, sku, stock_level, lot_number, lot, movement, ledger_entry,
    lot_record, event, storefront_listing, patient, customer_order, order_reader, prescription, partner,
    store_order;
end $$;
