export { AttestMetrics } from './attestMetrics.js';
export { ServiceMetrics } from './serviceMetrics.js';
