export { LocalWake } from './localWake.js';
export { connectWake, type NatsWakeOptions } from './natsWake.js';
export type { Wake, WakeListener } from './wake.js';
