import { describe, expect, test } from 'vitest';
import { clockBytes, momentAt } from '../../../../../tests/helpers/moments.js';
import {
  DEPLOYED,
  KICK_OFF,
  key,
  openMarket,
  resultOf,
  STAKED as TERMS,
} from '../../../../../tests/helpers/sampleMarket.js';
import { thrown } from '../../../../../tests/helpers/thrown.js';
import { milliseconds } from '../../../format/slotTime.js';
import type { Market } from '../../account/market.js';
import { matchResultAccount } from '../../account/matchResult.js';
import { positionAccount } from '../../account/position.js';
import { type Address, addressBytes } from '../../address/address.js';
import { CLOCK_SYSVAR } from '../../address/runtime.js';
import { bufferAddress, marketAddress, positionAddress, resultAddress } from '../../address/settlement.js';
import { associatedTokenAddress, TOKEN_PROGRAM_ID } from '../../address/token.js';
import { INSTRUCTIONS } from '../../instructions.js';
import { LOCALNET_PROGRAM_IDS as programs } from '../../programId.js';
import type { MarketTerms } from '../../wire/terms.js';
import { termsHash } from '../../wire/termsHash.js';
import { bufferIdOf } from '../bufferId.js';
import { fetchStakeDeployment } from '../fetchStakeDeployment.js';
import { checkFixtureSport } from '../rules/checkFixtureSport.js';
import type { StakeTrust } from '../rules/checkStakeTrust.js';
import { prepareBufferClosing } from './prepareBufferClosing.js';
import { prepareClaim } from './prepareClaim.js';
import { prepareFinalise } from './prepareFinalise.js';
import { prepareMarket } from './prepareMarket.js';
import { prepareStake } from './prepareStake.js';

const OWNER = key(4);
const MARKET = key(3);
const MINT = { address: TERMS.mint, tokenProgram: TOKEN_PROGRAM_ID, decimals: 6 };
const { stakesClose: CLOSE } = TERMS;
const TRUST: StakeTrust = {
  oraclePrograms: [programs.oracle],
  mints: [TERMS.mint],
  fixtureStart: milliseconds(KICK_OFF * 1_000),
  fixtureSport: 'soccer',
  fixtureStatKeys: 'all',
  deployment: DEPLOYED,
};

type Accounts = Readonly<Record<Address, { readonly owner: Address; readonly data: Uint8Array }>>;

/** A chain with a clock, these accounts, and a token account of the owner with this many base units. */
function chainAt(now: number, held: bigint, others: Accounts = {}) {
  const money = new Uint8Array(165);
  money.set(addressBytes(TERMS.mint));
  money.set(addressBytes(OWNER), 32);
  new DataView(money.buffer).setBigUint64(64, held, true);
  money[108] = 1;
  const accounts: Accounts = {
    [CLOCK_SYSVAR]: { owner: key(1), data: clockBytes(now) },
    [associatedTokenAddress(TERMS.mint, OWNER, TOKEN_PROGRAM_ID)]: { owner: TOKEN_PROGRAM_ID, data: money },
    ...others,
  };
  const account = async (address: Address) => accounts[address] ?? null;
  return { account, accounts: (addresses: readonly Address[]) => Promise.all(addresses.map(account)) };
}

const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: { number?: number; message: string }) => error,
  );

describe('a stake', () => {
  const BEFORE = CLOSE - 60;
  const stake = (
    now: number,
    about: { market?: Market; trust?: Partial<StakeTrust>; seen?: MarketTerms; clock?: number } = {},
  ) =>
    prepareStake({
      chain: chainAt(now, 500n),
      programs,
      found: { address: MARKET, market: about.market ?? openMarket(TERMS), mint: MINT, now: momentAt(now) },
      clock: milliseconds(1_000 * (about.clock ?? now)),
      owner: OWNER,
      outcome: 1,
      amount: 500n,
      trust: { ...TRUST, ...about.trust },
      ...(about.seen && { seenTerms: termsHash(about.seen) }),
    });

  test('names the terms that were seen', async () => {
    const { data } = await stake(BEFORE, { seen: TERMS });
    expect(INSTRUCTIONS.stake.decode(data)).toEqual({ outcome: 1, amount: 500n, termsHash: termsHash(TERMS) });
  });

  test('is refused under other terms than those that were seen: an address does not fix them', async () => {
    const other = openMarket({ ...TERMS, challengeWindow: 600 });
    expect((await refusal(stake(BEFORE, { market: other })))?.number).toBeUndefined();
    const error = await refusal(stake(BEFORE, { market: other, seen: TERMS }));
    expect([error?.number, error?.message]).toEqual([6210, expect.stringContaining(MARKET)]);
  });

  test('is refused once the match has begun, by the start of now, unless live stakes are accepted', async () => {
    const moved = { fixtureStart: milliseconds((CLOSE - 120) * 1_000) };
    const error = await refusal(stake(BEFORE, { trust: moved }));
    expect([error?.number, error?.message]).toEqual([7240, expect.stringContaining('(60 s ago)')]);
    expect(await refusal(stake(BEFORE, { trust: { ...moved, accept: [7019] } }))).toBeNull();
  });

  test('is refused by a clock that is more than five minutes behind the own one, unless that is accepted', async () => {
    expect(await stake(BEFORE, { clock: BEFORE + 300 })).toHaveProperty('data');
    const error = await refusal(stake(BEFORE, { clock: BEFORE + 301 }));
    expect([error?.number, error?.message]).toEqual([7247, expect.stringContaining('(in 5 min)')]);
    expect(await stake(BEFORE, { clock: BEFORE + 301, trust: { accept: [7247] } })).toHaveProperty('data');
    // Ahead, it closes stakes early.
    expect(await stake(BEFORE, { clock: BEFORE - 9_000 })).toHaveProperty('data');
  });

  test('is refused when stakes are closed, and when the wallet holds too little', async () => {
    const late = { accept: [7019] as const };
    expect((await refusal(stake(CLOSE, { trust: late })))?.number).toBe(6212);
    const action = { chain: chainAt(BEFORE, 499n), programs, owner: OWNER, outcome: 1, amount: 500n, trust: TRUST };
    const found = { address: MARKET, market: openMarket(TERMS), mint: MINT, now: momentAt(BEFORE) };
    const error = await refusal(prepareStake({ ...action, found, clock: milliseconds(1_000 * BEFORE) }));
    expect([error?.number, error?.message]).toEqual([7153, expect.stringContaining('0.000499')]);
  });
});

describe('a market', () => {
  const now = CLOSE - 60;
  const make = (terms: MarketTerms, at = now, others: Accounts = {}) =>
    prepareMarket({ chain: chainAt(at, 0n, others), programs, creator: OWNER, terms, mint: MINT, trust: TRUST });

  test('takes the first free id from the current second', async () => {
    const taken = { owner: programs.settlement, data: new Uint8Array() };
    const first = marketAddress(OWNER, BigInt(now), programs.settlement).address;
    const { id, address, instructions } = await make(TERMS, now, { [first]: taken });
    expect([id, address]).toEqual([
      BigInt(now + 1),
      marketAddress(OWNER, BigInt(now + 1), programs.settlement).address,
    ]);
    expect(instructions).toHaveLength(1);
  });

  test('makes the fee account if it is the own one of its creator', async () => {
    const own = associatedTokenAddress(TERMS.mint, OWNER, TOKEN_PROGRAM_ID);
    expect((await make({ ...TERMS, feeAccount: own })).instructions).toHaveLength(2);
  });

  test('is refused as its stakers would be', async () => {
    expect((await refusal(make({ ...TERMS, challengeWindow: 0 })))?.number).toBe(7020);
    const early = await refusal(make({ ...TERMS, earliest: TERMS.earliest - 1 }));
    expect([early?.number, early?.message]).toEqual([7035, expect.stringContaining('mistake')]);
    expect((await refusal(make(TERMS, KICK_OFF)))?.number).toBe(7240);
    const closed = await refusal(make({ ...TERMS, stakesClose: now }));
    expect([closed?.number, closed?.message]).toEqual([6204, expect.stringContaining('(in 0 s)')]);
  });
});

test('what a staker has to know of two programs is unknown on a chain without them', async () => {
  expect(await fetchStakeDeployment(chainAt(0, 0n), programs)).toBeNull();
});

test('a claim pays every position that is open, and only those', async () => {
  const found = { address: MARKET, market: openMarket(TERMS), mint: MINT, now: momentAt(0) };
  const claim = (others: Accounts) =>
    prepareClaim({ chain: chainAt(0, 0n, others), programs, found, owner: OWNER, payer: key(9) });
  const error = await refusal(claim({}));
  expect(error?.number).toBe(7154);
  const { address } = positionAddress(MARKET, OWNER, 1, programs.settlement);
  const data = positionAccount.encode({ bump: 1, pool: MARKET, owner: OWNER, outcome: 1, amount: 7n });
  const { positions, instructions } = await claim({ [address]: { owner: programs.settlement, data } });
  expect([positions, instructions.length]).toEqual([[{ outcome: 1, amount: 7n }], 1]);
});

describe('a market is ended', () => {
  const SINCE = TERMS.earliest + 60;
  const proposal = { outcome: 0, orderKey: 7n, since: momentAt(SINCE), void: false };
  const proposed = openMarket(TERMS, { state: 'Proposed', proposal });
  const end = async (market: Market, now: number, others: Accounts = {}) =>
    prepareFinalise(chainAt(now, 0n, others), programs, { address: MARKET, market, now: momentAt(now) });
  const namesOf = ({ action, instructions }: Awaited<ReturnType<typeof end>>) => [
    action,
    ...instructions.map(({ data }) => {
      const isOf = ({ discriminator }: { discriminator: Uint8Array }) =>
        discriminator.every((byte, k) => byte === data[k]);
      return Object.values(INSTRUCTIONS).find(isOf)?.name;
    }),
  ];

  test('by its own proposal once its window is over', async () => {
    const error = await refusal(end(proposed, SINCE + TERMS.challengeWindow - 1));
    expect([error?.number, error?.message]).toEqual([6215, expect.stringContaining('(in 1 s)')]);
    expect(namesOf(await end(proposed, SINCE + TERMS.challengeWindow))).toEqual(['finalise', 'finalise']);
  });

  test('by the result of its match if the window of that ends earlier', async () => {
    const { address, bump } = resultAddress(TERMS, programs.settlement);
    const facts = TERMS.statKeys.map((key) => ({
      key,
      present: true,
      value: 0,
      since: momentAt(SINCE),
      current: true,
    }));
    const account = { owner: programs.settlement, data: matchResultAccount.encode(resultOf(TERMS, { facts, bump })) };
    const posted = { [address]: account };
    const over = SINCE + TERMS.challengeWindow;
    const open = openMarket(TERMS);
    const error = await refusal(end(open, over - 1, posted));
    expect([error?.number, error?.message]).toEqual([6215, expect.stringContaining('(in 1 s)')]);
    expect(namesOf(await end(open, over, posted))).toEqual(['settle-by-result', 'settle_many']);
    // A proposal of its own whose window is over sooner comes first.
    expect(namesOf(await end(proposed, over, posted))[0]).toBe('finalise');
  });

  test('by its deadline, and not before', async () => {
    const open = openMarket(TERMS);
    const error = await refusal(end(open, TERMS.voidAfter - 1));
    expect([error?.number, error?.message]).toEqual([6215, expect.stringContaining('(in 1 s)')]);
    expect(namesOf(await end(open, TERMS.voidAfter))).toEqual(['void', 'void']);
    // Before a slot can settle it, that is when it goes on.
    expect((await refusal(end(open, TERMS.stakesClose - 5)))?.message).toContain('(in 5 s)');
  });

  test('only once', async () => {
    for (const state of ['Final', 'Void'] as const)
      expect((await refusal(end(openMarket(TERMS, { state }), TERMS.voidAfter)))?.number).toBe(6211);
  });
});

test('a buffer is closed if there is one', async () => {
  const chain = chainAt(0, 0n);
  expect(await prepareBufferClosing(chain as never, programs, OWNER, MARKET)).toBeNull();
  const { address } = bufferAddress(OWNER, bufferIdOf(MARKET), programs.settlement);
  const foreign = chainAt(0, 0n, { [address]: { owner: key(9), data: new Uint8Array(8) } });
  expect((await refusal(prepareBufferClosing(foreign as never, programs, OWNER, MARKET)))?.number).toBe(7023);
});

test('a proof is not read by the layout of another sport', () => {
  const check = (fixtureSport: 'soccer' | 'basketball' | null, accept: readonly 7160[] = []) =>
    thrown(() => checkFixtureSport({ problem: 'settling', terms: TERMS, fixtureSport, accept }));
  expect(check('basketball')).toMatchObject({ number: 7160 });
  for (const [sport, accept] of [['soccer'], [null], ['basketball', [7160]]] as const)
    expect(() =>
      checkFixtureSport({ problem: 'settling', terms: TERMS, fixtureSport: sport, accept: accept ?? [] }),
    ).not.toThrow();
});
