import { keysOfSport, type Sport } from 'linesman/format';
import type { Stats } from '../../../batch/index.js';
import { BASKETBALL_COUNTERS, type BasketballScore } from './basketball.js';
import { sportOfRecord } from './scoresRecord.js';
import { SOCCER_BLOCKS, SOCCER_COUNTERS, type SoccerScore } from './soccer.js';
import type { UsFootballScore } from './usFootball.js';

export type { Stats };

/** The fields that determine a record's stats. */
export interface ScoreShown {
  readonly SportId: number;
  readonly Action: string;
  readonly Confirmed?: boolean | undefined;
  /** Score blocks of both participants, as the sport has them. */
  readonly Score?: object | undefined;
}

type Counters = Readonly<Partial<Record<string, number>>>;
/** The counters of one participant behind each block of stat keys (`floor(key / 1000)`); several are added up. */
type Sources = ReadonlyMap<number, readonly (Counters | undefined)[]>;

/** H1 is block 1, HT 2, and so on; the total is block 0. */
const SOCCER_BLOCK_OF = new Map(SOCCER_BLOCKS.map((name, i) => [name, (i + 1) % SOCCER_BLOCKS.length]));

/** In the order of their stat keys, which differs from the order in a score. */
const US_FOOTBALL_KEYS = [
  'Score',
  'Touchdown',
  'FieldGoal',
  '1ptConversion',
  '2ptConversion',
  'Safety',
  '1ptSafety',
  'Defensive2ptConversion',
];

const KEY_ORDER: Readonly<Record<Sport, readonly string[]>> = {
  soccer: SOCCER_COUNTERS,
  basketball: BASKETBALL_COUNTERS,
  'us-football': US_FOOTBALL_KEYS,
};

/** Every key of a sport with 0. Copying it takes a tenth of the time of building it. */
const zerosOf = (sport: Sport): Stats => Object.fromEntries(keysOfSport(sport).map((key) => [key, 0]));
const ZEROS: Readonly<Record<Sport, Stats>> = {
  soccer: zerosOf('soccer'),
  basketball: zerosOf('basketball'),
  'us-football': zerosOf('us-football'),
};

/** The stats that a score determines: every key of the sport, zeros included. */
export function statsOfScore(record: { readonly SportId: number; readonly Score: object }): Stats {
  const sport = sportOfRecord(record);
  const stats: Record<string, number> = { ...ZEROS[sport] };
  const score = record.Score as Record<'Participant1' | 'Participant2', object>;
  for (const [side, participant] of [score.Participant1, score.Participant2].entries()) {
    for (const [block, parts] of sourcesOf(sport, participant)) {
      for (const [i, name] of KEY_ORDER[sport].entries()) {
        const value = parts.reduce((sum, part) => sum + (part?.[name] ?? 0), 0);
        stats[1000 * block + 2 * i + 1 + side] = value;
      }
    }
  }
  return stats;
}

/**
 * The participant and the counter that the stat keys with this offset (1 and up) hold: odd offsets are participant 1's.
 * Throws a `RangeError` if the sport has no such keys.
 */
export function counterOf(sport: Sport, offset: number): { readonly side: 1 | 2; readonly counter: string } {
  const counter = KEY_ORDER[sport][(offset - 1) >> 1];
  if (counter === undefined) throw new RangeError(`${sport} has no stat key ${offset}`);
  return { side: offset % 2 === 1 ? 1 : 2, counter };
}

function sourcesOf(sport: Sport, score: object): Sources {
  if (sport === 'soccer') {
    const of = score as SoccerScore['Participant1'];
    return new Map([...SOCCER_BLOCK_OF].map(([name, block]) => [block, [of[name]]]));
  }
  if (sport === 'us-football') {
    const { Q1, Q2, Q3, Q4, Total } = score as UsFootballScore['Participant1'];
    return quarters(Total, [Q1, Q2, Q3, Q4], [Q1, Q2], [Q3, Q4]);
  }
  const { Period = {}, Total } = score as BasketballScore['Participant1'];
  const { Q1, Q2, Q3, Q4, H1, H2 } = Period;
  // A competition that plays halves has no quarters to add up.
  return quarters(Total, [Q1, Q2, Q3, Q4], [H1, Q1, Q2], [H2, Q3, Q4]);
}

/** Overtime counts towards the total only. */
function quarters(
  total: Counters | undefined,
  four: readonly (Counters | undefined)[],
  first: readonly (Counters | undefined)[],
  second: readonly (Counters | undefined)[],
): Sources {
  return new Map([[0, [total]], [1, first], [2, second], ...four.map((part, i) => [10 * (i + 1), [part]] as const)]);
}

/**
 * The `Stats` of a record, given those of the record before (`{}` for the first). Only a confirmed record or an
 * `action_amend` replaces them, with the stats of its score.
 */
export function nextStats(previous: Stats, { SportId, Score, Confirmed, Action }: ScoreShown): Stats {
  if (Score === undefined || (Confirmed !== true && Action !== 'action_amend')) return previous;
  return statsOfScore({ SportId, Score });
}
