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
export { type RefusedMessage, type TakeFromNatsOptions, type TakenMessages, takeFromNats } from './takeFromNats.js';
