-- Who does what only one process should do at a time.
create table lease (
  name text primary key,
  holder text not null,
  expires_at bigint not null
);
