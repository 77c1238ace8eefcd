import '#texts';

export type {
  AccountEndpoints,
  Activation,
  OracleKeyEntry,
  PurchaseQuote,
  SubscribedPeriod,
  Subscription,
} from './account.js';
export { activationMessage } from './activationMessage.js';
export { type Client, createClient } from './client.js';
export type { ClientOptions, RequestOptions } from './clientOptions.js';
export { type ComparedRoot, compareRoots, type RootOnChain } from './compareRoots.js';
export { dataOf, EventStreamParser, eventsOfText, type StreamedEvent } from './eventStream.js';
export { type FixtureFacts, factsOfMatch, fixtureFacts } from './fixtureFacts.js';
export { type FixtureRecord, readFixtureRecord } from './fixtureRecord.js';
export type { FixtureFilter, FixturesEndpoints, MatchQuestion } from './fixtures.js';
export {
  type FinalProof,
  MATCH_STATES,
  type Match,
  type MatchPage,
  type MatchState,
  type PublicMatch,
  type Sides,
} from './match.js';
export type { OddsEndpoints, OddsQuestion } from './odds.js';
export { type OddsRecord, readOddsRecord } from './oddsRecord.js';
export { checkedPurchase, type PurchaseOrder } from './purchase.js';
export type { StreamNotice } from './reconnecting.js';
export type { ReadOptions, RecordReader } from './recordList.js';
export {
  PUBLIC_STAGES,
  type PublicQuestion,
  type PublicStage,
  type ResultQuestion,
  type ResultsEndpoints,
} from './results.js';
export {
  type KindLatency,
  ROOTS_SLOT_STATES,
  type RootsEndpoints,
  type RootsLatency,
  type RootsOfDay,
  type RootsSlot,
  type RootsSlotState,
} from './roots.js';
export type { ScoresEndpoints, SlotQuestion, StatQuestion } from './scores.js';
export * from './scoresRecord.js';
export { type ServiceRequest, ServiceSession } from './serviceSession.js';
export { sportOfFixture } from './sportOfFixture.js';
export { type ShownMatch, shownMatches, stageOf } from './stage.js';
export type { StreamItem, StreamOptions } from './streamRecords.js';
export { systemTimers, type Timers } from './timers.js';
export type { DeploymentFacts, TestMoney, WorldEndpoints, WorldFacts } from './world.js';
