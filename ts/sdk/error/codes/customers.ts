import { named } from '../named.js';

/** Buying, subscribing and staking: 7150–7164. */

export const PURCHASE_REFUSED = /* @__PURE__ */ named(7150, 'PurchaseRefused');
export const QUOTE_DIFFERS = /* @__PURE__ */ named(7151, 'QuoteDiffers');
export const NOT_ACTIVATED = /* @__PURE__ */ named(7152, 'NotActivated');
export const WALLET_TOO_POOR = /* @__PURE__ */ named(7153, 'WalletTooPoor');
export const NOTHING_TO_CLAIM = /* @__PURE__ */ named(7154, 'NothingToClaim');
export const FIXTURE_UNKNOWN = /* @__PURE__ */ named(7155, 'FixtureUnknown');
export const TOKEN_FILE_NOT_WRITTEN = /* @__PURE__ */ named(7156, 'TokenFileNotWritten');
export const NOT_A_MINT = /* @__PURE__ */ named(7157, 'NotAMint');
export const NOT_ENDED_IN_TIME = /* @__PURE__ */ named(7158, 'NotEndedInTime');
export const FIXTURE_SPORT_MISMATCH = /* @__PURE__ */ named(7160, 'FixtureSportMismatch');
export const FIXTURE_SPORT_UNKNOWN = /* @__PURE__ */ named(7161, 'FixtureSportUnknown');
export const STAKES_CLOSE_NEAR_START = /* @__PURE__ */ named(7162, 'StakesCloseNearStart');
export const NO_BOUND_FOR_LATE_ROOTS = /* @__PURE__ */ named(7163, 'NoBoundForLateRoots');
export const UNTRUSTED_UPGRADES = /* @__PURE__ */ named(7164, 'UntrustedUpgrades');
