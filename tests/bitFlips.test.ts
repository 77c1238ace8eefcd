import { describe, expect, test } from 'vitest';
import { LinesmanError } from '../ts/sdk/error/linesmanError.js';
import { BATCH_METADATA_SCHEMA } from '../ts/sdk/format/batchMetadata.js';
import { HASH_SCHEMA, type Schema } from '../ts/sdk/format/borsh.js';
import { FIXTURE_SCHEMA } from '../ts/sdk/format/fixture.js';
import { FIXTURE_BATCH_SUMMARY_SCHEMA } from '../ts/sdk/format/fixtureBatchSummary.js';
import { ODDS_VALIDATION_INPUT_SCHEMA } from '../ts/sdk/format/oddsValidationInput.js';
import { PATH_SCHEMA } from '../ts/sdk/format/proofNode.js';
import { SCORES_BATCH_SUMMARY_SCHEMA } from '../ts/sdk/format/scoresBatchSummary.js';
import {
  STAT_LEAF_SCHEMA,
  STAT_VALIDATION_INPUT_SCHEMA,
  STAT_VALIDATION_INPUT_V4_SCHEMA,
} from '../ts/sdk/format/statValidationInput.js';
import { type Codec, decode, encode } from '../ts/sdk/program/borsh/codec.js';
import { BorshFault } from '../ts/sdk/program/borsh/fault.js';
import { parseProof } from '../ts/sdk/proof/parse.js';
import { multiproofPayload, oddsPayload, statPayload } from '../ts/sdk/proof/payload.js';
import type { FixtureBatchProof, FixtureProof, OddsProof, StatProof } from '../ts/sdk/proof/proof.js';
import { verifyFixture } from '../ts/sdk/proof/verifyFixture.js';
import { verifyFixtureBatch } from '../ts/sdk/proof/verifyFixtureBatch.js';
import { verifyOdds } from '../ts/sdk/proof/verifyOdds.js';
import { verifyStat } from '../ts/sdk/proof/verifyStat.js';
import {
  FINAL,
  FIXTURES,
  FIXTURES_ACCOUNT,
  ODDS,
  ODDS_ACCOUNT,
  ORACLE_KEY,
  proofOf,
  SCORES_ACCOUNT,
} from './helpers/sampleSlot.js';

/**
 * Flips every bit of valid proofs in their wire form: no flipped proof is accepted. There are exactly two exceptions:
 * the period next to a zero stat is not proven, and the direction of a node that equals the running hash does not
 * matter.
 */

interface Flip {
  byte: number;
  bit: number;
  before: number;
}

/** Flips each bit, or one bit of each byte where all of them take too long. Returns the flips that `verify` accepts. */
// biome-ignore lint/suspicious/noExplicitAny: what is decoded has the type of its schema.
function acceptedFlips(schema: Schema, value: unknown, verify: (value: any) => unknown, isQuick = true): Flip[] {
  const codec = schema as Codec<unknown>;
  const bytes = encode(codec, value);
  verify(decode(codec, bytes) as never);
  const accepted: Flip[] = [];
  for (let byte = 0; byte < bytes.length; byte++) {
    for (const bit of isQuick ? [0, 1, 2, 3, 4, 5, 6, 7] : [(byte * 5) % 8]) {
      const before = bytes[byte] ?? 0;
      bytes[byte] = before ^ (1 << bit);
      try {
        verify(decode(codec, bytes) as never);
        accepted.push({ byte, bit, before });
      } catch (error) {
        if (!(error instanceof BorshFault) && !(error instanceof LinesmanError)) throw error;
      }
      bytes[byte] = before;
    }
  }
  return accepted;
}

const options = { sport: 'soccer', rootsAccount: SCORES_ACCOUNT } as const;

describe('stat proofs', () => {
  const facts = JSON.stringify(verifyStat(proofOf(2), options).facts);
  const verify = (proof: StatProof, more: object = {}): void => {
    const result = verifyStat(proof, { ...options, ...more });
    // A zero map proves all of its zeros, so a flipped key can prove another stat. That does not answer the request.
    if (String(result.facts.map(({ key }) => key)) !== String(FINAL.keys)) throw new LinesmanError(6218);
    expect(JSON.stringify(result.facts)).toBe(facts);
  };

  test('version 2: only the period next to the zero stat is free', () => {
    const accepted = acceptedFlips(
      STAT_VALIDATION_INPUT_SCHEMA,
      statPayload(proofOf(2)),
      ({ stats, fixtureSummary, ...rest }: Record<string, unknown>) =>
        verify({ ...(rest as object), kind: 'stat', version: 2, summary: fixtureSummary, leaves: stats } as never),
    );
    expect(accepted).toHaveLength(32);
    expect(new Set(accepted.map(({ byte }) => byte)).size).toBe(4);
    expect(accepted.filter(({ bit }) => bit === 2).map(({ before }) => before)).toEqual([100, 0, 0, 0]);
  });

  const { signature } = proofOf(4);
  const read = ({ fixtureSummary, ...rest }: Record<string, unknown>, version: 3 | 4): StatProof =>
    ({ ...rest, kind: 'stat', version, summary: fixtureSummary, signature }) as never;

  test('version 3: only the period next to the zero stat is free', () => {
    const accepted = acceptedFlips(STAT_VALIDATION_INPUT_V4_SCHEMA, multiproofPayload(proofOf(3)), (value) =>
      verify(read(value, 3)),
    );
    expect(accepted).toHaveLength(32);
    expect(new Set(accepted.map(({ byte }) => byte)).size).toBe(4);
  });

  test('version 4, with the signature checked: nothing is free', () => {
    const accepted = acceptedFlips(
      STAT_VALIDATION_INPUT_V4_SCHEMA,
      multiproofPayload(proofOf(4)),
      (value) => verify(read(value, 4), { oracleKeys: [ORACLE_KEY] }),
      false,
    );
    expect(accepted).toEqual([]);
  });

  test('version 4: no bit of the signature or of the key is free', () => {
    const signed = { array: { type: 'u8', len: 64 } } as const;
    const proof = proofOf(4);
    const withSignature = (signature: Uint8Array) => verify({ ...proof, signature }, { oracleKeys: [ORACLE_KEY] });
    expect(acceptedFlips(signed, proof.signature, withSignature, false)).toEqual([]);
    expect(acceptedFlips(HASH_SCHEMA, ORACLE_KEY, (key) => verify(proof, { oracleKeys: [key] }), false)).toEqual([]);
  });

  test('a path with duplicates in odd layers: only their direction is free', () => {
    const proof = proofOf(2, { ...FINAL, keys: [3008] });
    const [leaf] = proof.leaves;
    if (!leaf) throw new Error('no leaf');
    const accepted = acceptedFlips(STAT_LEAF_SCHEMA, leaf, (value) =>
      verifyStat({ ...proof, leaves: [value] }, options),
    );
    expect(accepted.map(({ bit, before }) => [bit, before])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  test('the summary and the paths of a one-stat proof, checked against the account', () => {
    const proof = proofOf(1, { ...FINAL, keys: [1] });
    const run = (edit: Partial<StatProof>) => verifyStat({ ...proof, ...edit } as never, options);
    expect(acceptedFlips(SCORES_BATCH_SUMMARY_SCHEMA, proof.summary, (summary) => run({ summary }))).toEqual([]);
    expect(acceptedFlips(PATH_SCHEMA, proof.fixtureProof, (fixtureProof) => run({ fixtureProof }))).toEqual([]);
    expect(acceptedFlips(PATH_SCHEMA, proof.mainTreeProof, (mainTreeProof) => run({ mainTreeProof }))).toEqual([]);
  });
});

test('odds: nothing is free', () => {
  const proof = parseProof(ODDS.answer) as OddsProof;
  const accepted = acceptedFlips(
    ODDS_VALIDATION_INPUT_SCHEMA,
    oddsPayload(proof),
    ({ oddsSnapshot, ...rest }: Record<string, unknown>) =>
      verifyOdds({ ...(rest as object), kind: 'odds', version: 1, odds: oddsSnapshot } as never, {
        rootsAccount: ODDS_ACCOUNT,
      }),
  );
  expect(accepted).toEqual([]);
});

test('fixtures and batches: nothing is free', () => {
  const fixture: Schema = {
    struct: {
      snapshot: FIXTURE_SCHEMA,
      summary: FIXTURE_BATCH_SUMMARY_SCHEMA,
      subTreeProof: PATH_SCHEMA,
      mainTreeProof: PATH_SCHEMA,
    },
  };
  const account = { rootsAccount: FIXTURES_ACCOUNT };
  expect(
    acceptedFlips(fixture, parseProof(FIXTURES.fixture), (value: FixtureProof) =>
      verifyFixture({ ...value, kind: 'fixture' }, account),
    ),
  ).toEqual([]);
  const batch: Schema = { struct: { metadata: BATCH_METADATA_SCHEMA, mainTreeProof: PATH_SCHEMA } };
  expect(
    acceptedFlips(batch, parseProof(FIXTURES.batch), (value: FixtureBatchProof) =>
      verifyFixtureBatch({ ...value, kind: 'fixture-batch' }, account),
    ),
  ).toEqual([]);
});
