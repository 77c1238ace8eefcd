import type { Hash, Path, ScoreStat } from '../../format/index.js';
import { type Codec, hash32, struct } from '../borsh/codec.js';
import { path, scoreStat } from './hashedTypes.js';

/** A stat of `validate_stat` (v1), with the root of its event and its path to it. */
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
