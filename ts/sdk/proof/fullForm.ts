import type { CompactProof } from '../format/compactProof.js';
import type { Hash } from '../format/hash.js';
import type { Path, ProofNode } from '../format/proofNode.js';
import type { ScoreStat } from '../format/scoreStat.js';
import { statKey } from '../format/statKey.js';
import type { StatLeaf } from '../format/statValidationInput.js';
import { zeroMarker } from '../format/zeroMap.js';
import { type CompactQuestion, fixtureHashes, proveCompact, subTreeRootOf } from './compact.js';
import { siblingNumbers } from './compactForm.js';
import type { Fact } from './fact.js';
import type { StatProofV3 } from './proof.js';

/**
 * Converts a compact proof back to the full form of version 3. It proves the same facts, and states the side of each
 * node. A witness becomes an additional stat. With this, a settlement can be shown from its transaction.
 *
 * Errors: those of `proveCompact` without an account.
 *
 * @example
 * ```ts
 * import type { CompactProof } from '@linesman/sdk/format';
 * import { fullForm, verify } from '@linesman/sdk/proof';
 *
 * declare const proof: CompactProof;
 * const full = fullForm(proof, { fixtureId: 18_400_001, keys: [1, 2], sport: 'soccer' });
 * const { facts } = verify(full, { sport: 'soccer' }) as { facts: unknown };
 * ```
 */
export function fullForm(proof: CompactProof, question: CompactQuestion): StatProofV3 {
  const { facts, witness, eventStatRoot } = proveCompact(proof, question);
  const { updateCount, minTimestamp, maxTimestamp, updateIndex, zeroMap, mainIndex, mainSiblings } = proof;
  const shown = witness ? [...facts, witness] : facts;
  return {
    kind: 'stat',
    version: 3,
    ts: minTimestamp,
    summary: {
      fixtureId: question.fixtureId,
      updateStats: { updateCount, minTimestamp, maxTimestamp },
      eventsSubTreeRoot: subTreeRootOf(proof, eventStatRoot),
    },
    fixtureProof: sided(fixtureHashes(proof), 2 * updateIndex + 1),
    mainTreeProof: sided(mainSiblings, mainIndex),
    eventStatRoot,
    leaves: shown.map((fact) => leafOf(fact, zeroMap, question)),
    multiproofHashes: sidedMultiproof(proof),
    leafIndices: proof.leafIndices,
  };
}

/** A path. The bits of the leaf index determine its sides. */
const sided = (hashes: readonly Hash[], index: number): Path =>
  hashes.map((hash, level) => ({ hash, isRightSibling: Math.floor(index / 2 ** level) % 2 === 0 }));

function leafOf(fact: Fact, zeroMap: Hash | null, { sport }: CompactQuestion): StatLeaf {
  if (fact.kind === 'present') {
    const { key, value, period } = fact;
    return { stat: { key, value, period }, statProof: [] };
  }
  const stat: ScoreStat = { key: statKey(fact.key), value: 0, period: 0 };
  const nodes = [zeroMarker(sport), ...(zeroMap ? [zeroMap] : [])];
  return { stat, statProof: nodes.map((hash) => ({ hash, isRightSibling: false })) };
}

/** `proveCompact` has found that there is a hash for each of these nodes. */
function sidedMultiproof({ hashes, leafIndices }: CompactProof): ProofNode[] {
  const numbers = siblingNumbers(leafIndices);
  return hashes.map((hash, i) => ({ hash, isRightSibling: (numbers[i] ?? 0) % 2 === 1 }));
}
