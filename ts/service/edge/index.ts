export { createEdge, type Edge, type EdgeConfiguration, type EdgeStatus } from './edge.js';
export { ReadersClock } from './readersClock.js';
export { RecordFollower, type RecordFollowerOptions } from './recordFollower.js';
export { SUBSCRIPTION_INTERVAL, watchSubscriptions } from './subscriptionWatch.js';
