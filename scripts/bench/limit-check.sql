-- Stock that left is the ledger; one ledger row, one outbox row and one key for each; a lot's balances differ.
select (select sum(1000000000000 - on_hand) from lim.lot)
         = (select -coalesce(sum(qty), 0) from lim.ledger where kind = 'fulfill') as stock_is_ledger,
       (select count(*) from lim.ledger where kind = 'fulfill') = (select count(*) from lim.outbox) as ledger_is_outbox,
       (select count(*) from lim.ledger where kind = 'fulfill')
         = (select count(*) from lim.idempotency where key not like 'seed-%') as ledger_is_keys,
       (select count(*) = count(distinct (lot_id, balance_after)) from lim.ledger where kind = 'fulfill')
         as balances_differ;
