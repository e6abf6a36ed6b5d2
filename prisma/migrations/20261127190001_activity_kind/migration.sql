create index concurrently operator_action_of_kind on operator_action (organization_id, command, at desc, id desc)
  where person_id is not null;
