export type { FeedRecord } from './feedRecord.js';
export { nameOfScript, scriptOfName } from './scriptName.js';
export { type ScheduledMatch, Season } from './season.js';
