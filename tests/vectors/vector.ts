import type { LayoutByte } from '../../ts/sdk/format/sports/sports.js';
/** The shape of one entry of the corpus; README.md explains each field. */

export type Instruction =
  | 'validate_stat'
  | 'validate_stat_v2'
  | 'validate_stat_v3'
  | 'validate_stat_v4'
  | 'validate_odds'
  | 'validate_odds_v4'
  | 'validate_fixture'
  | 'validate_fixture_batch';

/** 66 hex digits: hash, then 01 (sibling on the right) or 00. */
export type Path = string[];

export interface Stat {
  key: number;
  value: number;
  period: number;
}

export interface Leaf {
  stat: Stat;
  path: Path;
}

export interface Summary {
  fixtureId: string;
  updateCount: number;
  minTimestamp: string;
  maxTimestamp: string;
  subTreeRoot: string;
}

export interface ScoresHead {
  ts: string;
  summary: Summary;
  fixturePath: Path;
  mainPath: Path;
}

export interface Term {
  stat: Stat;
  eventStatRoot: string;
  path: Path;
}

export interface ProofV1 extends ScoresHead {
  statA: Term;
  statB: Term | null;
}

export interface ProofV2 extends ScoresHead {
  eventStatRoot: string;
  leaves: Leaf[];
}

export interface ProofV3 extends ProofV2 {
  multiproofHashes: Path;
  leafIndices: number[];
}

export interface OddsRecord {
  fixtureId: string;
  messageId: string;
  ts: string;
  bookmaker: string;
  bookmakerId: number;
  superOddsType: string;
  gameState: string | null;
  inRunning: boolean;
  marketParameters: string | null;
  marketPeriod: string | null;
  priceNames: string[];
  prices: number[];
}

export interface OddsProof {
  ts: string;
  odds: OddsRecord;
  summary: Summary;
  subTreePath: Path;
  mainPath: Path;
}

export interface FixtureRecord {
  ts: string;
  startTime: string;
  competition: string;
  competitionId: number;
  fixtureGroupId: number;
  participant1Id: number;
  participant1: string;
  participant2Id: number;
  participant2: string;
  fixtureId: string;
  participant1IsHome: boolean;
}

export interface FixtureSummary extends Summary {
  competitionId: number;
  competition: string;
}

export interface FixtureProof {
  snapshot: FixtureRecord;
  summary: FixtureSummary;
  subTreePath: Path;
  mainPath: Path;
}

export interface FixtureBatchProof {
  index: number;
  metadata: {
    totalUpdateCount: number;
    numUniqueFixtures: number;
    overallBatchStartTs: string;
    overallBatchEndTs: string;
  };
  path: Path;
}

export interface ProofOf {
  validate_stat: ProofV1;
  validate_stat_v2: ProofV2;
  validate_stat_v3: ProofV3;
  validate_stat_v4: ProofV3;
  validate_odds: OddsProof;
  validate_odds_v4: OddsProof;
  validate_fixture: FixtureProof;
  validate_fixture_batch: FixtureBatchProof;
}

export type Comparison = 'GreaterThan' | 'LessThan' | 'EqualTo';
export type Operation = 'Add' | 'Subtract';

export interface Predicate {
  threshold: number;
  comparison: Comparison;
}

export type DiscretePredicate =
  | { single: { index: number; predicate: Predicate } }
  | { binary: { indexA: number; indexB: number; op: Operation; predicate: Predicate } };

export interface StrategyV1 {
  predicate: Predicate;
  op: Operation | null;
}

export interface Strategy {
  geometricTargets: { statIndex: number; prediction: number }[];
  distancePredicate: Predicate | null;
  discretePredicates: DiscretePredicate[];
}

export interface StrategyOf {
  validate_stat: StrategyV1;
  validate_stat_v2: Strategy;
  validate_stat_v3: Strategy;
  validate_stat_v4: Strategy;
  validate_odds: null;
  validate_odds_v4: null;
  validate_fixture: null;
  validate_fixture_batch: null;
}

export type RootsKind = 'scores' | 'odds' | 'fixtures';

export interface Tamper {
  discriminator?: string;
  storedDay?: number;
  length?: number;
  owner?: 'other';
  missing?: true;
}

export interface Roots {
  kind: RootsKind;
  day: number;
  bump: number;
  slots: Record<string, string>;
  tamper: Tamper | null;
}

export interface InstructionBefore {
  program: 'ed25519' | 'secp256k1' | 'computeBudget';
  data: string;
}

export interface V4 {
  credits: number;
  keys: [string, string | null];
  before: InstructionBefore[];
  signature: string;
  tamper?: V4Tamper;
}

/** Substitutes for the accounts of version 4. */
export interface V4Tamper {
  configOwner?: 'other';
  sysvar?: 'copy';
}

export type Result = { verdict: boolean } | { error: number } | { skip: string } | { precompile: true };

export interface Expect {
  host: Result;
  bankrun: Result;
  typescript: Result;
  surfpool?: Result;
}

export interface VectorOf<I extends Instruction> {
  name: string;
  class: string;
  about: string;
  instruction: I;
  sport: LayoutByte | null;
  tree: 'current' | 'older';
  proof: ProofOf[I] | null;
  strategy: StrategyOf[I] | null;
  data: string;
  roots: Roots;
  v4: V4 | null;
  expect: Expect;
}

/** Narrow by `instruction`. */
export type Vector = { [I in Instruction]: VectorOf<I> }[Instruction];
