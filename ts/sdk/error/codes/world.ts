import { named } from '../named.js';

/** The world of an embedded service, and pages that use it: 7395–7399. */

export const NOT_THIS_MACHINE = /* @__PURE__ */ named(7395, 'NotThisMachine');
export const PAGE_NOT_CONNECTED = /* @__PURE__ */ named(7396, 'PageNotConnected');
export const WALLET_NOT_SHARED = /* @__PURE__ */ named(7397, 'WalletNotShared');
export const PRICE_CHANGED = /* @__PURE__ */ named(7398, 'PriceChanged');
export const WALLET_NOT_SIGNED = /* @__PURE__ */ named(7399, 'WalletNotSigned');
