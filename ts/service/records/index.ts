export type { RecordForm } from '../data/record/recordForm.js';
export { type ReadRecord, readRecord } from './readRecord.js';
export { type WrittenRecord, writeRecord } from './writeRecord.js';
