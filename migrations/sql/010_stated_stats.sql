-- What the source of a fixture states: a stat that it leaves out can be proven neither as a value nor as zero.
-- Decimal stat keys, ascending, with commas between them; null until they are declared or a record has stats.
alter table fixture add column stat_keys text;
-- Whether a record with stats is stored: from then on the keys never change.
alter table fixture add column stats_fixed boolean not null default false;
-- Whether a stored record has a total that differs from the sum of its parts.
alter table fixture add column sums_differ boolean not null default false;

update fixture set stat_keys = first.keys, stats_fixed = true
from (
  select known.fixture_id, (
    select (select string_agg(key, ',' order by key::bigint) from json_object_keys(json::json -> 'Stats') as key)
    from record
    where kind = 'scores' and record.fixture_id = known.fixture_id
      and exists (select from json_object_keys(json::json -> 'Stats'))
    order by seq limit 1
  ) as keys
  from fixture as known
) as first
where first.fixture_id = fixture.fixture_id and first.keys is not null;
