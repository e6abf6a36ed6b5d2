create index concurrently prescription_order on prescription (order_id, organization_id);
