export { DEFAULT_PRICING, planOracle, type SetUpStep, setUpOracle } from './roots/chain/index.js';
export * from './serve/index.js';
