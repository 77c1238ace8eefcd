/** Shared by the commands of the other packages. Internal: may change with any version. */

export { alternatives, SPORT_WORDS } from '@linesman/sdk/internal/format/sportWords';
export { ArgumentMissing, type CommandAdder, command, commandGroup } from './command.js';
export { COMMANDS, type CommandTable, loadCommands } from './commands.js';
export { errnoOf } from './errno.js';
export { DEFAULT_DATA_FOLDER, DEFAULT_STORE, ISSUER_KEY_FILE } from './option/defaultPlaces.js';
export {
  choice,
  integer,
  type ListenAddress,
  listOf,
  parseAddress,
  parseDay,
  parseHost,
  parseId,
  parseListenAddress,
  parsePort,
  parseSport,
  parseTime,
  parseU64,
  url,
} from './option/optionValue.js';
export { oracleOption } from './option/oracleOption.js';
export { readJsonOption } from './option/readJsonOption.js';
export { refuseWithout } from './option/refuseWithout.js';
export {
  argument,
  type FlagsOf,
  flag,
  flagOf,
  type OptionRow,
  oneOrMore,
  option,
  orVariable,
  type Parser,
  repeatable,
  required,
  text,
} from './option/row.js';
export type { Configured } from './option/settings.js';
export { atVersion, VERSION_ROWS, type VersionFlags } from './option/transactionVersion.js';
export type {
  CaseExecution,
  ExecutionRequest,
  LedgerComparison,
  RecordedDifference,
} from './proof/caseExecution.js';
export { checkFetchFlags, type FixtureQuestion, fetchRows, fixtureQuestionOf } from './proof/fetchOptions.js';
export { formLine } from './proof/formLine.js';
export { lateRootsJson, lateRootsLines } from './proof/lateRootsText.js';
export { outline } from './proof/outline.js';
export { readOracleKey } from './proof/readOracleKey.js';
export { readProof } from './proof/readProof.js';
export { factText } from './proof/verdictText.js';
export { witnessLeaf } from './proof/witnessLeaf.js';
export { run } from './run.js';
export { clusterText, parseRpcUrl, shownAddress } from './settings/cluster.js';
export { CONFIG_ROW, neededRpcSetting, neededSetting, rpcSetting, setting } from './settings/configuration.js';
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
