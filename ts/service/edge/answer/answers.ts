import { encodeFixture, encodeOdds, encodeOddsLeaf } from '@linesman/records';
import { fail, TOO_MANY_STATS } from '@linesman/sdk/error';
import {
  type Odds,
  type Path,
  type ScoreStat,
  type ScoresBatchSummary,
  type StatLeaf,
  signedDigest,
  signedOddsDigest,
  type UpdateStats,
} from '@linesman/sdk/format';
import type { OracleKey } from '@linesman/sdk/node';
import {
  type FixtureBatchProof,
  type FixtureProof,
  multiproofPayload,
  type OddsProof,
  oddsPayload,
  type StatProofV2,
  type StatProofV3,
} from '@linesman/sdk/proof';
import { hashOn, objectOn, type Wire } from './wire.js';

/** Answers of the proof endpoints as JSON values. Empty lists are `[]`. */

/** Version 1, always in the observed wire: one stat, or two of one record. Errors: TOO_MANY_STATS. */
export function answerV1(proof: StatProofV2): object {
  const [first, second] = proof.leaves;
  if (!first || proof.leaves.length > 2) return fail(TOO_MANY_STATS, { stats: proof.leaves.length, most: 2 });
  return {
    ts: proof.recordTs ?? proof.ts,
    statToProve: { ...first.stat },
    eventStatRoot: hashOn('observed', proof.eventStatRoot),
    summary: summaryOn('observed', proof.summary),
    statProof: pathOn('observed', first.statProof),
    subTreeProof: pathOn('observed', proof.fixtureProof),
    mainTreeProof: pathOn('observed', proof.mainTreeProof),
    ...(second && { statToProve2: { ...second.stat }, statProof2: pathOn('observed', second.statProof) }),
  };
}

/** Version 2, always in the observed wire: each stat by its own path; keys may repeat. */
export function answerV2(proof: StatProofV2): object {
  return {
    ts: proof.recordTs ?? proof.ts,
    statsToProve: proof.leaves.map(({ stat }) => ({ ...stat })),
    eventStatRoot: hashOn('observed', proof.eventStatRoot),
    summary: summaryOn('observed', proof.summary),
    statProofs: proof.leaves.map(({ statProof }) => pathOn('observed', statProof)),
    subTreeProof: pathOn('observed', proof.fixtureProof),
    mainTreeProof: pathOn('observed', proof.mainTreeProof),
  };
}

/** Version 3: one multiproof, unsigned. `Ts` is that of the record. */
export function answerV3(proof: StatProofV3, wire: Wire): object {
  return objectOn(wire, {
    Ts: proof.recordTs ?? proof.ts,
    Summary: summaryOn(wire, proof.summary),
    EventStatRoot: hashOn(wire, proof.eventStatRoot),
    Multiproof: objectOn(wire, { Hashes: pathOn(wire, proof.multiproofHashes), Indices: proof.leafIndices }),
    SubTreeProof: pathOn(wire, proof.fixtureProof),
    MainTreeProof: pathOn(wire, proof.mainTreeProof),
    StatsToProve: proof.leaves.map((leaf) => leafOn(wire, leaf)),
  });
}

/** Version 4: version 3 signed by the oracle. `Ts` is the summary's first time, because the program checks that one. */
export function answerV4(proof: StatProofV3, key: OracleKey, wire: Wire): object {
  return objectOn(wire, {
    Payload: objectOn(wire, {
      Ts: proof.ts,
      Summary: summaryOn(wire, proof.summary),
      FixtureProof: pathOn(wire, proof.fixtureProof),
      MainTreeProof: pathOn(wire, proof.mainTreeProof),
      EventStatRoot: hashOn(wire, proof.eventStatRoot),
      Leaves: proof.leaves.map((leaf) => leafOn(wire, leaf)),
      MultiproofHashes: pathOn(wire, proof.multiproofHashes),
      LeafIndices: proof.leafIndices,
    }),
    Signature: signatureOf(key, signedDigest(multiproofPayload(proof))),
  });
}

/** An odds record. The observed wire includes the percentages. */
export function answerOdds(proof: OddsProof, wire: Wire): object {
  return {
    odds: oddsOn(wire, proof.odds),
    summary: {
      fixtureId: proof.summary.fixtureId,
      updateStats: { ...proof.summary.updateStats },
      oddsSubTreeRoot: hashOn(wire, proof.summary.oddsSubTreeRoot),
    },
    subTreeProof: pathOn(wire, proof.subTreeProof),
    mainTreeProof: pathOn(wire, proof.mainTreeProof),
  };
}

/** An odds record, signed by the oracle. */
export function answerOddsV4(proof: OddsProof, key: OracleKey, wire: Wire): object {
  const { odds, ...rest } = answerOdds(proof, wire) as { odds: object };
  return {
    payload: { ts: proof.odds.ts, oddsSnapshot: odds, ...rest },
    signature: signatureOf(key, signedOddsDigest(oddsPayload(proof))),
  };
}

/** A fixture record. */
export function answerFixture(proof: FixtureProof, wire: Wire): object {
  const { snapshot, summary } = proof;
  return {
    snapshot: encodeFixture(snapshot),
    summary: {
      fixtureId: summary.fixtureId,
      competitionId: summary.competitionId,
      competition: summary.competition,
      updateStats: { ...summary.updateStats },
      updateSubTreeRoot: hashOn(wire, summary.updateSubTreeRoot),
    },
    subTreeProof: pathOn(wire, proof.subTreeProof),
    mainTreeProof: pathOn(wire, proof.mainTreeProof),
  };
}

/** The metadata of an hourly batch of fixtures. */
export function answerFixtureBatch(proof: FixtureBatchProof, wire: Wire): object {
  return { metadata: { ...proof.metadata }, proof: pathOn(wire, proof.mainTreeProof) };
}

const pathOn = (wire: Wire, path: Path): object[] =>
  path.map(({ hash, isRightSibling }) => ({ hash: hashOn(wire, hash), isRightSibling }));

const statOn = (wire: Wire, { key, value, period }: ScoreStat): object =>
  objectOn(wire, { Key: key, Value: value, Period: period });

const leafOn = (wire: Wire, { stat, statProof }: StatLeaf): object =>
  objectOn(wire, { Stat: statOn(wire, stat), StatProof: pathOn(wire, statProof) });

const updateStatsOn = (wire: Wire, { updateCount, minTimestamp, maxTimestamp }: UpdateStats): object =>
  objectOn(wire, { UpdateCount: updateCount, MinTimestamp: minTimestamp, MaxTimestamp: maxTimestamp });

const summaryOn = (wire: Wire, summary: ScoresBatchSummary): object =>
  objectOn(wire, {
    FixtureId: summary.fixtureId,
    UpdateStats: updateStatsOn(wire, summary.updateStats),
    EventStatsSubTreeRoot: hashOn(wire, summary.eventsSubTreeRoot),
  });

const oddsOn = (wire: Wire, odds: Odds): object => (wire === 'observed' ? encodeOdds(odds) : encodeOddsLeaf(odds));

const signatureOf = (key: OracleKey, digest: Uint8Array): string => Buffer.from(key.sign(digest)).toString('base64');
