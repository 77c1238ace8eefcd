-- Numbers of score records that were passed over on purpose: nothing proves what they would have said. One row for each
-- run of them. A record that is given later leaves its run.
create table missing_score (
  fixture_id bigint not null references fixture,
  first_seq integer not null,
  last_seq integer not null,
  -- When it was passed over, Unix time in ms.
  since bigint not null,
  primary key (fixture_id, first_seq),
  check (first_seq <= last_seq)
);

-- Score records that wait for one before them. They follow it in one transaction.
create table held_score (
  fixture_id bigint not null references fixture,
  seq integer not null,
  held_at bigint not null,
  content_hash bytea not null,
  -- As it was sent.
  json text not null,
  primary key (fixture_id, seq)
);
