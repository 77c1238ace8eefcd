export {
  type BatchFixture,
  type BatchKey,
  type BatchState,
  BatchStore,
  type BatchTree,
  leafAt,
  leafIs,
  type StoredBatch,
  type UnpublishedBatch,
} from './batchStore.js';
export { type BatchHistory, DayStore, type StoredTrees, type WholeBatch } from './dayStore.js';
export { LeaseStore } from './leaseStore.js';
export { type Migration, readMigrations } from './migrate.js';
export { pglitePool } from './pglitePool.js';
export { postgresPool } from './postgresPool.js';
export { RECORD_KINDS, type RecordKind, slotLength, slotStartOf } from './recordKind.js';
export {
  type Append,
  type AppendKeys,
  type AppendState,
  type FixtureProgress,
  type KindState,
  type NewRecord,
  RecordStore,
  type StoredFixture,
  type StoredRecord,
  type TimeRange,
} from './recordStore.js';
export type { SqlClient, SqlPool, SqlResult } from './sqlPool.js';
export { Store, type StorePlace } from './store.js';
export { type NewActivation, type StoredSubscription, SubscriptionStore } from './subscriptionStore.js';
