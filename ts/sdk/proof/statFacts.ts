import {
  INVALID_MULTIPROOF,
  INVALID_PROOF_PATH,
  INVALID_STAT_COMBINATION,
  INVALID_STAT_PROOF,
} from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import { equalBytes, type Hash } from '../format/hash.js';
import type { Path } from '../format/proofNode.js';
import { type ScoreStat, statLeafHash } from '../format/scoreStat.js';
import type { StatLeaf } from '../format/statValidationInput.js';
import { foldMultiproof } from '../merkle/multiproof.js';
import { fold } from '../merkle/path.js';
import { checking, documentPath } from './documentPath.js';
import type { Fact } from './fact.js';
import type { StatProof } from './proof.js';
import { checkLength } from './statForm.js';
import type { TreeFormat } from './treeFormat.js';
import { type Trust, TrustedLayout } from './trust.js';
import { checkZeroProof, isZeroProof } from './zeroProof.js';

/**
 * Proves each stat of a proof under the event stat root that it names.
 *
 * Errors: INVALID_STAT_PROOF for a stat that does not lead to the root; INDEX_OUT_OF_BOUNDS and STAT_NOT_ZERO for zero
 * proofs; INVALID_STAT_COMBINATION (version 1) for a second stat of another event; MISSING_PROOF_NODE and
 * INVALID_PROOF_PATH for the multiproof.
 */
export function statFacts(proof: StatProof, trust: Trust, format: TreeFormat): Fact[] {
  const layouts = new TrustedLayout(trust);
  if (proof.version === 3 || proof.version === 4) return multiproofFacts(proof, layouts, format);
  return proof.leaves.map((leaf, i) => {
    const second = proof.version === 1 && i === 1 ? proof.secondEventStatRoot : undefined;
    // Otherwise a sum or difference could combine values from different moments of the match.
    if (second && !equalBytes(second, proof.eventStatRoot)) {
      fail(INVALID_STAT_COMBINATION, { problem: 'two events', first: proof.eventStatRoot, second });
    }
    const { stat, statProof } = leaf;
    if (format === 'current' && isZeroProof(statProof)) {
      checkZeroProof(leaf, proof, layouts);
      return { kind: 'absent', key: stat.key, value: 0 };
    }
    return presentFact(stat, statProof, proof.eventStatRoot);
  });
}

/**
 * Proves another stat of an event by its own path, as a witness of the period. Refuses a zero proof, because it does
 * not bind a period. Errors: PROOF_TOO_LARGE, INVALID_STAT_PROOF.
 *
 * @example
 * ```ts
 * import type { StatLeaf } from '@linesman/sdk/format';
 * import { type ProvenEvent, witnessFact } from '@linesman/sdk/proof';
 *
 * declare const event: ProvenEvent;
 * declare const leaf: StatLeaf;
 * const witness = witnessFact(leaf, event.eventStatRoot);
 * ```
 */
export function witnessFact(leaf: StatLeaf, eventStatRoot: Hash): Fact {
  checkLength(leaf.statProof, 'path of the witness');
  return presentFact(leaf.stat, leaf.statProof, eventStatRoot);
}

function presentFact(stat: ScoreStat, path: Path, eventStatRoot: Hash): Fact {
  if (!equalBytes(fold(statLeafHash(stat), path), eventStatRoot)) {
    const { key, value, period } = stat;
    return fail(INVALID_STAT_PROOF, { problem: 'path', key, value, period, ...documentPath(stat) });
  }
  return { kind: 'present', ...stat };
}

type MultiproofForm = Extract<StatProof, { version: 3 | 4 }>;

function multiproofFacts(proof: MultiproofForm, layouts: TrustedLayout, format: TreeFormat): Fact[] {
  // The older tree had no multiproofs.
  if (format === 'all-stats') return fail(INVALID_MULTIPROOF, { problem: 'older tree' });
  const hashes: Hash[] = [];
  const facts = proof.leaves.map((leaf): Fact => {
    const { stat, statProof } = leaf;
    if (statProof.length > 0) {
      checkZeroProof(leaf, proof, layouts);
      return { kind: 'absent', key: stat.key, value: 0 };
    }
    hashes.push(statLeafHash(stat));
    return { kind: 'present', ...stat };
  });
  if (hashes.length === 0) {
    const { length } = proof.multiproofHashes;
    if (length > 0)
      fail(INVALID_PROOF_PATH, { problem: 'no leaf', hashes: length, ...documentPath(proof.multiproofHashes) });
  } else {
    const { multiproofHashes, leafIndices } = proof;
    const root = checking(multiproofHashes, () => foldMultiproof(hashes, multiproofHashes, leafIndices), 'hash');
    if (!equalBytes(root, proof.eventStatRoot))
      fail(INVALID_STAT_PROOF, { problem: 'multiproof', ...documentPath(multiproofHashes) });
  }
  return facts;
}
