/**
 * What linesman-keeper and linesman-service share with this package, which they depend on in exactly its version. No
 * promise is made about any of it.
 */
export { type ReadOptions, type RecordReader, recordsOfText } from './client/recordList.js';
export * from './format/checkOptions.js';
export * from './format/optionKinds.js';
export { ADDRESSES } from './program/address/addressOption.js';
export { untilAborted } from './program/untilAborted.js';
export { DocumentNode } from './proof/document.js';
