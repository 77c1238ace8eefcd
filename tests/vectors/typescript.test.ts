import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from '../../ts/sdk/format/hex.js';
import { decodeInstruction } from '../../ts/sdk/program/decodeInstruction.js';
import type { InstructionKind } from '../../ts/sdk/program/instruction/define.js';
import { INSTRUCTIONS } from '../../ts/sdk/program/instructions.js';
import {
  validateFixture,
  validateFixtureBatch,
  validateOdds,
  validateOddsV4,
  validateStat,
  validateStatV2,
  validateStatV3,
  validateStatV4,
} from '../../ts/sdk/program/oracle/instructions.js';
import { multiproofPayload, oddsPayload, statPayload } from '../../ts/sdk/proof/payload.js';
import { readCorpus, VECTORS_FOLDER } from './corpus.js';
import { corpusFiles } from './generate.js';
import { asked, judge, of } from './judge.js';
import {
  typedClaim,
  typedFixture,
  typedFixtureBatch,
  typedOdds,
  typedStrategy,
  typedV1,
  typedV2,
  typedV3,
} from './typed.js';
import type { Vector } from './vector.js';

const corpus = readCorpus();
const generated = corpusFiles();

/** Instruction data from the typed proof, by the encoders of `ts/sdk/program`. */
function encoded(vector: Vector): Uint8Array {
  switch (vector.instruction) {
    case 'validate_stat': {
      const { statA, statB } = of(vector);
      const { ts, summary, fixtureProof, mainTreeProof, leaves, eventStatRoot, secondEventStatRoot } = typedV1(
        of(vector),
      );
      const [a, b] = leaves.map(({ stat, statProof }) => ({ statToProve: stat, statProof }));
      if (!a) throw new Error(`no stat but ${statA.stat.key}`);
      return validateStat.encode({
        ts,
        fixtureSummary: summary,
        fixtureProof,
        mainTreeProof,
        ...typedClaim(asked(vector)),
        statA: { ...a, eventStatRoot },
        statB: statB && b && secondEventStatRoot ? { ...b, eventStatRoot: secondEventStatRoot } : null,
      });
    }
    case 'validate_stat_v2':
      return validateStatV2.encode({
        payload: statPayload(typedV2(of(vector))),
        strategy: typedStrategy(asked(vector)),
      });
    case 'validate_stat_v3':
      return validateStatV3.encode({
        payload: multiproofPayload(typedV3(of(vector))),
        strategy: typedStrategy(asked(vector)),
      });
    case 'validate_stat_v4':
      return validateStatV4.encode({
        payload: multiproofPayload(typedV3(of(vector))),
        strategy: typedStrategy(asked(vector)),
      });
    case 'validate_odds':
      return validateOdds.encode(oddsPayload(typedOdds(of(vector))));
    case 'validate_odds_v4':
      return validateOddsV4.encode({ payload: oddsPayload(typedOdds(of(vector))) });
    case 'validate_fixture':
      return validateFixture.encode(typedFixture(of(vector)));
    case 'validate_fixture_batch': {
      const { metadata, mainTreeProof } = typedFixtureBatch(of(vector));
      return validateFixtureBatch.encode({ index: of(vector).index, metadata, proof: mainTreeProof });
    }
  }
}

/** Integers beyond 2^53 cannot be represented in the typed proofs. */
const readable = (vector: Vector) =>
  !('skip' in vector.expect.typescript && /2\^53/.test(vector.expect.typescript.skip));

describe('the corpus', () => {
  it('is the output of the committed script', () => {
    for (const [name, content] of generated)
      expect(readFileSync(join(VECTORS_FOLDER, name), 'utf8') === content, `${name}: run "npm run vectors"`).toBe(true);
  });

  it('has at least 40 classes of faults, and valid vectors of every instruction', () => {
    const classes = new Set(corpus.map((vector) => vector.class));
    classes.delete('valid');
    expect(classes.size).toBeGreaterThanOrEqual(40);
    const valid = new Set(corpus.filter((vector) => vector.class === 'valid').map(({ instruction }) => instruction));
    expect(valid.size).toBe(8);
  });

  it('stays below 6 MB', () => {
    const bytes = [...generated.values()].reduce((sum, content) => sum + Buffer.byteLength(content), 0);
    expect(bytes).toBeLessThan(6_000_000);
  });
});

describe('the offline verifier', () => {
  const judged = corpus.filter(({ expect: of }) => !('skip' in of.typescript));
  it.each(judged.map((vector) => [vector.name, vector.about, vector] as const))('%s: %s', (_, __, vector) => {
    expect(judge(vector)).toEqual(vector.expect.typescript);
  });
});

describe('the encoders', () => {
  it('write the instruction data of every vector, byte for byte', () => {
    for (const vector of corpus.filter((one) => one.proof !== null && readable(one)))
      expect(bytesToHex(encoded(vector)), vector.name).toBe(vector.data);
  });

  it('read them back to the same bytes', () => {
    const byName = new Map<string, InstructionKind<unknown>>(
      Object.values(INSTRUCTIONS).map((one) => [one.name, one as unknown as InstructionKind<unknown>]),
    );
    for (const vector of corpus.filter((one) => one.proof !== null && readable(one))) {
      const { name, args } = decodeInstruction(hexToBytes(vector.data));
      expect(name).toBe(vector.instruction);
      expect(bytesToHex(byName.get(name)?.encode(args) ?? new Uint8Array()), vector.name).toBe(vector.data);
    }
  });
});
