/** Markets, wallets and records from the command line: 7240–7259. */

export const MATCH_BEGUN = 7240;
export const LEFT_IN_VAULT = 7241;
export const NO_FAUCET = 7242;
export const KEY_FILE_NOT_WRITTEN = 7243;
export const NOT_A_WALLET = 7244;
export const TOKEN_NOT_SENDABLE = 7245;
export const OTHER_FORM = 7246;
