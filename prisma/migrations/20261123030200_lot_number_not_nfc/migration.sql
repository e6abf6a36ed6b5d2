-- As sku_not_nfc; of one SKU, or of all.
create index concurrently lot_number_not_nfc on lot_number (organization_id, normalize(lot_number, nfc), sku_id)
  where lot_number is not nfc normalized;
