import { expect, it } from 'vitest';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { UNKNOWN_SPORT } from '../../../sdk/error/codes/library.js';
import { isListed, recordOfListed, stateOf } from './listedFixture.js';

it.each([
  ['of lists', { SportId: 1, GameState: 2 }, true],
  ['of lists, without a state', { SportId: 1 }, true],
  ['with a sport in words', { Sport: 'soccer', GameState: 2 }, false],
  ['with a state in words', { SportId: 1, GameState: 'live' }, false],
])('a record %s: %j', (_, fields, is) => expect(isListed(fields)).toBe(is));

it('a listed record becomes the original one, and keeps what no form has', () => {
  expect(recordOfListed({ SportId: 2, GameState: 2, FixtureId: 7, Venue: 'X' }, 'finished')).toEqual({
    ...{ Sport: 'basketball', GameState: 'finished', FixtureId: 7, Venue: 'X' },
  });
});

it.each([[undefined], [99], ['1'], [null]])('an unknown sport is refused: %j', (SportId) => {
  expect(outcome(() => recordOfListed({ SportId }, 'live'))).toBe(UNKNOWN_SPORT);
});

it('a stored fixture without a state is scheduled', () => {
  expect([stateOf('{}'), stateOf('{"GameState":"live"}')]).toEqual(['scheduled', 'live']);
});
