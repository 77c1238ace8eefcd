import { named } from '../named.js';

/** Data folders and their content: 7230–7239. */

export const STORE_DAMAGED = /* @__PURE__ */ named(7230, 'StoreDamaged');
export const FOLDER_NOT_WRITABLE = /* @__PURE__ */ named(7231, 'FolderNotWritable');
export const FOREIGN_FOLDER = /* @__PURE__ */ named(7232, 'ForeignFolder');
export const STORE_VERSION_DIFFERS = /* @__PURE__ */ named(7233, 'StoreVersionDiffers');
export const KEY_MISSING = /* @__PURE__ */ named(7234, 'KeyMissing');
export const CHAIN_MISSING = /* @__PURE__ */ named(7235, 'ChainMissing');
export const FOLDER_NOT_LOCKABLE = /* @__PURE__ */ named(7236, 'FolderNotLockable');
