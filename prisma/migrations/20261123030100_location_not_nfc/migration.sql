-- As sku_not_nfc.
create index concurrently location_not_nfc on location (organization_id, normalize(name, nfc))
  where name is not nfc normalized;
