import { afterAll, describe, expect, it } from 'vitest';
import { sceneOfVector, USER } from '../../ts/regress/conform/vectorScene.js';
import { leftOut } from '../helpers/leftOut.js';
import { ORACLE } from '../helpers/oracleBank.js';
import { Surf, type SurfOutcome, surfpool } from '../helpers/surfpool.js';
import { readCorpus } from '../vectors/corpus.js';
import { resultOnChain } from '../vectors/onChain.js';
import type { Result, Vector } from '../vectors/vector.js';

/** Signatures on the embedded chain, whose Ed25519 precompile refuses forged ones before the oracle program runs. */

const isThere = surfpool() !== null;
if (!isThere) leftOut('forged signatures on a chain: @solana/surfpool-linux-x64-gnu is not installed.');

/** Valid proofs of version 4, and every fault in a signature or in the instruction that carries it. */
const CLASSES =
  /^(signer|message|forged-signature|signature-account|signature-instruction|signature-header|signature-length)$/;
const VALID =
  /^(v4-known-answer|v4-next-key|v4-no-next-key|v4-directly-before|v4-false|v4-flippable|odds-v4-everything-set)$/;
const vectors = readCorpus().filter(
  (vector) => vector.v4 !== null && (CLASSES.test(vector.class) || VALID.test(vector.name)),
);

/** The outcome in the terms of the corpus, given how many instructions precede the checked one. */
function resultOf({ failure, returned }: SurfOutcome, before: number): Result {
  if (failure) {
    if (failure.instruction < before) return { precompile: true };
    if (failure.error === null) throw new Error('the program failed without a number');
    return { error: failure.error };
  }
  if (returned.length !== 1) throw new Error(`return data ${Buffer.from(returned).toString('hex')}`);
  return { verdict: returned[0] === 1 };
}

describe.skipIf(!isThere)('on the newer runtime', () => {
  const surf = Surf.start(ORACLE);
  afterAll(() => surf?.stop());

  it.each(vectors.map((vector) => [vector.name, vector.about, vector] as const))(
    '%s: %s',
    async (_, __, vector: Vector) => {
      if (!surf) throw new Error('the chain did not start');
      const { accounts, instructions } = sceneOfVector(vector);
      for (const { address, owner, data } of accounts) surf.put(address, owner, data);
      const result = resultOf(await surf.send(instructions, [USER]), instructions.length - 1);
      expect(result).toEqual(resultOnChain(vector));
    },
  );

  it('covers forged, foreign and valid signatures', () => {
    const classes = new Set(vectors.map((vector) => vector.class));
    expect([...classes].sort()).toEqual(
      [
        'forged-signature',
        'message',
        'signature-account',
        'signature-header',
        'signature-instruction',
        'signature-length',
        'signer',
        'valid',
      ].sort(),
    );
  });
});
