-- Roots that were published lately are looked for again: a chain may take back what it has shown.
create index slot_batch_published on slot_batch (published_at) where published_at is not null;
