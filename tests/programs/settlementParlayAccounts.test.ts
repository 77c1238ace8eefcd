import { beforeAll, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import type { Staker, TestMarket } from '../helpers/settlement/market.js';
import { NO, TestParlay, YES } from '../helpers/settlement/parlay.js';
import type { Several } from '../helpers/settlement/pool.js';
import { unsignedBy } from '../helpers/settlement/roles.js';
import {
  accountsOf,
  CREATION,
  poolScenarios,
  refusesTwice,
  type Scenario,
  type Substitute,
  substitute,
  testPools,
  testScenariosAreComplete,
  testSubstitutions,
} from '../helpers/settlement/substitution.js';
import { World } from '../helpers/world/world.js';

/** Replaces every account of every parlay instruction by a wrong one; `market`: a market in place of a parlay. */
type Kind = Substitute | 'market';

const world = new World();
const { chain } = world;
let markets: Several<TestMarket>;
/**
 * Two parlays over two markets each, with one staker each, who stakes on both sides; creators, mints and fee accounts
 * differ.
 */
let parlays: [TestParlay, TestParlay];
let stakers: [Staker, Staker];

type State = 'planned' | 'open' | 'marketsFinal' | 'legVoid' | 'final' | 'claimed';

/** Both parlays in the state `until`. */
async function prepare(until: State): Promise<void> {
  world.restart();
  markets = await world.markets(4);
  parlays = [TestParlay.plan(chain, markets.slice(0, 2)), TestParlay.plan(chain, markets.slice(2, 4))];
  stakers = [parlays[0].staker(), parlays[1].staker()];
  if (until === 'planned') return;
  for (const [i, parlay] of parlays.entries()) {
    ok(await parlay.create());
    ok(await parlay.stake(stakers[i] as Staker, YES, 100n));
    ok(await parlay.stake(stakers[i] as Staker, NO, 40n));
  }
  if (until === 'open') return;
  const isVoid = until === 'legVoid';
  for (const market of markets) await (isVoid ? world.void(market) : world.settle(market, 2, 1));
  if (until === 'marketsFinal') return;
  for (const parlay of parlays) for (const leg of isVoid ? [0] : [0, 1]) ok(await parlay.settle(leg));
  if (until === 'final' || until === 'legVoid') return;
  for (const [i, parlay] of parlays.entries())
    for (const outcome of [YES, NO]) ok(await parlay.claim((stakers[i] as Staker).publicKey, outcome));
}

const legAccounts = (parlay: TestParlay) =>
  Object.fromEntries(parlay.terms.legs.map(({ market }, i) => [`leg${i}`, market]));
const SCENARIOS: Record<string, Scenario<TestParlay, State, Kind>> = {
  create_parlay: {
    until: 'planned',
    send: (parlay, _, addresses) => parlay.create(addresses),
    standard: (parlay) => ({ ...accountsOf(parlay, 'parlay'), ...legAccounts(parlay) }),
    rows: [
      { account: 'parlay', answers: { absent: 2006, other: 2006, market: 2006 } },
      ...CREATION,
      { account: 'leg0', answers: { absent: 6246, owner: 3007, copy: 6246, other: 6246 } },
      { account: 'leg1', answers: { absent: 6246, owner: 3007, copy: 6246, other: 6246, market: 6246 } },
    ],
  },
  settle_parlay: {
    until: 'marketsFinal',
    send: (parlay, _, addresses) => parlay.settle(0, addresses),
    standard: (parlay) => ({ parlay: parlay.address, market: (parlay.markets[0] as TestMarket).address }),
    rows: [
      { account: 'parlay', answers: { absent: 3012, owner: 3007, copy: 2006, market: 3002, other: 6246 } },
      { account: 'market', answers: { absent: 3012, owner: 3007, copy: 2006, other: 6246 } },
    ],
  },
  ...poolScenarios<TestParlay, State>('parlay', {
    until: 'legVoid',
    send: (parlay, _, addresses) => parlay.void(addresses),
  }),
};
const subjects = () => ({ pools: parlays, stakers });

testScenariosAreComplete(SCENARIOS, (name) => name.includes('parlay'));

testSubstitutions(SCENARIOS, prepare, subjects, async (kind, address, other) =>
  kind === 'market' ? [markets[0].address, () => undefined] : substitute(chain, kind, address, other),
);

describe('signers', () => {
  const unsigned = async (instruction: ReturnType<TestParlay['createInstruction']>, signer: KeyPair) => {
    return refusal(await chain.send([unsignedBy(instruction, signer.address)]));
  };

  it('3010 create_parlay and stake require their signers', async () => {
    await prepare('planned');
    const [plan] = parlays;
    expect(await unsigned(plan.createInstruction(), plan.creator)).toBe(3010);
    ok(await plan.create());
    const [anna] = stakers;
    expect(await unsigned(plan.stakeInstruction(anna, YES, 10n), anna.keypair)).toBe(3010);
    // A user cannot stake in another user's name either.
    const bert = plan.staker();
    const instruction = plan.stakeInstruction(anna, YES, 10n, { owner: bert.publicKey, source: bert.tokens });
    expect(refusal(await chain.send([instruction], [bert.keypair]))).toBe(2006);
  });
});

describe('one account in two places', () => {
  beforeAll(() => prepare('legVoid'));

  it('is refused where it would count twice', async () => {
    const [parlay] = parlays;
    const [staker] = stakers;
    expect(refusal(await parlay.settle(1, { market: parlay.address }))).toBe(3002);
    expect(refusal(await parlay.settle(1, { parlay: markets[1].address }))).toBe(3002);
    ok(await parlay.void());
    await refusesTwice(parlay, staker);
  });

  it('is refused for a stake', async () => {
    await prepare('open');
    const [parlay] = parlays;
    const [staker] = stakers;
    expect(refusal(await parlay.stake(staker, YES, 10n, { source: parlay.vault }))).toBe(2040);
    expect(refusal(await parlay.stake(staker, YES, 10n, { vault: staker.tokens }))).toBe(2040);
  });
});

const { create_parlay: _, ...existing } = SCENARIOS;
testPools('parlay', existing, prepare, subjects);
