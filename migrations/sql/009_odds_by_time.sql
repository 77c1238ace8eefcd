-- An odds record is its message id and its time: a line that is priced again keeps the id.
drop index record_by_message;
create unique index record_by_message on record (message_id, ts) where message_id is not null;
