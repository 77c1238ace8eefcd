// Named exports only, no namespaces, so that bundlers drop what an app does not import.
export * from './client/index.js';
export * from './error/index.js';
export * from './format/index.js';
export * from './merkle/index.js';
export * from './program/index.js';
export * from './proof/index.js';
/** The offline check. The instruction of the same name is exported by `linesman/program` only. */
export { validateStat } from './proof/index.js';
export * from './prove/index.js';
export * from './rpc/index.js';
