import { U32_MAX } from '../format/integer.js';
import type { Milliseconds } from '../format/slotTime.js';
import { sportOf } from '../format/sport.js';
import { SPORTS, type Sport } from '../format/sports/sports.js';
import type { StatedKeys } from '../format/statKey.js';
import { orNull as orNullOf } from '../proof/fieldReaders.js';
import {
  type AnswerPart,
  BOOLEAN,
  COUNT,
  I32,
  INTEGER,
  list,
  object,
  oneOf,
  orNull,
  part,
  STRING,
  since,
  TIME,
} from './answerPart.js';

/** A count of both participants. */
export interface Sides {
  readonly participant1: number;
  readonly participant2: number;
}

/**
 * State of a match, from its latest fixture record. Two of them come from the latest status, because the fixture record
 * stays `scheduled` or `live`: `postponed`, and `uncovered`, for a match that was still running when its coverage
 * ended.
 */
export type MatchState = (typeof MATCH_STATES)[number];
export const MATCH_STATES = [
  'scheduled',
  'live',
  'finished',
  'abandoned',
  'cancelled',
  'postponed',
  'uncovered',
] as const;

/** A match in a few fields. Times are Unix ms. */
export interface Match {
  readonly fixtureId: number;
  readonly sport: Sport;
  readonly state: MatchState;
  /** Start, by the latest record that names it. */
  readonly startTime: Milliseconds;
  /**
   * First announced start, if it has moved since; otherwise `null`. Also `null` from a service that does
   * not state it.
   */
  readonly movedFrom: Milliseconds | null;
  readonly competitionId: number;
  readonly competition: string;
  readonly participant1: string;
  readonly participant2: string;
  /** Latest confirmed total, without a shoot-out; `null` before the first one. Proofs are about this one. */
  readonly score: Sides | null;
  /** Goals of the shoot-out in soccer; `null` before one. */
  readonly shootOut: Sides | null;
  /** `periodName` names it; `null` if none of the latest records carries one. */
  readonly statusId: number | null;
  /** Counts up in soccer, down in the other sports. */
  readonly clock: { readonly running: boolean; readonly seconds: number } | null;
  /**
   * The stats that the source of the match states; no other can be proven, neither as a value nor as zero. `null` while
   * nothing states them, and from a service that does not list them.
   */
  readonly statKeys: StatedKeys;
  /** Whether a record has a total that differs from the sum of its parts. */
  readonly sumsDiffer: boolean;
  /** Number of score records. The `Seq` of the latest is one less. */
  readonly updates: number;
  /** `Ts` of the latest score record; `null` before the first. */
  readonly latestTs: number | null;
  /**
   * Start of the 5-minute slot whose root is the next to prove something about the match; `null` once everything is
   * proven.
   */
  readonly nextSlot: number | null;
}

/**
 * The public view of a match. It has a score from the moment when the root of the match's last record is on chain.
 * Before that it only contains the teams and the start.
 */
export interface PublicMatch extends Omit<Match, 'nextSlot'> {
  /** The proof of the result; `null` while there is none, and for a match that ended without a result. */
  readonly proof: FinalProof | null;
}

/** The proof of a result. Times are Unix ms. */
export interface FinalProof {
  /** `Seq` of the final record. */
  readonly seq: number;
  /** Start of its 5-minute slot. */
  readonly slot: number;
  /** When the service first saw the root of the slot on chain. */
  readonly publishedAt: number | null;
}

/** A page of matches. */
export interface MatchPage<M = Match> {
  /** The service's clock, Unix ms. */
  readonly now: number;
  readonly matches: readonly M[];
  /** `after` of the next page; `null` on the last one. */
  readonly next: string | null;
}

const SIDES = object('Sides', { participant1: COUNT, participant2: COUNT });

const STATED_KEYS = part<StatedKeys>(
  {
    oneOf: [
      { type: 'null' },
      { type: 'string', enum: ['all'] },
      { type: 'array', items: { type: 'integer', minimum: 0, maximum: U32_MAX } },
    ],
  },
  (node) => orNullOf(node, ({ value }) => (value === 'all' ? value : node.list().map((key) => key.u32()))),
);

const FACTS = {
  fixtureId: part<number>({ type: 'integer', format: 'int64', minimum: 1 }, (node) => node.i64()),
  sport: part<Sport>({ type: 'string', enum: SPORTS }, (node) => sportOf(node.string())),
  state: oneOf(MATCH_STATES),
  startTime: TIME,
  movedFrom: since(orNull(TIME), null),
  competitionId: I32,
  competition: STRING,
  participant1: STRING,
  participant2: STRING,
  score: orNull(SIDES),
  shootOut: orNull(SIDES),
  statusId: orNull(INTEGER),
  clock: orNull(object('MatchClock', { running: BOOLEAN, seconds: COUNT })),
  statKeys: since(STATED_KEYS, null),
  sumsDiffer: since(BOOLEAN, false),
  updates: COUNT,
  latestTs: orNull(TIME),
};

const pageOf = <W, M>(title: string, match: AnswerPart<W, M>) =>
  object(title, { now: TIME, matches: list(match), next: orNull(STRING) });

/** Pages of matches. Errors of the readers: MALFORMED_RESPONSE, INVALID_NUMBER, UNKNOWN_SPORT. */
export const MATCHES = pageOf('Matches', object('Match', { ...FACTS, nextSlot: orNull(TIME) }));
export const PUBLIC_MATCHES = pageOf(
  'PublicMatches',
  object('PublicMatch', {
    ...FACTS,
    proof: orNull(object('FinalProof', { seq: COUNT, slot: TIME, publishedAt: orNull(TIME) })),
  }),
);
