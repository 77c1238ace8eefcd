export {
  type AuditedDay,
  type AuditedSlot,
  type AuditOptions,
  type AuditSource,
  type AuditVerdict,
  auditDay,
} from './auditDay.js';
export { type DayProgress, dateOf, slotName } from './day.js';
export { type ExportedDay, type ExportOptions, exportDay } from './exportDay.js';
export { type ImportedDay, type ImportOptions, importDay } from './importDay.js';
export type { ArchiveManifest } from './manifest.js';
