import type { Hash, Path } from '@linesman/sdk/format';
import type { StatProofV2, StatProofV3 } from '@linesman/sdk/proof';
import { base64 } from '@scure/base';

/** A proof in the form of a service's answer, for proofs from other sources. Pages show and share that text. */
export function proofText(proof: StatProofV2 | StatProofV3): string {
  const { summary, leaves } = proof;
  const common = {
    Ts: proof.ts,
    Summary: {
      FixtureId: summary.fixtureId,
      UpdateStats: {
        UpdateCount: summary.updateStats.updateCount,
        MinTimestamp: summary.updateStats.minTimestamp,
        MaxTimestamp: summary.updateStats.maxTimestamp,
      },
      EventStatsSubTreeRoot: hashText(summary.eventsSubTreeRoot),
    },
    EventStatRoot: hashText(proof.eventStatRoot),
  };
  const upper = { SubTreeProof: pathJson(proof.fixtureProof), MainTreeProof: pathJson(proof.mainTreeProof) };
  const stats = leaves.map(({ stat: { key: Key, value: Value, period: Period } }) => ({ Key, Value, Period }));
  if (proof.version === 3)
    return JSON.stringify({
      ...common,
      Multiproof: { Hashes: pathJson(proof.multiproofHashes), Indices: proof.leafIndices },
      ...upper,
      StatsToProve: leaves.map(({ statProof }, i) => ({ Stat: stats[i], StatProof: pathJson(statProof) })),
    });
  // Version 2 exists on the observed wire only.
  return JSON.stringify({
    ts: common.Ts,
    statsToProve: leaves.map(({ stat }) => stat),
    eventStatRoot: common.EventStatRoot,
    summary: {
      fixtureId: summary.fixtureId,
      updateStats: summary.updateStats,
      eventStatsSubTreeRoot: common.Summary.EventStatsSubTreeRoot,
    },
    statProofs: leaves.map(({ statProof }) => pathJson(statProof)),
    subTreeProof: upper.SubTreeProof,
    mainTreeProof: upper.MainTreeProof,
  });
}

const hashText = (hash: Hash): string => base64.encode(hash);
const pathJson = (path: Path) => path.map(({ hash, isRightSibling }) => ({ hash: hashText(hash), isRightSibling }));
