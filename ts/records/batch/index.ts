export { type RootsAccount, rootsAccount } from '@linesman/sdk/internal/program/account/rootsAccountBytes';
export { type EventLeaves, type EventTree, eventLeaves, eventTree } from './event.js';
export { type FixtureBatch, fixtureBatches, fixturePart, type UpdatesOfFixture } from './fixtureBatch.js';
export { FlatTree, flatLeaves } from './flatTree.js';
export { grouped } from './grouped.js';
export { type FixturePart, type MainBatch, mainBatch } from './mainBatch.js';
export { type OddsBatch, type OddsOfFixture, oddsBatches, oddsPart } from './oddsBatch.js';
export {
  fixtureAt,
  oddsAt,
  type PlacedPart,
  type ProvableEvent,
  provableEvent,
  proveFixture,
  proveFixtureBatch,
  proveOdds,
  proveStats,
  proveStatsTogether,
  type StatsQuestion,
  statsByPath,
  statsTogether,
} from './prove.js';
export type { ScoreRecord, Stats } from './record.js';
export { type ScoreBatch, type ScoreSource, type ScoresOfFixture, scoreBatches, scoresPart } from './scoreBatch.js';
