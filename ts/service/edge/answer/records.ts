import type { SlotTime } from '@linesman/sdk/format';
import type { Fields } from '../../data/ingest/fields.js';
import type { Pages } from './pages.js';

/** An odds record with the fields that endpoints need. */
export interface OddsEntry {
  readonly fixtureId: number;
  /** `CompetitionId` of the fixture. */
  readonly leagueId: number;
  /** `SuperOddsType`. */
  readonly market: string;
  /** Market line: type, period and parameters; unique within the fixture. */
  readonly line: string;
  /** Whether the line is off the board. */
  readonly suspended: boolean;
  /** Unix time, ms. */
  readonly ts: number;
  /** Time of acceptance, Unix ms. */
  readonly acceptedAt: number;
  /** As stored. */
  readonly record: Fields;
}

export interface ScoresEntry {
  readonly fixtureId: number;
  readonly leagueId: number;
  readonly seq: number;
  /** As stored. */
  readonly record: Fields;
}

export interface FixtureEntry {
  readonly fixtureId: number;
  readonly leagueId: number;
  /** As stored. */
  readonly record: Fields;
}

/**
 * The stored records, without regard to entitlements. Lists are in order of acceptance, and empty if nothing is found.
 * Those that the caller cannot keep short come in pages; a list of one fixture is as long as it has lines or actions.
 */
export interface Records {
  fixture(fixtureId: number): Promise<FixtureEntry | undefined>;
  /**
   * The current record of every fixture that starts on or after the day, optionally of one competition; earliest start
   * first.
   */
  fixtures(filter: {
    readonly startEpochDay?: number | undefined;
    readonly competitionId?: number | undefined;
  }): Pages<FixtureEntry>;
  /** The fixture records accepted in an hour. */
  fixtureUpdates(epochDay: number, hourOfDay: number): Pages<FixtureEntry>;

  /** The odds of a slot. */
  oddsOfSlot(slot: SlotTime, fixtureId?: number, latestFirst?: boolean): Pages<OddsEntry>;
  /** The fixture's odds with a `Ts` of `from` (ms) or later. */
  oddsSince(fixtureId: number, from: number, latestFirst?: boolean): Pages<OddsEntry>;
  /** The latest record of each of the fixture's lines with a `Ts` from `from` to `to` (ms, inclusive). */
  latestOdds(fixtureId: number, from: number, to: number): Promise<readonly OddsEntry[]>;
  /**
   * The odds that sampling needs. For each of the fixture's lines, these are the latest record accepted before the slot
   * that starts at `slot`, and all records accepted since then with a `Ts` up to `to` or in that slot (both ms).
   */
  oddsAround(fixtureId: number, slot: number, to: number): Promise<readonly OddsEntry[]>;
  /** The record with this message id and `Ts`. */
  oddsMessage(messageId: string, ts: number): Promise<OddsEntry | undefined>;

  /** The score records of a slot. */
  scoresOfSlot(slot: SlotTime, fixtureId?: number): Pages<ScoresEntry>;
  /** The fixture's score records with a `Ts` of `from` (ms) or later. */
  scoresSince(fixtureId: number, from: number): Pages<ScoresEntry>;
  /** The latest record of each of the fixture's actions up to `to` (ms, inclusive). */
  latestScores(fixtureId: number, to: number): Promise<readonly ScoresEntry[]>;
  /** All score records of the fixture, by `Seq`. */
  scoresOf(fixtureId: number): Pages<ScoresEntry>;
}

/** The same, with fixtures by their ids in the place of one. */
export interface RecordsOfStore extends Omit<Records, 'fixture'> {
  /** The known ones of these fixtures, in any order. */
  fixturesOf(fixtureIds: readonly number[]): Promise<readonly FixtureEntry[]>;
}
