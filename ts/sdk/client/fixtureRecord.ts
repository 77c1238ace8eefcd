import { FIXTURE_FIELDS } from '../format/fixture.js';
import { type OnWire, onWire } from '../format/recordFields.js';
import { DocumentNode } from '../proof/document.js';
import { readFields } from '../proof/readFields.js';
import { timeIn } from './timeIn.js';

/**
 * A fixture record with the names of the described wire. `FixtureId` is the plain id, as requests take it. Times are
 * Unix ms.
 */
export interface FixtureRecord extends OnWire<typeof FIXTURE_FIELDS> {
  /** The number of the sport: `sportOfLayout` names it. If absent, `sportOfFixture` finds the sport. */
  readonly SportId?: number;
  /** The state in the spelling of `fixtureState`. Absent in the lists of some services. */
  readonly GameState?: number;
  /** The stats that the source states, if those are not all of the sport. */
  readonly StatKeys?: readonly number[];
}

/**
 * Reads a fixture record in Pascal or camel case. Errors, with the path: MALFORMED_RESPONSE, INVALID_NUMBER,
 * UNKNOWN_FIELD.
 *
 * @example
 * ```ts
 * import { readFixtureRecord } from '@linesman/sdk/client';
 *
 * declare const line: string;
 * const { FixtureId, StartTime } = readFixtureRecord(JSON.parse(line));
 * ```
 */
export function readFixtureRecord(value: unknown, path = '$'): FixtureRecord {
  const record = new DocumentNode(value, path);
  // Services may send null for an absent field.
  const given = (name: string): DocumentNode | undefined => {
    const found = record.find(name);
    return found && found.value !== null ? found : undefined;
  };
  const [sportId, state, keys] = [given('sportId'), given('gameState'), given('statKeys')];
  return {
    ...onWire(FIXTURE_FIELDS, readFields(record, FIXTURE_FIELDS, timeIn)),
    ...(sportId && { SportId: sportId.i32() }),
    ...(state && { GameState: state.i32() }),
    ...(keys && { StatKeys: keys.list().map((key) => key.u32()) }),
  };
}
