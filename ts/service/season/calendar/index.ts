export type { FeedRecord } from './feedRecord.js';
export { nameOfScript, scriptOfName } from './scriptName.js';
export { type ScheduledMatch, Season, type SeasonOptions } from './season.js';
export type { SeasonReader } from './seasonReader.js';
