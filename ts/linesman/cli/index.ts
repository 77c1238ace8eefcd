/** What the commands of the other packages are written with. Internal: it changes with any version. */

export { clusterText, rpcUrlOf, shownAddress } from './cluster.js';
export { commandStop } from './commandStop.js';
export { COMMANDS, type CommandAdder, loadCommands } from './commands.js';
export {
  type Configured,
  neededSetting,
  rpcSetting,
  type Sources,
  setting,
} from './configuration.js';
export { DEFAULT_DATA_FOLDER, DEFAULT_STORE, ISSUER_KEY_FILE } from './defaultPlaces.js';
export { eventTeller, type TellEvent } from './eventTeller.js';
export { EXIT } from './exitCode.js';
export { formLine } from './formLine.js';
export { jsonValue } from './jsonValue.js';
export { OPEN_SERVICE, travelsOpenly } from './openService.js';
export { choice, collect } from './option.js';
export { addressOption, hostsOf, listenAddressOf, numberOf, timeOf, u64Of, urlOf } from './optionValue.js';
export { errorText, json } from './print.js';
export { progressTo, whileWaiting } from './progress.js';
export { type ApiTokenFlags, readApiToken } from './readApiToken.js';
export { errnoOf } from './readInput.js';
export { readJsonOption } from './readJsonOption.js';
export { readOracleKey } from './readOracleKey.js';
export { clusterOf, type SigningFlags, sayPayer, signerOf } from './signer.js';
export { noteTable, type Row, rows, showTable } from './table.js';
export type { Terminal } from './terminal.js';
export { factText } from './verdictText.js';
