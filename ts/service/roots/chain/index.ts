export { EmbeddedChain, type EmbeddedChainOptions } from './embeddedChain.js';
export { listenOn } from './listenOn.js';
export { DEFAULT_PRICING } from './pricing.js';
export {
  issueStablecoin,
  type OracleMints,
  type OraclePlan,
  type OracleRoles,
  planOracle,
  type SetUpOptions,
  type SetUpStep,
  setUpOracle,
} from './setUpOracle.js';
export { type Surfnet, type SurfnetConfig, type SurfnetModule, surfnetModule } from './surfnet.js';
export { type SavedAccount, SurfnetRpc } from './surfnetRpc.js';
