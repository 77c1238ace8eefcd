-- What has come in. Times are Unix times in ms.

-- One row for each kind of record. Whoever accepts records of a kind or freezes its slots holds the lock of its row,
-- so that no record gets into a slot that is being frozen and stream indices are committed in their order.
create table record_kind (
  kind text primary key check (kind in ('scores', 'odds', 'fixtures')),
  -- Every slot that begins before this is sealed.
  sealed_until bigint not null default 0,
  -- Slot of the last record in the stream, and the index that the next one of the same slot gets.
  stream_slot bigint not null default 0,
  stream_index integer not null default 0
);

insert into record_kind (kind) values ('scores'), ('odds'), ('fixtures');

create table fixture (
  fixture_id bigint primary key,
  sport text not null,
  competition_id integer not null,
  start_time bigint not null,
  -- The latest fixture record.
  json text not null
);

create index fixture_by_start on fixture (start_time);

-- How far the records of a kind of a fixture have come.
create table fixture_progress (
  kind text not null,
  fixture_id bigint not null references fixture,
  next_seq integer not null,
  last_ts bigint not null,
  primary key (kind, fixture_id)
);

create table record (
  kind text not null references record_kind,
  fixture_id bigint not null references fixture,
  -- Scores: Seq of the record. Odds and fixtures: counted by the service. From 0, +1 each.
  seq integer not null,
  -- Never falls from one seq to the next.
  ts bigint not null,
  accepted_at bigint not null,
  -- Place in the stream: start of the slot of acceptance, index within it.
  stream_slot bigint not null,
  stream_index integer not null,
  -- Scores: the action. Odds: the line. Fixtures: empty.
  label text not null,
  -- Odds only.
  message_id text,
  -- SHA-256 of the record as it was sent, in one spelling.
  content_hash bytea not null,
  -- The record as it was accepted.
  json text not null,
  primary key (kind, fixture_id, seq)
);

create index record_by_time on record (kind, ts);
create index record_by_fixture_time on record (kind, fixture_id, ts);
create index record_by_label on record (kind, fixture_id, label, seq);
create unique index record_by_stream on record (kind, stream_slot, stream_index);
create unique index record_by_message on record (message_id) where message_id is not null;
create index record_by_content on record (fixture_id, content_hash) where kind = 'fixtures';
