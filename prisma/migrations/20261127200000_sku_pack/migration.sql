-- The codes that a SKU was taught, each with the units of a package that has it. A code names one SKU of an organization;
-- GTINs, UPCs, EANs and CIPs are one space of numbers and stored as `gtin`, with 14 digits.
create table sku_pack (
  id uuid not null,
  organization_id uuid not null,
  sku_code text not null,
  code_type text not null,
  code text not null,
  units bigint not null,
  created_at timestamptz(6) not null default current_timestamp,
  constraint sku_pack_pkey primary key (id, organization_id),
  constraint sku_pack_organization_id_fkey foreign key (organization_id) references organization (id)
    on update cascade on delete restrict,
  constraint sku_pack_sku_fkey foreign key (sku_code, organization_id) references sku (sku_code, organization_id)
    on update cascade on delete restrict,
  constraint sku_pack_units check (units between 1 and 1000000),
  constraint sku_pack_code_type check (code_type in ('gtin', 'ndc', 'pzn', 'hibc', 'aic', 'other'))
);
create unique index sku_pack_code on sku_pack (code, code_type, organization_id);
create index sku_pack_sku on sku_pack (sku_code, organization_id, code_type, code);
