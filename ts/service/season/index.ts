export { MOST_TEAMS, pairOf } from './clubs.js';
export * from './leagues.js';
export * from './matchRecords.js';
export * from './names.js';
export * from './odds/oddsFeed.js';
export * from './people.js';
export { Random } from './random.js';
export * from './script.js';
