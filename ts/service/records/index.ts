export type { RecordForm } from '@linesman/records';
export { type ReadRecord, readRecord } from './readRecord.js';
export { type WrittenRecord, writeRecord } from './writeRecord.js';
