export {
  type BatchFixture,
  type BatchKey,
  BatchStore,
  type BatchTree,
  leafIs,
  type OpenSlot,
  type PartsQuestion,
  type PublicationDelays,
  type RootsProgress,
  type ScorePart,
  type SlotBatch,
  type StoredBatch,
  type UnpublishedBatch,
} from './batchStore.js';
export { holdsDatabase } from './databaseFolder.js';
export type { BatchHistory, StoredTrees, WholeBatch } from './dayStore.js';
export { LeaseStore } from './leaseStore.js';
export type { MatchFilter, MatchPlace, MatchStore, StoredMatch } from './matchStore.js';
export { type Migration, readMigrations } from './migrate.js';
export { migrateStore } from './migrateStore.js';
export { pglitePool } from './pglitePool.js';
export { RECORD_KINDS, type RecordKind, slotLength, slotStartOf } from './recordKind.js';
export {
  type Append,
  type AppendKeys,
  type AppendState,
  type HeldScore,
  type MissingScores,
  type MissingSummary,
  type NewRecord,
  type RecordPlace,
  RecordStore,
  type StoredFixture,
  type StoredRecord,
  type StreamPlaces,
  type TimeRange,
} from './recordStore.js';
export type { SqlClient, SqlPool } from './sqlPool.js';
export { sqlStateOf } from './sqlState.js';
export { Store, type StoreOptions } from './store.js';
export { placeOf, type StorePlace } from './storePlace.js';
export {
  type StoredPeriod,
  type StoredWallet,
  SubscriptionStore,
} from './subscriptionStore.js';
export type { WriteFailure } from './writeHealth.js';
