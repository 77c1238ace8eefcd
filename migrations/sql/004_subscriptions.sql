-- Who may see what. Times are Unix times in ms. No token is here, only the hashes of tokens.

create table subscription (
  -- Base58.
  wallet text primary key,
  -- From then on it is over.
  ends_at bigint not null,
  -- JSON: what all tokens of the wallet may see.
  terms text not null
);

create table token (
  -- SHA-256 of the token.
  hash bytea primary key,
  wallet text not null references subscription,
  created_at bigint not null
);

create table activation (
  -- Base58 signature of the subscribe transaction; activates once, ever.
  tx_sig text primary key,
  wallet text not null,
  weeks integer not null,
  terms text not null,
  activated_at bigint not null
);
