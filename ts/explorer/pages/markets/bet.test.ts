import { expect, test } from 'vitest';
import { SPORT_LINES, SPORTS, type Sport } from '../../../sdk/format/sports/sports.js';
import { askedOf, type Bet, betFault, FIRST_BET } from './bet.js';

const ALL = { statKeys: 'all' } as const;

test.each([
  ['soccer', { kind: 'line', line: '-0.25' }, undefined],
  ['basketball', { kind: 'line', line: '-0.25' }, /no quarter lines in basketball.*steps of 0\.5/],
  ['basketball', { kind: 'line', line: '-3.5' }, undefined],
  ['soccer', { kind: 'line', line: '0.3' }, /multiples of 0\.25/],
  ['soccer', { kind: 'line', line: '101' }, /-100 to 100/],
  // What a number field has while it is empty, or holds no number.
  ['soccer', { kind: 'line', line: '' }, /^A number/],
  ['soccer', { kind: 'total', total: '' }, /^A number/],
  ['soccer', { kind: 'total', total: '2.75' }, undefined],
  ['soccer', { kind: 'total', total: '-1' }, /0 to 400/],
  ['soccer', { kind: 'threeWay' }, undefined],
  ['basketball', { kind: 'threeWay' }, /No match of basketball ends in a draw/],
  ['soccer', { kind: 'expression', where: 'k1 >' }, /./],
  ['soccer', { kind: 'expression', where: 'k7 - k8 > 0' }, undefined],
  [
    'soccer',
    { kind: 'expression', where: [1, 2, 3, 4, 5, 6].map((key) => `k${key} > 0`).join(' and ') },
    /^A market has at most 5 stats, and this condition has 6\.$/,
  ],
  ['soccer', { kind: 'expression', where: 'k999999 > 0' }, /^k999999 is no stat of soccer\.$/],
] satisfies [Sport, Partial<Bet>, RegExp | undefined][])('a bet in %s, %o, has the fault %s', (sport, about, fault) => {
  const found = betFault({ ...FIRST_BET, ...about }, { ...ALL, sport });
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(fault);
});

test('what the source does not state cannot be bet on, as a condition or a line', () => {
  const match = { sport: 'soccer', statKeys: [1] } as const;
  for (const kind of ['common', 'line', 'total', 'threeWay'] as const)
    expect(betFault({ ...FIRST_BET, kind }, match)).toMatch(/does not state k2/);
});

test.each(SPORTS)('every kind of bet as it is offered first can be made in %s', (sport) => {
  const { draws, total } = SPORT_LINES[sport];
  for (const kind of ['common', 'line', 'total', ...(draws ? (['threeWay'] as const) : [])] as const)
    expect(betFault({ ...FIRST_BET, kind }, { ...ALL, sport })).toBeUndefined();
  expect(askedOf({ ...FIRST_BET, kind: 'total' }, sport)).toEqual({ total });
});
