export * from './answerSchemas.js';
export * from './answers.js';
export { keptEncoders, recordEncoders } from './encoders.js';
export { keptFixtures } from './keptFixtures.js';
export { storeMatches } from './storeMatches.js';
export { storeProofs } from './storeProofs.js';
export { storeRecords } from './storeRecords.js';
export { storeSlots } from './storeSlots.js';
export * from './wire.js';
