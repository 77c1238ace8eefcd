import {
  type Clock as GameClock,
  type GameState,
  type Lineups,
  nextStats,
  type ScoresOfSport,
  type Stats,
  scoresOfSport,
} from '@linesman/records';
import { layoutByteOf, SPORT_NAMES, type Sport } from '@linesman/sdk/format';
import type { League, Team } from './league.js';
import { Lineup } from './lineup.js';
import type { Person } from './people.js';
import type { Random } from './random.js';
import { copyOf, ScoreBoard, type ShownCounters, type Side } from './scoreBoard.js';
import type { Phase } from './script.js';

export interface MatchBookOptions<S extends Sport> {
  readonly sport: S;
  readonly fixtureId: number;
  readonly startTime: number;
  readonly league: League;
  readonly teams: readonly [Team, Team];
  readonly squads: readonly [readonly Person[], readonly Person[]];
  readonly random: Random;
  readonly shown: ShownCounters;
  /** Number of the squad that plays from the beginning. */
  readonly starters: number;
  /** Whether drawn values take turns, so that each of them occurs. */
  readonly thorough: boolean;
  /** Whether only `game_finalised` carries a status. */
  readonly withoutStatus: boolean;
}

/** The sport's own fields of a record. */
export type About<S extends Sport> = Partial<ScoresOfSport[S]>;

/** The fields that the book fills in, and those common to all sports. */
export interface Noted {
  readonly Id?: number;
  readonly Confirmed?: boolean;
  readonly Clock?: GameClock;
  readonly Score?: object;
  readonly Lineups?: Lineups;
}

/** A count for one side: the counter, by how much (default 1), and the player credited. */
export interface Counted {
  readonly side: Side;
  readonly counter: string;
  readonly by?: number;
  readonly player?: number;
}

/** A real-world event: the id that its records share, and a function that takes back its counts and works only once. */
export interface RealEvent {
  readonly id: number;
  readonly takeBack: () => void;
  /** The player credited. */
  readonly player?: number;
}

/** Keeps the state of one match and writes its records: sequence, clock, score, and the stats derived from them. */
export class MatchBook<S extends Sport> {
  readonly records: ScoresOfSport[S][] = [];
  /** The phase of each record. */
  readonly phases: (Phase | undefined)[] = [];
  readonly random: Random;
  gameState: GameState = 'scheduled';
  /** Time of the next record, ms. */
  now: number;
  phase: Phase | undefined;
  /** A score stays empty until the first event that counts, or the first break. */
  scoreIsOpen = false;
  /** Total of each counter, by side. */
  private readonly totals = new Map<string, number>();
  private phaseBegan = 0;
  private stats: Stats = {};
  private lastId = 0;
  private readonly players: Record<`Participant${Side}`, Record<string, Record<string, number>>> = {
    Participant1: {},
    Participant2: {},
  };
  private readonly turns = new Map<string, number>();
  private readonly board: ScoreBoard;
  private readonly lineups: readonly Lineup[];

  constructor(readonly options: MatchBookOptions<S>) {
    this.lineups = options.squads.map(
      (squad) =>
        new Lineup(
          squad.map(({ id }) => id),
          options.starters,
        ),
    );
    this.random = options.random;
    this.board = new ScoreBoard(options.shown);
    this.now = options.startTime;
  }

  /** The id for a new real-world event; all its records share it. */
  newId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  /** Cycles through the values, so that each of them occurs. */
  turn<T>(name: string, values: readonly T[]): T {
    const turn = this.turns.get(name) ?? 0;
    this.turns.set(name, turn + 1);
    const value = values[turn % values.length];
    if (value === undefined) throw new RangeError(`${name} has no values`);
    return value;
  }

  /** Draws one of the values, by weight. In a thorough match the values take turns. */
  drawn<T>(name: string, weighted: readonly (readonly [T, number])[]): T {
    if (!this.options.thorough) return this.random.weighted(weighted);
    return this.turn(
      name,
      weighted.map(([value]) => value),
    );
  }

  lineup(side: Side): Lineup {
    return this.lineups[side - 1] ?? new Lineup([], 0);
  }

  /** A player. */
  player(side: Side): number {
    return this.random.pick(this.lineup(side).playing);
  }

  enter(phase: Phase, countsInTotal: boolean): void {
    this.phase = phase;
    this.phaseBegan = this.now;
    this.board.enter(phase.blocks, countsInTotal);
  }

  /**
   * Adds a count to the blocks of the current phase, and to the player. Returns a function that takes the count back at
   * any time.
   */
  count({ side, counter, by = 1, player }: Counted): () => void {
    this.scoreIsOpen = true;
    const undoBoard = this.board.count(side, counter, by);
    const name = `${side}/${counter}`;
    // Goals of a shoot-out do not count in totals.
    const counted = this.board.isInTotal ? by : 0;
    this.totals.set(name, (this.totals.get(name) ?? 0) + counted);
    const undo = () => {
      undoBoard();
      this.totals.set(name, (this.totals.get(name) ?? 0) - counted);
    };
    if (player === undefined) return undo;
    const of = this.players[`Participant${side}`];
    const counters = of[player] ?? {};
    of[player] = counters;
    const add = (times: number) => {
      counters[counter] = (counters[counter] ?? 0) + times;
    };
    add(by);
    return () => {
      undo();
      add(-by);
    };
  }

  /** The total of a counter of one side so far, confirmed or not. */
  total(side: Side, counter: string): number {
    return this.totals.get(`${side}/${counter}`) ?? 0;
  }

  clock(running = true): GameClock {
    const { clock = [0, 0], minutes = 0 } = this.phase ?? {};
    const [from, to] = clock;
    const played = minutes > 0 ? Math.min((this.now - this.phaseBegan) / (60_000 * minutes), 1) : 0;
    return { running, seconds: Math.round(from + (to - from) * played) };
  }

  /** The current score, confirmed or not. */
  currentScore(): Readonly<Record<`Participant${Side}`, object>> {
    return this.board.current();
  }

  /** The players' non-zero counters. */
  playerStats(): Readonly<Record<`Participant${Side}`, object>> {
    const { Participant1, Participant2 } = this.players;
    return { Participant1: copyOf(Participant1, false), Participant2: copyOf(Participant2, false) };
  }

  /** Those that the source of the league states. */
  private statedOf(stats: Stats): Stats {
    const { statKeys } = this.options.league;
    return statKeys
      ? Object.fromEntries(Object.entries(stats).filter(([key]) => statKeys.includes(Number(key))))
      : stats;
  }

  /** Writes a record. Without an `Id` the record starts a new event. */
  record(action: string, about: About<S> = {}, noted: Noted = {}): void {
    const { sport, fixtureId, startTime, league, teams, withoutStatus } = this.options;
    const { Id = noted.Id ?? this.newId(), StatusId, ...rest } = about;
    const status = StatusId ?? (this.phase ? this.phase.status : undefined);
    const draft = {
      FixtureId: fixtureId,
      GameState: this.gameState,
      StartTime: startTime,
      IsTeam: true,
      FixtureGroupId: league.fixtureGroupId,
      CompetitionId: league.id,
      CountryId: league.countryId,
      SportId: layoutByteOf(sport),
      Participant1IsHome: true,
      Participant1Id: teams[0].id,
      Participant2Id: teams[1].id,
      Action: action,
      Ts: this.now,
      ConnectionId: 3,
      Seq: this.records.length,
      CoverageSecondaryData: true,
      CoverageType: 'Venue',
      ...(status === undefined || (withoutStatus && action !== 'game_finalised') ? {} : { StatusId: status }),
      Type: SPORT_NAMES[sport].type,
      ...noted,
      ...rest,
      Id,
    };
    this.stats = this.statedOf(nextStats(this.stats, draft));
    this.phases.push(this.phase);
    this.records.push(scoresOfSport(sport, { ...draft, Stats: this.stats }));
  }

  /**
   * A real-world event, sometimes reported unconfirmed first and confirmed some seconds later. Both records carry the
   * new score; only the confirmed one changes the stats. `id`: of the event that it belongs to.
   */
  event(action: string, counted: readonly Counted[], about: About<S> = {}, id = this.newId()): RealEvent {
    const undo = counted.map((one) => this.count(one));
    const score = counted.length > 0 ? { Score: this.currentScore() } : {};
    const noted = { ...score, Id: id, Clock: this.clock() };
    if (this.random.onceIn(3)) {
      this.record(action, about, { ...noted, Confirmed: false });
      this.now += this.random.between(1_000, 4_000);
    }
    this.record(action, about, { ...noted, Confirmed: true });
    const takeBack = () => {
      for (const one of undo) one();
    };
    const [{ player } = {}] = counted;
    return { id, takeBack, ...(player !== undefined && { player }) };
  }

  /** Writes a change of status, with the score once there is one. */
  status(about: About<S> = {}): void {
    const score = this.scoreIsOpen ? { Score: this.currentScore() } : {};
    const running = (this.phase?.blocks.length ?? 0) > 0;
    this.record('status', about, { Confirmed: true, Clock: this.clock(running), ...score });
  }

  /** Writes that an event did not count and takes back its counts. The stats follow with the next confirmed score. */
  discard({ id, takeBack }: RealEvent): void {
    takeBack();
    this.record('action_discarded', {}, { Id: id, Clock: this.clock(false), Score: this.currentScore() });
  }
}
