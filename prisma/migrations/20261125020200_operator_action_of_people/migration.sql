create index concurrently operator_action_of_people on operator_action (organization_id, at desc, id desc) where person_id is not null;
