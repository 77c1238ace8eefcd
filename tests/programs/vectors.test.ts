import { beforeAll, describe, expect, it } from 'vitest';
import { resultOf, VectorBank } from '../helpers/vectorBank.js';
import { readCorpus } from '../vectors/corpus.js';

/** The oracle program gives every vector the verdict or the exact error number of the corpus. */

const judged = readCorpus().filter(({ expect: of }) => !('skip' in of.bankrun));
let bank: VectorBank;

beforeAll(async () => {
  bank = await VectorBank.start();
});

describe('the oracle program', () => {
  it.each(judged.map((vector) => [vector.name, vector.about, vector] as const))('%s: %s', async (_, __, vector) => {
    expect(resultOf(await bank.run(vector))).toEqual(vector.expect.bankrun);
  });
});
