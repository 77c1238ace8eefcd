/** What a page loads when somebody acts, as one chunk: those that it shares with what is loaded first stay few. */
export { findMarket } from '../program/settlement/actions/findMarket.js';
export { fetchStakeTrust } from '../program/settlement/fetchStakeTrust.js';
export { proveAndVerify } from '../prove/proveAndVerify.js';
export { openMarket, prepareShown, termsFor } from './openMarket.js';
export { settleWhenReady } from './settleWhenReady.js';
export { claim, stake } from './stake.js';
