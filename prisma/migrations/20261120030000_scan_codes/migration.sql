-- A scan asks for a few numbers in every way a catalog may write them; the code first, for the reason given
-- at movement_idempotency_key. Codes are not unique: several SKUs may share one.
create index sku_gtin on sku (gtin, organization_id);
create index sku_upc on sku (upc, organization_id);
create index sku_ean on sku (ean, organization_id);
create index sku_ndc on sku (ndc, organization_id);
create index product_ndc_code on product (ndc_code, organization_id);
