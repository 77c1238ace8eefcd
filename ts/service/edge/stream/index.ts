export { eventsOf } from './eventsOf.js';
export { MemoryEventWindow } from './eventWindow.js';
export { eventFrame, heartbeatFrame, isEventId, listedFrame } from './frame.js';
export {
  type OpenStream,
  StreamHub,
  type StreamHubOptions,
  type StreamObserver,
} from './hub.js';
export type { StreamAccess, StreamSink } from './reader.js';
export { refillWindow } from './refillWindow.js';
export { latestOfLines, ownWindowEnd, sampled, shownFrom } from './sampling.js';
export { type StreamClock, streamClockOf, systemStreamClock } from './streamClock.js';
export type { OddsEvent, ScoresEvent, StreamEvent, StreamKind } from './streamEvent.js';
