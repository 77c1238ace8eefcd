/** How a program starts and calls a service: 7340–7359. */

export const INVALID_PROXY_NETWORK = 7340;
export const SCHEMA_TITLE_REPEATED = 7341;
export const INVALID_CLOCK = 7342;
export const NOT_AN_EDGE = 7343;
export const INVALID_SERVICE_ADDRESS = 7344;
export const UNSENDABLE_TOKEN = 7345;
export const API_TOKEN_NEEDED = 7346;
export const INVALID_WALLET_SIGNATURE = 7347;
