import { fail } from '../../error/index.js';
import { equalBytes } from '../../format/index.js';
import { multiproofPayload, type StatProof, statPayload } from '../../proof/index.js';
import type { ScoreProof } from '../wire/scoreProof.js';

/** The proof as `settle` takes it; a v1 answer becomes the v2 form, in which both stats are of one event (6024). */
export function scoreProofOf(proof: StatProof): ScoreProof {
  switch (proof.version) {
    case 1:
      if (proof.secondEventStatRoot && !equalBytes(proof.secondEventStatRoot, proof.eventStatRoot))
        return fail(6024, { message: 'The two stats are of different events.' });
      return { kind: 'V2', ...statPayload(proof) };
    case 2:
      return { kind: 'V2', ...statPayload(proof) };
    case 3:
      return { kind: 'V3', ...multiproofPayload(proof) };
    case 4:
      return { kind: 'V4', ...multiproofPayload(proof) };
  }
}
