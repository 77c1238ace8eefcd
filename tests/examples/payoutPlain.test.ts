import { beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { PLAIN, sumInstruction } from '../helpers/examples/plain.js';
import {
  final,
  GOALS,
  MINIMUM_AGE,
  OLD_ENOUGH,
  post,
  publish,
  REFUSAL,
  RESULT,
  WRONG_RESULTS,
} from '../helpers/examples/results.js';
import { PROXY, readResult } from '../helpers/proxy.js';
import { ok, refusal, TestChain } from '../helpers/settlement/chain.js';
import { FIXTURE, FULL_TIME } from '../helpers/settlement/market.js';

/** examples/programs/payout-plain, with the compiled settlement program and real proofs; and what reading costs. */

let chain: TestChain;

beforeEach(async () => {
  chain = await TestChain.start(FULL_TIME, { others: [PLAIN, PROXY] });
});

const NEXT = FIXTURE + 1;

/** The result 2:1, and 0:3 of the next fixture, both old enough. */
async function twoResults(): Promise<readonly [Address, Address]> {
  const results = [
    await post(chain),
    await post(chain, { subject: { fixtureId: NEXT }, updates: [final(0, 3)], keys: [GOALS.home, GOALS.away] }),
  ] as const;
  await chain.setTime(OLD_ENOUGH);
  return results;
}

async function sumOf(results: readonly Address[], fixtures: readonly number[], statKey: number): Promise<bigint> {
  const { returned } = ok(await chain.send([sumInstruction(results, fixtures, { statKey })]));
  // The runtime leaves out zeros at the end.
  return Buffer.concat([returned, Buffer.alloc(8)]).readBigInt64LE(0);
}

describe('examples/programs/payout-plain', () => {
  it('sums a stat over matches, zeros included', async () => {
    const results = await twoResults();
    expect(await sumOf(results, [FIXTURE, NEXT], GOALS.home)).toBe(2n);
    expect(await sumOf(results, [FIXTURE, NEXT], GOALS.away)).toBe(4n);
    expect(await sumOf(results, [FIXTURE], GOALS.redCards)).toBe(0n);
    expect(await sumOf([], [], GOALS.home)).toBe(0n);
  });

  it('needs every result, in the order of the fixtures', async () => {
    const [first, second] = await twoResults();
    const send = (results: readonly Address[], fixtures: readonly number[]) =>
      chain.send([sumInstruction(results, fixtures)]);
    expect(refusal(await send([first], [FIXTURE, NEXT]))).toMatch(/NotEnoughAccountKeys/);
    expect(refusal(await send([second, first], [FIXTURE, NEXT]))).toBe(REFUSAL.WrongSubject);
    const { data, ...instruction } = sumInstruction([first], [FIXTURE]);
    for (const length of [0, 3])
      expect(refusal(await chain.send([{ ...instruction, data: data.slice(0, length) }]))).toMatch(
        /InvalidInstructionData/,
      );
  });

  it('tells what one more post brings from what is not there', async () => {
    const result = await post(chain, { keys: [GOALS.home] });
    const updates = [final(2, 1), final(2, 2)];
    await post(chain, { updates, keys: [GOALS.away] });
    await chain.setTime(OLD_ENOUGH);
    const ask = (statKey: number) => sumInstruction([result], [FIXTURE], { statKey });
    expect(refusal(await chain.send([ask(GOALS.redCards)]))).toBe(REFUSAL.NoFact);
    expect(refusal(await chain.send([ask(GOALS.home)]))).toBe(REFUSAL.NotCurrent);
    ok(await chain.send([publish(chain, { updates, keys: [GOALS.home] }).posting, ask(GOALS.home)]));
  });

  it.each(WRONG_RESULTS)('refuses $name: $refusal', async ({ refusal: name, put }) => {
    const result = await put(chain);
    expect(refusal(await chain.send([sumInstruction([result], [FIXTURE])]))).toBe(REFUSAL[name]);
  });
});

describe('compute units of a result with one fact', () => {
  beforeEach(async () => {
    await post(chain, { keys: [GOALS.home] });
    await chain.setTime(OLD_ENOUGH);
  });

  it('the reader alone: at most 340', async () => {
    const { settlement, oracle } = LOCALNET_PROGRAM_IDS;
    const question = {
      settlement,
      oracle,
      result: RESULT,
      fixtureId: FIXTURE,
      subject: [1, 0],
      key: GOALS.home,
    } as const;
    const { logs } = ok(await chain.send([readResult({ ...question, minimumAge: MINIMUM_AGE })]));
    expect(logs).toContain(`Program log: fact 2 ${FULL_TIME}`);
    const marks = logs.flatMap((line) => /consumption: (\d+) units/.exec(line)?.[1] ?? []).map(Number);
    expect(marks).toHaveLength(2);
    const [before = 0, after = 0] = marks;
    // The second mark costs 100 itself.
    expect(before - after - 100).toBeLessThanOrEqual(340);
  });

  it('one result more in the example, with its loop and borrow: at most 390', async () => {
    const units = async (fixtures: readonly number[]) =>
      ok(await chain.send([sumInstruction([RESULT, RESULT], fixtures)])).computeUnits;
    // Of equal accounts, the program reads as many as there are fixtures.
    const [one, two] = [await units([FIXTURE]), await units([FIXTURE, FIXTURE])];
    expect(two - one).toBeLessThanOrEqual(390);
  });
});
