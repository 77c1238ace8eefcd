import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Address,
  ASSOCIATED_TOKEN_PROGRAM_ID,
  addressBytes,
  type KeyPair,
  DEFAULT_SETTLEMENT_PROGRAM_ID as PROGRAM,
  positionAddress,
  SYSTEM_PROGRAM_ID,
  vaultAddress,
} from '../../ts/linesman/program/index.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import type { Staker, TestMarket } from '../helpers/settlement/market.js';
import { NO, TestParlay, YES } from '../helpers/settlement/parlay.js';
import type { Several } from '../helpers/settlement/pool.js';
import { unsignedBy } from '../helpers/settlement/roles.js';
import {
  type Scenario,
  type Row as SharedRow,
  type Substitute,
  substitute,
  testScenariosAreComplete,
  testSubstitutions,
} from '../helpers/settlement/substitution.js';
import { ataOf, makeTokenAccount, TOKEN_2022_PROGRAM_ID } from '../helpers/settlement/tokens.js';
import { World } from '../helpers/world/world.js';

/** Replaces every account of every parlay instruction by a wrong one; `market`: a market in place of a parlay. */
type Kind = Substitute | 'market';
type Row = SharedRow<Kind>;

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
const tokenAccounts = (parlay: TestParlay) => ({
  parlay: parlay.address,
  vault: parlay.vault,
  mint: parlay.terms.mint,
  feeAccount: parlay.terms.feeAccount,
  tokenProgram: parlay.tokenProgram,
});

const TOKEN_PROGRAM: Row = { account: 'tokenProgram', answers: { absent: 3008, copy: 3008 } };
const SYSTEM_PROGRAM: Row = { account: 'systemProgram', answers: { absent: 3008 } };
const PARLAY: Row = { account: 'parlay', answers: { absent: 3012, owner: 3007, copy: 2006, market: 3002 } };
const VAULT: Row = { account: 'vault', answers: { absent: 3012, owner: 3007, copy: 6230, other: 6230 } };
const MINT: Row = { account: 'mint', answers: { absent: 3012, owner: 3007, copy: 6231, other: 6231 } };
const FEE_ACCOUNT: Row = { account: 'feeAccount', answers: { absent: 6232, owner: 6209, copy: 6232, other: 6232 } };

const SCENARIOS: Record<string, Scenario<TestParlay, State, Kind>> = {
  create_parlay: {
    until: 'planned',
    send: (parlay, _, addresses) => parlay.create(addresses),
    standard: (parlay) => ({
      ...tokenAccounts(parlay),
      ...legAccounts(parlay),
      systemProgram: SYSTEM_PROGRAM_ID,
    }),
    rows: [
      { account: 'parlay', answers: { absent: 2006, other: 2006, market: 2006 } },
      { account: 'vault', answers: { absent: 2006, other: 2006 } },
      MINT,
      FEE_ACCOUNT,
      TOKEN_PROGRAM,
      SYSTEM_PROGRAM,
      { account: 'leg0', answers: { absent: 6246, owner: 3007, copy: 6246, other: 6246 } },
      { account: 'leg1', answers: { absent: 6246, owner: 3007, copy: 6246, other: 6246, market: 6246 } },
    ],
  },
  stake_parlay: {
    until: 'open',
    send: (parlay, staker, addresses) => parlay.stake(staker, YES, 10n, addresses),
    standard: (parlay, staker) => ({
      ...tokenAccounts(parlay),
      position: parlay.position(staker.publicKey, YES),
      source: staker.tokens,
      systemProgram: SYSTEM_PROGRAM_ID,
    }),
    rows: [
      // With another parlay the position's address changes too.
      { ...PARLAY, answers: { ...PARLAY.answers, copy: 2006, other: 2006 } },
      { account: 'position', answers: { absent: 2006, owner: 3007, copy: 2006, other: 2006, market: 2006 } },
      VAULT,
      MINT,
      // A copy of the source is another account of the same owner, who may pay from it.
      { account: 'source', answers: { absent: 3012, owner: 3007, other: 6231 } },
      TOKEN_PROGRAM,
      SYSTEM_PROGRAM,
    ],
  },
  settle_parlay: {
    until: 'marketsFinal',
    send: (parlay, _, addresses) => parlay.settle(0, addresses),
    standard: (parlay) => ({ parlay: parlay.address, market: (parlay.markets[0] as TestMarket).address }),
    rows: [
      { ...PARLAY, answers: { ...PARLAY.answers, other: 6246 } },
      { account: 'market', answers: { absent: 3012, owner: 3007, copy: 2006, other: 6246 } },
    ],
  },
  void_parlay: {
    until: 'legVoid',
    send: (parlay, _, addresses) => parlay.void(addresses),
    standard: tokenAccounts,
    rows: [{ ...PARLAY, answers: { ...PARLAY.answers, other: 6230 } }, VAULT],
  },
  claim_parlay: {
    until: 'final',
    send: (parlay, staker, addresses) => parlay.claim(staker.publicKey, YES, addresses),
    standard: (parlay, staker) => ({
      ...tokenAccounts(parlay),
      position: parlay.position(staker.publicKey, YES),
      owner: staker.publicKey,
      destination: ataOf(staker.publicKey, parlay.terms.mint, parlay.tokenProgram),
      associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID,
      systemProgram: SYSTEM_PROGRAM_ID,
    }),
    rows: [
      { ...PARLAY, answers: { ...PARLAY.answers, copy: 6238, other: 6238 } },
      // Another parlay's position has another owner here. One of the same owner is 6238, in settlementParlayMoney.
      { account: 'position', answers: { absent: 3012, owner: 3007, copy: 6238, other: 6228, market: 3002 } },
      { account: 'owner', answers: { absent: 6228, other: 6228 } },
      VAULT,
      MINT,
      { account: 'destination', answers: { absent: 6228, owner: 6209, copy: 6228, other: 6228 } },
      TOKEN_PROGRAM,
      { account: 'associatedTokenProgram', answers: { absent: 3008 } },
      SYSTEM_PROGRAM,
    ],
  },
  sweep_parlay: {
    until: 'final',
    send: (parlay, _, addresses) => parlay.sweep(addresses),
    standard: tokenAccounts,
    rows: [{ ...PARLAY, answers: { ...PARLAY.answers, other: 6230 } }, VAULT, MINT, FEE_ACCOUNT, TOKEN_PROGRAM],
  },
  close_parlay: {
    until: 'claimed',
    send: (parlay, _, addresses) => parlay.close(addresses),
    standard: tokenAccounts,
    // A fee account of another owner cannot receive: the tokens stay, and the parlay is closed
    // (settlementClose.test.ts).
    rows: [
      { ...PARLAY, answers: { ...PARLAY.answers, other: 6233 } },
      VAULT,
      MINT,
      { account: 'feeAccount', answers: { absent: 6232, copy: 6232, other: 6232 } },
      TOKEN_PROGRAM,
    ],
  },
};

testScenariosAreComplete(SCENARIOS, (name) => name.includes('parlay'));

testSubstitutions(
  SCENARIOS,
  prepare,
  () => ({ pools: parlays, stakers }),
  async (kind, address, other) =>
    kind === 'market' ? [markets[0].address, () => undefined] : substitute(chain, kind, address, other),
);

describe('signers', () => {
  const unsigned = async (instruction: ReturnType<TestParlay['createInstruction']>, signer: KeyPair) => {
    return refusal(await chain.send([unsignedBy(instruction, signer.address)]));
  };

  it('3010 create_parlay and stake_parlay require their signers', async () => {
    await prepare('planned');
    const [plan] = parlays;
    expect(await unsigned(plan.createInstruction(), plan.creator)).toBe(3010);
    ok(await plan.create());
    const [anna] = stakers;
    expect(await unsigned(plan.stakeInstruction(anna, YES, 10n), anna.keypair)).toBe(3010);
    // Nobody can stake in the name of somebody else either.
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
    const position = parlay.position(staker.publicKey, YES);
    expect(refusal(await parlay.settle(1, { market: parlay.address }))).toBe(3002);
    expect(refusal(await parlay.settle(1, { parlay: markets[1].address }))).toBe(3002);
    ok(await parlay.void());
    const claim = (addresses: Record<string, Address>) => parlay.claim(staker.publicKey, YES, addresses).then(refusal);
    expect(await claim({ position: parlay.address })).toBe(3002);
    expect(await claim({ parlay: position })).toBe(3002);
    expect(await claim({ destination: parlay.vault })).toBe(6228);
    expect(await claim({ vault: staker.tokens })).toBe(6230);
    expect(refusal(await parlay.sweep({ feeAccount: parlay.vault }))).toBe(6232);
    ok(await parlay.claim(staker.publicKey, YES));
  });

  it('is refused for a stake', async () => {
    await prepare('open');
    const [parlay] = parlays;
    const [staker] = stakers;
    expect(refusal(await parlay.stake(staker, YES, 10n, { source: parlay.vault }))).toBe(2040);
    expect(refusal(await parlay.stake(staker, YES, 10n, { vault: staker.tokens }))).toBe(2040);
  });
});

describe('a parlay at another address', () => {
  it.each(Object.entries(SCENARIOS).filter(([name]) => name !== 'create_parlay'))(
    'is refused by %s, even with a vault and position of its own',
    async (_, { until, send }) => {
      await prepare(until);
      const [parlay] = parlays;
      const [staker] = stakers;
      const copied = async (from: Address, to: Address, edit = (_: Buffer) => {}) => {
        const account = await chain.account(from);
        if (!account) return;
        const data = Buffer.from(account.data);
        edit(data);
        chain.setAccount(to, account.owner, data, account.lamports);
      };
      const address = chain.address();
      const vault = vaultAddress(address, PROGRAM);
      const position = positionAddress(address, staker.publicKey, YES, PROGRAM);
      // Bumps and addresses inside the copies match the copies.
      await copied(parlay.address, address, (data) => data.writeUInt8(vault.bump, 10));
      await copied(parlay.vault, vault.address);
      await copied(parlay.position(staker.publicKey, YES), position.address, (data) => {
        data.writeUInt8(position.bump, 8);
        data.set(addressBytes(address), 9);
      });
      const addresses = { parlay: address, vault: vault.address, position: position.address };
      const outcome = await send(parlay, staker, addresses);
      expect(refusal(outcome), outcome.logs.join('\n')).toBe(2006);
      ok(await send(parlay, staker, {}));
    },
  );
});

describe("a parlay's authority", () => {
  beforeAll(() => prepare('final'));

  it('over other token accounts than the vault is not used', async () => {
    const [parlay] = parlays;
    const [staker] = stakers;
    const { mint } = parlay.terms;
    const lure = makeTokenAccount(chain, { mint, owner: parlay.address, amount: 1_000n });
    for (const outcome of [
      await parlay.claim(staker.publicKey, YES, { vault: lure }),
      await parlay.sweep({ vault: lure }),
    ])
      expect(refusal(outcome)).toBe(6230);
  });

  it('of another token program is refused', async () => {
    const [parlay] = parlays;
    const [staker] = stakers;
    expect(refusal(await parlay.claim(staker.publicKey, YES, { tokenProgram: TOKEN_2022_PROGRAM_ID }))).toBe(2022);
  });
});
