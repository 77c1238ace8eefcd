import { named } from '../named.js';

/** Starting and calling a service from a program: 7340–7359. */

export const INVALID_PROXY_NETWORK = /* @__PURE__ */ named(7340, 'InvalidProxyNetwork');
export const SCHEMA_TITLE_REPEATED = /* @__PURE__ */ named(7341, 'SchemaTitleRepeated');
export const INVALID_CLOCK = /* @__PURE__ */ named(7342, 'InvalidClock');
export const NOT_AN_EDGE = /* @__PURE__ */ named(7343, 'NotAnEdge');
export const INVALID_SERVICE_ADDRESS = /* @__PURE__ */ named(7344, 'InvalidServiceAddress');
export const UNSENDABLE_TOKEN = /* @__PURE__ */ named(7345, 'UnsendableToken');
export const API_TOKEN_NEEDED = /* @__PURE__ */ named(7346, 'ApiTokenNeeded');
export const INVALID_WALLET_SIGNATURE = /* @__PURE__ */ named(7347, 'InvalidWalletSignature');
