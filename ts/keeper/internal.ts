/** For `linesman-service`, which depends on exactly this version. Anything here may change at any time. */

export { configOf, programsOfFlags } from './commands/deploymentOf.js';
export { openChain } from './commands/openChain.js';
export { solText } from './commands/wallet/lamports.js';
