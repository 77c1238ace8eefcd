export { LocalWake } from './localWake.js';
export { announceRecords, connectWake } from './natsWake.js';
export type { Wake } from './wake.js';
