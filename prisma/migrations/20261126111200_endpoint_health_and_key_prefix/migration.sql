-- When an attempt last succeeded, to the minute, so that nobody reads deliveries to say it.
alter table webhook_endpoint add column last_success_at timestamptz(6);

-- What a key begins with: its environment and four of its 32 random characters.
alter table api_key add column prefix text;
alter table api_key add constraint api_key_prefix check (prefix ~ '^vita_(live|test)_[0-9A-Za-z]{4}$');
