import { expect, it } from 'vitest';
import { Backoff } from './backoff.js';

it('leaves alone what has failed, twice as long each time and at most ten minutes', () => {
  let now = 1_000_000;
  const backoff = new Backoff(() => now);
  for (const ms of [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000]) {
    backoff.ended('market', true);
    expect(backoff.isHeld('market')).toBe(true);
    now += ms - 1;
    expect([ms, backoff.isHeld('market')]).toEqual([ms, true]);
    now += 1;
    expect([ms, backoff.isHeld('market')]).toEqual([ms, false]);
  }
  backoff.ended('market', true);
  backoff.ended('market', false);
  expect([backoff.isHeld('market'), backoff.isHeld('another')]).toEqual([false, false]);
});

it('holds nothing back because the clock was ahead for a while', () => {
  let now = 90_000_000;
  const backoff = new Backoff(() => now);
  backoff.ended('market', true);
  now -= 86_400_000;
  expect(backoff.isHeld('market')).toBe(false);
});
