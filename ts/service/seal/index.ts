export { type BatchRecord, type BuiltBatch, buildBatch, summaryLeaf } from './buildBatch.js';
export { type EventLeaves, eventLeaves } from './eventLeaves.js';
export { FlatTree, flatLeaves } from './flatTree.js';
export { DEFAULT_GRACE, Sealer, type SealerOptions } from './sealer.js';
export { fixtureSummary, oddsSummary, scoresSummary } from './storedSummary.js';
