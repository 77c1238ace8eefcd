export { type Access, accessAt } from './access.js';
export { type ActivationPorts, type ActivationRequest, activate } from './activation.js';
export { apiTokenHash, newApiToken } from './apiToken.js';
export { type Auth, type AuthPorts, createAuth } from './auth.js';
export {
  type Activation,
  type AuthStore,
  MS_PER_WEEK,
  type NotGiven,
  nextPeriod,
  type Period,
  type Repeat,
  storeAuth,
  type TokenOwner,
} from './authStore.js';
export type { SubscriptionTransaction } from './decodeSubscription.js';
export { decodeSubscription } from './decodeSubscription.js';
export type { Terms } from './entitlement.js';
export { type KeptOwners, keptOwners } from './keptOwners.js';
export {
  checkOperatorTables,
  type OperatorTables,
} from './operatorTables.js';
export { OracleKeys, readOracleKeys } from './oracleKeys.js';
export { refuseSeeds } from './seeds.js';
export { SessionKeys } from './sessionKeys.js';
export { SESSION_SECONDS, type Session, SessionTokens } from './sessionTokens.js';
export { rpcSubscriptionChain, type SubscriptionChain } from './subscriptionChain.js';
