import { UNKNOWN_FIELD, UNKNOWN_SPORT } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { periodOfName } from '../format/period.js';
import { wireName } from '../format/recordFields.js';
import { sportOfLayout } from '../format/sport.js';
import { SPORT_NAMES, type Sport } from '../format/sports/sports.js';
import { DocumentNode } from '../proof/document.js';
import { timeIn } from './timeIn.js';

/** The match clock. It counts up in soccer and down in the other sports. */
export interface MatchClock {
  readonly running: boolean;
  readonly seconds: number;
}

/** A block whose fields depend on the sport; the service's OpenAPI document lists them. */
export type Block = Readonly<Record<string, unknown>>;

export interface ByParticipant<T> {
  readonly Participant1: T;
  readonly Participant2: T;
}

/** The fields common to all sports. Unknown fields, as a later service may add, are kept. */
interface CommonScores {
  readonly FixtureId: number;
  /** `scheduled`, `live`, `finished`, `abandoned` or `cancelled`. */
  readonly GameState: string;
  /** Unix ms. */
  readonly StartTime: number;
  readonly IsTeam: boolean;
  readonly FixtureGroupId: number;
  readonly CompetitionId: number;
  readonly CountryId: number;
  readonly Participant1IsHome: boolean;
  readonly Participant1Id: number;
  readonly Participant2Id: number;
  readonly Action: string;
  /** Shared by the records of one real-world event. */
  readonly Id: number;
  /** Unix ms. */
  readonly Ts: number;
  readonly ConnectionId: number;
  /** From 0 in each fixture. */
  readonly Seq: number;
  readonly CoverageSecondaryData?: boolean;
  readonly CoverageType?: string;
  /** Absent on some records. */
  readonly StatusId?: number;
  readonly Confirmed?: boolean;
  readonly Clock?: MatchClock;
  readonly Participant?: number;
  readonly Possession?: number;
  /** Values by decimal stat key: empty before the first confirmed score, then every key that the source states. */
  readonly Stats: Readonly<Record<string, number>>;
  readonly Score?: ByParticipant<Block>;
  readonly Data?: Block;
  readonly Lineups?: readonly Block[];
}

export interface SoccerRecord extends CommonScores {
  readonly SportId: 1;
  readonly Type?: 'Soccer';
  readonly PossessionType?: string;
  readonly Parti1StateSoccer?: Block;
  readonly Parti2StateSoccer?: Block;
  readonly PossibleEventSoccer?: Block;
  readonly PlayerStatsSoccer?: ByParticipant<Block>;
}

export interface BasketballRecord extends CommonScores {
  readonly SportId: 2;
  readonly Type?: 'Basketball';
  readonly Parti1State?: Block;
  readonly Parti2State?: Block;
}

export interface UsFootballRecord extends CommonScores {
  readonly SportId: 6;
  readonly Type?: 'UsFootball';
  readonly Down?: Block;
  readonly InPlayInfo?: Block;
  readonly KickoffInfo?: Block;
  readonly Kickoff?: Block;
  readonly Parti1StateUsFootball?: Block;
  readonly Parti2StateUsFootball?: Block;
  readonly PossibleEventUsFootball?: Block;
  readonly PlayerStatsUsFootball?: ByParticipant<Block>;
}

/** A score record with the names of the described wire, whatever wire and list it came from. */
export type ScoresRecord = RecordOfSport[Sport];

interface RecordOfSport {
  readonly soccer: SoccerRecord;
  readonly basketball: BasketballRecord;
  readonly 'us-football': UsFootballRecord;
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

const INTEGERS =
  'FixtureId StartTime FixtureGroupId CompetitionId CountryId Participant1Id Participant2Id Id Ts ConnectionId Seq';
const TIMES = ['startTime', 'ts'];
const BOOLEANS = 'IsTeam Participant1IsHome';
const STRINGS = 'GameState Action';
/** Top-level names that contain the sport in the lists of history. */
const HISTORICAL = /^(Status|Score|Data)(\w+?)(Id)?$/;
/** Top-level names that contain the sport, except in the observed wire. */
const UNSUFFIXED = new Set(['Parti1State', 'Parti2State', 'PossibleEvent', 'PlayerStats']);
/** Fields whose value may have the form `{"Parti1": {}}`. */
const ENUMERATED = new Set(['Type', 'Outcome', 'possession', 'side', 'Team', 'KickoffPreviousAction']);
/** Blocks with such fields. */
const WITH_ENUMERATIONS = new Set(['Down', 'InPlayInfo', 'KickoffInfo', 'Kickoff', 'PreviousDown']);

/**
 * Reads a score record in any form: top-level names in Pascal or lower camel case, those of history or of the observed
 * wire; `StatusId` as a number, a short name or `{"H1": {}}`. Errors, with the path: MALFORMED_RESPONSE for a required
 * field that is missing or has the wrong type; INVALID_NUMBER; UNKNOWN_FIELD for a field in two spellings;
 * UNKNOWN_SPORT.
 *
 * @example
 * ```ts
 * import { readScoresRecord } from '@linesman/sdk/client';
 *
 * declare const line: string;
 * const { FixtureId, Seq, Stats } = readScoresRecord(JSON.parse(line));
 * ```
 */
export function readScoresRecord(value: unknown, path = '$'): ScoresRecord {
  const node = new DocumentNode(value, path);
  const sportId = node.field('sportId');
  const sport = sportOfLayout(sportId.i32());
  if (sport === undefined) return fail(UNKNOWN_SPORT, { path: sportId.path, value: sportId.value });
  for (const name of INTEGERS.split(' ')) node.field(lowerFirst(name)).i64();
  for (const name of TIMES) timeIn(node.field(name));
  for (const name of BOOLEANS.split(' ')) node.field(lowerFirst(name)).boolean();
  for (const name of STRINGS.split(' ')) node.field(lowerFirst(name)).string();
  checkStats(node.field('stats'));
  const record: Record<string, unknown> = {};
  for (const [given, field] of Object.entries(value as object)) {
    const name = describedName(given, sport);
    if (Object.hasOwn(record, name)) fail(UNKNOWN_FIELD, { problem: 'two spellings', path, names: [given, name] });
    // Services may send null for an absent field.
    if (field === null || name === '__proto__') continue;
    const read = name === 'StatusId' ? statusOf(node.member(given), sport) : described(name, field);
    record[name] = read;
  }
  return record as unknown as ScoresRecord;
}

function describedName(given: string, sport: Sport): string {
  const name = wireName(given);
  const { type, stateSuffix } = SPORT_NAMES[sport];
  const [, head, of, id = ''] = HISTORICAL.exec(name) ?? [];
  if (head !== undefined && of === type) return head + id;
  return UNSUFFIXED.has(name) ? name + stateSuffix : name;
}

/** Renames the fields inside a value to those of the described wire, and turns enumerations into strings. */
function described(name: string, value: unknown, isEnumerable = name === 'Type'): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => described(name, item));
  const entries = Object.entries(value);
  const [[only, inside] = []] = entries;
  if (isEnumerable && only !== undefined && entries.length === 1 && isEmpty(inside)) return only;
  if (name === 'Clock') return Object.fromEntries(entries.map(([key, item]) => [lowerFirst(key), item]));
  return Object.fromEntries(
    entries.map(([key, item]) => [key, described(key, item, WITH_ENUMERATIONS.has(name) && ENUMERATED.has(key))]),
  );
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Reads a status: a number, a short name, or `{"<short name>": {}}`. */
function statusOf(status: DocumentNode, sport: Sport): number {
  const name = described('Type', status.value);
  if (typeof name !== 'string') return status.i32();
  return periodOfName(sport, name) ?? status.wrong(`a status of ${sport}`);
}

function checkStats(stats: DocumentNode): void {
  for (const [key, one] of stats.members()) {
    if (!/^\d{1,9}$/.test(key)) one.wrong('the value of a numbered stat');
    one.i32();
  }
}
