import { hexToBytes } from '../../ts/sdk/format/hex.js';
import { sportOfLayout } from '../../ts/sdk/format/sport.js';
import type { Proof } from '../../ts/sdk/proof/proof.js';
import type { VerifyOptions } from '../../ts/sdk/proof/verify.js';
import { rootsAccount } from './rootsAccount.js';
import {
  claimAsStrategy,
  typedFixture,
  typedFixtureBatch,
  typedOdds,
  typedStrategy,
  typedV1,
  typedV2,
  typedV3,
} from './typed.js';
import type { V4, Vector } from './vector.js';

/** The proof of a vector and the question to `verify`; undefined if its bytes do not decode. */
export function offlineProof(vector: Vector): { proof: Proof; options: VerifyOptions } | undefined {
  const proof = typedProof(vector);
  if (proof === undefined) return undefined;
  const strategy = strategyOf(vector);
  const oracleKeys = vector.v4?.keys.filter((key) => key !== null).map(hexToBytes);
  return {
    proof,
    options: {
      sport: (vector.sport === null ? undefined : sportOfLayout(vector.sport)) ?? 'soccer',
      format: vector.tree === 'older' ? 'all-stats' : 'current',
      rootsAccount: new Uint8Array(rootsAccount(vector.roots)),
      ...(strategy && { strategy }),
      ...(oracleKeys && { oracleKeys }),
    },
  };
}

const signatureOf = (v4: V4 | null): Uint8Array => hexToBytes(v4?.signature ?? '');

function typedProof(vector: Vector): Proof | undefined {
  switch (vector.instruction) {
    case 'validate_stat':
      return vector.proof ? typedV1(vector.proof) : undefined;
    case 'validate_stat_v2':
      return vector.proof ? typedV2(vector.proof) : undefined;
    case 'validate_stat_v3':
      return vector.proof ? typedV3(vector.proof) : undefined;
    case 'validate_stat_v4':
      return vector.proof ? { ...typedV3(vector.proof), version: 4, signature: signatureOf(vector.v4) } : undefined;
    case 'validate_odds':
      return vector.proof ? typedOdds(vector.proof) : undefined;
    case 'validate_odds_v4':
      return vector.proof ? { ...typedOdds(vector.proof), version: 4, signature: signatureOf(vector.v4) } : undefined;
    case 'validate_fixture':
      return vector.proof ? typedFixture(vector.proof) : undefined;
    case 'validate_fixture_batch':
      return vector.proof ? typedFixtureBatch(vector.proof) : undefined;
  }
}

function strategyOf(vector: Vector) {
  if (vector.instruction === 'validate_stat') return vector.strategy ? claimAsStrategy(vector.strategy) : undefined;
  return vector.strategy ? typedStrategy(vector.strategy) : undefined;
}
