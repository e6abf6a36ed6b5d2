create index concurrently order_item_prescription on order_item (prescription_id, organization_id);
