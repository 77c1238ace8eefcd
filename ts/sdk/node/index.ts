import '#texts';

export { authority } from './authority.js';
export { folderFailure, inFolder } from './folderFailure.js';
export { isRunning, lockFolder } from './folderLock.js';
export { HIDDEN, hideSecrets, secretsOf } from './hideSecrets.js';
export { readKeyFile } from './keyFile.js';
export { LeastRecent } from './leastRecent.js';
export { isLoopbackAddress, isLoopbackHost, LOOPBACK_NAMES } from './loopback.js';
export { type MetricsServer, type MetricsText, serveMetrics } from './metricsServer.js';
export { OracleKey } from './oracleKey.js';
export { privateFileText } from './privateFileText.js';
export { readKeypair } from './readKeypair.js';
export { placeName, type SecretPlace, secretText, seedOf } from './secretText.js';
export { sentBeforeClosing } from './sentBeforeClosing.js';
export { type SignalSource, type StopOptions, type StopSignals, stopSignals } from './stopSignals.js';
export { unusedConnections } from './unusedConnections.js';
export { WholeFile } from './wholeFile.js';
