export { connectNats } from './connectNats.js';
export { documentsOfLines } from './documentsOfLines.js';
export { linesOfBytes } from './linesOfBytes.js';
export {
  listenForRecords,
  type RecordSocket,
  type RecordSocketOptions,
} from './listenForRecords.js';
export type { NatsSource } from './natsConsumer.js';
export { plainBytes } from './plainBytes.js';
export { ServiceTaker } from './serviceTaker.js';
export { isListening, SOCKET_NAME } from './socketPath.js';
export { type MessageCounts, type RefusedMessage, type TakeFromNatsOptions, takeFromNats } from './takeFromNats.js';
