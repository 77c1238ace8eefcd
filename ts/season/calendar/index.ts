export { nameOfScript } from '../script.js';
export { type FeedRecord, pendingScores } from './feedRecord.js';
export { LEAD, LONGEST_MATCH } from './matchSpan.js';
export { scriptOfName } from './scriptName.js';
export { type ScheduledMatch, Season } from './season.js';
export type { SeasonReader } from './seasonReader.js';
