\set k random(1, 9000000000000000000)
\set sku random(1, :nsku)
\set qty random(1, 3)
select lim.fulfill(1, 'k-' || :k::bigint::text, '\x00112233445566778899aabbccddeeff', :sku, 1, :qty);
