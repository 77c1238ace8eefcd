import { beforeAll, describe, expect, it } from 'vitest';
import { ORACLE } from '../helpers/oracleBank.js';
import { resultOf, VectorBank } from '../helpers/vectorBank.js';
import { readCorpus } from '../vectors/corpus.js';
import { resultOnChain } from '../vectors/onChain.js';

/**
 * Every vector gets the verdict or the exact error number of the corpus, from the oracle program or from the precompile
 * before it. What the program itself makes of signatures that a precompile refuses: tests/regress/engines.test.ts.
 */

const judged = readCorpus().filter(({ expect: of }) => !('skip' in of.bankrun));
let bank: VectorBank;

beforeAll(async () => {
  bank = await VectorBank.start();
});

const consumed = (logs: readonly string[]): number =>
  Number(
    logs.flatMap((line) => new RegExp(`^Program ${ORACLE.programId} consumed (\\d+) of`).exec(line)?.[1] ?? [])[0],
  );

describe('the oracle program', () => {
  it.each(judged.map((vector) => [vector.name, vector.about, vector] as const))('%s: %s', async (_, __, vector) => {
    expect(resultOf(await bank.run(vector), vector.v4?.before.length)).toEqual(resultOnChain(vector));
  });

  it('gives every valid vector the same verdict behind Anchor’s entry point, for more units', async () => {
    const valid = judged.filter((vector) => vector.class === 'valid');
    expect(valid.length).toBeGreaterThan(300);
    for (const vector of valid) {
      const plain = await bank.run(vector);
      const unusual = await bank.run(vector, { repeat: true });
      expect([vector.name, resultOf(unusual)]).toEqual([vector.name, resultOnChain(vector)]);
      expect([vector.name, consumed(unusual.logs) > consumed(plain.logs)]).toEqual([vector.name, true]);
    }
  });
});
