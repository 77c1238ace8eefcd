import { hexToBytes } from '../format/hex.js';
import { type RootsAccount, rootsAccount } from '../program/account/rootsAccountBytes.js';
import type { Address } from '../program/address/address.js';
import type { Proof } from '../proof/proof.js';
import { ROOTS_LAYOUTS } from '../proof/rootsAccount.js';
import { rootsKindOf } from '../proof/rootsPlace.js';
import type { Case } from './caseFile.js';

/** Bytes of a roots account besides its roots. */
const BESIDE_ROOTS = 16;

/**
 * The roots account of a case with its one root, at the address that the program with this id would derive; undefined
 * for a case without a root. The recorded account belongs to `roots.program`.
 *
 * @example
 * ```ts
 * import { parseProof, verify } from '@linesman/sdk/proof';
 * import { type Case, rootsOfCase } from '@linesman/sdk/prove';
 *
 * declare const one: Case;
 * const proof = parseProof(one.answer);
 * const rootsAccount = one.roots && rootsOfCase(one, proof, one.roots.program)?.data;
 * if (rootsAccount) verify(proof, { sport: one.sport, rootsAccount });
 * ```
 */
export function rootsOfCase(
  { roots }: Pick<Case, 'roots'>,
  proof: Proof,
  programId: Address,
): RootsAccount | undefined {
  if (roots === null) return undefined;
  const { epochDay, slot, root } = roots;
  const kind = rootsKindOf(proof);
  // In an edited case, a slot that no account of this kind has counts as one without a root.
  const hasSlot = 32 * slot < ROOTS_LAYOUTS[kind].size - BESIDE_ROOTS;
  return rootsAccount(kind, epochDay, new Map(hasSlot ? [[slot, hexToBytes(root)]] : []), programId);
}
