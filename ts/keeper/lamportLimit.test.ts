import { describe, expect, test } from 'vitest';
import { LamportLimit } from './lamportLimit.js';
import { KeeperMetrics } from './metrics.js';

const limited = (limit: bigint) => {
  const metrics = new KeeperMetrics();
  const limits = new LamportLimit(metrics, limit);
  const log: string[] = [];
  /** Requests this many lamports, and logs when they are granted, or the number of the error. */
  const hold = (name: string, needed: bigint, signal?: AbortSignal) =>
    limits.hold(needed, signal).then(
      (release) => {
        log.push(name);
        return release;
      },
      (error: { number: number }) => {
        log.push(`${name} ${error.number}`);
        return () => {};
      },
    );
  const shown = async () => (await metrics.lamportsInFlight.get()).values[0]?.value;
  return { limits, log, hold, shown };
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the limit on lamports', () => {
  test('lets in what fits, and the rest in its order as others end', async () => {
    const { hold, log, shown } = limited(10n);
    const [first, second] = [await hold('first', 6n), await hold('second', 4n)];
    const others = [hold('big', 8n), hold('small', 1n)];
    await turn();
    expect([log, await shown()]).toEqual([['first', 'second'], 10]);
    second();
    await turn();
    // The small request would fit, but must not keep the large one waiting forever.
    expect(log).toEqual(['first', 'second']);
    first();
    first();
    await Promise.all(others);
    expect([log, await shown()]).toEqual([['first', 'second', 'big', 'small'], 9]);
  });

  test('refuses what cannot fit, however many others end', async () => {
    const { hold, log, limits } = limited(10n);
    await hold('much', 11n);
    const held = await hold('first', 6n);
    const waiting = hold('waits', 5n);
    // A buffer stays on chain, and no upload will close it now.
    limits.setStanding(6n);
    await waiting;
    held();
    await hold('second', 4n);
    expect(log).toEqual(['much 7033', 'first', 'waits 7033', 'second']);
  });

  test('forgets callers that leave', async () => {
    const { hold, log } = limited(10n);
    const held = await hold('first', 6n);
    const stop = new AbortController();
    const leaving = hold('leaves', 9n, stop.signal);
    const next = hold('next', 4n);
    stop.abort();
    await Promise.all([leaving, next]);
    held();
    await hold('late', 1n, AbortSignal.abort());
    expect(log).toEqual(expect.arrayContaining(['first', 'leaves 7090', 'next', 'late 7090']));
  });
});
