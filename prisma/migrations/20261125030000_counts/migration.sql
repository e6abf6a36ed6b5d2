-- How many people a change needs that nobody may approve alone: two, or one in a pharmacy of one person.
alter table organization add column approvals text not null default 'two';
alter table organization add constraint organization_approvals check (approvals in ('one', 'two'));

-- A list of lots at a location that people count. Its lines are the lots that were expected when it was made,
-- and those that were found besides.
create table count_sheet (
  id uuid not null,
  organization_id uuid not null,
  seq bigserial not null,
  location_id uuid not null,
  scope text not null,
  state text not null default 'open',
  created_by uuid not null,
  created_at timestamptz(6) not null,
  handed_in_by uuid,
  handed_in_at timestamptz(6),
  -- When its last counted line was approved, or it was cancelled.
  ended_by uuid,
  ended_at timestamptz(6),
  constraint count_sheet_pkey primary key (id, organization_id),
  constraint count_sheet_location_id_organization_id_fkey
    foreign key (location_id, organization_id) references location (id, organization_id)
    on update cascade on delete restrict,
  constraint count_sheet_created_by_fkey
    foreign key (created_by, organization_id) references person (id, organization_id) on delete restrict,
  constraint count_sheet_handed_in_by_fkey
    foreign key (handed_in_by, organization_id) references person (id, organization_id) on delete restrict,
  constraint count_sheet_ended_by_fkey
    foreign key (ended_by, organization_id) references person (id, organization_id) on delete restrict,
  constraint count_sheet_scope check (scope in ('all', 'skus', 'not_counted', 'controlled')),
  constraint count_sheet_state check (state in ('open', 'handed_in', 'closed', 'cancelled')),
  constraint count_sheet_handed_in check (
    (handed_in_by is null) = (handed_in_at is null)
    and (state <> 'open' or handed_in_at is null)
    and (state not in ('handed_in', 'closed') or handed_in_at is not null)),
  constraint count_sheet_ended check (
    (ended_by is null) = (ended_at is null)
    and (state in ('closed', 'cancelled')) = (ended_at is not null))
);
-- For lists alone, as lot_list is.
create index count_sheet_list on count_sheet (organization_id, created_at desc, seq desc)
  where created_at > '-infinity';

create table count_line (
  id uuid not null,
  organization_id uuid not null,
  sheet_id uuid not null,
  sku_id uuid not null,
  lot_number text not null,
  -- Null where the location had no such lot when it was counted: then with the date on its label.
  lot_id uuid,
  expiry_date date,
  -- Whether the lot was in stock there when the sheet was made.
  is_expected boolean not null,
  counted bigint,
  counted_at timestamptz(6),
  counted_by uuid,
  approved_by uuid,
  approved_at timestamptz(6),
  -- What was counted less the ledger's balance at that time; posted with the approval.
  difference bigint,
  -- Null where nothing was to be posted: nobody expected the lot, and there is none.
  movement_id uuid,
  -- As the product and the organization say when the line is written; a trigger fills them in.
  is_controlled boolean not null,
  approvals text not null,
  constraint count_line_pkey primary key (id, organization_id),
  constraint count_line_sheet_id_organization_id_fkey
    foreign key (sheet_id, organization_id) references count_sheet (id, organization_id)
    on update cascade on delete restrict,
  constraint count_line_sku_id_organization_id_fkey
    foreign key (sku_id, organization_id) references sku (id, organization_id)
    on update cascade on delete restrict,
  constraint count_line_lot_id_organization_id_fkey
    foreign key (lot_id, organization_id) references lot (id, organization_id)
    on update no action on delete restrict,
  constraint count_line_movement_id_organization_id_fkey
    foreign key (movement_id, organization_id) references movement (id, organization_id)
    on update no action on delete restrict,
  constraint count_line_counted_by_fkey
    foreign key (counted_by, organization_id) references person (id, organization_id) on delete restrict,
  constraint count_line_approved_by_fkey
    foreign key (approved_by, organization_id) references person (id, organization_id) on delete restrict,
  constraint count_line_named check ((lot_id is null) = (expiry_date is not null)),
  constraint count_line_expected check (not is_expected or lot_id is not null),
  constraint count_line_counted check (
    counted between 0 and 9007199254740991
    and (counted is null) = (counted_at is null) and (counted is null) = (counted_by is null)),
  constraint count_line_approved check (
    (approved_by is null) = (approved_at is null) and (approved_by is null) = (difference is null)
    and (approved_by is null or counted is not null)
    and (movement_id is null or approved_by is not null)),
  -- Nobody approves what they counted, but in a pharmacy of one person, and never a controlled product.
  constraint count_line_own_approval check (
    approved_by is null or approved_by <> counted_by or (approvals = 'one' and not is_controlled))
);
create unique index count_line_lot on count_line (sheet_id, organization_id, sku_id, lot_number);

-- Reads what the constraint on approvals depends on whenever a line is written, so that no statement can say
-- otherwise. A line that was approved stays as it is.
create function guard_count_line() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.approved_by is not null then
    raise exception 'a count line that was approved is not changed' using errcode = 'restrict_violation';
  end if;
  select product.controlled_schedule is not null into new.is_controlled
    from sku
    join product on product.id = sku.product_id and product.organization_id = sku.organization_id
   where sku.id = new.sku_id and sku.organization_id = new.organization_id;
  select organization.approvals into new.approvals
    from organization where organization.id = new.organization_id;
  return new;
end $$;
create trigger count_line_guard before insert or update on count_line
  for each row execute function guard_count_line();
create trigger count_line_append_only before delete on count_line
  for each row execute function refuse_change();
create trigger count_line_no_truncate before truncate on count_line
  for each statement execute function refuse_change();
