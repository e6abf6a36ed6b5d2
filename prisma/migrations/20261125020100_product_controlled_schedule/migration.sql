-- The schedule of a controlled substance (21 USC 812). What is wasted or adjusted of it takes a witness.
alter table product
  add column controlled_schedule text,
  add constraint product_controlled_schedule check (controlled_schedule in ('II', 'III', 'IV', 'V'));
