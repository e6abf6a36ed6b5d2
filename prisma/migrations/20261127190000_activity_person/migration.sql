create index concurrently operator_action_of_person on operator_action (organization_id, person_id, at desc, id desc)
  where person_id is not null;
