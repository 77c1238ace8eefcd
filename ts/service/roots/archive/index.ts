export {
  type AuditedDay,
  type AuditedSlot,
  auditDay,
} from './auditDay.js';
export { type DayProgress, dateOf, slotName } from './day.js';
export { exportDay } from './exportDay.js';
export { importDay } from './importDay.js';
