create index concurrently movement_moves on movement (organization_id, created_at desc, id desc)
  where lot_id is not null and type in ('set_status', 'reallocate');
