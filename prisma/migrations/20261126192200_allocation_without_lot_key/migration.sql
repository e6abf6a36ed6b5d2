-- Whoever reserves has read the lot under its level's lock, and lots are permanent: the check was a twentieth of what
-- PostgreSQL did for a batch of reservations. `ledger verify` finds an allocation of another lot.
alter table allocation drop constraint allocation_lot_place_fkey;
