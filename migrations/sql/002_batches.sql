-- What has been sealed: frozen, then built, then published.

create table slot_batch (
  kind text not null references record_kind,
  -- First ms of the slot (scores, odds: 5 minutes; fixtures: one hour).
  slot_start bigint not null,
  state text not null check (state in ('frozen', 'built', 'published')),
  -- From 'built' on; never changed again.
  root bytea,
  metadata text,
  -- 32 bytes for each leaf of the main tree.
  leaves bytea,
  frozen_at bigint not null,
  built_at bigint,
  published_at bigint,
  -- Why this batch cannot be published: the chain holds another root.
  alarm text,
  primary key (kind, slot_start),
  check (state = 'frozen' or (root is not null and metadata is not null and leaves is not null))
);

create index slot_batch_open on slot_batch (slot_start) where state <> 'published';

create table batch_fixture (
  kind text not null,
  slot_start bigint not null,
  fixture_id bigint not null,
  -- Leaf of the main tree.
  place integer not null,
  -- Seq of the first record in the slot.
  first_seq integer not null,
  summary text not null,
  -- 32 bytes for each leaf of the sub-tree.
  leaves bytea not null,
  primary key (kind, slot_start, fixture_id),
  foreign key (kind, slot_start) references slot_batch
);

create index batch_fixture_by_fixture on batch_fixture (kind, fixture_id, slot_start);
