/** Where records come from: brokers and made-up seasons: 7280–7299. */

export const INVALID_NATS_ADDRESS = 7280;
export const INVALID_NATS_NAME = 7281;
export const INVALID_REFUSED_SUBJECT = 7282;
export const UNKNOWN_SCRIPT = 7283;
export const INVALID_SEASON = 7284;
