-- The people whose links an identity rests on, while nobody else has said whose it is: who made a link may have used it.
-- People, links and sessions from before rest on nobody's.
alter table person add column linked_by uuid[] not null default '{}';
alter table sign_in_link add column linked_by uuid[] not null default '{}';
-- Null where the session began by a way in of the person's own, or one was shown since.
alter table person_session add column linked_by uuid[], add column proven_at timestamptz(6);
-- Who counted and who approved, each with those whose links they rested on then: two people have none in common.
alter table count_line add column counted_as uuid[], add column approved_as uuid[],
  add constraint count_line_two_people check (
    not (counted_as && approved_as) or (approvals = 'one' and not is_controlled));
