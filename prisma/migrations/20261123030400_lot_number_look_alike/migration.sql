-- Lot numbers of a SKU that look like another of it. A statement that means it says its condition, which holds of every
-- row: no other takes it for the key.
create index concurrently lot_number_look_alike
  on lot_number (sku_id, lot_number_skeleton(lot_number), lot_number) where length(lot_number) >= 0;
