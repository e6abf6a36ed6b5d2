-- Readings of temperatures. A wrong one is corrected by a later row that names it, once; so is a correction.
create table temperature_reading (
  id uuid not null,
  organization_id uuid not null,
  seq bigserial not null,
  location_id uuid not null,
  celsius decimal(8,4) not null,
  -- The location's range when it was measured.
  min_celsius decimal(6,2),
  max_celsius decimal(6,2),
  measured_at timestamptz(6) not null,
  corrects uuid,
  created_at timestamptz(6) not null default now(),
  constraint temperature_reading_pkey primary key (id, organization_id),
  constraint temperature_reading_location_id_organization_id_fkey
    foreign key (location_id, organization_id) references location (id, organization_id)
    on update cascade on delete restrict,
  constraint temperature_reading_corrects_organization_id_fkey
    foreign key (corrects, organization_id) references temperature_reading (id, organization_id)
    on update no action on delete restrict,
  constraint temperature_reading_celsius check (celsius >= -273.15)
);
create unique index temperature_reading_corrected on temperature_reading (corrects, organization_id);
-- For lists alone, as lot_list is.
create index temperature_reading_list on temperature_reading (organization_id, measured_at desc, seq desc)
  where measured_at > '-infinity';
create index temperature_reading_at_location
  on temperature_reading (location_id, organization_id, measured_at desc, seq desc);
create trigger temperature_reading_append_only before update or delete on temperature_reading
  for each row execute function refuse_change();
create trigger temperature_reading_no_truncate before truncate on temperature_reading
  for each statement execute function refuse_change();
