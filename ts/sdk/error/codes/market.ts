import { named } from '../named.js';

/** Markets, wallets and records from the command line: 7240–7259. */

export const MATCH_BEGUN = /* @__PURE__ */ named(7240, 'MatchBegun');
export const LEFT_IN_VAULT = /* @__PURE__ */ named(7241, 'LeftInVault');
export const NO_FAUCET = /* @__PURE__ */ named(7242, 'NoFaucet');
export const KEY_FILE_NOT_WRITTEN = /* @__PURE__ */ named(7243, 'KeyFileNotWritten');
export const NOT_A_WALLET = /* @__PURE__ */ named(7244, 'NotAWallet');
export const TOKEN_NOT_SENDABLE = /* @__PURE__ */ named(7245, 'TokenNotSendable');
export const OTHER_FORM = /* @__PURE__ */ named(7246, 'OtherForm');
export const CHAIN_CLOCK_BEHIND = /* @__PURE__ */ named(7247, 'ChainClockBehind');
export const WATCH_STATE_NOT_USABLE = /* @__PURE__ */ named(7248, 'WatchStateNotUsable');
export const NO_SUCH_LINE = /* @__PURE__ */ named(7249, 'NoSuchLine');
