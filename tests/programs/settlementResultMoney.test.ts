import { expect, it } from 'vitest';
import { Random } from '../../ts/season/random.js';
import { ok } from '../helpers/settlement/chain.js';
import { eventsOf } from '../helpers/settlement/events.js';
import { AWAY_WINS, FULL_TIME, HOME_WINS, type Staker, TestMarket } from '../helpers/settlement/market.js';
import { finaliseManyOf, sendBatch, TestResult } from '../helpers/settlement/result.js';
import { makeMint, makeTokenAccount, tokenAmount } from '../helpers/settlement/tokens.js';
import { HOUR, World } from '../helpers/world/world.js';

/** A thousand small markets settled by one result and paid, with every token counted. */

const MARKETS = 1_000;
const BATCH = 40;
const SEED = 'a thousand markets';
const MONEY = 10n ** 9n;

it(`one result settles ${MARKETS} markets, and every token is paid (seed ${SEED})`, { timeout: 300_000 }, async () => {
  const { chain, homeWins, lamports } = new World();
  const random = new Random(SEED);
  const mint = makeMint(chain);
  const creator = chain.fundedKeypair();
  const feeAccount = makeTokenAccount(chain, { mint, owner: creator.address });

  const markets: TestMarket[] = [];
  for (let i = 0; i < MARKETS; i++)
    markets.push(
      await TestMarket.create(chain, {
        creator,
        mint,
        feeAccount,
        outcomes: i % 3 === 0 ? [HOME_WINS, AWAY_WINS] : [HOME_WINS],
        challengeWindow: HOUR * (i % 4),
        feeBps: random.below(1_001),
      }),
    );
  const stakers: Staker[] = Array.from({ length: 8 }, () => (markets[0] as TestMarket).staker(MONEY));
  // What each market is to pay: computed from the rules, in whole numbers.
  const stakes = markets.map(() => new Map<string, { staker: Staker; outcome: number; amount: bigint }>());
  for (const [i, market] of markets.entries()) {
    for (let n = random.below(5); n > 0; n--) {
      const staker = random.pick(stakers);
      const outcome = random.below(market.terms.outcomes.length + 1);
      const amount = BigInt(random.between(1, 100_000));
      ok(await market.stake(staker, outcome, amount));
      const key = `${staker.publicKey} ${outcome}`;
      const before = stakes[i]?.get(key)?.amount ?? 0n;
      stakes[i]?.set(key, { staker, outcome, amount: before + amount });
    }
  }

  await chain.setTime(FULL_TIME);
  const result = new TestResult(chain);
  ok(await result.post(homeWins()));
  const states = { Proposed: 0, Final: 0 };
  const batches = Array.from({ length: MARKETS / BATCH }, (_, i) => markets.slice(BATCH * i, BATCH * (i + 1)));
  await chain.setTime(FULL_TIME + HOUR);
  for (const batch of batches)
    for (const { state } of eventsOf(ok(await result.settleMany(batch))))
      states[Object.keys(state as object)[0] as keyof typeof states]++;
  // Windows of none and of an hour are over, those of two and three are not.
  expect(states).toEqual({ Proposed: MARKETS / 2, Final: MARKETS / 2 });
  await chain.setTime(FULL_TIME + 2 * HOUR);
  const waiting = markets.filter((_, i) => i % 4 === 2);
  for (let at = 0; at < waiting.length; at += BATCH)
    ok(await sendBatch(chain, finaliseManyOf(waiting.slice(at, at + BATCH))));
  await chain.setTime(FULL_TIME + 3 * HOUR);
  for (const batch of batches) ok(await result.settleMany(batch));

  const due = new Map<string, bigint>();
  let fees = 0n;
  for (const [i, market] of markets.entries()) {
    const all = [...(stakes[i]?.values() ?? [])];
    const sum = (those: typeof all) => those.reduce((total, { amount }) => total + amount, 0n);
    const winning = sum(all.filter(({ outcome }) => outcome === 0));
    const losing = sum(all) - winning;
    const fee = winning === 0n ? 0n : (losing * BigInt(market.terms.feeBps)) / 10_000n;
    expect(await market.read()).toMatchObject({ state: 'Final', fee, refund: winning === 0n, owed: sum(all) - fee });
    let paid = 0n;
    for (const { staker, outcome, amount } of all) {
      const share = winning === 0n ? amount : outcome === 0 ? amount + (amount * (losing - fee)) / winning : 0n;
      due.set(staker.publicKey, (due.get(staker.publicKey) ?? 0n) + share - amount);
      paid += share;
      ok(await market.claim(staker.publicKey, outcome));
    }
    // Fee and dust.
    fees += sum(all) - paid;
    ok(await market.close());
    expect(await lamports(market.vault)).toBe(0);
  }
  let total = 0n;
  for (const { publicKey, tokens } of stakers) {
    const amount = await tokenAmount(chain, tokens);
    expect(amount).toBe(MONEY + (due.get(publicKey) ?? 0n));
    total += amount ?? 0n;
  }
  expect(await tokenAmount(chain, feeAccount)).toBe(fees);
  expect(total + fees).toBe(MONEY * BigInt(stakers.length));
});
