import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LOCALNET_PROGRAM_IDS } from '../../ts/program/index.js';
import { ok, TestChain } from '../helpers/settlement/chain.js';
import {
  AWAY_WINS,
  allOf,
  binary,
  FIXTURE,
  FULL_TIME,
  HOME_WINS,
  KICK_OFF,
  type MarketOptions,
  type Staker,
  TestMarket,
} from '../helpers/settlement/market.js';
import { type PublishedSlot, soccerStats, TestOracle } from '../helpers/settlement/match.js';
import { ataOf, makeMint, makeTokenAccount, TOKEN_PROGRAM_ID, tokenAmount } from '../helpers/settlement/tokens.js';

const SEED = 20_260_921;
const RUNS = 12;
const STAKERS = 4;
const START = 10n ** 12n;
const OPENING = KICK_OFF - 120;
const SCORES = [
  [0, 1],
  [2, 1],
  [1, 1],
  [4, 3],
  [3, 1],
] as const;

const MARKETS: readonly MarketOptions[] = [
  { challengeWindow: 0, feeBps: 1_000 },
  { challengeWindow: 600, feeBps: 37, outcomes: [HOME_WINS, AWAY_WINS] },
  {
    challengeWindow: 7_200,
    feeBps: 250,
    outcomes: [0, 1, 2, 3, 4, 5, 6].map((goals) => allOf(binary(0, 'add', 1, 'equalTo', goals))),
  },
];

/** The outcome that a final score gives, by the same rules written once more. */
function outcomeOf(market: number, [home, away]: readonly [number, number]): number {
  if (market === 0) return home > away ? 0 : 1;
  if (market === 1) return home > away ? 0 : home < away ? 1 : 2;
  return Math.min(home + away, 7);
}

/** What one market should look like, kept beside the chain in big integers. */
class Model {
  state: 'Open' | 'Proposed' | 'Final' | 'Void' = 'Open';
  readonly totals = Array<bigint>(8).fill(0n);
  readonly positions = new Map<string, bigint>();
  proposal = { outcome: 0, update: -1, since: 0 };
  owed = 0n;
  held = 0n;
  received = 0n;
  paid = 0n;
  swept = 0n;

  stakes = () => this.totals.reduce((sum, total) => sum + total, 0n);
  decided = () => this.state === 'Final' || this.state === 'Void';

  payout(outcome: number, stake: bigint, feeBps: bigint): bigint {
    const winning = this.totals[this.proposal.outcome] ?? 0n;
    if (this.state === 'Void' || winning === 0n) return stake;
    if (outcome !== this.proposal.outcome) return 0n;
    const losing = this.stakes() - winning;
    return stake + (stake * (losing - (losing * feeBps) / 10_000n)) / winning;
  }

  finalise(feeBps: bigint): void {
    const winning = this.totals[this.proposal.outcome] ?? 0n;
    this.state = 'Final';
    this.owed = this.stakes() - (winning === 0n ? 0n : ((this.stakes() - winning) * feeBps) / 10_000n);
  }
}

const pick = fc.record({ market: fc.nat(MARKETS.length - 1), staker: fc.nat(STAKERS - 1), outcome: fc.nat(7) });
const amount = fc.oneof(fc.bigInt(1n, 20n), fc.bigInt(1n, 10n ** 9n));
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('stake' as const), at: pick, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('settle' as const), at: pick, update: fc.nat(SCORES.length - 1) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('finalise' as const), at: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), at: pick }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('claim' as const), at: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sweep' as const), at: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('gift' as const), at: pick, amount: fc.bigInt(1n, 1_000n) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(20, 60, 700, 8_000, 100_000) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

it(`random lives of several markets keep the money together (seed ${SEED})`, async () => {
  const counts: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 90, size: 'max' }), (steps) => run(steps, counts)),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
  // The run is worth nothing if hardly anything in it succeeds.
  for (const name of ['stake', 'settle', 'finalise', 'claim', 'sweep', 'gift'])
    expect(counts[name] ?? 0, `${name} of ${JSON.stringify(counts)}`).toBeGreaterThan(5);
});

async function run(steps: readonly Step[], counts: Record<string, number>): Promise<void> {
  const chain = await TestChain.start(OPENING);
  const mint = makeMint(chain);
  const people = Array.from({ length: STAKERS }, (): Staker => {
    const keypair = chain.fundedKeypair();
    const tokens = ataOf(keypair.publicKey, mint, TOKEN_PROGRAM_ID);
    makeTokenAccount(chain, { mint, owner: keypair.publicKey, amount: START, address: tokens });
    return { keypair, publicKey: keypair.publicKey, tokens };
  });
  const markets: TestMarket[] = [];
  for (const options of MARKETS) markets.push(await TestMarket.create(chain, { ...options, mint }));
  const models = MARKETS.map(() => new Model());
  const balances = people.map(() => START);
  const oracle = new TestOracle(chain, LOCALNET_PROGRAM_IDS.oracle);
  const updates = SCORES.map(([home, away]) => ({ status: 100, stats: soccerStats(home, away) }));
  const slots: PublishedSlot[] = [
    oracle.publish(FIXTURE, FULL_TIME, updates.slice(0, 3)),
    oracle.publish(FIXTURE, FULL_TIME + 300, updates.slice(3)),
  ];
  const proofOf = (update: number) => (update < 3 ? slots[0]?.v3([1, 2], update) : slots[1]?.v3([1, 2], update - 3));
  /** A present leaf, for a score in which the asked ones are all zero. */
  const feeBps = (i: number) => BigInt(MARKETS[i]?.feeBps ?? 0);

  /** Whether the model takes the step; `apply` says what it does then. */
  const act = async (one: Step): Promise<void> => {
    if (one.do === 'wait') return chain.setTime(chain.now + one.seconds);
    const i = one.at.market;
    const [market, model] = [markets[i] as TestMarket, models[i] as Model];
    const { staker, outcome } = one.at;
    const who = people[staker] as Staker;
    const { terms } = market;
    const place = `${staker}/${outcome}`;
    const expected = async (outcomeOfStep: ReturnType<TestMarket['sweep']>, allowed: boolean, apply: () => void) => {
      const result = await outcomeOfStep;
      expect(result.failure === null, `${one.do}: ${result.failure}\n${result.logs.join('\n')}`).toBe(allowed);
      if (!allowed) return;
      counts[one.do] = (counts[one.do] ?? 0) + 1;
      apply();
    };
    switch (one.do) {
      case 'stake': {
        const open = model.state === 'Open' && chain.now < terms.stakesClose && outcome <= terms.outcomes.length;
        return expected(market.stake(who, outcome, one.amount), open && one.amount <= (balances[staker] ?? 0n), () => {
          model.totals[outcome] = (model.totals[outcome] ?? 0n) + one.amount;
          model.positions.set(place, (model.positions.get(place) ?? 0n) + one.amount);
          model.owed += one.amount;
          model.held += one.amount;
          model.received += one.amount;
          balances[staker] = (balances[staker] ?? 0n) - one.amount;
        });
      }
      case 'settle': {
        const proof = proofOf(one.update);
        if (!proof) throw new Error('no proof');
        const newer = model.state === 'Open' || (model.state === 'Proposed' && one.update > model.proposal.update);
        return expected(market.settle(proof), newer && chain.now >= terms.stakesClose, () => {
          const result = outcomeOf(i, SCORES[one.update] ?? [0, 0]);
          const same = model.state === 'Proposed' && model.proposal.outcome === result;
          model.proposal = { outcome: result, update: one.update, since: same ? model.proposal.since : chain.now };
          model.state = 'Proposed';
          if (terms.challengeWindow === 0) model.finalise(feeBps(i));
        });
      }
      case 'finalise': {
        const over = chain.now >= model.proposal.since + terms.challengeWindow;
        return expected(market.finalise(), model.state === 'Proposed' && over, () => model.finalise(feeBps(i)));
      }
      case 'void':
        return expected(market.void(), model.state === 'Open' && chain.now >= terms.voidAfter, () => {
          model.state = 'Void';
        });
      case 'claim': {
        const stake = model.positions.get(place);
        return expected(market.claim(who.publicKey, outcome), model.decided() && stake !== undefined, () => {
          const paid = model.payout(outcome, stake ?? 0n, feeBps(i));
          model.positions.delete(place);
          model.owed -= paid;
          model.held -= paid;
          model.paid += paid;
          balances[staker] = (balances[staker] ?? 0n) + paid;
          const [pays] = [
            [...model.positions].some(([key, left]) => model.payout(Number(key.split('/')[1]), left, feeBps(i)) > 0n),
          ];
          if (paid > 0n && !pays) model.owed = 0n;
        });
      }
      case 'sweep':
        return expected(market.sweep(), model.decided(), () => {
          model.swept += model.held - model.owed;
          model.held = model.owed;
        });
      case 'gift': {
        const held = await market.held();
        makeTokenAccount(chain, { mint, owner: market.address, amount: held + one.amount, address: market.vault });
        model.held += one.amount;
        model.received += one.amount;
        counts.gift = (counts.gift ?? 0) + 1;
      }
    }
  };

  const agree = async (): Promise<void> => {
    for (const [i, market] of markets.entries()) {
      const model = models[i] as Model;
      const [account, held] = [await market.read(), await market.held()];
      expect(held).toBeGreaterThanOrEqual(account.owed);
      expect(held).toBe(model.held);
      expect(account.owed).toBe(model.owed);
      expect(account.state).toBe(model.state);
      expect(account.totals).toEqual(model.totals);
      expect(account.openPositions).toBe(BigInt(model.positions.size));
    }
    for (const [i, { tokens }] of people.entries()) expect(await tokenAmount(chain, tokens)).toBe(balances[i]);
  };

  for (const one of steps) {
    await act(one);
    await agree();
  }

  // Whatever happened, everybody can get everything out, without anybody in particular.
  await chain.setTime(Math.max(chain.now, ...markets.map(({ terms }) => terms.voidAfter)) + 100_000);
  for (const [i, market] of markets.entries()) {
    const model = models[i] as Model;
    const at = { market: i, staker: 0, outcome: 0 };
    if (model.state === 'Open') await act({ do: 'void', at });
    if (model.state === 'Proposed') await act({ do: 'finalise', at });
    for (const key of [...model.positions.keys()]) {
      const [staker, outcome] = key.split('/').map(Number) as [number, number];
      await act({ do: 'claim', at: { market: i, staker, outcome } });
      await agree();
    }
    await act({ do: 'sweep', at });
    await agree();
    expect(model.paid + model.swept).toBe(model.received);
    expect(await tokenAmount(chain, market.terms.feeAccount)).toBe(model.swept);
    expect([model.owed, model.held]).toEqual([0n, 0n]);
  }
  for (const market of markets) ok(await market.close());
}
