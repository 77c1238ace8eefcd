import { borshBytes, type Schema } from './borsh.js';
import { borshLeafHash } from './borshLeaf.js';
import type { Hash } from './hash.js';
import type { Milliseconds } from './slotTime.js';

/** One fixture record. `fixtureId` carries the fixture's state in bits 48 and up. */
export interface Fixture {
  readonly ts: Milliseconds;
  readonly startTime: Milliseconds;
  readonly competition: string;
  readonly competitionId: number;
  readonly fixtureGroupId: number;
  readonly participant1Id: number;
  readonly participant1: string;
  readonly participant2Id: number;
  readonly participant2: string;
  readonly fixtureId: number;
  readonly participant1IsHome: boolean;
}

export const FIXTURE_SCHEMA: Schema = {
  struct: {
    ts: 'i64',
    startTime: 'i64',
    competition: 'string',
    competitionId: 'i32',
    fixtureGroupId: 'i32',
    participant1Id: 'i32',
    participant1: 'string',
    participant2Id: 'i32',
    participant2: 'string',
    fixtureId: 'i64',
    participant1IsHome: 'bool',
  },
};

const STATE_UNIT = 2 ** 48;

/** The id without the state: the low 48 bits. */
export function plainFixtureId(fixtureId: number): number {
  return ((fixtureId % STATE_UNIT) + STATE_UNIT) % STATE_UNIT;
}

/** The state in bits 48 and up: 1 scheduled, 2 live, 3 finished, 4 abandoned, 6 cancelled; 0 when none is given. */
export function fixtureState(fixtureId: number): number {
  return Math.floor(fixtureId / STATE_UNIT);
}

export function fixtureLeafBytes(fixture: Fixture): Uint8Array {
  return borshBytes(FIXTURE_SCHEMA, fixture, 'fixture');
}

/** Leaf of the fixture sub-tree. Errors: AMBIGUOUS_LEAF its bytes are 64. */
export function fixtureLeafHash(fixture: Fixture): Hash {
  return borshLeafHash(fixtureLeafBytes(fixture), `fixture ${fixture.fixtureId}`);
}
