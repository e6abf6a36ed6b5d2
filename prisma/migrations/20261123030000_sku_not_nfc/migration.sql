-- SKU codes that were stored before there were rules are found by their NFC, among those that are in no such form.
create index concurrently sku_not_nfc on sku (organization_id, normalize(sku_code, nfc))
  where sku_code is not nfc normalized;
