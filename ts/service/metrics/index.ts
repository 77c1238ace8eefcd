export { type RootsSource, ServiceMetrics } from './serviceMetrics.js';
