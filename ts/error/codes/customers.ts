/** Buying, subscribing and staking: 7150–7164. */

export const PURCHASE_REFUSED = 7150;
export const QUOTE_DIFFERS = 7151;
export const NOT_ACTIVATED = 7152;
export const WALLET_TOO_POOR = 7153;
export const NOTHING_TO_CLAIM = 7154;
export const FIXTURE_UNKNOWN = 7155;
export const TOKEN_FILE_NOT_WRITTEN = 7156;
export const NOT_A_MINT = 7157;
export const NOT_ENDED_IN_TIME = 7158;
export const FIXTURE_SPORT_MISMATCH = 7160;
export const FIXTURE_SPORT_UNKNOWN = 7161;
