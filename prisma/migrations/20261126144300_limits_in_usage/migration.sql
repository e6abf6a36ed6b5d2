-- An upsert reads the limits of the key here, from the row that it would insert; nothing reads what is stored.
alter table api_key_usage add column requests_per_minute bigint not null default 0;
alter table api_key_usage add column requests_per_day bigint not null default 0;
