import { fail, WITNESS_NOT_USABLE } from '@linesman/sdk/error';
import { equalBytes } from '@linesman/sdk/internal/format/hash';
import type { StatLeaf } from '@linesman/sdk/internal/format/statValidationInput';
import type { Proof, StatProof } from '@linesman/sdk/internal/proof/proof';

/** The first present stat of an answer about the same event. */
export function witnessLeaf(witness: Proof, proof: StatProof): StatLeaf {
  if (witness.kind !== 'stat' || (witness.version > 2 && witness.leaves.length > 1))
    return fail(WITNESS_NOT_USABLE, { problem: 'no paths' });
  if (!equalBytes(witness.eventStatRoot, proof.eventStatRoot))
    return fail(WITNESS_NOT_USABLE, { problem: 'other event' });
  // A zero proof begins with a marker and shows no period.
  const present = witness.leaves.find(({ stat }) => stat.value !== 0);
  if (!present) return fail(WITNESS_NOT_USABLE, { problem: 'no present stat' });
  // The multiproof of one leaf is its path.
  return witness.version > 2 && 'multiproofHashes' in witness
    ? { stat: present.stat, statProof: witness.multiproofHashes }
    : present;
}
