create index concurrently lot_record_changes on lot_record (lot_id, organization_id, created_at desc, seq desc)
  where type in ('set_status', 'set_expiry');
