import { type GameState, idInState, STATE_NUMBER } from '@linesman/records';
import { FIXTURE_FIELDS, type Fixture, fromWire } from '@linesman/sdk/format';
import type { Fields } from './fields.js';

/**
 * The content that fixture trees commit to, from a JSON record with a plain `FixtureId` and its state in `GameState`.
 */
export function fixtureOfWire(fields: Fields): Fixture {
  const state = STATE_NUMBER[fields.GameState as GameState] ?? 0;
  const plain = fromWire(FIXTURE_FIELDS, fields);
  return { ...plain, fixtureId: idInState(plain.fixtureId, state) };
}
