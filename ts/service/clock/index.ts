export type { Clock } from './clock.js';
export { ManualClock } from './manualClock.js';
export { realClock } from './realClock.js';
export { SimulatedClock, type SimulatedTime } from './simulatedClock.js';
export { wait } from './wait.js';
