import { type GameState, STATE_NUMBER } from '@linesman/records';
import { fail, UNKNOWN_SPORT } from '@linesman/sdk/error';
import { sportOfLayout } from '@linesman/sdk/format';
import type { Fields } from './fields.js';

/** The possible states of a listed fixture. The first is the default for an unknown fixture. */
export const OF_LISTED = Object.keys(STATE_NUMBER) as [GameState, ...GameState[]];

/** Whether a fixture record has the form of lists: a numeric sport or none, and a numeric state or none. */
export const isListed = (fields: Fields): boolean => !('Sport' in fields) && typeof fields.GameState !== 'string';

/**
 * The original record of a listed one, with the fields of the documented form and those that no form has. Errors:
 * UNKNOWN_SPORT.
 */
export function recordOfListed({ SportId, GameState: _, ...fields }: Fields, GameState: GameState): Fields {
  const Sport = typeof SportId === 'number' ? sportOfLayout(SportId) : undefined;
  if (Sport === undefined) return fail(UNKNOWN_SPORT, { path: '$.SportId', value: SportId });
  return { ...fields, Sport, GameState };
}

/** The state of a stored fixture record. */
export const stateOf = (json: string): GameState =>
  (JSON.parse(json) as { GameState?: GameState }).GameState ?? OF_LISTED[0];
