export { eventsOf } from './eventsOf.js';
export { type EventWindow, MemoryEventWindow } from './eventWindow.js';
export { eventFrame, type HeartbeatNotes, heartbeatFrame, isEventId, listedFrame } from './frame.js';
export {
  type OpenStream,
  type StreamEnd,
  StreamHub,
  type StreamHubOptions,
  type StreamHubPorts,
  type StreamObserver,
  type StreamPlace,
} from './hub.js';
export type { StreamAccess, StreamSink } from './reader.js';
export { type RefillOptions, refillWindow } from './refillWindow.js';
export { latestOfLines, type Sampled, type SamplingOf, sampled, shownFrom } from './sampling.js';
export { type StreamClock, streamClockOf, systemStreamClock } from './streamClock.js';
export type { OddsEvent, ScoresEvent, StreamEvent, StreamKind } from './streamEvent.js';
