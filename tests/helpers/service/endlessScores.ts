import { fixtureLeaf } from '../scoreline/fixtureLeaf.js';
import { scorelineOf } from '../scoreline/scoreline.js';
import { fixtureOnWire, START } from './feed.js';

export { START };

const ID = 12_000_001;

/** The fixture of all of these records. */
export const fixtureOfEndless = (): Record<string, unknown> =>
  fixtureOnWire(
    fixtureLeaf(scorelineOf({ seed: 'endless', sport: 'soccer', fixtureId: ID, startTime: START }), START, 'scheduled'),
    'soccer',
  );

/** Record `seq` of a match that never ends, one per second. */
export const endlessScore = (seq: number): Record<string, unknown> => ({
  FixtureId: ID,
  Seq: seq,
  Ts: START + 1_000 * seq,
  Action: 'comment',
  Id: seq + 1,
  StatusId: 2,
  Confirmed: true,
  Stats: { 1: seq % 7, 2: seq % 5 },
});
