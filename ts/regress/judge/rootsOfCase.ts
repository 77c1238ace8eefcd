import { hexToBytes } from 'linesman/format';
import { rootsAccount } from 'linesman/internal';
import type { Address } from 'linesman/program';
import type { Proof, RootsKind } from 'linesman/proof';
import type { Case } from '../case/caseFile.js';
import type { PlacedAccount } from '../engine/engine.js';

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
 * The roots account of a case with its one root, as the program with this id would own it; undefined without a root.
 * The recorded account belongs to `roots.program`, whose address every other program would refuse.
 */
export function rootsOfCase({ roots }: Case, proof: Proof, programId: Address): PlacedAccount | undefined {
  if (roots === null) return undefined;
  const { epochDay, slot, root } = roots;
  const slots = new Map([[slot, hexToBytes(root)]]);
  const { address, data } = rootsAccount(rootsKindOf(proof), epochDay, slots, programId);
  return { address, owner: programId, data };
}
