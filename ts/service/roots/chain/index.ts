export { EmbeddedChain } from './embeddedChain.js';
export { listenOn } from './listenOn.js';
export { DEFAULT_PRICING } from './pricing.js';
export {
  type OraclePlan,
  planOracle,
  type SetUpStep,
  setUpOracle,
} from './setUpOracle.js';
export { surfnetModule } from './surfnet.js';
export { type SavedAccount, SurfnetRpc } from './surfnetRpc.js';
