import { named } from '../named.js';

/** Incoming records and the batches built from them: 7040–7059. */

export const MALFORMED_RECORD = /* @__PURE__ */ named(7040, 'MalformedRecord');
export const UNKNOWN_FIXTURE = /* @__PURE__ */ named(7041, 'UnknownFixture');
export const RECORD_CONFLICT = /* @__PURE__ */ named(7042, 'RecordConflict');
export const SEQUENCE_GAP = /* @__PURE__ */ named(7043, 'SequenceGap');
export const SPORT_MISMATCH = /* @__PURE__ */ named(7044, 'SportMismatch');
export const UNKNOWN_SEQUENCE = /* @__PURE__ */ named(7045, 'UnknownSequence');
export const NO_STATS = /* @__PURE__ */ named(7046, 'NoStats');
export const STAT_NOT_IN_RECORD = /* @__PURE__ */ named(7047, 'StatNotInRecord');
export const NOT_PUBLISHED_YET_RETIRED = /* @__PURE__ */ named(7048, 'NotPublishedYet');
export const UNKNOWN_MESSAGE = /* @__PURE__ */ named(7049, 'UnknownMessage');
export const NO_SUCH_BATCH = /* @__PURE__ */ named(7050, 'NoSuchBatch');
export const PUBLISH_FAILED = /* @__PURE__ */ named(7051, 'PublishFailed');
export const LEASE_LOST = /* @__PURE__ */ named(7052, 'LeaseLost');
export const MIGRATION_CHANGED = /* @__PURE__ */ named(7053, 'MigrationChanged');
export const UNKNOWN_MIGRATION = /* @__PURE__ */ named(7054, 'UnknownMigration');
export const STORED_BATCH_MISMATCH = /* @__PURE__ */ named(7055, 'StoredBatchMismatch');
export const MIXED_FORMS = /* @__PURE__ */ named(7056, 'MixedForms');

/** Records that are missing: 7400–7404. */

export const MISSING_SCORE_TOO_LATE = /* @__PURE__ */ named(7400, 'MissingScoreTooLate');
export const INTAKE_RULES_REFUSED = /* @__PURE__ */ named(7401, 'IntakeRulesRefused');
export const FIXTURE_WITHOUT_SPORT = /* @__PURE__ */ named(7402, 'FixtureWithoutSport');

/** Stats that the source of a fixture states, and those that it does not: 7410–7419. */

export const STAT_KEYS_DIFFER = /* @__PURE__ */ named(7410, 'StatKeysDiffer');
export const STAT_KEYS_FIXED = /* @__PURE__ */ named(7411, 'StatKeysFixed');
export const SUMS_DIFFER = /* @__PURE__ */ named(7412, 'SumsDiffer');
export const STAT_NOT_STATED = /* @__PURE__ */ named(7413, 'StatNotStated');
