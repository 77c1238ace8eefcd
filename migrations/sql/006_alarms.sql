-- Asked at every look at readiness: slots that hold another root on chain, wherever they stand.
create index slot_batch_alarm on slot_batch (kind, slot_start) where alarm is not null;
