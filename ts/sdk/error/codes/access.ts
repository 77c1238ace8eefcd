import { named } from '../named.js';

/** Activations and wallets: 7190–7199. */

export const REPEATED_WITH_OTHER_LEAGUES = /* @__PURE__ */ named(7190, 'RepeatedWithOtherLeagues');
export const WALLET_BLOCKED = /* @__PURE__ */ named(7191, 'WalletBlocked');
export const SERVICE_NOT_BOUND = /* @__PURE__ */ named(7192, 'ServiceNotBound');
export const TOKEN_NOT_ACCEPTED = /* @__PURE__ */ named(7193, 'TokenNotAccepted');
