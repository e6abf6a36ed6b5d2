-- The operation by which a session began; null for one that began before this was kept.
alter table person_session add column operation text;
