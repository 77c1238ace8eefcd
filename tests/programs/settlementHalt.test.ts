import { describe, expect, it } from 'vitest';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { FULL_TIME, HOME_WINS, KICK_OFF, type TestMarket } from '../helpers/settlement/market.js';
import { finaliseManyOf, firstRefusal, TestResult } from '../helpers/settlement/result.js';
import { DAY, final, HOUR, KEYS, World } from '../helpers/world/world.js';

/**
 * A cluster halts, and its clock jumps when it goes on: a window is over when as many seconds and as many slots have
 * passed. In a window nobody could post in, nothing is decided.
 */

const { chain, settleable, publish, fullTime } = new World().each();
const options = { challengeWindow: HOUR, outcomes: [HOME_WINS] };

/** What a window waits for, before it is over by both. `seconds` and `slots` pass since its start. */
async function pass(seconds: number, slots: number): Promise<void> {
  const { seconds: start, slot } = chain.momentAt(chain.now);
  await chain.setMoment({ seconds: start + seconds, slot: slot + slots });
}

interface Window {
  readonly length: number;
  /** Opens it now. */
  readonly open: () => Promise<TestMarket>;
  /** The error number of the try to end it, `null` if it is over. */
  readonly end: (market: TestMarket) => Promise<unknown>;
  readonly state: 'Final' | 'Void';
}

const proposed = async (): Promise<TestMarket> => {
  const market = await settleable(options);
  ok(await market.settle(fullTime(final(0, 1)).v2(KEYS)));
  return market;
};
const finaliseMany = async ({ address }: TestMarket): Promise<unknown> => {
  const outcome = await chain.send([finaliseManyOf([{ address }])]);
  return outcome.failure === null ? null : firstRefusal(outcome)?.[1];
};
const calledOff = async (): Promise<TestMarket> => {
  const market = await settleable({ ...options, abandonmentVoids: true });
  ok(await market.proposeVoid(publish(FULL_TIME, { ...final(1, 0), status: 15 }).v2(KEYS)));
  return market;
};

const WINDOWS: Readonly<Record<string, Window>> = {
  finalise: { length: HOUR, open: proposed, end: async (market) => refusal(await market.finalise()), state: 'Final' },
  finalise_many: { length: HOUR, open: proposed, end: finaliseMany, state: 'Final' },
  'finalise, a void proposal': {
    ...{ length: DAY, open: calledOff, state: 'Void' },
    end: async (market) => refusal(await market.finalise()),
  },
  'finalise_many, a void proposal': { length: DAY, open: calledOff, end: finaliseMany, state: 'Void' },
  settle_many: {
    length: HOUR,
    open: async () => {
      const market = await settleable(options);
      ok(await new TestResult(chain).post(fullTime(final(0, 1)).v2(KEYS)));
      return market;
    },
    // Before its end it proposes, or changes nothing.
    end: async (market) => {
      await new TestResult(chain).settleMany([market]);
      return (await market.read()).state === 'Final' ? null : 6223;
    },
    state: 'Final',
  },
};

describe.each(Object.entries(WINDOWS))('%s', (_, { length, open, end, state }) => {
  it.each([
    ['not by time', -1, length + DAY],
    ['not by slots', DAY, length - 1],
    ['by neither', -1, length - 1],
  ])('a window that is over %s is open (6223)', async (_, late, slots) => {
    const market = await open();
    await pass(length + late, slots);
    expect(await end(market)).toBe(6223);
  });

  it('ends a window that is over by both, at once', async () => {
    const market = await open();
    await pass(length, length);
    expect(await end(market)).toBeNull();
    expect((await market.read()).state).toBe(state);
  });

  it('ends it by slots whose count has begun anew, and early where it was set back', async () => {
    await chain.setMoment({ seconds: chain.now, slot: 3 * 2 ** 32 - Math.floor(2.5 * (FULL_TIME - chain.now)) - 20 });
    const market = await open();
    const { slot } = chain.momentAt(chain.now);
    expect(slot).toBeGreaterThan(2 ** 32 - 300_000);
    await pass(length, length - 1);
    expect(await end(market)).toBe(6223);
    await chain.setMoment({ seconds: chain.now, slot: slot - 1 });
    expect(await end(market)).toBeNull();
  });
});

it('a halt over a whole window leaves the time for a correction', async () => {
  const market = await settleable(options);
  ok(await market.settle(fullTime(final(0, 1)).v2(KEYS)));
  const corrected = publish(FULL_TIME + 300, final(2, 1));
  // Five hours without a block, and the first one after them.
  await chain.setTimeInHalt(FULL_TIME + 5 * HOUR);
  expect(refusal(await market.finalise())).toBe(6223);
  ok(await market.settle(corrected.v2(KEYS)));
  await chain.setTime(FULL_TIME + 6 * HOUR);
  ok(await market.finalise());
  expect(await market.read()).toMatchObject({ state: 'Final', proposal: { outcome: 0 } });
});

it('the clock that stands still takes stakes: only builders refuse them', async () => {
  const market = await settleable(options, KICK_OFF - 60);
  ok(await market.stake(market.staker(), 1, 10n));
});
