import { hexToBytes } from '../format/index.js';
import { type RootsAccount, rootsAccount } from '../program/account/rootsAccountBytes.js';
import type { Address } from '../program/index.js';
import type { Proof, RootsKind } from '../proof/index.js';
import type { Case } from './caseFile.js';

/** The roots account that a proof of this kind is checked with. */
export function rootsKindOf(proof: Proof): RootsKind {
  switch (proof.kind) {
    case 'stat':
      return 'scores';
    case 'odds':
      return 'odds';
    case 'fixture':
    case 'fixture-batch':
      return 'fixtures';
  }
}

/**
 * The roots account of a case with its one root, at the address that the program with this id would derive; undefined
 * for a case without a root. The recorded account belongs to `roots.program`.
 *
 * @example
 * ```ts
 * import { parseProof, verify } from 'linesman/proof';
 * import { type Case, rootsOfCase } from 'linesman/prove';
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
  return rootsAccount(rootsKindOf(proof), epochDay, new Map([[slot, hexToBytes(root)]]), programId);
}
