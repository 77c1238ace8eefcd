import { I32_MAX } from '../format/integer.js';
import type { Milliseconds } from '../format/slotTime.js';
import { sportOf } from '../format/sport.js';
import type { Sport } from '../format/sports/sports.js';
import type { StatedKeys } from '../format/statKey.js';
import { DocumentNode } from '../proof/document.js';
import { nameIn, orNull } from '../proof/fieldReaders.js';
import { timeIn } from './timeIn.js';

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
  /** Kick-off, by the latest record that names it. */
  readonly startTime: Milliseconds;
  /**
   * First announced kick-off, if the kick-off has moved since; otherwise `null`. Also `null` from a service that does
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

const countOf = (node: DocumentNode): number => node.integer(0, I32_MAX);
const sidesOf = (node: DocumentNode): Sides => ({
  participant1: countOf(node.field('participant1')),
  participant2: countOf(node.field('participant2')),
});

/** A field that an earlier service lacks. */
const NOTHING = new DocumentNode(null, '$');

const statedIn = (node: DocumentNode): StatedKeys =>
  node.value === 'all' ? 'all' : node.list().map((key) => key.u32());

const matchOf = (node: DocumentNode): Match => ({
  ...factsOf(node),
  nextSlot: orNull(node.field('nextSlot'), timeIn),
});

function factsOf(node: DocumentNode): Omit<Match, 'nextSlot'> {
  return {
    fixtureId: node.field('fixtureId').i64(),
    sport: sportOf(node.field('sport').string()),
    state: nameIn(MATCH_STATES, node.field('state')),
    startTime: timeIn(node.field('startTime')),
    movedFrom: orNull(node.find('movedFrom') ?? NOTHING, timeIn),
    competitionId: node.field('competitionId').i32(),
    competition: node.field('competition').string(),
    participant1: node.field('participant1').string(),
    participant2: node.field('participant2').string(),
    score: orNull(node.field('score'), sidesOf),
    shootOut: orNull(node.field('shootOut'), sidesOf),
    statusId: orNull(node.field('statusId'), (status) => status.i32()),
    clock: orNull(node.field('clock'), (clock) => ({
      running: clock.field('running').boolean(),
      seconds: countOf(clock.field('seconds')),
    })),
    statKeys: orNull(node.find('statKeys') ?? NOTHING, statedIn),
    sumsDiffer: node.find('sumsDiffer')?.value === true,
    updates: countOf(node.field('updates')),
    latestTs: orNull(node.field('latestTs'), timeIn),
  };
}

const publicMatchOf = (node: DocumentNode): PublicMatch => ({
  ...factsOf(node),
  proof: orNull(node.field('proof'), (proof) => ({
    seq: countOf(proof.field('seq')),
    slot: timeIn(proof.field('slot')),
    publishedAt: orNull(proof.field('publishedAt'), timeIn),
  })),
});

const pageReader =
  <M>(read: (node: DocumentNode) => M) =>
  (answer: DocumentNode): MatchPage<M> => ({
    now: timeIn(answer.field('now')),
    matches: answer.field('matches').list().map(read),
    next: orNull(answer.field('next'), (next) => next.string()),
  });

/** Read a page. Errors: MALFORMED_RESPONSE, INVALID_NUMBER, UNKNOWN_SPORT. */
export const matchPageOf = pageReader(matchOf);
export const publicPageOf = pageReader(publicMatchOf);
