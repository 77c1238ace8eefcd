import '#texts';

export {
  ATTESTATION_LAYOUT,
  ATTESTED_SLOTS,
  type Attestation,
  type AttestationAccount,
  type AttesterSet,
  readAttestation,
  readAttesterSet,
  type VouchersQuestion,
  vouchers,
} from './attestation.js';
export { bytesFromIntegers, bytesFromText } from './byteText.js';
export { type CompactQuestion, checkCompactForm, type ProvenCompact, proveCompact } from './compact.js';
export { compactForm } from './compactForm.js';
export {
  coveringStrategyOf,
  keysOfCondition,
  parseCondition,
  strategyOf,
} from './condition.js';
export { conditionOnAll } from './conditionOnAll.js';
export { conditionText } from './conditionText.js';
export {
  checkPartialStrategy,
  checkStrategy,
  coversExactly,
  evaluateStrategy,
  evaluateStrategyWide,
  indicesOf,
} from './evaluate.js';
export type { Fact } from './fact.js';
export { fileKindOf, type SavedFile } from './fileKind.js';
export { fullForm } from './fullForm.js';
export {
  type DrawnEdge,
  type DrawnNode,
  type DrawnPoint,
  type DrawnTree,
  layOutTrees,
  type TreeDrawing,
} from './inspect/drawing.js';
export type {
  CheckState,
  InspectedCheck,
  InspectedLevel,
  InspectedNode,
  Inspection,
  LevelName,
  ProofBreak,
} from './inspect/inspection.js';
export type { InspectOptions, RootsSource } from './inspect/inspectOptions.js';
export { inspectProof } from './inspect/inspectProof.js';
export { CHECK_MARKS, type InspectSection, inspectSections } from './inspect/sections.js';
export { isOfOlderTree } from './olderTree.js';
export { parseProof } from './parse.js';
export { multiproofPayload, oddsPayload, statPayload } from './payload.js';
export type {
  FixtureBatchProof,
  FixtureProof,
  OddsProof,
  Proof,
  StatProof,
  StatProofV1,
  StatProofV2,
  StatProofV3,
  StatProofV4,
} from './proof.js';
export { readDocument } from './readDocument.js';
export { type Attested, type AttesterAccounts, RootAttesters } from './rootAttesters.js';
export {
  checkRootsAccount,
  dailyRoot,
  fixturesRoot,
  type PublishedSlots,
  publishedSlots,
  ROOTS_KINDS,
  ROOTS_LAYOUTS,
  type RootsKind,
  storedDay,
} from './rootsAccount.js';
export { readRootsFile } from './rootsFile.js';
export { publishedRoot, ROOTS_TIMES, type RootsPlace, rootsKindOf, rootsPlaceOf } from './rootsPlace.js';
export { RULES, type RuleText } from './rules/ruleTexts.js';
export { checkOracleKey, checkSignature } from './signature.js';
export type { OperatorSign } from './signs.js';
export { witnessFact } from './statFacts.js';
export { MAX_PATH, MAX_STATS } from './statForm.js';
export type { Condition, ConditionPart } from './strategyForm.js';
export type { TreeFormat } from './treeFormat.js';
export type { Trust } from './trust.js';
export { type StatClaim, validateStat, validateStatV1 } from './validate.js';
export { type VerifyOptions, type VerifyResult, verify } from './verify.js';
export { type FixtureResult, type VerifyFixtureOptions, verifyFixture } from './verifyFixture.js';
export {
  type FixtureBatchResult,
  type VerifyFixtureBatchOptions,
  verifyFixtureBatch,
} from './verifyFixtureBatch.js';
export { type OddsResult, type VerifyOddsOptions, verifyOdds } from './verifyOdds.js';
export {
  checkPayloadSignature,
  type ProveEventOptions,
  type ProvenEvent,
  proveEvent,
  type StatResult,
  type VerifyStatOptions,
  verifyStat,
} from './verifyStat.js';
export { isZeroProof } from './zeroProof.js';
