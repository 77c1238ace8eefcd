import { INVALID_COMPACT_FORM } from '../error/codes/verifier.js';
import type { ContextOf } from '../error/errors.js';
import { fail } from '../error/linesmanError.js';
import type { CompactProof } from '../format/compactProof.js';
import { equalBytes, type Hash } from '../format/hash.js';
import { statLeafHash } from '../format/scoreStat.js';
import type { StatLeaf } from '../format/statValidationInput.js';
import { fold, leafIndexOf } from '../merkle/path.js';
import { checkProof } from './checkProof.js';
import type { StatProof } from './proof.js';
import { MAX_PATH } from './statForm.js';
import { isZeroProof } from './zeroProof.js';

/**
 * Converts a verified proof to its compact form.
 *
 * Errors: INVALID_COMPACT_FORM for a proof without one: a signed proof (the signature covers the full form; a market
 * without a signer takes version 3), stats with different periods, a repeated key, zero proofs with different maps,
 * stats of two events, a path longer than 32 nodes or from a zero map's leaf, or a witness of another event.
 *
 * @param witness A present stat of the same event with its own path. Proves the period if all stats of the proof are
 * zero; otherwise it is ignored.
 *
 * @example
 * ```ts
 * import { compactForm, type StatProofV3 } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProofV3;
 * const { values, absent } = compactForm(proof);
 * ```
 */
export function compactForm(proof: StatProof, witness?: StatLeaf): CompactProof {
  checkProof('compactForm', proof);
  const cannot = (fault: ContextOf<typeof INVALID_COMPACT_FORM>): never => fail(INVALID_COMPACT_FORM, fault);
  if (proof.version === 4) return cannot({ problem: 'signed' });
  const { leaves, summary, fixtureProof, mainTreeProof, eventStatRoot } = proof;
  if (proof.version === 1 && proof.secondEventStatRoot && !equalBytes(proof.secondEventStatRoot, eventStatRoot))
    return cannot({ problem: 'two events' });
  if ([fixtureProof, mainTreeProof].some(({ length }) => length > MAX_PATH))
    return cannot({ problem: 'long path', limit: MAX_PATH });
  const keys = leaves.map(({ stat }) => stat.key);
  if (new Set(keys).size !== keys.length) return cannot({ problem: 'repeated keys', keys });
  const subTreeIndex = leafIndexOf(fixtureProof);
  if (subTreeIndex % 2 === 0) return cannot({ problem: 'begins at a zero map' });

  const isMulti = proof.version === 3;
  const isZero = ({ statProof }: StatLeaf) => (isMulti ? statProof.length > 0 : isZeroProof(statProof));
  const zeroMaps = leaves.filter(isZero).map(({ statProof }) => statProof[1]?.hash);
  const [zeroMap = null] = zeroMaps;
  if (zeroMap && !zeroMaps.every((map) => map && equalBytes(map, zeroMap)))
    return cannot({ problem: 'different zero maps' });

  const present = leaves.filter((leaf) => !isZero(leaf));
  const needed = present.length === 0 ? witness : undefined;
  if (needed && !equalBytes(fold(statLeafHash(needed.stat), needed.statProof), eventStatRoot))
    return cannot({ problem: 'witness of another event' });
  const shown = needed ? [needed] : present;
  const periods = [...new Set(shown.map(({ stat }) => stat.period))];
  if (periods.length > 1) return cannot({ problem: 'several periods', periods });

  const multiproof =
    isMulti && !needed
      ? { hashes: proof.multiproofHashes.map(({ hash }) => hash), leafIndices: proof.leafIndices }
      : joined(shown);
  return {
    ...summary.updateStats,
    updateIndex: (subTreeIndex - 1) / 2,
    fixtureSiblings: fixtureProof.slice(zeroMap ? 1 : 0).map(({ hash }) => hash),
    mainIndex: leafIndexOf(mainTreeProof),
    mainSiblings: mainTreeProof.map(({ hash }) => hash),
    period: periods[0] ?? 0,
    values: leaves.map(({ stat }) => stat.value),
    absent: leaves.reduce((bits, leaf, place) => bits | (isZero(leaf) ? 1 << place : 0), 0),
    zeroMap,
    witness: needed ? { key: needed.stat.key, value: needed.stat.value } : null,
    ...multiproof,
    eventStatRoot: shown.length === 0 ? eventStatRoot : null,
  };
}

/** Merges single paths into one multiproof, without the nodes that the other paths prove. */
function joined(leaves: readonly StatLeaf[]): Pick<CompactProof, 'hashes' | 'leafIndices'> {
  const siblings = new Map<number, Hash>();
  const leafIndices = leaves.map(({ statProof }) => 2 ** statProof.length + leafIndexOf(statProof));
  leaves.forEach(({ statProof }, i) => {
    statProof.forEach(({ hash }, level) => {
      const number = Math.floor((leafIndices[i] ?? 0) / 2 ** level);
      siblings.set(number % 2 === 0 ? number + 1 : number - 1, hash);
    });
  });
  return { hashes: siblingNumbers(leafIndices).flatMap((number) => siblings.get(number) ?? []), leafIndices };
}

/** The numbers of the nodes that a multiproof of these leaves contains, in its order: layer by layer, right to left. */
export function siblingNumbers(leafIndices: readonly number[]): number[] {
  const numbers: number[] = [];
  let layer = [...leafIndices].sort((a, b) => b - a);
  while ((layer[0] ?? 1) > 1) {
    const known = new Set(layer);
    for (const number of layer) {
      const sibling = number % 2 === 0 ? number + 1 : number - 1;
      if (!known.has(sibling)) numbers.push(sibling);
    }
    layer = [...new Set(layer.map((number) => Math.floor(number / 2)))];
  }
  return numbers;
}
