import type { Counter, Deciding, Layout, LeastMinutes, Lines, Named, Part, Period, Shown, Sum } from './definition.js';

export const LAYOUT = {
  byte: 2,
  blocks: [0, 1, 2, 10, 20, 30, 40],
  offsets: 36,
} as const satisfies Layout;

export const COUNTERS = [
  ['Score', 'score'],
  ['Fouls', 'fouls'],
  ['PersonalFouls', 'personal fouls'],
  ['Blocks', 'blocks'],
  ['Rebounds', 'rebounds'],
  ['FreeThrows_made', 'free throws made'],
  ['2pts_made', '2-pointers made'],
  ['3pts_made', '3-pointers made'],
  ['FreeThrows_missed', 'free throws missed'],
  ['2pts_missed', '2-pointers missed'],
  ['3pts_missed', '3-pointers missed'],
  ['FreeThrows_attempts', 'free-throw attempts'],
  ['2pts_attempts', '2-pointer attempts'],
  ['3pts_attempts', '3-pointer attempts'],
  ['Assists', 'assists'],
  ['Turnovers', 'turnovers'],
  ['Steals', 'steals'],
  ['UsedTimeouts', 'used timeouts'],
] as const satisfies readonly Counter[];

/** In the order of the blocks. Overtime counts towards the total only. */
export const PARTS: readonly Part[] = [
  { name: 'total', score: ['Total'], settledBy: 'regular-time' },
  // A competition with halves has no quarters to add up.
  { name: 'first half', score: ['Period.H1', 'Period.Q1', 'Period.Q2'], settledBy: 'half-time' },
  { name: 'second half', score: ['Period.H2', 'Period.Q3', 'Period.Q4'], settledBy: 'regular-time' },
  { name: 'first quarter', score: ['Period.Q1'], settledBy: 'half-time' },
  { name: 'second quarter', score: ['Period.Q2'], settledBy: 'half-time' },
  { name: 'third quarter', score: ['Period.Q3'], settledBy: 'regular-time' },
  { name: 'fourth quarter', score: ['Period.Q4'], settledBy: 'regular-time' },
];

/** None: no key holds overtime, and the quarters of a competition with halves are 0. */
export const SUMS: readonly Sum[] = [];

export const PERIODS = [
  ['NS', 'scheduled'],
  ['Q1', 'live'],
  ['Q1B', 'live'],
  ['Q2', 'live'],
  ['HT', 'live'],
  ['Q3', 'live'],
  ['Q3B', 'live'],
  ['Q4', 'live'],
  ['F', 'finished'],
  ['WO', 'live'],
  ['OT', 'live'],
  ['OB', 'live'],
  ['FO', 'finished'],
  ['I', 'live'],
  ['A', 'abandoned'],
  ['C', 'cancelled'],
  ['TXCC', 'uncovered'],
  ['TXCS', null],
  ['H1', 'live'],
  ['H2', 'live'],
] as const satisfies readonly Period[];

export const NUMBERED: readonly string[] = [];

/** The halves H1 and H2 come where Q1 and Q3 do. */
export const OUT_OF_ORDER: Readonly<Record<number, number>> = { 19: 2, 20: 6 };

export const DECIDING: Deciding = { 'regular-time': [9, 10], 'half-time': [5] };

/** The minimum is that of two halves of 20 minutes. */
export const LEAST_MINUTES: LeastMinutes = { finalised: 85, 'regular-time': 80, 'half-time': 30, 'signed-final': 85 };

export const LINES: Lines = { quarters: false, draws: false, total: 220.5 };

export const SHOWN: Shown = { title: 'Basketball', counted: 'points', clock: 'down' };

export const NAMED = { type: 'Basketball', stateSuffix: '' } as const satisfies Named;
