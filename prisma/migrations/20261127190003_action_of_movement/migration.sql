create index concurrently operator_action_of_movement on operator_action (((arguments ->> 'movement_id')::uuid), organization_id)
  where person_id is not null;
