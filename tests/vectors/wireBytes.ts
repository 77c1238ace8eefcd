import { createHash } from 'node:crypto';
import type { CompactProof } from './compactVector.js';
import type {
  Comparison,
  FixtureBatchProof,
  FixtureProof,
  FixtureRecord,
  Instruction,
  Leaf,
  OddsProof,
  OddsRecord,
  Operation,
  Path,
  Predicate,
  ProofOf,
  ProofV1,
  ProofV2,
  ProofV3,
  ScoresHead,
  Stat,
  Strategy,
  StrategyOf,
  StrategyV1,
  Summary,
  Term,
} from './vector.js';

/**
 * The corpus's own Borsh encoder, deliberately independent of `ts/sdk/format` and `ts/sdk/program`: a mistake
 * in one of them does not go unnoticed.
 */

const u8 = (value: number) => Buffer.of(value);
const u16 = (value: number) => {
  const out = Buffer.alloc(2);
  out.writeUInt16LE(value);
  return out;
};
const u32 = (value: number) => {
  const out = Buffer.alloc(4);
  out.writeUInt32LE(value);
  return out;
};
const i32 = (value: number) => {
  const out = Buffer.alloc(4);
  out.writeInt32LE(value);
  return out;
};
const i64 = (value: string) => {
  const out = Buffer.alloc(8);
  out.writeBigInt64LE(BigInt(value));
  return out;
};
const bool = (value: boolean) => u8(value ? 1 : 0);
const hash = (hex: string) => Buffer.from(hex, 'hex');
const text = (value: string) => Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(value)]);
const option = <T>(value: T | null, write: (value: T) => Buffer) =>
  value === null ? u8(0) : Buffer.concat([u8(1), write(value)]);
const list = <T>(values: readonly T[], write: (value: T) => Buffer) =>
  Buffer.concat([u32(values.length), ...values.map(write)]);
const path = (nodes: Path) => list(nodes, hash);

export const statBytes = (stat: Stat) => Buffer.concat([u32(stat.key), i32(stat.value), i32(stat.period)]);

/** `count`: scores have an i32 here, odds a u32. */
const summaryBytes = (summary: Summary, count: (value: number) => Buffer) =>
  Buffer.concat([
    i64(summary.fixtureId),
    count(summary.updateCount),
    i64(summary.minTimestamp),
    i64(summary.maxTimestamp),
    hash(summary.subTreeRoot),
  ]);

/** Preimage of the summary leaf of scores. */
export const scoresSummaryLeafBytes = (summary: Summary) => Buffer.concat([u8(1), summaryBytes(summary, i32)]);

export const oddsSummaryLeafBytes = (summary: Summary) => Buffer.concat([u8(1), summaryBytes(summary, u32)]);

const fixtureSummaryBytes = (summary: FixtureProof['summary']) =>
  Buffer.concat([
    i64(summary.fixtureId),
    i32(summary.competitionId),
    text(summary.competition),
    u32(summary.updateCount),
    i64(summary.minTimestamp),
    i64(summary.maxTimestamp),
    hash(summary.subTreeRoot),
  ]);

export const fixtureSummaryLeafBytes = (summary: FixtureProof['summary']) =>
  Buffer.concat([u8(1), fixtureSummaryBytes(summary)]);

const metadataBytes = (metadata: FixtureBatchProof['metadata']) =>
  Buffer.concat([
    i32(metadata.totalUpdateCount),
    i32(metadata.numUniqueFixtures),
    i64(metadata.overallBatchStartTs),
    i64(metadata.overallBatchEndTs),
  ]);

export const metadataLeafBytes = (metadata: FixtureBatchProof['metadata']) =>
  Buffer.concat([u8(0), metadataBytes(metadata)]);

export const oddsBytes = (odds: OddsRecord) =>
  Buffer.concat([
    i64(odds.fixtureId),
    text(odds.messageId),
    i64(odds.ts),
    text(odds.bookmaker),
    i32(odds.bookmakerId),
    text(odds.superOddsType),
    option(odds.gameState, text),
    bool(odds.inRunning),
    option(odds.marketParameters, text),
    option(odds.marketPeriod, text),
    list(odds.priceNames, text),
    list(odds.prices, i32),
  ]);

export const fixtureBytes = (fixture: FixtureRecord) =>
  Buffer.concat([
    i64(fixture.ts),
    i64(fixture.startTime),
    text(fixture.competition),
    i32(fixture.competitionId),
    i32(fixture.fixtureGroupId),
    i32(fixture.participant1Id),
    text(fixture.participant1),
    i32(fixture.participant2Id),
    text(fixture.participant2),
    i64(fixture.fixtureId),
    bool(fixture.participant1IsHome),
  ]);

const COMPARISONS: Comparison[] = ['GreaterThan', 'LessThan', 'EqualTo'];
const OPERATIONS: Operation[] = ['Add', 'Subtract'];
const predicate = (value: Predicate) =>
  Buffer.concat([i32(value.threshold), u8(COMPARISONS.indexOf(value.comparison))]);
const operation = (value: Operation) => u8(OPERATIONS.indexOf(value));

export const strategyBytes = (strategy: Strategy) =>
  Buffer.concat([
    list(strategy.geometricTargets, (target) => Buffer.concat([u8(target.statIndex), i32(target.prediction)])),
    option(strategy.distancePredicate, predicate),
    list(strategy.discretePredicates, (part) =>
      'single' in part
        ? Buffer.concat([u8(0), u8(part.single.index), predicate(part.single.predicate)])
        : Buffer.concat([
            u8(1),
            u8(part.binary.indexA),
            u8(part.binary.indexB),
            operation(part.binary.op),
            predicate(part.binary.predicate),
          ]),
    ),
  ]);

const head = (proof: ScoresHead) =>
  Buffer.concat([i64(proof.ts), summaryBytes(proof.summary, i32), path(proof.fixturePath), path(proof.mainPath)]);
const leaf = (value: Leaf) => Buffer.concat([statBytes(value.stat), path(value.path)]);
const term = (value: Term) => Buffer.concat([statBytes(value.stat), hash(value.eventStatRoot), path(value.path)]);

/** Borsh of the payload of version 2. */
export const payloadV2 = (proof: ProofV2) =>
  Buffer.concat([head(proof), hash(proof.eventStatRoot), list(proof.leaves, leaf)]);

/** Borsh of the payload of version 3 and 4. A version 4 signature covers its SHA-256. */
export const payloadV3 = (proof: ProofV3) =>
  Buffer.concat([payloadV2(proof), path(proof.multiproofHashes), list(proof.leafIndices, u32)]);

/** Borsh of the arguments of the odds instructions. Version 4 signs its SHA-256. */
export const payloadOdds = (proof: OddsProof) =>
  Buffer.concat([
    i64(proof.ts),
    oddsBytes(proof.odds),
    summaryBytes(proof.summary, u32),
    path(proof.subTreePath),
    path(proof.mainPath),
  ]);

const ARGUMENTS: { [I in Instruction]: (proof: ProofOf[I], strategy: StrategyOf[I]) => Buffer } = {
  validate_stat: (proof: ProofV1, strategy: StrategyV1) =>
    Buffer.concat([
      head(proof),
      predicate(strategy.predicate),
      term(proof.statA),
      option(proof.statB, term),
      option(strategy.op, operation),
    ]),
  validate_stat_v2: (proof, strategy) => Buffer.concat([payloadV2(proof), strategyBytes(strategy)]),
  validate_stat_v3: (proof, strategy) => Buffer.concat([payloadV3(proof), strategyBytes(strategy)]),
  validate_stat_v4: (proof, strategy) => Buffer.concat([payloadV3(proof), strategyBytes(strategy)]),
  validate_odds: (proof) => payloadOdds(proof),
  validate_odds_v4: (proof) => payloadOdds(proof),
  validate_fixture: (proof) =>
    Buffer.concat([
      fixtureBytes(proof.snapshot),
      fixtureSummaryBytes(proof.summary),
      path(proof.subTreePath),
      path(proof.mainPath),
    ]),
  validate_fixture_batch: (proof) => Buffer.concat([u8(proof.index), metadataBytes(proof.metadata), path(proof.path)]),
};

export const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hasher = createHash('sha256');
  for (const part of parts) hasher.update(part);
  return hasher.digest();
};

export const discriminator = (instruction: Instruction): Buffer =>
  sha256(Buffer.from(`global:${instruction}`)).subarray(0, 8);

/** Whole instruction data. */
export function instructionData<I extends Instruction>(
  instruction: I,
  proof: ProofOf[I],
  strategy: StrategyOf[I],
): Buffer {
  return Buffer.concat([discriminator(instruction), ARGUMENTS[instruction](proof, strategy)]);
}

/** The body of an Ed25519 instruction with one signature and all data inside, laid out as the program requires. */
export function ed25519Data(publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array): Buffer {
  return Buffer.concat([
    u8(1),
    u8(0),
    ...[48, 0xffff, 16, 0xffff, 112, message.length, 0xffff].map(u16),
    publicKey,
    signature,
    message,
  ]);
}

/** Arguments of `settle` with a compact proof: tag 3, without a witness. */
export const compactSettle = (proof: CompactProof): Buffer =>
  Buffer.concat([
    u8(3),
    u32(proof.updateCount),
    i64(proof.minTimestamp),
    i64(proof.maxTimestamp),
    u32(proof.updateIndex),
    list(proof.fixtureSiblings, hash),
    u32(proof.mainIndex),
    list(proof.mainSiblings, hash),
    i32(proof.period),
    list(proof.values, i32),
    u8(proof.absent),
    option(proof.zeroMap, hash),
    option(proof.witness, ({ key, value }) => Buffer.concat([u32(key), i32(value)])),
    list(proof.leafIndices, u32),
    list(proof.hashes, hash),
    option(proof.eventStatRoot, hash),
    u8(0),
  ]);
