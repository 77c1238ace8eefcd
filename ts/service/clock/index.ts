export type { Clock, MachineTime, RealClock, RealTime, WorldClock, WorldTime } from './clock.js';
export { CLOCK_TOLERANCE } from './clockTolerance.js';
export { DatabaseClock } from './databaseClock.js';
export { isoOf } from './isoOf.js';
export { ManualClock } from './manualClock.js';
export { realClock } from './realClock.js';
export { SimulatedClock } from './simulatedClock.js';
export { wait } from './wait.js';
