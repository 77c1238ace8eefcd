import { DocumentNode } from '../proof/document.js';
import { timeIn } from './timeIn.js';

/** A fixture record with the names of the described wire. */
export interface FixtureRecord {
  /** Unix ms. */
  readonly Ts: number;
  /** Unix ms. */
  readonly StartTime: number;
  readonly Competition: string;
  readonly CompetitionId: number;
  readonly FixtureGroupId: number;
  readonly Participant1Id: number;
  readonly Participant1: string;
  readonly Participant2Id: number;
  readonly Participant2: string;
  /** The plain id, as requests take it. */
  readonly FixtureId: number;
  readonly Participant1IsHome: boolean;
  /** 1 soccer, 2 basketball, 6 US football. If absent, `sportOfFixture` finds the sport. */
  readonly SportId?: number;
}

/**
 * Reads a fixture record in Pascal or camel case. Errors, with the path: MALFORMED_RESPONSE, INVALID_NUMBER,
 * UNKNOWN_FIELD.
 *
 * @example
 * ```ts
 * import { readFixtureRecord } from 'linesman/client';
 *
 * declare const line: string;
 * const { FixtureId, StartTime } = readFixtureRecord(JSON.parse(line));
 * ```
 */
export function readFixtureRecord(value: unknown, path = '$'): FixtureRecord {
  const record = new DocumentNode(value, path);
  const sportId = record.find('sportId');
  return {
    Ts: timeIn(record.field('ts')),
    StartTime: timeIn(record.field('startTime')),
    Competition: record.field('competition').string(),
    CompetitionId: record.field('competitionId').i32(),
    FixtureGroupId: record.field('fixtureGroupId').i32(),
    Participant1Id: record.field('participant1Id').i32(),
    Participant1: record.field('participant1').string(),
    Participant2Id: record.field('participant2Id').i32(),
    Participant2: record.field('participant2').string(),
    FixtureId: record.field('fixtureId').i64(),
    Participant1IsHome: record.field('participant1IsHome').boolean(),
    // Services may send null for an absent field.
    ...(sportId && sportId.value !== null && { SportId: sportId.i32() }),
  };
}
