import '#texts';

export type { FoundLateRoot, LateRootsGap, OracleChange } from './adminTrail.js';
export { type Candidate, candidatesOf, correctionUnderWay, mayHideCandidates } from './candidates.js';
export {
  CASE_SUFFIX,
  type Case,
  type CaseContent,
  type CaseRequest,
  type CaseRoots,
  caseText,
  FORMAT_VERSION,
  oracleKeysOf,
  readCase,
} from './caseFile.js';
export { rootsOfCase } from './caseRoots.js';
export { type FindLateRootsParameters, findLateRoots, type LateRoots } from './findLateRoots.js';
export { type FindProofParameters, findProof, type ProofSearch } from './findProof.js';
export { type FindResultProofParameters, findResultProof, type ResultProofSearch } from './findResultProof.js';
export { type FindSettlementParameters, findSettlement, type Settlement } from './findSettlement.js';
export { findVoidProof, type VoidSearch } from './findVoidProof.js';
export { type HttpSessionOptions, httpProofSource, type OnAnswer } from './httpProofSource.js';
export { isTransient, type NoProofReason } from './noProof.js';
export { type PreparedSettlement, prepareSettlement, type SettlementAction } from './prepareSettlement.js';
export type { ListedRecord, ProofRequest, ProofSource } from './proofSource.js';
export { type ProveAndVerifyParameters, type ProvenRecord, proveAndVerify } from './proveAndVerify.js';
export { type Received, type RecordingOptions, RecordingSource } from './recordingSource.js';
export { rootsOf } from './recordProof.js';
export { type RootAttestersQuestion, rootAttesters } from './rootAttesters.js';
