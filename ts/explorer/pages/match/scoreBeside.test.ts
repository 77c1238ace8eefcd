import { expect, test } from 'vitest';
import type { MatchState } from '../../../sdk/client/match.js';
import { stageOf } from '../../shared/shownMatches.js';
import { STATE_WORDS } from '../../shared/stateWords.js';
import { scoreBeside } from './matchFacts.js';

const RECORDS = [{ Stats: { '1': 1, '2': 0 } }, { Stats: { '1': 1, '2': 1 } }, { Stats: {} }];
const score = { participant1: 2, participant2: 1 };

test.each(Object.keys(STATE_WORDS) as MatchState[])(
  'beside “%s” stands a score of the same answer, if it is an end',
  (state) => {
    const isOver = stageOf(state) === 'over';
    expect(scoreBeside({ state, score }, RECORDS)).toEqual(isOver ? { '1': 2, '2': 1 } : { '1': 1, '2': 1 });
    // A score of another answer would look like the one at the end.
    expect(scoreBeside({ state, score: null }, RECORDS)).toEqual(isOver ? undefined : { '1': 1, '2': 1 });
  },
);

test('without a state of the service, the records count', () => {
  expect(scoreBeside({ state: null }, RECORDS)).toEqual({ '1': 1, '2': 1 });
  expect([scoreBeside(null, RECORDS.slice(2)), scoreBeside(null, [])]).toEqual([undefined, undefined]);
});
