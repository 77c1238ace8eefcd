import { expect, it } from 'vitest';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { ok } from '../helpers/settlement/chain.js';
import { AWAY_WINS, FULL_TIME, HOME_WINS, TestMarket } from '../helpers/settlement/market.js';
import { ataOf, makeTokenAccount, tokenAmount } from '../helpers/settlement/tokens.js';
import { World } from '../helpers/world/world.js';
import { Sender } from './model/sender.js';

const STAKERS = 1_000;
const START = 10n ** 9n;

/** Units of the program without those of the token program, from the runtime's logs. */
function units(logs: readonly string[]): number {
  const own = LOCALNET_PROGRAM_IDS.settlement;
  const consumed = logs.flatMap((line) => /^Program (\S+) consumed (\d+) of/.exec(line)?.slice(1) ?? []);
  const pairs = consumed.flatMap((word, i) => (i % 2 === 0 ? [[word, Number(consumed[i + 1])] as const] : []));
  return pairs.reduce((sum, [program, count]) => (program === own ? sum + count : sum - count), 0);
}

it('a thousand odd stakes in one market: every claim costs the same, and the dust is exact', async () => {
  const { chain, homeWins } = new World();
  const market = await TestMarket.create(chain, { outcomes: [HOME_WINS, AWAY_WINS], feeBps: 333 });
  const { mint } = market.terms;
  const payer = chain.fundedKeypair();
  const sender = new Sender(chain.bank, payer);
  const accepted = async (...[instructions, signers]: Parameters<Sender['send']>): Promise<readonly string[]> => {
    const { answer, logs } = await sender.send(instructions, signers);
    if (answer !== null) throw new Error(`${answer}\n${logs().join('\n')}`);
    return logs();
  };
  // Prime strides: neighbouring stakes differ, and no share divides evenly.
  const stakers = Array.from({ length: STAKERS }, (_, i) => {
    const keypair = chain.fundedKeypair();
    const tokens = ataOf(keypair.address, mint, market.tokenProgram);
    makeTokenAccount(chain, { mint, owner: keypair.address, amount: START, address: tokens });
    return {
      keypair,
      publicKey: keypair.address,
      tokens,
      outcome: i % 3,
      amount: BigInt(((i * 7_919) % 999_983) + 1),
    };
  });
  const stakeUnits: number[] = [];
  for (const staker of stakers) {
    const instruction = market.stakeInstruction(staker, staker.outcome, staker.amount);
    stakeUnits.push(units(await accepted([instruction], [staker.keypair])));
  }
  const total = (outcome: number) =>
    stakers.reduce((sum, one) => (one.outcome === outcome ? sum + one.amount : sum), 0n);
  expect(await market.read()).toMatchObject({
    openPositions: BigInt(STAKERS),
    totals: [total(0), total(1), total(2), 0n, 0n, 0n, 0n, 0n],
  });

  await chain.setTime(FULL_TIME);
  const settled = ok(await market.settle(homeWins()));
  await chain.setTime(FULL_TIME + market.terms.challengeWindow);
  const finalised = ok(await market.finalise());
  const losing = total(1) + total(2);
  const fee = (losing * 333n) / 10_000n;
  const share = (amount: bigint) => amount + (amount * (losing - fee)) / total(0);
  expect(await market.read()).toMatchObject({ fee, owed: total(0) + losing - fee });

  const winning: number[] = [];
  const losingUnits: number[] = [];
  for (const { publicKey, outcome } of stakers) {
    const own = units(await accepted([market.claimInstruction(publicKey, outcome)], [chain.payer]));
    (outcome === 0 ? winning : losingUnits).push(own);
  }
  let paid = 0n;
  for (const { tokens, outcome, amount } of stakers) {
    const due = outcome === 0 ? share(amount) : 0n;
    paid += due;
    expect(await tokenAmount(chain, tokens)).toBe(START - amount + due);
  }
  // The rounding remainder: less than one unit per winner, and all of it leaves with the fee.
  const dust = total(0) + losing - fee - paid;
  expect(dust).toBeGreaterThan(0n);
  expect(dust).toBeLessThan(BigInt(winning.length));
  expect(await market.read()).toMatchObject({ owed: 0n, paying: 0n, openPositions: 0n });
  expect(await market.held()).toBe(fee + dust);
  ok(await market.sweep());
  expect(await tokenAmount(chain, market.terms.feeAccount)).toBe(fee + dust);
  ok(await market.close());

  // Constant cost. Losing claims cost exactly the same. Winning ones differ only by the random search for the bump of
  // the owner's associated account, 235 units per try: the cheapest claims of the first, middle and last third are
  // equal to the unit, and the typical ones differ by one try at most. A stake searches for the bump of its position,
  // 1,500 units per try.
  const middle = (list: readonly number[]) => list.slice().sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  const thirds = (list: readonly number[]) =>
    [0, 1, 2].map((i) => list.slice(Math.floor((i * list.length) / 3), Math.floor(((i + 1) * list.length) / 3)));
  expect(new Set(losingUnits).size).toBe(1);
  for (const [list, oneTry] of [
    [winning, 235],
    [stakeUnits, 1_500],
  ] as const) {
    const least = thirds(list).map((third) => Math.min(...third));
    const middles = thirds(list).map(middle);
    expect(new Set(least).size, `${least}`).toBe(1);
    expect(Math.max(...middles) - Math.min(...middles), `${middles}`).toBeLessThanOrEqual(oneTry);
  }
  expect(settled.computeUnits).toBeLessThan(20_000);
  // Finalising sums pools, not positions.
  expect(finalised.computeUnits).toBeLessThan(10_000);
});
