create index concurrently count_sheet_open on count_sheet (organization_id) where state = 'open';
