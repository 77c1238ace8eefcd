import { type PeriodName, periodName, type Sport } from '@linesman/sdk/format';

/** The short names of periods in everyday words. A match that has been played may not be confirmed yet. */
const WORDS: Readonly<Record<PeriodName | 'none' | 'finalised', string>> = {
  none: 'no period',
  finalised: 'full time, confirmed',
  NS: 'not started',
  H1: 'first half',
  HT: 'half time',
  H2: 'second half',
  F: 'played out',
  WET: 'before extra time',
  ET1: 'extra time, first half',
  HTET: 'half time of extra time',
  ET2: 'extra time, second half',
  FET: 'extra time is played out',
  WPE: 'before the shoot-out',
  PE: 'penalty shoot-out',
  FPE: 'the shoot-out is over',
  Q1: 'first quarter',
  Q1B: 'after the first quarter',
  Q2: 'second quarter',
  Q3: 'third quarter',
  Q3B: 'after the third quarter',
  Q4: 'fourth quarter',
  WO: 'before overtime',
  OT: 'overtime',
  OB: 'break of overtime',
  FO: 'overtime is played out',
  I: 'interrupted',
  A: 'abandoned',
  C: 'cancelled',
  TXCC: 'coverage has ended',
  TXCS: 'coverage is suspended',
  P: 'postponed',
};

/** A period in words; a period without a name is shown by its number. */
export function periodWords(sport: Sport, period: number): string {
  const name = periodName(sport, period);
  if (name === undefined) return `period ${period}`;
  if (isWorded(name)) return WORDS[name];
  const [, kind = '', number] = /^(\D+)(\d+)$/.exec(name) ?? [];
  return isWorded(kind) ? `${WORDS[kind]} ${number}` : name;
}

const isWorded = (name: string): name is keyof typeof WORDS => Object.hasOwn(WORDS, name);

/** The content of an update in words. The names of actions are those of the feed. */
export const actionWords = (action: string): string =>
  action === 'game_finalised' ? WORDS.finalised : action.replaceAll('_', ' ');
