import type { Hash } from '../../format/hash.js';
import type { Path } from '../../format/proofNode.js';
import type { ScoreStat } from '../../format/scoreStat.js';
import { type Codec, hash32, struct } from '../borsh/codec.js';
import { path, scoreStat } from './hashedTypes.js';

/** A stat in the form of `validate_stat` (v1): with its path and the event root to which the path hashes. */
export interface StatTerm {
  readonly statToProve: ScoreStat;
  readonly eventStatRoot: Hash;
  readonly statProof: Path;
}

export const statTerm = struct({
  statToProve: scoreStat,
  eventStatRoot: hash32 as Codec<Hash>,
  statProof: path,
}) satisfies Codec<StatTerm>;
