import { oddsFeed } from '../odds/oddsFeed.js';
import { moment, type Plan, play, type Script, wait } from '../script.js';
import { SOCCER_INCIDENTS } from '../soccerIncidents.js';
import type { SeasonOfSport } from './definition.js';

function plan(script: Script): Plan {
  const first = [play(2, 45, [0, 2700], ['H1'], ['HT']), wait(3, 15, 2700)];
  const second = [play(4, 45, [2700, 5400], ['H2'])];
  if (script !== 'extraTime' && script !== 'penalties') return { first, second, after: [moment(5, 5400)] };
  const extra = [
    wait(6, 5, 5400),
    play(7, 15, [5400, 6300], ['ET1'], ['ETTotal']),
    wait(8, 2, 6300),
    play(9, 15, [6300, 7200], ['ET2'], ['ETTotal']),
  ];
  if (script === 'extraTime') return { first, second, after: [...extra, moment(10, 7200)] };
  return { first, second, after: [...extra, wait(11, 5, 7200), play(12, 10, [7200, 7200], ['PE']), moment(13, 7200)] };
}

export const SOCCER: SeasonOfSport<'soccer'> = {
  competition: { id: 901, name: 'Halcyon League' },
  freeName: 'Halcyon Free League',
  leagues: [
    'Premier Division',
    'Second Division',
    'Third Division',
    'Shield',
    'Challenge Cup',
    'Reserve League',
    'Summer Series',
  ],
  secondNames: ['Lanterns', 'Wayfarers', 'Bellringers', 'Millers'],
  squad: [11, 7],
  shown: [],
  scripts: ['penalties', 'postponed'],
  plan,
  shootOuts: [12],
  hasDraws: true,
  incidents: SOCCER_INCIDENTS,
  odds: oddsFeed,
  scoreline: {
    around: [
      { breakStatus: 3, breakMinutes: 15 },
      { breakStatus: 5, breakMinutes: 5 },
      { waitStatus: 6, breakStatus: 8, breakMinutes: 2 },
      { breakStatus: 10, breakMinutes: 5 },
      { waitStatus: 11, breakStatus: 13, breakMinutes: 5, minutes: 12 },
    ],
    actions: [
      { name: 'goal', most: 4 },
      { name: 'yellow_card', most: 4 },
      { name: 'red_card', most: 1 },
      { name: 'corner', most: 9 },
    ],
    review: 'var',
    won: { 1: 2, 2: 1, 3: 2, 7: 5, 8: 3 },
  },
};
