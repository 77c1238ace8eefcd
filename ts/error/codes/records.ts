/** Records that come in, and the batches that are made of them: 7040–7059. */

export const MALFORMED_RECORD = 7040;
export const UNKNOWN_FIXTURE = 7041;
export const RECORD_CONFLICT = 7042;
export const SEQUENCE_GAP = 7043;
export const SPORT_MISMATCH = 7044;
export const UNKNOWN_SEQUENCE = 7045;
export const NO_STATS = 7046;
export const STAT_NOT_IN_RECORD = 7047;
export const NOT_PUBLISHED_YET_RETIRED = 7048;
export const UNKNOWN_MESSAGE = 7049;
export const NO_SUCH_BATCH = 7050;
export const PUBLISH_FAILED = 7051;
export const LEASE_LOST = 7052;
export const MIGRATION_CHANGED = 7053;
export const UNKNOWN_MIGRATION = 7054;
export const STORED_BATCH_MISMATCH = 7055;
