/**
 * For the other packages, which depend on exactly this version. Anything here may change at any time.
 */

export { lateRootsJson, lateRootsLines } from './cli/proof/lateRootsText.js';
export { hasRecord } from './client/eventStream.js';
export { reconnecting } from './client/reconnecting.js';
export { type ReadOptions, type RecordReader, recordsOfText } from './client/recordList.js';
export { formOfBytes } from './error/document/savedForm.js';
export * from './format/checkOptions.js';
export { isoTime } from './format/isoTime.js';
export * from './format/optionKinds.js';
export { HASH_ENCODING, putHash } from './format/runtimeSha256.js';
export { refuseConnection } from './node/refuseConnection.js';
export { securityText } from './node/securityText.js';
export { answerStrayRequests, hasOneHost, refuseBytes } from './node/strayRequests.js';
export { accountBytes } from './program/account/accountBytes.js';
export { PROGRAM_DATA_HEADER, type ProgramData, readProgramData, upgradesText } from './program/account/programData.js';
export { type RootsAccount, rootsAccount } from './program/account/rootsAccountBytes.js';
export { addressIn } from './program/address/addressIn.js';
export { ADDRESSES } from './program/address/addressOption.js';
export { MAX_UNITS, wholePriorityFee } from './program/transaction/budget.js';
export { compileFor, draftFor, fitting, versionFor } from './program/transaction/compileFor.js';
export { passedSince } from './program/transaction/passedSince.js';
export { Slots } from './program/transaction/slots.js';
export { untilAborted } from './program/untilAborted.js';
export { checkFields } from './proof/checkFields.js';
export { DocumentNode } from './proof/document.js';
export { documentOfFile } from './proof/documentOfFile.js';
export { matching, nameIn, orNull } from './proof/fieldReaders.js';
export { findMarketProof } from './prove/findMarketProof.js';
export { atRpcOption } from './rpc/atRpcOption.js';
