import { fixtureLeafOf, type GameState } from '@linesman/records';
import type { Fixture } from '@linesman/sdk/format';
import { fixtureOf } from '../../../ts/season/fixture.js';
import type { Scoreline } from './scoreline.js';

/** The fixture of a score line as of `ts` (ms), as its leaf has it. Without a state, the id is plain. */
export function fixtureLeaf(match: Scoreline, ts: number, gameState?: GameState): Fixture {
  const fixture = fixtureOf(match, ts);
  return gameState === undefined ? fixture : fixtureLeafOf({ ...fixture, sport: match.sport, gameState });
}
