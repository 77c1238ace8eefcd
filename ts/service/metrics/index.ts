export { ServiceMetrics } from './serviceMetrics.js';
