// Flat, so that a bundle has what it imports and no more.
export * from './client/index.js';
export * from './error/index.js';
export * from './format/index.js';
export * from './merkle/index.js';
export * from './program/index.js';
export * from './proof/index.js';
/** The offline check; the instruction of the same name is in `linesman/program` only. */
export { validateStat } from './proof/index.js';
