/** Data folders and what is in them: 7230–7239. */

export const STORE_DAMAGED = 7230;
export const FOLDER_NOT_WRITABLE = 7231;
export const FOREIGN_FOLDER = 7232;
export const STORE_VERSION_DIFFERS = 7233;
export const KEY_MISSING = 7234;
export const CHAIN_MISSING = 7235;
