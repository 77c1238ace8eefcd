import { expect, test } from 'vitest';
import type { MachineTime, RealClock, RealTime, WorldClock, WorldTime } from '../../ts/service/clock/clock.js';
import { PACKAGE_SOURCES, textOf } from '../helpers/sources.js';

/** A port that returns a time without naming which: `clock: Clock`, `now(): number`, `recordTime: () => number`. */
const UNNAMED = /(\b\w*[cC]lock\??: (Stream)?Clock\b(?!<)|\b(now|\w*[a-z]Time)\??(: )?\(\)(:| =>) number\b)/;

const sources = (): (readonly [file: string, text: string])[] =>
  PACKAGE_SOURCES.filter((file) => /^ts\/service\/(?!clock\/)/.test(file)).map((file) => [file, textOf(file)]);

test('every port of the service names in its type which time it returns', () => {
  const unnamed = sources().flatMap(([file, text]) =>
    text
      .split('\n')
      .filter((line) => UNNAMED.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(unnamed).toEqual([]);
});

test('pauses for outside systems are in real time: these are no faster in a fast world', () => {
  const pauses = sources().flatMap(([file, text]) =>
    [...text.matchAll(/(\w+)\.sleepUntil\((\w+)\.now\(\) \+/g)].map(([call, clock]) => {
      const isReal =
        text.includes(`${clock}: RealClock`) || clock === 'realClock' || text.includes(`${clock} = realClock`);
      return `${file}: ${call} ${isReal && !text.includes(`${clock}: WorldClock`)}`;
    }),
  );
  expect(pauses.length).toBeGreaterThan(3);
  expect(pauses.filter((text) => !text.endsWith(' true'))).toEqual([]);
});

test('one time is not assignable to the other', () => {
  const world: WorldTime = 1;
  const real: RealTime = 1;
  // @ts-expect-error
  const wrong: RealTime = world;
  // @ts-expect-error
  const alsoWrong: WorldTime = real;
  const machine: MachineTime = 1;
  // @ts-expect-error
  const ofMachine: RealTime = machine;
  // @ts-expect-error
  const neverReal: MachineTime = real;
  const clock = { now: () => world, sleepUntil: async () => {} } satisfies WorldClock;
  // @ts-expect-error
  const wrongClock: RealClock = clock;
  expect([wrong, alsoWrong, ofMachine, neverReal, wrongClock.now()]).toEqual([1, 1, 1, 1, 1]);
});
