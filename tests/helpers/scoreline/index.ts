export * from './fixtureLeaf.js';
export * from './namedScorelines.js';
export * from './randomOdds.js';
export * from './scoreline.js';
export * from './shape.js';
