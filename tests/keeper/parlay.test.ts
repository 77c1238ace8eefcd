import { describe, expect, it } from 'vitest';
import { parlayAccount } from '../../ts/sdk/program/account/parlay.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { KICK_OFF, type MarketOptions } from '../helpers/settlement/market.js';
import { tokenAmount } from '../helpers/settlement/tokens.js';
import { AFTER, KeeperWorld } from '../helpers/world/keeperWorld.js';

const DAY = 86_400;

const scene = new KeeperWorld().each();

/** A market on a separate match with this result. */
async function leg(home: number, away: number, options: MarketOptions = {}) {
  scene.play({ totals: { 1: home, 2: away, 7: 3 } });
  return scene.backed(options);
}

/** A market whose match never ends: the deadline voids it. */
async function openLeg(options: MarketOptions = {}) {
  scene.play({ script: 'halfTime' });
  return scene.backed(options);
}

const actionsOf = (kind: 'parlay') =>
  scene.lines.filter((line) => kind in line && line.level === 'info').map(({ event }) => event);

/** What was sent for parlays. */
const sent = () => actionsOf('parlay').filter((event) => scene.actions().includes(event));

describe('the keeper of parlays', () => {
  it('copies each leg once its market is decided, each step by another keeper, and pays out', async () => {
    const early = await leg(2, 0, { challengeWindow: 60 });
    const late = await leg(1, 0, { challengeWindow: 3_600 });
    const parlay = await scene.backedParlay([early, late]);
    const act = async (time: number) => {
      await scene.at(time);
      scene.lines.length = 0;
      expect(await scene.keeper({ claim: true }).round()).toMatchObject({ parlays: 1, failures: 0 });
      return sent();
    };
    expect(await act(AFTER)).toEqual([]);
    expect(scene.events()).toContain('waits for its legs');
    // In the same round in which the market is decided.
    expect(await act(AFTER + 60)).toEqual(['settle_parlay']);
    expect(await parlay.results()).toEqual(['Won', 'Open']);
    expect(await act(AFTER + 3_600)).toEqual(['settle_parlay', 'claim', 'claim', 'sweep']);
    expect(await act(AFTER + 3_601)).toEqual([]);
    expect(await parlay.read()).toMatchObject({ state: 'Final', outcome: 0, owed: 0n, openPositions: 0n });
    expect([(await early.read()).parlays, (await late.read()).parlays]).toEqual([0, 0]);
    const [yes, no] = parlay.stakers;
    if (!yes || !no) throw new Error('nobody staked');
    // The fee is 2.5 % of the losing 1,000.
    expect(await tokenAmount(scene.chain, yes.tokens)).toBe(1_000_000n + 975n);
    expect(await tokenAmount(scene.chain, no.tokens)).toBe(1_000_000n - 1_000n);
    expect(await tokenAmount(scene.chain, parlay.terms.feeAccount)).toBe(25n);
  });

  it('loses with one lost leg; without the claim option nobody is paid', async () => {
    const parlay = await scene.backedParlay([
      await leg(2, 0, { challengeWindow: 0 }),
      await leg(0, 1, { challengeWindow: 0 }),
    ]);
    await scene.at(AFTER);
    const keeper = scene.keeper();
    await keeper.round();
    expect(actionsOf('parlay')).toEqual(['settle_parlay', 'settle_parlay', 'sweep']);
    expect(await parlay.read()).toMatchObject({ state: 'Final', outcome: 1, openPositions: 2n });
    const text = await keeper.metrics.text();
    expect(text).toContain('transactions_total{action="settle_parlay",outcome="landed"} 2');
    expect(text).toContain('linesman_keeper_parlays{state="Open"} 1');
  });

  it('voids as soon as a copied leg is void, and releases the others later', async () => {
    const open = await openLeg({ latest: KICK_OFF + DAY });
    const last = await openLeg({ latest: KICK_OFF + 2 * DAY });
    const parlay = await scene.backedParlay([await leg(2, 0, { challengeWindow: 0 }), open, last]);
    await scene.at(AFTER);
    await scene.keeper().round();
    expect(await parlay.results()).toEqual(['Won', 'Open', 'Open']);
    await scene.at(open.terms.voidAfter - KICK_OFF);
    scene.lines.length = 0;
    await scene.keeper({ claim: true }).round();
    expect(actionsOf('parlay')).toEqual(['settle_parlay', 'void', 'claim', 'claim', 'Void, nothing left to do']);
    expect(await parlay.results()).toEqual(['Won', 'Void', 'Open']);
    expect(await parlay.read()).toMatchObject({ state: 'Void', owed: 0n });
    for (const { tokens } of parlay.stakers) expect(await tokenAmount(scene.chain, tokens)).toBe(1_000_000n);
    await scene.at(last.terms.voidAfter - KICK_OFF);
    await scene.keeper().round();
    expect((await last.read()).parlays).toBe(0);
  });

  it('becomes void with its last leg, without another transaction', async () => {
    const open = await openLeg();
    const parlay = await scene.backedParlay([await leg(2, 0, { challengeWindow: 0 }), open]);
    await scene.at(open.terms.voidAfter - KICK_OFF);
    await scene.keeper().round();
    expect(sent()).toEqual(['settle_parlay', 'settle_parlay']);
    expect((await parlay.read()).state).toBe('Void');
  });

  it('several keepers at the same time copy each leg once', async () => {
    const markets = [await leg(2, 0, { challengeWindow: 0 }), await leg(1, 0, { challengeWindow: 0 })];
    const parlay = await scene.backedParlay(markets);
    await scene.at(AFTER);
    await scene.keeper({ oracles: [scene.chain.address()] }).round();
    expect(actionsOf('parlay')).toEqual([]);
    const rounds = await Promise.all([scene.keeper().round(), scene.keeper().round()]);
    expect(rounds.map(({ failures }) => failures)).toEqual([0, 0]);
    expect((await parlay.read()).state).toBe('Final');
    expect(scene.actions().filter((action) => action === 'settle_parlay')).toHaveLength(2);
  });

  it('respects the selection of markets', async () => {
    const [one, two, other] = [await leg(2, 0), await leg(2, 0), await leg(2, 0)];
    await scene.backedParlay([one, two]);
    await scene.at(AFTER);
    expect(await scene.keeper({ markets: [one.address] }).round()).toMatchObject({ markets: 1, parlays: 1 });
    expect(await scene.keeper({ markets: [other.address] }).round()).toMatchObject({ markets: 1, parlays: 0 });
    const { oracle } = LOCALNET_PROGRAM_IDS;
    expect(await scene.keeper({ oracles: [oracle] }).round()).toMatchObject({ markets: 3, parlays: 1 });
  });

  it('is only reported in a dry run', async () => {
    const markets = [await leg(2, 0, { challengeWindow: 0 }), await leg(1, 0, { challengeWindow: 0 })];
    const parlay = await scene.backedParlay(markets);
    // Decided by a keeper that does not handle parlays.
    scene.node.known.splice(scene.node.known.indexOf(parlay.address), 1);
    await scene.at(AFTER);
    await scene.keeper().round();
    scene.node.known.push(parlay.address);
    scene.lines.length = 0;
    expect(await scene.keeper({ dryRun: true }).round()).toMatchObject({ sent: 1, failures: 0 });
    expect(actionsOf('parlay')).toEqual(['would settle_parlay']);
    expect(await parlay.results()).toEqual(['Open', 'Open']);
  });

  it('ignores an account with another layout, and continues', async () => {
    const markets = [await leg(2, 0, { challengeWindow: 0 }), await leg(1, 0, { challengeWindow: 0 })];
    const [odd, parlay] = [await scene.backedParlay(markets), await scene.backedParlay(markets)];
    const account = await scene.chain.account(odd.address);
    if (!account) throw new Error('no parlay');
    const data = parlayAccount.encode({ ...parlayAccount.decode(account.data), version: 1 });
    scene.chain.setAccount(odd.address, account.owner, data, account.lamports);
    await scene.at(AFTER);
    const keeper = scene.keeper();
    expect(await keeper.round()).toMatchObject({ parlays: 1, failures: 0 });
    expect(await keeper.metrics.text()).toContain('left_alone{kind="parlay",reason="unusable"} 1');
    expect((await parlay.read()).state).toBe('Final');
  });
});
