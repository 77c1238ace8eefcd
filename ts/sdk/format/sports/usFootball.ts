import type { Counter, Deciding, Layout, LeastMinutes, Lines, Named, Part, Period, Shown, Sum } from './definition.js';

export const LAYOUT = {
  byte: 6,
  blocks: [0, 1, 2, 10, 20, 30, 40],
  offsets: 16,
  unused: 2,
} as const satisfies Layout;

/** Records list them in another order. */
export const COUNTERS = [
  ['Score', 'score'],
  ['Touchdown', 'touchdowns'],
  ['FieldGoal', 'field goals'],
  ['1ptConversion', '1-point conversions'],
  ['2ptConversion', '2-point conversions'],
  ['Safety', 'safeties'],
  ['1ptSafety', '1-point safeties'],
  ['Defensive2ptConversion', 'defensive 2-point conversions'],
] as const satisfies readonly Counter[];

/** In the order of the blocks. Overtime counts towards the total only. */
export const PARTS: readonly Part[] = [
  { name: 'total', score: ['Total'], settledBy: 'regular-time' },
  { name: 'first half', score: ['Q1', 'Q2'], settledBy: 'half-time' },
  { name: 'second half', score: ['Q3', 'Q4'], settledBy: 'regular-time' },
  { name: 'first quarter', score: ['Q1'], settledBy: 'half-time' },
  { name: 'second quarter', score: ['Q2'], settledBy: 'half-time' },
  { name: 'third quarter', score: ['Q3'], settledBy: 'regular-time' },
  { name: 'fourth quarter', score: ['Q4'], settledBy: 'regular-time' },
];

/** The total is no sum, because no key holds overtime. */
export const SUMS: readonly Sum[] = [
  [1, [10, 20]],
  [2, [30, 40]],
];

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
] as const satisfies readonly Period[];

/** `OT2` is 2011: the second overtime. */
export const NUMBERED: readonly string[] = ['OT', 'OB'];

export const OUT_OF_ORDER: Readonly<Record<number, number>> = {};

export const DECIDING: Deciding = { 'regular-time': [9, 10], 'half-time': [5] };

export const LEAST_MINUTES: LeastMinutes = {
  finalised: 175,
  'regular-time': 170,
  'half-time': 75,
  'signed-final': 175,
};

export const LINES: Lines = { quarters: false, draws: true, total: 44.5 };

export const SHOWN: Shown = { title: 'US football', counted: 'points', clock: 'down' };

export const NAMED = { type: 'UsFootball', stateSuffix: 'UsFootball' } as const satisfies Named;
