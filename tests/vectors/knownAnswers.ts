import { proveStats, proveStatsTogether } from '../../ts/records/batch/prove.js';
import { metadataLeafHash } from '../../ts/sdk/format/batchMetadata.js';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import type { Path } from '../../ts/sdk/format/proofNode.js';
import { statLeafHash } from '../../ts/sdk/format/scoreStat.js';
import { scoresSummaryLeafHash } from '../../ts/sdk/format/scoresBatchSummary.js';
import { signedDigest, statValidationInputV4Bytes } from '../../ts/sdk/format/statValidationInput.js';
import { keysOfSport } from '../../ts/sdk/format/zeroMap.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { multiproofPayload } from '../../ts/sdk/proof/payload.js';
import { edited, finish, verdict } from './draft.js';
import { allOf, batchOf, scoresDraft, single } from './scene.js';
import type { Vector } from './vector.js';
import { ed25519Data } from './wireBytes.js';

const FIXTURE = 9000001;
const KEYS = [1, 7, 2, 8];
const SEED = new Uint8Array(32).fill(7);

/** The match of the worked example: non-zero stats of each update. */
const UPDATES = {
  9000001: [
    { ts: 1800000001000, statusId: 4, nonZeroStats: { 1: 1, 7: 4, 1001: 1, 1007: 2, 3007: 2 } },
    {
      ts: 1800000061000,
      statusId: 100,
      nonZeroStats: { 1: 2, 3: 1, 7: 5, 8: 3, 1001: 1, 1007: 2, 3001: 1, 3003: 1, 3007: 3, 3008: 3 },
    },
  ],
  9000002: [{ ts: 1800000005000, statusId: 4, nonZeroStats: { 1: 1, 7: 4, 1001: 1, 1007: 2, 3007: 2 } }],
};

const batch = () => {
  const zeros = Object.fromEntries(keysOfSport('soccer').map((key) => [key, 0]));
  const fixtures = Object.entries(UPDATES).map(
    ([id, updates]) =>
      [
        Number(id),
        updates.map(({ ts, statusId, nonZeroStats }) => ({
          ts,
          status: statusId,
          stats: { ...zeros, ...nonZeroStats },
        })),
      ] as const,
  );
  return batchOf('soccer', Object.fromEntries(fixtures));
};

const nodes = (path: Path) => path.map(({ hash, isRightSibling }) => ({ hash: bytesToHex(hash), isRightSibling }));

/** The worked example with every intermediate hash, byte for byte as first written. */
export function knownAnswers(): object {
  const scores = batch();
  const fixture = scores.fixtures[0];
  const second = fixture?.events[1];
  if (!fixture || !second) throw new Error('the example has two updates');
  const asked = { fixtureId: FIXTURE, seq: 1 };
  const together = proveStatsTogether(scores, { ...asked, keys: KEYS });
  const payload = multiproofPayload(together);
  const digest = signedDigest(payload);
  const key = new OracleKey(SEED);
  const { updateStats, eventsSubTreeRoot } = fixture.summary;
  return {
    note:
      'Made up; all hashes hex. Fixture 9000001 has two updates in the slot, fixture 9000002 one; ' +
      'the second update of 9000001 is proven (keys 1, 7, 2, 8; 2 is zero).',
    updates: UPDATES,
    zeroMaps: fixture.events.map(({ zeroMap }) => bytesToHex(zeroMap)),
    eventStatRoots: fixture.events.map(({ tree }) => bytesToHex(tree.root)),
    statLeavesOfSecondUpdate: second.present.map((stat) => ({ ...stat, leaf: bytesToHex(statLeafHash(stat)) })),
    summary: {
      fixtureId: FIXTURE,
      ...updateStats,
      eventsSubTreeRoot: bytesToHex(eventsSubTreeRoot),
      leaf: bytesToHex(scoresSummaryLeafHash(fixture.summary)),
    },
    metadata: { ...scores.metadata, leaf: bytesToHex(metadataLeafHash(scores.metadata)) },
    mainRoot: bytesToHex(scores.tree.root),
    ...scores.time,
    fixtureProof: nodes(together.fixtureProof),
    mainTreeProof: nodes(together.mainTreeProof),
    multiproof: {
      leaves: together.leaves.map(({ stat, statProof }) => ({ stat, statProof: nodes(statProof) })),
      hashes: nodes(together.multiproofHashes),
      leafIndices: together.leafIndices,
    },
    singlePaths: proveStats(scores, { ...asked, keys: [1, 7, 8] }).leaves.map(({ stat, statProof }) => ({
      key: stat.key,
      statProof: nodes(statProof),
    })),
    v4: {
      borshPayload: bytesToHex(statValidationInputV4Bytes(payload)),
      digest: bytesToHex(digest),
      secretKeySeed: bytesToHex(SEED),
      publicKey: bytesToHex(key.publicKey),
      signature: bytesToHex(key.sign(digest)),
      ed25519InstructionData: ed25519Data(key.publicKey, key.sign(digest), digest).toString('hex'),
    },
  };
}

/** The same as vectors of all four versions. */
export function knownAnswerVectors(): Vector[] {
  const asked = { batch: batch(), fixtureId: FIXTURE, seq: 1 };
  const parts = [
    single(0, 'GreaterThan', 1),
    single(1, 'EqualTo', 5),
    single(2, 'LessThan', 1),
    single(3, 'GreaterThan', 2),
  ];
  const label = (form: string) => ({
    name: `${form}-known-answer`,
    class: 'valid',
    about: 'the worked example of known-answers.json',
  });
  return [
    finish(scoresDraft('v1', 'soccer', { ...asked, keys: [1, 2] }), label('v1'), verdict(true)),
    // Without key 8, whose path alone holds the leaf of key 7: see knownAnswersFile.ts.
    finish(
      edited(scoresDraft('v2', 'soccer', { ...asked, keys: KEYS.slice(0, 3) }), (draft) => {
        draft.strategy = allOf(...parts.slice(0, 3));
      }),
      label('v2'),
      verdict(true),
    ),
    ...(['v3', 'v4'] as const).map((form) =>
      finish(
        edited(scoresDraft(form, 'soccer', { ...asked, keys: KEYS }), (draft) => {
          draft.strategy = allOf(...parts);
        }),
        label(form),
        verdict(true),
      ),
    ),
  ];
}
