import { US_FOOTBALL_COUNTERS } from '@linesman/records';
import { moment, type Phase, type Plan, play, type Script, wait } from '../script.js';
import { US_FOOTBALL_INCIDENTS } from '../usFootballIncidents.js';
import { fourQuarters, type SeasonOfSport } from './definition.js';

function plan(script: Script): Plan {
  const quarter = (status: number, name: string, ...more: (readonly string[])[]) =>
    play(status, 40, [900, 0], [name], ...more);
  const overtime = (status: number) => play(status, 20, [600, 0], ['OT'], ['OTTotal']);
  const after: Partial<Record<Script, Phase[]>> = {
    extraTime: [wait(10, 3), overtime(1011), wait(1012, 2), overtime(2011), moment(13)],
    unnumberedOvertime: [wait(10, 3), overtime(11), wait(12, 2), overtime(11), moment(13)],
  };
  return {
    first: [quarter(2, 'Q1', ['HT']), wait(3, 2), quarter(4, 'Q2', ['HT']), wait(5, 15)],
    second: [quarter(6, 'Q3'), wait(7, 2), quarter(8, 'Q4')],
    after: after[script] ?? [moment(9)],
  };
}

export const US_FOOTBALL: SeasonOfSport<'us-football'> = {
  competition: { id: 906, name: 'Granite Bowl' },
  leagues: ['Gridiron Conference', 'Gridiron Bowl'],
  secondNames: ['Breakers', 'Drovers', 'Ironwoods', 'Stormcrows'],
  squad: [11, 3],
  shown: US_FOOTBALL_COUNTERS,
  scripts: ['unnumberedOvertime'],
  plan,
  shootOuts: [],
  hasDraws: true,
  incidents: US_FOOTBALL_INCIDENTS,
  odds: null,
  scoreline: {
    around: fourQuarters(1_012),
    actions: [
      { name: 'score', most: 24 },
      { name: 'touchdown', most: 5 },
      { name: 'field_goal', most: 4 },
    ],
    review: 'review',
    won: { 1: 20, 2: 17, 3: 2, 4: 2, 5: 2, 6: 1 },
  },
};
