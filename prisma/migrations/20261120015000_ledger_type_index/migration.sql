-- The ledger by type: without it, a rare type walks the tenant's whole ledger for one page.
create index "ledger_entry_organization_id_type_created_at_seq_idx"
  on ledger_entry (organization_id, type, created_at desc, seq desc);
