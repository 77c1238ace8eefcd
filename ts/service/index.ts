export { DEFAULT_PRICING, planOracle, type SetUpStep, setUpOracle } from './chain/index.js';
export * from './serve/index.js';
