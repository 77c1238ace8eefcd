-- Subscriptions as periods, each of one level: what is bought for one level lengthens no other. Times are Unix times in ms.

create table subscription_period (
  wallet text not null references subscription,
  level integer not null,
  starts_at bigint not null,
  ends_at bigint not null,
  -- What the level was when it was bought. Seconds between odds of one line; 0: real time.
  sampling_seconds bigint not null,
  -- 0 for all leagues; null for a custom selection.
  league_bundle integer,
  -- JSON: the custom selection, else [].
  leagues text not null,
  -- 0 for all markets.
  market_bundle integer not null,
  primary key (wallet, level, starts_at),
  check (starts_at < ends_at)
);

-- Periods as the activations would have made them, had they been kept by level: each from the end of its level's last one, or from its
-- activation. "end" is the largest, over the activations up to this one, of the time of that one and all weeks from it on.
insert into subscription_period
with bought as (
  select wallet, terms::json as terms, activated_at, tx_sig, weeks * 604800000::bigint as duration,
    (terms::json->>'level')::integer as level
  from activation
), sums as (
  select *, sum(duration) over so_far as upto, activated_at - sum(duration) over so_far + duration as head
  from bought
  window so_far as (partition by wallet, level order by activated_at, tx_sig)
), ends as (
  select *, (max(head) over (partition by wallet, level order by activated_at, tx_sig) + upto)::bigint as ends_at,
    last_value(terms) over (partition by wallet, level order by activated_at, tx_sig
      rows between unbounded preceding and unbounded following) as newest
  from sums
)
select wallet, level, ends_at - duration, ends_at, (terms->>'samplingSeconds')::bigint, (terms->>'leagueBundle')::integer,
  case when terms->>'leagueBundle' is null then coalesce(nullif((newest->'leagues')::text, '[]'), (terms->'leagues')::text)
    else '[]' end,
  (terms->>'marketBundle')::integer
from ends
where exists (select from subscription where subscription.wallet = ends.wallet);

-- Nobody loses time: who was told a later end of the level that counted last keeps it.
insert into subscription_period
with told as (
  select wallet, ends_at, terms::json as terms, (terms::json->>'level')::integer as level from subscription
), kept as (
  select told.*, coalesce(
    (select max(period.ends_at) from subscription_period period where period.wallet = told.wallet and period.level = told.level),
    (select min(activated_at) from activation where activation.wallet = told.wallet), 0) as starts_at
  from told
)
select wallet, level, starts_at, ends_at, (terms->>'samplingSeconds')::bigint, (terms->>'leagueBundle')::integer,
  (terms->'leagues')::text, (terms->>'marketBundle')::integer
from kept where starts_at < ends_at;

-- What is left of it is one row for each wallet.
alter table subscription drop column ends_at;
alter table subscription drop column terms;
-- One more with each change of what its tokens may see: who keeps something of it knows by this that it is out of date.
alter table subscription add column version bigint not null default 1;
-- Since when the operator has blocked it: its activations are refused. null: they are not.
alter table subscription add column blocked_at bigint;

-- The last activation or repeat: a repeat comes with a session that is newer.
alter table activation add column renewed_at bigint;
update activation set renewed_at = activated_at;
alter table activation alter column renewed_at set not null;

-- The transaction that gave it, which has one living token; null: from before that was so.
alter table token add column tx_sig text references activation;
create index token_wallet on token (wallet);
