import { describe, expect, it } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { parseProof } from '../../ts/sdk/proof/parse.js';
import { verify } from '../../ts/sdk/proof/verify.js';
import { readAnswerCorpus, readCorpus } from './corpus.js';
import { offlineProof } from './offlineProof.js';

const corpus = readAnswerCorpus();
const byName = new Map(readCorpus().map((vector) => [vector.name, vector]));

describe('answers offline', () => {
  it.each(corpus.map((vector) => [vector.name, vector.about, vector] as const))('%s: %s', (_, __, vector) => {
    const same = byName.get(vector.of);
    const { proof, options } = (same && offlineProof(same)) ?? {};
    if (!same || !proof || !options) throw new Error(`${vector.of} has no proof`);
    const read = () => parseProof(vector.answer);
    let result: object;
    try {
      const checked = verify(read(), options);
      result = { verdict: 'verdict' in checked ? checked.verdict : checked.published };
    } catch (error) {
      if (!(error instanceof LinesmanError)) throw error;
      result = { error: error.number };
    }
    expect(result).toEqual(vector.expect);
    // The same bytes, too.
    if ('verdict' in vector.expect) {
      // An answer of version 1 has one event root for both stats.
      const fields = Object.entries(proof).filter(([name]) => name !== 'secondEventStatRoot');
      expect(read()).toMatchObject(Object.fromEntries(fields));
      expect(same.expect.typescript).toEqual(vector.expect);
    }
  });

  it('are written in every way in every kind of answer, and broken', () => {
    expect([...new Set(corpus.map((vector) => vector.class))]).toEqual([
      'valid',
      'answer-hash',
      'answer-hash-ambiguous',
    ]);
    const kinds = corpus.filter(({ class: of }) => of === 'valid').map(({ of }) => byName.get(of)?.instruction);
    expect(new Set(kinds).size).toBe(8);
  });
});
