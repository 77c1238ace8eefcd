export * from './answerSchemas.js';
export * from './answers.js';
export { keptEncoders } from './keptEncoders.js';
export { type KeptFixtures, keptFixtures } from './keptFixtures.js';
export { recordEncoders } from './recordEncoders.js';
export { storeProofs } from './storeProofs.js';
export { storeRecords } from './storeRecords.js';
export * from './wire.js';
