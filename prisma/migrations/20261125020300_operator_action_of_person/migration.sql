create index concurrently operator_action_of_person on operator_action (person_id, organization_id, at desc, id desc) where person_id is not null;
