-- The list of lots, and those in quarantine among very many.
create index lot_expiry on lot (organization_id, expiry_date, id);
create index lot_quarantined on lot (organization_id, expiry_date, id) where status = 'quarantine';

-- One index for a lot's history: its list, its balance as of a time, and the verification of its chain.
create index ledger_entry_lot on ledger_entry (organization_id, lot_id, created_at, seq);
drop index "ledger_entry_organization_id_lot_id_seq_key";
