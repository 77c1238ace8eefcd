import type { Counter, Deciding, Layout, LeastMinutes, Lines, Named, Part, Period, Shown, Sum } from './definition.js';

export const LAYOUT = {
  byte: 1,
  blocks: [0, 1, 2, 3, 4, 5, 6, 7],
  offsets: 8,
} as const satisfies Layout;

export const COUNTERS = [
  ['Goals', 'goals'],
  ['YellowCards', 'yellow cards'],
  ['RedCards', 'red cards'],
  ['Corners', 'corners'],
] as const satisfies readonly Counter[];

/** In the order of the blocks. The total has no shoot-out, but it has extra time. */
export const PARTS: readonly Part[] = [
  { name: 'total', score: ['Total'], settledBy: 'regular-time' },
  { name: 'first half', score: ['H1'], settledBy: 'half-time' },
  { name: 'half time', score: ['HT'], settledBy: 'regular-time' },
  { name: 'second half', score: ['H2'], settledBy: 'regular-time' },
  { name: 'extra time first half', score: ['ET1'], settledBy: 'finalised' },
  { name: 'extra time second half', score: ['ET2'], settledBy: 'finalised' },
  { name: 'penalty shoot-out', score: ['PE'], settledBy: 'finalised' },
  { name: 'extra time total', score: ['ETTotal'], settledBy: 'finalised' },
];

export const SUMS: readonly Sum[] = [
  [0, [1, 3, 7]],
  [7, [4, 5]],
];

export const PERIODS = [
  ['NS', 'scheduled'],
  ['H1', 'live'],
  ['HT', 'live'],
  ['H2', 'live'],
  ['F', 'finished'],
  ['WET', 'live'],
  ['ET1', 'live'],
  ['HTET', 'live'],
  ['ET2', 'live'],
  ['FET', 'finished'],
  ['WPE', 'live'],
  ['PE', 'live'],
  ['FPE', 'finished'],
  ['I', 'live'],
  ['A', 'abandoned'],
  ['C', 'cancelled'],
  ['TXCC', 'uncovered'],
  ['TXCS', null],
  ['P', 'postponed'],
] as const satisfies readonly Period[];

export const NUMBERED: readonly string[] = [];

export const OUT_OF_ORDER: Readonly<Record<number, number>> = {};

export const DECIDING: Deciding = { 'regular-time': [5, 6], 'half-time': [3] };

export const LEAST_MINUTES: LeastMinutes = { finalised: 95, 'regular-time': 95, 'half-time': 40, 'signed-final': 95 };

export const LINES: Lines = { quarters: true, draws: true, total: 2.5 };

export const SHOWN: Shown = { title: 'Soccer', counted: 'goals', clock: 'up' };

export const NAMED = { type: 'Soccer', stateSuffix: 'Soccer' } as const satisfies Named;
