-- Who recorded a temperature, and what was said of it, are in the action of its transaction.
alter table temperature_reading add column action_id uuid;
