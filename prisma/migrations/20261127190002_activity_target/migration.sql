create index concurrently operator_action_on_target on operator_action (organization_id, target text_pattern_ops, at desc, id desc)
  where person_id is not null;
