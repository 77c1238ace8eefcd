import { beforeEach, describe, expect, it } from 'vitest';
import type { KeeperOptions } from '../../ts/keeper/keeperOptions.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { SlowScene } from '../helpers/keeper/slowScene.js';
import { type Staker, TestMarket } from '../helpers/settlement/market.js';
import { makeMint, makeTokenAccount, tokenAmount } from '../helpers/settlement/tokens.js';
import { AFTER } from '../helpers/world/keeperWorld.js';

/** What the keeper pays for others: nothing, unless its operator says so, and never more than that. */

const DAY = 86_400;
/** Rent of a token account. The owner gets it back by closing the account. */
const ACCOUNT = 2_039_280n;
const FEE = 5_000n;

let scene: SlowScene;
beforeEach(async () => {
  scene = await SlowScene.start();
  scene.play({ totals: { 1: 2, 2: 1, 7: 4, 8: 3 } });
});

/** Takes the token account of a staker off the chain, as closing it does. */
const close = (address: Address): void => scene.test.setAccount(address, SYSTEM_PROGRAM_ID, new Uint8Array(0), 0);
const has = async ({ tokens }: Staker): Promise<boolean> => ((await tokenAmount(scene.test, tokens)) ?? null) !== null;

/** A market that home wins, with this number of stakes of one base unit on each side. */
async function market(winners: number, losers = 1): Promise<{ market: TestMarket; owners: Staker[] }> {
  const mint = makeMint(scene.test);
  const feeAccount = makeTokenAccount(scene.test, { mint, owner: scene.test.payer.address });
  const any = TestMarket.plan(scene.test, { mint, feeAccount });
  const owners = Array.from({ length: winners + losers }, () => any.staker(1n));
  const stakes = owners.map((staker, i) => ({ staker, outcome: i < winners ? 0 : 1, amount: 1n }));
  return { market: await scene.market({ mint, feeAccount, feeBps: 0, challengeWindow: 0 }, stakes), owners };
}

/** The same, of owners who have closed their token accounts. */
async function marketOfNone(winners: number, losers = 1) {
  const made = await market(winners, losers);
  for (const { tokens } of made.owners) close(tokens);
  return made;
}

const openOf = async (one: TestMarket): Promise<number> => Number((await one.read()).openPositions);
const madeOf = async (owners: readonly Staker[]): Promise<number> =>
  (await Promise.all(owners.map(has))).filter((made) => made).length;

/** Lets the keeper act, and returns what it paid besides the fees of its transactions. */
async function paidIn(options: Partial<KeeperOptions>, rounds: (keeper: ReturnType<SlowScene['keeper']>) => unknown) {
  const payer = scene.test.fundedKeypair();
  const balance = async () => BigInt((await scene.test.account(payer.address))?.lamports ?? 0);
  const keeper = scene.keeper({ payer, results: 'never', claim: true, ...options });
  const [before, landed] = [await balance(), scene.chain.landed.length];
  await rounds(keeper);
  const sent = scene.chain.landed.slice(landed).map(({ transaction }) => transaction);
  const fees = sent
    .filter(({ message }) => message.accounts[0] === payer.address)
    .reduce((sum, { signatures }) => sum + FEE * BigInt(signatures.length), 0n);
  return before - (await balance()) - fees;
}
const round = (keeper: ReturnType<SlowScene['keeper']>) => scene.time.run(() => keeper.round());

describe('token accounts of others', () => {
  it('are not made unless told: 24 stakes of one base unit cost fees', async () => {
    const { market: one, owners } = await marketOfNone(24);
    await scene.whistle();
    expect(await paidIn({ explain: true }, round)).toBe(0n);
    expect(await madeOf(owners)).toBe(0);
    // Losers get no tokens, so they need no account.
    expect(await openOf(one)).toBe(24);
    expect(scene.logged('left')).toMatchObject([
      { level: 'info', market: one.address, positions: 24, stakes: 24n, lamports: 24n * ACCOUNT },
    ]);
    expect(String(scene.logged('left')[0]?.reason)).toContain('--pay-accounts gives 0 a day');
    expect(scene.events()).toContain('Final, 24 left to owners without a token account');
  });

  it('are made as far as the budget of the day goes, over all markets at once', async () => {
    const all = [await marketOfNone(9), await marketOfNone(9), await marketOfNone(9)];
    const owners = all.flatMap((one) => one.owners);
    await scene.whistle();
    const paid = await paidIn({ payAccounts: 10n * ACCOUNT + 7n }, async (keeper) => {
      await round(keeper);
      expect(await madeOf(owners)).toBe(10);
      await scene.setTime(AFTER + DAY - 60);
      await round(keeper);
      expect(await madeOf(owners)).toBe(10);
      await scene.setTime(AFTER + DAY + 60);
      await round(keeper);
      expect(await madeOf(owners)).toBe(20);
    });
    expect(paid).toBe(20n * ACCOUNT);
    const open = await Promise.all(all.map((one) => openOf(one.market)));
    expect(open.reduce((sum, count) => sum + count)).toBe(7);
  });

  it('are not made when the owner closes the account after the keeper looked', async () => {
    const { market: one, owners } = await market(3, 0);
    const [closing, ...others] = owners as [Staker, ...Staker[]];
    const { mint } = one.terms;
    await scene.whistle();
    const { simulate } = scene.chain;
    for (const when of ['before', 'after'] as const) {
      scene.chain.simulate = async (transaction) => {
        const claims = transaction.message.accounts.includes(closing.tokens);
        if (claims && when === 'before') close(closing.tokens);
        const found = await simulate(transaction);
        if (claims && when === 'after') close(closing.tokens);
        return found;
      };
      expect(await paidIn({}, round)).toBe(0n);
      expect(await has(closing)).toBe(false);
      makeTokenAccount(scene.test, { mint, owner: closing.publicKey, address: closing.tokens });
    }
    expect(await Promise.all(others.map(has))).toEqual([true, true]);
    expect(await openOf(one)).toBe(1);
  });

  it('count as made in a dry run, each round anew', async () => {
    await marketOfNone(5);
    await scene.whistle();
    await round(scene.keeper({ results: 'never' }));
    const keeper = scene.keeper({ claim: true, dryRun: true, results: 'never', payAccounts: 2n * ACCOUNT });
    for (let i = 0; i < 2; i++) {
      scene.lines.length = 0;
      await round(keeper);
      // Two with an account, and the loser.
      expect(scene.logged('would claim')).toHaveLength(3);
    }
  });
});

describe('results', () => {
  /** Rent of a result with the two facts that the markets ask for. */
  const RESULT = 2_408_160n;
  beforeEach(async () => {
    await scene.market();
    await scene.market();
    await scene.whistle();
  });
  const options: Partial<KeeperOptions> = { results: 'auto', claim: false, explain: true };

  it('are posted within the budget of the day', async () => {
    expect(await paidIn({ ...options, payResults: RESULT }, round)).toBe(RESULT);
    expect(scene.logged('post_result')).toHaveLength(1);
  });

  it('are not posted beyond it: each market is settled by itself', async () => {
    expect(await paidIn({ ...options, payResults: RESULT - 1n }, round)).toBe(0n);
    expect(scene.logged('post_result')).toHaveLength(0);
    expect(scene.logged('settle')).toHaveLength(2);
    const reason = `Not taken: the result takes ${RESULT} lamports; --pay-results gives ${RESULT - 1n} a day.`;
    expect(scene.logged('form').map((line) => line.reason)).toContain(reason);
  });

  it.each([
    [DAY - 60, 0],
    [DAY + 60, 1],
  ])('count also after a restart: %d s later %d are posted', async (seconds, posted) => {
    const payer = scene.test.fundedKeypair();
    await round(scene.keeper({ payer, payResults: RESULT }));
    scene.play({ totals: { 1: 1 } });
    await scene.setTime(-1_800);
    for (let i = 0; i < 2; i++) scene.chain.known.add((await scene.market()).address);
    scene.lines.length = 0;
    await scene.setTime(AFTER + seconds);
    await round(scene.keeper({ payer, payResults: 2n * RESULT - 1n }));
    expect(scene.logged('post_result')).toHaveLength(posted);
  });

  it('are closed when they may be, and their rent comes back', async () => {
    const payer = scene.test.fundedKeypair();
    const act = async (seconds: number) => {
      scene.lines.length = 0;
      await scene.setTime(seconds);
      const keeper = scene.keeper({ payer });
      const found = await round(keeper);
      return [found.failures, scene.logged('close_result').length];
    };
    await act(AFTER);
    expect(scene.logged('post_result')).toHaveLength(1);
    const posted = AFTER + Math.ceil((scene.logged('post_result')[0]?.at ?? 0) / 1_000);
    expect(await act(posted + 180 * DAY - 60)).toEqual([0, 0]);
    const before = (await scene.test.account(payer.address))?.lamports ?? 0;
    expect(await act(posted + 180 * DAY + 60)).toEqual([0, 1]);
    const after = (await scene.test.account(payer.address))?.lamports ?? 0;
    expect(BigInt(after - before)).toBe(RESULT - FEE);
    expect(await act(posted + 180 * DAY + 120)).toEqual([0, 0]);
  });
});
