export * from './fixtureRecord.js';
export * from './match.js';
export * from './oddsRecords.js';
export * from './script.js';
export * from './shape.js';
export * from './statBook.js';
