/** Shared by the commands of the other packages. Internal: may change with any version. */

export { COMMANDS, type CommandAdder, type CommandTable, loadCommands } from './commands.js';
export { errnoOf } from './errno.js';
export { DEFAULT_DATA_FOLDER, DEFAULT_STORE, ISSUER_KEY_FILE } from './option/defaultPlaces.js';
export { choice, collect } from './option/option.js';
export {
  addressOption,
  dayOf,
  hostsOf,
  listenAddressOf,
  numberOf,
  timeOf,
  u64Of,
  urlOf,
} from './option/optionValue.js';
export { readJsonOption } from './option/readJsonOption.js';
export { refuseWithout } from './option/refuseWithout.js';
export { atVersion, transactionVersionOption, type VersionFlags } from './option/transactionVersion.js';
export type {
  CaseExecution,
  ExecutionRequest,
  LedgerComparison,
  RecordedDifference,
} from './proof/caseExecution.js';
export {
  checkFetchFlags,
  type FetchFlags,
  type FixtureQuestion,
  fixtureQuestionOf,
  marketQuestionOf,
} from './proof/fetchOptions.js';
export { formLine } from './proof/formLine.js';
export { readOracleKey } from './proof/readOracleKey.js';
export { readProof } from './proof/readProof.js';
export { factText } from './proof/verdictText.js';
export { witnessLeaf } from './proof/witnessLeaf.js';
export { clusterText, rpcUrlOf, shownAddress } from './settings/cluster.js';
export {
  type Configured,
  neededSetting,
  rpcSetting,
  type Sources,
  setting,
} from './settings/configuration.js';
export { type ApiTokenFlags, readApiToken } from './settings/readApiToken.js';
export { clusterOf, type SigningFlags, sayPayer, signerOf } from './settings/signer.js';
export { commandStop } from './terminal/commandStop.js';
export { eventTeller, type TellEvent } from './terminal/eventTeller.js';
export { EXIT } from './terminal/exitCode.js';
export { jsonValue } from './terminal/jsonValue.js';
export { OPEN_SERVICE, travelsOpenly } from './terminal/openService.js';
export { errorText, json } from './terminal/print.js';
export { progressTo, whileWaiting } from './terminal/progress.js';
export { columns, noteTable, type Row, rows, showTable } from './terminal/table.js';
export type { Terminal } from './terminal/terminal.js';
