export { acceptedTime, type TimeOfRecord } from './acceptedTime.js';
export type { Acceptance } from './decideAppend.js';
export type { Fields } from './fields.js';
export { fixtureOfWire } from './fixtureOfWire.js';
export { LONGEST_RECORD, readIncoming, type Validate } from './incoming.js';
export { Ingest, type IngestDecision, type IngestOptions } from './ingest.js';
export {
  type IngestedLines,
  type IngestLinesOptions,
  ingestLines,
  type Line,
  type LineResult,
  pathOf,
  type RefusedLine,
} from './ingestLines.js';
export { Intake, type IntakeRules, ON_REFUSAL, type OnRefusal } from './intake.js';
export { oddsOfWire } from './oddsOfWire.js';
export type { RecordTaker, StoredLine } from './recordTaker.js';
export { validateRecord } from './validateRecord.js';
