export { LocalWake } from './localWake.js';
export { announceRecords, connectWake, type NatsWakeOptions } from './natsWake.js';
export type { Wake, WakeListener } from './wake.js';
