export * from './leagues.js';
export * from './matchRecords.js';
export * from './oddsFeed.js';
export * from './people.js';
export * from './script.js';
