-- Who did what is one log: a command of the operator, or what a person did in the application, and who witnessed it.
alter table operator_action
  add column person_id uuid,
  add column witness_id uuid,
  add column terminal_id uuid,
  add constraint operator_action_person check (
    coalesce(
      actor = 'person:' || person_id,
      person_id is null and witness_id is null and terminal_id is null)),
  -- Nobody witnesses their own.
  add constraint operator_action_witness check (witness_id <> person_id);
