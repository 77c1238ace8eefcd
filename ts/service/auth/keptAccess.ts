import { type Access, accessAt } from './access.js';
import type { TokenOwner } from './authStore.js';
import type { OperatorTables } from './operatorTables.js';

/** `accessAt` with a cache: valid for as long as the owner object lives and no period starts or ends. */
export function keptAccess(tables: OperatorTables): (owner: TokenOwner, now: number) => Access | null {
  const kept = new WeakMap<TokenOwner, { readonly from: number; readonly access: Access }>();
  return (owner, now) => {
    const known = kept.get(owner);
    if (known && known.from <= now && now < known.access.changesAt) return known.access;
    const access = accessAt(owner, now, tables);
    if (access) kept.set(owner, { from: now, access });
    return access;
  };
}
