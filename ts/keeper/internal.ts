/** For `linesman-service`, which depends on exactly this version. Anything here may change at any time. */

export { programsOfFlags } from './commands/deploymentOf.js';
export { keeperLog } from './commands/keeper/keeperLog.js';
export { openChain } from './commands/openChain.js';
export { sendTelling } from './commands/sendTelling.js';
export { solText } from './commands/wallet/lamports.js';
export { LamportLimit } from './lamportLimit.js';
export { errorFields } from './reporter.js';
export { transactionCost } from './transactionCost.js';
