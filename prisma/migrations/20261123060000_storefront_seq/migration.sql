-- Listings and bundles are listed by time: rows of one microsecond are told apart by a number.
alter table storefront_listing add column seq bigserial not null;
alter table bundle add column seq bigserial not null;
