import { beforeAll, describe, expect, it } from 'vitest';
import { ORACLE } from '../helpers/oracleBank.js';
import { resultOf, VectorBank } from '../helpers/vectorBank.js';
import { readCorpus } from '../vectors/corpus.js';

/** The oracle program gives every vector the verdict or the exact error number of the corpus. */

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
    expect(resultOf(await bank.run(vector))).toEqual(vector.expect.bankrun);
  });

  it('gives every valid vector the same verdict behind Anchor’s entry point, for more units', async () => {
    const valid = judged.filter((vector) => vector.class === 'valid');
    expect(valid.length).toBeGreaterThan(300);
    for (const vector of valid) {
      const plain = await bank.run(vector);
      const unusual = await bank.run(vector, { repeat: true });
      expect([vector.name, resultOf(unusual)]).toEqual([vector.name, vector.expect.bankrun]);
      expect([vector.name, consumed(unusual.logs) > consumed(plain.logs)]).toEqual([vector.name, true]);
    }
  });
});
