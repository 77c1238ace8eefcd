export { EmbeddedChain } from './embeddedChain.js';
export { isEveryAddress } from './everyAddress.js';
export { listenOn } from './listenOn.js';
export { DEFAULT_PRICING } from './pricing.js';
export { executePlan, type OraclePlan, planOracle, setUpOracle } from './setUpOracle.js';
export { costOf, type NewAccount, type PayerCost, type SetUpStep } from './setUpStep.js';
export { surfnetModule } from './surfnet.js';
export { type SavedAccount, SurfnetRpc } from './surfnetRpc.js';
export type { ProgramUpload } from './uploadProgram.js';
