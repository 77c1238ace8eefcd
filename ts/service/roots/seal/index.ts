export { type BatchRecord, type BuiltBatch, buildBatch, summaryLeaf } from './buildBatch.js';
export { DEFAULT_GRACE, Sealer } from './sealer.js';
export { fixtureSummary, oddsSummary, scoresSummary } from './storedSummary.js';
