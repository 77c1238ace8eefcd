import { SPORT_COUNTERS } from '@linesman/sdk/format';
import { BASKETBALL_INCIDENTS } from '../basketballIncidents.js';
import { moment, type Plan, play, type Script, wait } from '../script.js';
import { fourQuarters, type SeasonOfSport } from './definition.js';

function plan(script: Script): Plan {
  const quarter = (status: number, name: string, ...more: (readonly string[])[]) =>
    play(status, 20, [720, 0], ['Period', name], ...more);
  const after =
    script === 'extraTime'
      ? [
          wait(10, 2),
          play(11, 8, [300, 0], ['OT', '1'], ['OTTotal']),
          wait(12, 2),
          play(11, 8, [300, 0], ['OT', '2'], ['OTTotal']),
          moment(13),
        ]
      : [moment(9)];
  if (script === 'halves') {
    const half = (status: number, name: string, ...more: (readonly string[])[]) =>
      play(status, 35, [1200, 0], ['Period', name], ...more);
    return { first: [half(19, 'H1', ['HT']), wait(5, 15)], second: [half(20, 'H2')], after };
  }
  return {
    first: [quarter(2, 'Q1', ['HT']), wait(3, 2), quarter(4, 'Q2', ['HT']), wait(5, 15)],
    second: [quarter(6, 'Q3'), wait(7, 2), quarter(8, 'Q4')],
    after,
  };
}

export const BASKETBALL: SeasonOfSport<'basketball'> = {
  competition: { id: 902, name: 'Meridian Court Series' },
  leagues: ['Court League', 'Court Trophy', 'Hoop Classic'],
  secondNames: ['Herons', 'Quarrymen', 'Sextants', 'Comets'],
  squad: [5, 3],
  shown: SPORT_COUNTERS.basketball.map(([name]) => name),
  scripts: ['halves'],
  plan,
  shootOuts: [],
  hasDraws: false,
  incidents: BASKETBALL_INCIDENTS,
  odds: null,
  scoreline: {
    around: fourQuarters(12),
    actions: [
      { name: 'score', most: 40 },
      { name: 'foul', most: 12 },
      { name: 'personal_foul', most: 10 },
      { name: 'block', most: 6 },
      { name: 'rebound', most: 20 },
    ],
    review: 'review',
    won: { 1: 31, 2: 24, 3: 6, 4: 7, 9: 12, 10: 15 },
  },
};
