import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RealClock, RealTime, WorldClock, WorldTime } from '../../ts/service/clock/index.js';

const ROOT = 'ts/service';
/** A port that shows a time without saying which: `clock: Clock`, `now(): number`, `recordTime: () => number`. */
const UNNAMED = /(\b\w*[cC]lock\??: (Stream)?Clock\b(?!<)|\b(now|\w*[a-z]Time)\??(: )?\(\)(:| =>) number\b)/;
/** Either time will do, or it is a time that only grows, from no date on. */
const EITHER = new Set(['publish/publisherLease.ts', 'cache/shortLived.ts', 'proofs/batchStanding.ts']);
const GROWING = new Set(['proofs/proofs.ts', 'proofs/sealedBatches.ts']);

test('every port of the service says by its type which time it shows', () => {
  const unnamed = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(clock|generator)\//.test(file))
    .filter((file) => !EITHER.has(file) && !GROWING.has(file))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => UNNAMED.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(unnamed).toEqual([]);
});

test('one time is not taken for the other', () => {
  const world: WorldTime = 1;
  const real: RealTime = 1;
  // @ts-expect-error
  const wrong: RealTime = world;
  // @ts-expect-error
  const alsoWrong: WorldTime = real;
  const clock = { now: () => world, sleepUntil: async () => {} } satisfies WorldClock;
  // @ts-expect-error
  const wrongClock: RealClock = clock;
  expect([wrong, alsoWrong, wrongClock.now()]).toEqual([1, 1, 1]);
});
