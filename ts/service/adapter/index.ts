export { eventsOf } from './eventsOf.js';
export { keptEncoders } from './keptEncoders.js';
export { type KeptFixtures, keptFixtures } from './keptFixtures.js';
export { recordEncoders } from './recordEncoders.js';
export { type RefillOptions, refillWindow } from './refillWindow.js';
export { storeAuth } from './storeAuth.js';
export { storeProofs } from './storeProofs.js';
export { storeRecords } from './storeRecords.js';
export { validateRecord } from './validateRecord.js';
