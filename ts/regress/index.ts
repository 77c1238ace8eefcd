export { type CaseFile, readCaseFolder } from './case/caseFolder.js';
export { FINDING_KINDS, type Finding, type FindingKind } from './compare/finding.js';
export {
  ENGINES,
  type Engine,
  type EngineName,
  type Execution,
  type PlacedAccount,
  type ProgramBytes,
  type Scene,
} from './engine/engine.js';
export { openEngine } from './engine/openEngine.js';
export {
  committedProgram,
  committedSettlementProgram,
  type DeployedProgram,
  deployedProgram,
  programHash,
  programOfFile,
} from './engine/programBytes.js';
export { type Judged, judgeCase } from './judge/judgeCase.js';
export {
  type CaseEntry,
  type Ledger,
  ledgerText,
  type OfflineEntry,
  type ProgramEntry,
  readLedger,
} from './ledger/ledger.js';
export { LocalChain, type LocalChainOptions, openLocalChain } from './local/localChain.js';
