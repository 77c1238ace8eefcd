/** Activations and wallets: 7190–7199. */

export const REPEATED_WITH_OTHER_LEAGUES = 7190;
export const WALLET_BLOCKED = 7191;
export const SERVICE_NOT_BOUND = 7192;
export const TOKEN_NOT_ACCEPTED = 7193;
