import { expect, it } from 'vitest';
import { partsOf } from '../helpers/unitMarks.js';

const mark = (name: string, left: number) => [`Program log: ${name}`, `Program consumption: ${left} units remaining`];
const instruction = (limit: number, used: number, lines: readonly string[], depth = 1) => [
  `Program A invoke [${depth}]`,
  ...lines,
  `Program A consumed ${used} of ${limit} compute units`,
  'Program A success',
];

it('gives the units between the marks of the last instruction, without marks and called programs', () => {
  const called = instruction(8_000, 6_000, [...mark('of the called program', 5)], 2);
  const logs = [
    ...instruction(20_000, 10_000, mark('of another instruction', 11_000)),
    ...instruction(10_000, 8_553, [
      ...mark('entrance', 9_297),
      ...called,
      'Program log: a message',
      ...mark('transfer', 2_094),
      ...mark('event', 1_490),
    ]),
  ];
  expect(partsOf(logs)).toEqual([
    { name: 'entrance', units: 500 },
    { name: 'transfer', units: 1_000 },
    { name: 'event', units: 401 },
    { name: 'exit', units: 43 },
  ]);
});

it('gives nothing for an instruction without marks', () => {
  expect(partsOf(instruction(1_000, 10, ['Program log: a message']))).toEqual([]);
});
