import type { SlotTime } from 'linesman/format';

/** An odds record and what the endpoints need to know of it. */
export interface OddsEntry {
  readonly fixtureId: number;
  /** `CompetitionId` of the fixture. */
  readonly leagueId: number;
  /** `SuperOddsType`. */
  readonly market: string;
  /** Type, period and parameters; unique within the fixture. */
  readonly line: string;
  /** Off the board. */
  readonly suspended: boolean;
  /** Unix time, ms. */
  readonly ts: number;
  /** When it was accepted, Unix time in ms. */
  readonly acceptedAt: number;
  /** What the encoder of odds takes. */
  readonly record: unknown;
}

export interface ScoresEntry {
  readonly fixtureId: number;
  readonly leagueId: number;
  readonly seq: number;
  /** What the encoder of scores takes. */
  readonly record: unknown;
}

export interface FixtureEntry {
  readonly fixtureId: number;
  readonly leagueId: number;
  /** What the encoder of fixtures takes. */
  readonly record: unknown;
}

/** The stored records. Lists are in the order of acceptance; nothing found is an empty list. Nothing here knows of entitlements. */
export interface Records {
  fixture(fixtureId: number): Promise<FixtureEntry | undefined>;
  /** The current record of every fixture that starts on the day or later, of one competition or all; earliest start first. */
  fixtures(filter: {
    readonly startEpochDay?: number | undefined;
    readonly competitionId?: number | undefined;
  }): Promise<readonly FixtureEntry[]>;
  /** The fixture records that were accepted in an hour. */
  fixtureUpdates(epochDay: number, hourOfDay: number): Promise<readonly FixtureEntry[]>;

  /** The odds of a slot. */
  oddsOfSlot(slot: SlotTime, fixtureId?: number): Promise<readonly OddsEntry[]>;
  /** The odds of the fixture with a `Ts` of `from` (ms) or later. */
  oddsSince(fixtureId: number, from: number): Promise<readonly OddsEntry[]>;
  /** The latest record of each line of the fixture with a `Ts` from `from` to `to` (ms, both included). */
  latestOdds(fixtureId: number, from: number, to: number): Promise<readonly OddsEntry[]>;
  /**
   * What sampling has to know of the odds of the fixture: of each line the latest record that was accepted before the slot that starts at
   * `slot`, and all that were accepted from then on and have a `Ts` up to `to` or in that slot (both ms).
   */
  oddsAround(fixtureId: number, slot: number, to: number): Promise<readonly OddsEntry[]>;
  /** The record with this message id and this `Ts`. */
  oddsMessage(messageId: string, ts: number): Promise<OddsEntry | undefined>;

  /** The score records of a slot. */
  scoresOfSlot(slot: SlotTime, fixtureId?: number): Promise<readonly ScoresEntry[]>;
  /** The score records of the fixture with a `Ts` of `from` (ms) or later. */
  scoresSince(fixtureId: number, from: number): Promise<readonly ScoresEntry[]>;
  /** The latest record of each action of the fixture up to `to` (ms, included). */
  latestScores(fixtureId: number, to: number): Promise<readonly ScoresEntry[]>;
  /** All score records of the fixture, by `Seq`. */
  scoresOf(fixtureId: number): Promise<readonly ScoresEntry[]>;
}
