import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Hash } from '../../ts/sdk/format/hash.js';
import { milliseconds } from '../../ts/sdk/format/slotTime.js';
import { keysOfSport } from '../../ts/sdk/format/zeroMap.js';
import { parseProof } from '../../ts/sdk/proof/parse.js';
import type { Proof, StatProofV4 } from '../../ts/sdk/proof/proof.js';
import type { ListedRecord } from '../../ts/sdk/prove/proofSource.js';
import {
  fixtureBytes,
  fixtureSummaryLeafBytes,
  metadataLeafBytes,
  oddsBytes,
  oddsSummaryLeafBytes,
  payloadV3,
  sha256,
} from '../vectors/wireBytes.js';
import {
  type NaiveFixture,
  type NaiveRequest,
  naiveAnswerV1,
  naiveAnswerV2,
  naiveAnswerV3,
  naiveMainRoot,
  naivePath,
  naivePayloadV4,
  naiveRoot,
} from './naiveOracle.js';

/**
 * A simulated slot: a soccer match that ends in it, a soccer match in play, and a basketball game. Day 20833, slot 96.
 */

const allKeys = (values: Record<number, number>): Record<number, number> =>
  Object.fromEntries(keysOfSport('soccer').map((key) => [key, values[key] ?? 0]));

export const TS = 1_800_000_001_000;
const FINAL_STATS: Readonly<Record<number, number>> = {
  1: 2,
  3: 1,
  7: 5,
  8: 3,
  1001: 1,
  1007: 2,
  3001: 1,
  3003: 1,
  3007: 3,
  3008: 3,
};

export const SLOT: NaiveFixture[] = [
  {
    fixtureId: 9_000_001,
    layout: 1,
    records: [
      { ts: TS, statusId: 4, stats: allKeys({ 1: 1, 7: 4, 1001: 1, 1007: 2, 3007: 2 }) },
      { ts: TS + 20_000, statusId: null, stats: allKeys({ ...FINAL_STATS, 7: 4 }) },
      { ts: TS + 60_000, statusId: 100, stats: allKeys(FINAL_STATS) },
    ],
  },
  { fixtureId: 9_000_002, layout: 1, records: [{ ts: TS + 4000, statusId: 3, stats: allKeys({}) }] },
  {
    fixtureId: 9_000_003,
    layout: 2,
    records: [{ ts: TS + 5000, statusId: 9, stats: { 1: 80, 2: 77, 3: 0, 40001: 0 } }],
  },
];

/** Keys 1, 7, 2, 8 of the final record; 2 is zero. */
export const FINAL: NaiveRequest = { fixtureId: 9_000_001, record: 2, keys: [1, 7, 2, 8] };
/** The final record, as a service lists it. */
export const FINAL_RECORD: ListedRecord = {
  seq: 7,
  ts: milliseconds(TS),
  status: 100,
  stats: new Map(FINAL.keys.map((key) => [key, FINAL_STATS[key] ?? 0])),
};
export const MAIN_ROOT = naiveMainRoot(SLOT);

const secret = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 9)]),
  format: 'der',
  type: 'pkcs8',
});
/** The oracle's public key, 32 bytes. */
export const ORACLE_KEY = new Uint8Array(createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32));
export const signDigest = (digest: Uint8Array): number[] => [...sign(null, digest, secret)];

/** The oracle's signature with a chosen nonce and the given bytes as point R, which need not match the nonce. */
export function signDigestWith(R: Uint8Array, nonce: bigint, digest: Uint8Array): Uint8Array {
  const sha512 = (...parts: Uint8Array[]) => createHash('sha512').update(Buffer.concat(parts)).digest();
  const number = (bytes: Buffer) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const scalar = sha512(Buffer.alloc(32, 9)).subarray(0, 32);
  scalar[0] = (scalar[0] ?? 0) & 248;
  scalar[31] = ((scalar[31] ?? 0) & 63) | 64;
  const S = (nonce + number(sha512(R, ORACLE_KEY, digest)) * number(scalar)) % order;
  return Uint8Array.from([...R, ...Buffer.from(S.toString(16).padStart(64, '0'), 'hex').reverse()]);
}

type Payload = ReturnType<typeof naivePayloadV4>;

/** The message that the oracle signs, written by the reference encoder. */
function digestOf(payload: Payload): Buffer {
  const hex = (bytes: readonly number[]): string => Buffer.from(bytes).toString('hex');
  const path = (nodes: Payload['fixtureProof']) =>
    nodes.map((node) => hex(node.hash) + (node.isRightSibling ? '01' : '00'));
  const { updateStats, ...summary } = payload.summary;
  return sha256(
    payloadV3({
      ts: String(payload.ts),
      summary: {
        fixtureId: String(summary.fixtureId),
        updateCount: updateStats.updateCount,
        minTimestamp: String(updateStats.minTimestamp),
        maxTimestamp: String(updateStats.maxTimestamp),
        subTreeRoot: hex(summary.eventStatsSubTreeRoot),
      },
      fixturePath: path(payload.fixtureProof),
      mainPath: path(payload.mainTreeProof),
      eventStatRoot: hex(payload.eventStatRoot),
      leaves: payload.leaves.map(({ stat, statProof }) => ({ stat, path: path(statProof) })),
      multiproofHashes: path(payload.multiproofHashes),
      leafIndices: payload.leafIndices,
    }),
  );
}

export function naiveAnswerV4(batch: readonly NaiveFixture[], request: NaiveRequest) {
  const payload = naivePayloadV4(batch, request);
  return { payload, signature: signDigest(digestOf(payload)) };
}

/** The answers of every version to one request, as deployed clients receive them. */
export const ANSWERS = {
  1: (request: NaiveRequest = { ...FINAL, keys: [1, 2] }) => naiveAnswerV1(SLOT, request),
  2: (request: NaiveRequest = FINAL) => naiveAnswerV2(SLOT, request),
  3: (request: NaiveRequest = FINAL) => naiveAnswerV3(SLOT, request),
  4: (request: NaiveRequest = FINAL) => naiveAnswerV4(SLOT, request),
};

/** The same answers, parsed. */
export function proofOf<V extends 1 | 2 | 3 | 4>(
  version: V,
  request?: NaiveRequest,
): Extract<Proof, { version: V; kind: 'stat' }> {
  return parseProof(ANSWERS[version](request)) as never;
}

/** Re-signs an edited proof. */
export function signedAgain(proof: StatProofV4, digest: Hash): StatProofV4 {
  return { ...proof, signature: Uint8Array.from(signDigest(digest)) };
}

const DISCRIMINATORS = { scores: 'd90c0c170ab7737d', odds: '0d6e05ed89f203dd', fixtures: '3930b904a415a782' };

/** The bytes of a roots account with one root. */
export function accountWith(
  kind: keyof typeof DISCRIMINATORS,
  day: number,
  place: number,
  root: Uint8Array,
): Uint8Array {
  const account = Buffer.alloc(kind === 'fixtures' ? 7696 : 9232);
  account.write(DISCRIMINATORS[kind], 'hex');
  account.writeUInt16LE(day, 8);
  account.set(root, 10 + 32 * place);
  account[kind === 'fixtures' ? 7690 : 9226] = 254;
  return new Uint8Array(account);
}

export const SCORES_ACCOUNT = accountWith('scores', 20_833, 96, MAIN_ROOT);

const siblings = [1, 2, 3].map((i) => sha256(Buffer.from(`other summary ${i}`)));

const ODDS_RECORDS = [1, 2, 3].map((i) => ({
  fixtureId: '9000001',
  messageId: `000000000${i}:00003:000001-1-stab`,
  ts: String(TS + 1000 * i),
  bookmaker: 'Sample Maker',
  bookmakerId: 1,
  superOddsType: 'OVERUNDER_PARTICIPANT_GOALS',
  gameState: null,
  inRunning: true,
  marketParameters: 'line=2.5',
  marketPeriod: null,
  priceNames: ['over', 'under'],
  prices: [1900 + i, 2000],
}));

/** An odds answer: the third of three records; the fixture is at leaf 2 of a main tree of four. */
function oddsAnswer() {
  const leaves = ODDS_RECORDS.map((record) => sha256(oddsBytes(record)));
  const summary = {
    fixtureId: '9000001',
    updateCount: 3,
    minTimestamp: String(TS + 1000),
    maxTimestamp: String(TS + 3000),
  };
  const root = naiveRoot(leaves);
  const main = siblings.toSpliced(
    2,
    0,
    sha256(oddsSummaryLeafBytes({ ...summary, subTreeRoot: root.toString('hex') })),
  );
  const [, , record = {} as never] = ODDS_RECORDS;
  return {
    answer: {
      odds: { ...pascal(numbers(record)), Pct: ['52.000', '48.000'] },
      summary: {
        fixtureId: 9_000_001,
        updateStats: { updateCount: 3, minTimestamp: TS + 1000, maxTimestamp: TS + 3000 },
        oddsSubTreeRoot: [...root],
      },
      subTreeProof: naivePath(leaves, 2),
      mainTreeProof: naivePath(main, 2),
    },
    root: naiveRoot(main),
  };
}

const FIXTURE_RECORD = {
  ts: String(TS),
  startTime: String(TS + 3_600_000),
  competition: 'Sample Cup',
  competitionId: 7,
  fixtureGroupId: 8,
  participant1Id: 11,
  participant1: 'Alpha',
  participant2Id: 12,
  participant2: 'Beta',
  fixtureId: String(2 * 2 ** 48 + 9_000_001),
  participant1IsHome: true,
};

/** A fixture answer from a batch of three fixtures, and the answer for the batch. */
function fixtureAnswers() {
  const leaves = [sha256(Buffer.from('an older record')), sha256(fixtureBytes(FIXTURE_RECORD))];
  const root = naiveRoot(leaves);
  const { competition, competitionId } = FIXTURE_RECORD;
  const updateStats = { updateCount: 2, minTimestamp: TS - 1000, maxTimestamp: TS };
  const summary = {
    fixtureId: '9000001',
    competition,
    competitionId,
    updateCount: 2,
    subTreeRoot: root.toString('hex'),
  };
  const times = { minTimestamp: String(TS - 1000), maxTimestamp: String(TS) };
  const metadata = { totalUpdateCount: 4, numUniqueFixtures: 3, overallBatchStartTs: TS - 1000, overallBatchEndTs: TS };
  const first = sha256(
    metadataLeafBytes({ ...metadata, overallBatchStartTs: String(TS - 1000), overallBatchEndTs: String(TS) }),
  );
  const main = [first, ...siblings.slice(0, 2), sha256(fixtureSummaryLeafBytes({ ...summary, ...times }))];
  return {
    fixture: {
      snapshot: pascal(numbers(FIXTURE_RECORD)),
      summary: { fixtureId: 9_000_001, competitionId, competition, updateStats, updateSubTreeRoot: [...root] },
      subTreeProof: naivePath(leaves, 1),
      mainTreeProof: naivePath(main, 3),
    },
    batch: { metadata, proof: naivePath(main, 0) },
    root: naiveRoot(main),
  };
}

/** Converts decimal strings to numbers. */
function numbers(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      /(Id|ts|Time)$/.test(name) && typeof value === 'string' && name !== 'messageId' ? Number(value) : value,
    ]),
  );
}

/** Capitalises the first letters of the keys. */
function pascal(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]),
  );
}

export const ODDS = oddsAnswer();
export const FIXTURES = fixtureAnswers();
export const ODDS_ACCOUNT = accountWith('odds', 20_833, 96, ODDS.root);
/** Day 20833 is in the window of 20830; TS is in hour 8. */
export const FIXTURES_ACCOUNT = accountWith('fixtures', 20_830, 3 * 24 + 8, FIXTURES.root);
