// Two folders may use one name for two things: the instruction `validateStat` and the offline check `validateStat`.
export * as error from './error/index.js';
export * as format from './format/index.js';
export * as merkle from './merkle/index.js';
export * as program from './program/index.js';
export * as proof from './proof/index.js';
