export { type MetricsServer, type MetricsText, serveMetrics } from './metricsServer.js';
export { type RootsSource, ServiceMetrics } from './serviceMetrics.js';
