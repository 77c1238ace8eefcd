export { nameOfScript } from '../script.js';
export type { FeedRecord } from './feedRecord.js';
export { scriptOfName } from './scriptName.js';
export { type ScheduledMatch, Season } from './season.js';
