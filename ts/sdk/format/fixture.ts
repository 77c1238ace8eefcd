import { borshBytes, type Schema } from './borsh.js';
import { borshLeafHash } from './borshLeaf.js';
import { FIXTURE_ID_LIMIT } from './fixtureIdLimit.js';
import type { Hash } from './hash.js';
import { leafSchema, type RecordFields, type RecordOf } from './recordFields.js';

/** The fields of a fixture record that its leaf commits to. */
export const FIXTURE_FIELDS = {
  ts: 'time',
  startTime: 'time',
  competition: 'string',
  competitionId: 'i32',
  fixtureGroupId: 'i32',
  participant1Id: 'i32',
  participant1: 'string',
  participant2Id: 'i32',
  participant2: 'string',
  fixtureId: 'i64',
  participant1IsHome: 'bool',
} as const satisfies RecordFields;

/** A fixture record. Bits 48 and up of `fixtureId` hold the fixture's state. */
export type Fixture = RecordOf<typeof FIXTURE_FIELDS>;

export const FIXTURE_SCHEMA: Schema = /* @__PURE__ */ leafSchema(FIXTURE_FIELDS);

/**
 * Strips the state from a fixture id: returns its low 48 bits.
 *
 * @example
 * ```ts
 * import { plainFixtureId } from '@linesman/sdk/format';
 *
 * plainFixtureId(3 * 2 ** 48 + 17); // 17
 * ```
 */
export function plainFixtureId(fixtureId: number): number {
  return ((fixtureId % FIXTURE_ID_LIMIT) + FIXTURE_ID_LIMIT) % FIXTURE_ID_LIMIT;
}

/**
 * Reads the state from bits 48 and up of a fixture id: 1 scheduled, 2 live, 3 finished, 4 abandoned, 6 cancelled, 0
 * none.
 *
 * @example
 * ```ts
 * import { fixtureState } from '@linesman/sdk/format';
 *
 * fixtureState(3 * 2 ** 48 + 17); // 3
 * ```
 */
export function fixtureState(fixtureId: number): number {
  return Math.floor(fixtureId / FIXTURE_ID_LIMIT);
}

/**
 * Encodes a fixture record with Borsh. Errors: INVALID_NUMBER.
 *
 * @example
 * ```ts
 * import { type Fixture, fixtureLeafBytes } from '@linesman/sdk/format';
 *
 * declare const fixture: Fixture;
 * const bytes = fixtureLeafBytes(fixture);
 * ```
 */
export function fixtureLeafBytes(fixture: Fixture): Uint8Array {
  return borshBytes(FIXTURE_SCHEMA, fixture, 'fixture');
}

/**
 * Hashes a leaf of the fixture sub-tree. Errors: INVALID_NUMBER; AMBIGUOUS_LEAF if the encoding has 64 bytes.
 *
 * @example
 * ```ts
 * import { type Fixture, fixtureLeafHash } from '@linesman/sdk/format';
 * import { merkleRoot } from '@linesman/sdk/merkle';
 *
 * declare const updates: readonly Fixture[];
 * const subTreeRoot = merkleRoot(updates.map(fixtureLeafHash));
 * ```
 */
export function fixtureLeafHash(fixture: Fixture): Hash {
  return borshLeafHash(fixtureLeafBytes(fixture), `fixture ${fixture.fixtureId}`);
}
